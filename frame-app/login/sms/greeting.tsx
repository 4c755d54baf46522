import { greetByCode } from '../../login-method/greet-by-code.tsx'
import { PhoneIcon } from '../../ui/icons-later.tsx'
import { say } from '../../words/say.ts'
import { startSmsFlow } from './flow.ts'

/** "Continue as ••• 4253". */
export const smsGreeting = greetByCode({
  icon: PhoneIcon,
  mask: maskNumber,
  title: () => say('sms.codeTitle'),
  sending: () => say('sms.sending'),
  start(context, known) {
    const { request } = context
    // A number that is no account's any more must not become another account behind this name.
    const options = {
      ...request.options,
      prefill: { type: 'phone', value: known },
      disableSignup: true,
    } as const
    return startSmsFlow({ ...context, request: { ...request, options } })
  },
  load: async () => (await import('./sms-code.tsx')).SmsCode,
})

/** The last four digits, as the code screen has them. */
export function maskNumber(number: string): string {
  return `••• ${number.slice(-4)}`
}
