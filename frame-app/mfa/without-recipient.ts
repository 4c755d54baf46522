import { isFinal } from '../otp/otp-flow.ts'
import type { OtpFlow } from '../otp/start-otp-flow.ts'

/**
 * The code flow where nobody types a recipient: of a factor's own address, or of an app. Where it would go back to that, by `back` or
 * from a refusal that trying again does not mend, the person leaves it: its code screen would take nothing any more.
 */
export const withoutRecipient = <Result>(flow: OtpFlow<Result>, onBack: () => void): OtpFlow<Result> => ({
  ...flow,
  send(event) {
    const now = flow.get()
    const isEnd = event.type === 'retry' && now.status === 'error' && isFinal(now.failure)
    if (event.type === 'back' || isEnd) onBack()
    else flow.send(event)
  },
})
