import type { LoginMethodView } from '../login-method.ts'
import { startGuestFlow } from './flow.ts'
import { GuestRow } from './row.tsx'

/** Login without an account: the browser keeps a credential, and the person links an account later or never. */
export const guestLogin: LoginMethodView = {
  open({ kernel, onAuthenticated }) {
    const flow = startGuestFlow(kernel.operations.calls, kernel.guestCredential)
    flow.subscribe(() => {
      const state = flow.get()
      if (state.status === 'done') onAuthenticated(state.result)
    })
    return {
      hasCard: { get: () => false, subscribe: () => () => {} },
      Row: ({ isFirst }) => <GuestRow flow={flow} isFirst={isFirst} />,
      Card: () => null,
      close: flow.stop,
    }
  },
}
