/**
 * The approval window: a document of the wallet origin at the top level, opened by the frame in a person's click, where the
 * browser cannot tell the frame what covers it. Nothing of the site can lie over it.
 *
 *  - It takes its task from its opener alone, and only when that is a document of this very origin.
 *  - It refuses to work inside of another document.
 *  - It has no session, no token and no key: it says "approved" or "rejected" for the one review that it shows.
 */
import '../../core/no-generated-code.ts'
import '../../ui/tokens.css'
import { appConfig } from '@vitrine/shared/config/app-config.ts'
import { frameBoot } from '@vitrine/shared/config/frame-boot.ts'
import { createRoot } from 'react-dom/client'
import { loadFont } from '../../ui/font.ts'
import { themeOf } from '../../ui/theme.ts'
import { listen } from '../../window/listen.ts'
import { bringLaterWords, speak } from '../../words/language.ts'
import { type ToFrame, type ToWindow, toWindow } from '../open-window/messages.ts'
import { WindowPage } from './page.tsx'

/** After this long nobody has closed the window: the frame is gone. */
const FRAME_CLOSES_MS = 3_000

function start(root: HTMLElement): void {
  const boot = frameBoot.parse(JSON.parse(document.getElementById('vitrine-boot')?.textContent ?? ''))
  const { theme, accent_color: accentColor } = appConfig.parse(boot.app)
  const { colorScheme, tokens } = themeOf({ theme, accentColor })
  document.documentElement.dataset.colorScheme = colorScheme
  for (const [token, color] of Object.entries(tokens))
    document.documentElement.style.setProperty(`--${token}`, color)
  loadFont()

  const page = createRoot(root)
  const frame: Window | null = window.opener
  // `frame-ancestors 'none'` says the same; a window that something lies over must not ask.
  if (frame === null || window.top !== window) {
    page.render(<WindowPage task={null} />)
    return
  }
  const tell = (message: ToFrame) => frame.postMessage(message, location.origin)
  const show = async (task: ToWindow) => {
    await speak({ tags: [task.language], overrides: {} }, document.documentElement)
    page.render(
      <WindowPage
        answer={event => {
          tell({ to: 'vitrine:approval-frame', event, key: task.key })
          page.render(null)
          // The frame closes it: a window that goes at once can be gone before its word is heard, and is then "closed".
          setTimeout(() => window.close(), FRAME_CLOSES_MS)
        }}
        key={task.key}
        task={task}
      />,
    )
  }
  listen(window, frame, toWindow, task => void show(task))
  tell({ to: 'vitrine:approval-frame', event: 'ready' })
}

const speaking = speak({ tags: navigator.languages, overrides: {} }, document.documentElement)
void Promise.all([speaking, bringLaterWords()]).then(() =>
  start(document.getElementById('root') ?? document.body),
)
