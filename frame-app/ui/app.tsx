import { useEffect } from 'react'
import { CaptchaSlot } from '../captcha/slot.tsx'
import { useStore } from '../flow/use-flow.ts'
import type { ScreenRequest } from '../kernel/ports.ts'
import { LoginDialog, loadLoginWallets } from '../login/login-dialog.tsx'
import type { LoginMethodView } from '../login/login-method.ts'
import { LOGIN_VIEWS } from '../login/registry.ts'
import { WALLET_SCREENS } from '../wallet/registry.ts'
import { say } from '../words/say.ts'
import { useKernel } from './kernel-context.ts'
import { LazyScreen, preload } from './lazy-screen.tsx'
import { whenIdle } from './prefetch.ts'
import { Shell } from './shell.tsx'

const loadLink = async () => (await import('../link/link-dialog.tsx')).LinkDialog
const loadUnlink = async () => (await import('../account/unlink-dialog.tsx')).UnlinkDialog
const loadAccount = async () => (await import('../account/screen.tsx')).AccountScreen

/** Shows the request whose turn it is. */
export function App() {
  const { screens } = useKernel()
  const request = useStore(screens.current)

  useEffect(
    () =>
      whenIdle(() => {
        const methods: readonly LoginMethodView[] = Object.values(LOGIN_VIEWS)
        const ahead = [
          ...methods.map(view => view.prefetch?.()),
          preload(loadAccount),
          loadLoginWallets(),
          preload(WALLET_SCREENS['sign-message']),
        ]
        // A screen that did not come loads when it is asked for, and says there what went wrong.
        void Promise.allSettled(ahead)
      }),
    [],
  )

  if (request === null) return null
  return (
    <Shell>
      <Request key={request.id} request={request} />
      <CaptchaSlot />
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
    case 'unlink':
      return (
        <LazyScreen load={loadUnlink} onClose={dismiss} props={{ request }} title={say('account.title')} />
      )
    case 'link':
    case 'update':
      return <LazyScreen load={loadLink} onClose={dismiss} props={{ request }} title={say('account.title')} />
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
