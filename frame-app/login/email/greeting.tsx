import { greetByCode } from '../../login-method/greet-by-code.tsx'
import { whenDone } from '../../otp/code-flow.ts'
import { MailIcon } from '../../ui/icons.tsx'
import { say } from '../../words/say.ts'
import { startEmailFlow } from './flow.ts'

/** "Continue as n•••@example.org". */
export const emailGreeting = greetByCode({
  icon: MailIcon,
  mask: maskAddress,
  title: () => say('code.title'),
  sending: () => say('email.sending'),
  start({ kernel, onAuthenticated }, known) {
    // An address that is no account's any more must not become another account behind this name.
    const flow = startEmailFlow(kernel, { prefill: known, mode: 'no-signup' })
    whenDone(flow, onAuthenticated)
    return flow
  },
  load: async () => {
    const { EmailCode } = await import('./email-code.tsx')
    return EmailCode
  },
})

/** The first character and the domain: enough for its person, not an address that a stranger could use. */
export function maskAddress(address: string): string {
  const at = address.lastIndexOf('@')
  return `${[...address][0]}•••${address.slice(at)}`
}
