import { atCode, whenDone } from '../../otp/code-flow.ts'
import { LazyScreen, preload } from '../../ui/lazy-screen.tsx'
import { say } from '../../words/say.ts'
import type { LoginMethodView } from '../login-method.ts'
import { loadEmailApi, startEmailFlow } from './flow.ts'
import { EmailRow } from './row.tsx'

const loadCodeScreen = async () => (await import('./email-code.tsx')).EmailCode

/** Login by a code sent to an e-mail address. */
export const emailLogin: LoginMethodView = {
  prefetch: () => Promise.all([preload(loadCodeScreen), loadEmailApi()]),
  link: {
    label: () => say('email.linkTitle'),
    load: async () => (await import('./link-card.tsx')).EmailLinkCard,
  },
  open({ kernel, request: { options }, onAuthenticated }) {
    const flow = startEmailFlow(kernel.operations.calls, {
      prefill: options.prefill?.type === 'email' ? options.prefill.value : '',
      mode: options.disableSignup ? 'no-signup' : 'login-or-sign-up',
    })
    whenDone(flow, onAuthenticated)
    return {
      hasCard: atCode(flow),
      Row: ({ isFirst }) => <EmailRow flow={flow} isFirst={isFirst} />,
      Card: ({ onClose }) => (
        <LazyScreen
          load={loadCodeScreen}
          onClose={onClose}
          props={{ flow, onClose }}
          title={say('code.title')}
        />
      ),
      close: flow.stop,
    }
  },
}
