import { useEffect } from 'react'
import { useStore } from '../flow/use-flow.ts'
import type { ScreenRequest } from '../kernel/ports.ts'
import { LoginDialog } from '../login/login-dialog.tsx'
import { WALLET_SCREENS } from '../wallet/registry.ts'
import { say } from '../words/say.ts'
import { useKernel } from './kernel-context.ts'
import { LazyScreen } from './lazy-screen.tsx'
import { whenIdle } from './prefetch.ts'
import { Shell } from './shell.tsx'

const loadAccount = async () => (await import('../account/screen.tsx')).AccountScreen

/** Shows the request whose turn it is. */
export function App() {
  const { screens } = useKernel()
  const request = useStore(screens.current)

  useEffect(
    () =>
      whenIdle(() => {
        for (const load of [loadAccount, ...Object.values(WALLET_SCREENS)]) {
          load().catch(() => {
            // The screen loads when it is asked for, and says there what went wrong.
          })
        }
      }),
    [],
  )

  if (request === null) return null
  return (
    <Shell>
      <Request key={request.id} request={request} />
    </Shell>
  )
}

function Request({ request }: { request: ScreenRequest }) {
  const { screens } = useKernel()
  const dismiss = () => screens.dismiss(request)
  switch (request.kind) {
    case 'login':
      return <LoginDialog request={request} />
    case 'account':
      return (
        <LazyScreen load={loadAccount} onClose={dismiss} props={{ request }} title={say('account.title')} />
      )
    case 'sign-message':
      return (
        <LazyScreen
          load={WALLET_SCREENS['sign-message']}
          onClose={request.uiOptions.isCancellable === false ? null : dismiss}
          props={{ request }}
          title={say('sign.title')}
        />
      )
  }
}
