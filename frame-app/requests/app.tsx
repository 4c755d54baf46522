import { useEffect } from 'react'
import { CaptchaSlot } from '../captcha/slot.tsx'
import { whenIdle } from '../core/when-idle.ts'
import { bringViews } from '../login/landing-registry.ts'
import type { LoginMethodView } from '../login-method/login-method.ts'
import { useKernel } from '../ui/kernel-context.ts'
import { LazyScreen, preload } from '../ui/lazy-screen.tsx'
import { Shell } from '../ui/shell.tsx'
import { useStore } from '../ui/use-flow.ts'
import { LoginDialog, loadLoginWallets } from './login/screen.tsx'
import { MfaQuestion } from './mfa-question.tsx'
import type { Kind, ScreenRequest } from './registry.ts'

const loadSessionRequest = async () => (await import('./session-request.tsx')).SessionRequest

/** Brings what a request is drawn with, so that it then shows at once. A login is drawn by what is here. */
export async function bringScreen(kind: Kind): Promise<void> {
  if (kind === 'login') return
  const [{ bringSessionScreen }] = await Promise.all([
    import('./session-request.tsx'),
    preload(loadSessionRequest),
  ])
  await bringSessionScreen(kind)
}

/** Approval windows that an earlier document of the frame opened are told that it is gone. */
const answerWindows = async (appId: string) =>
  (await import('../approval/open-window/approval-windows.ts')).approvalWindows(window, appId)

const prefetchWays = async () => {
  const views: readonly LoginMethodView[] = Object.values(await bringViews())
  await Promise.all(views.map(view => view.prefetch?.()))
}

/** Shows the request whose turn it is. */
export function App() {
  const { app, screens } = useKernel()
  const request = useStore(screens.current)

  useEffect(
    () =>
      whenIdle(() => {
        // A screen that did not come loads when it is asked for, and says there what went wrong.
        void Promise.allSettled([
          prefetchWays(),
          loadLoginWallets(),
          preload(loadSessionRequest),
          answerWindows(app.id),
        ])
      }),
    [app.id],
  )

  if (request === null) return null
  return (
    <Shell>
      <MfaQuestion>
        <Request key={request.id} request={request} />
      </MfaQuestion>
      <CaptchaSlot />
    </Shell>
  )
}

function Request({ request }: { request: ScreenRequest }) {
  const { app, screens } = useKernel()
  if (request.kind === 'login') return <LoginDialog request={request} />
  return (
    <LazyScreen
      load={loadSessionRequest}
      onClose={isKept(request) ? null : () => screens.dismiss(request)}
      props={{ request }}
      title={app.name}
    />
  )
}

/** The site asked for a screen without Close; Reject stays. */
export const isKept = (request: ScreenRequest): boolean =>
  'uiOptions' in request && request.uiOptions.isCancellable === false
