import type { ReadableStore } from '../../kernel/ports.ts'
import type { LoginMethodView } from '../login-method.ts'
import { CodeScreen } from './code-screen.tsx'
import { type EmailFlow, startEmailFlow } from './flow.ts'
import { EmailRow } from './row.tsx'

/** Login by a code sent to an e-mail address. */
export const emailLogin: LoginMethodView = {
  open({ kernel, request: { options }, onAuthenticated }) {
    const flow = startEmailFlow(kernel.operations.email, {
      prefill: options.prefill?.type === 'email' ? options.prefill.value : '',
      mode: options.disableSignup ? 'no-signup' : 'login-or-sign-up',
    })
    flow.subscribe(() => {
      const state = flow.get()
      if (state.status === 'done') onAuthenticated(state.result)
    })
    return {
      hasCard: codeScreenStore(flow),
      Row: () => <EmailRow flow={flow} />,
      Card: ({ onClose }) => <CodeScreen flow={flow} onClose={onClose} />,
      close: flow.stop,
    }
  },
}

function codeScreenStore(flow: EmailFlow): ReadableStore<boolean> {
  return {
    get: () => {
      const state = flow.get()
      if (state.status === 'initial') return false
      return state.status === 'done' || state.resendAtMs !== null
    },
    subscribe: flow.subscribe,
  }
}
