/**
 * The approval window: a document of the wallet origin at the top level, opened by the frame, or by the page in the person's
 * click. Nothing of the site can lie over it, mask it or move it.
 *
 *  - It takes its task from a frame of this very origin: its opener, or one in the page that opened it. Cut off from both, it
 *    takes what that frame has sealed for it, under the key that stands in its own address.
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
import { bringLaterWords, speak } from '../../words/language.ts'
import { fromFragment } from '../cut-off/seal.ts'
import { takeFlow } from '../cut-off/window-flow.ts'
import type { Review, Verdict } from '../view/window-messages.ts'
import { WindowPage, type WindowTask } from './page.tsx'
import { findPartner } from './partner.ts'

/** What the page's script writes behind the address of a window that it opens. */
const OPENED_BY_PAGE = '#page'
/** After this long without a word from a frame, there is none. */
const PARTNER_LIMIT_MS = 30_000
/** After this long nobody has closed the window: the frame is gone. */
const FRAME_CLOSES_MS = 3_000

function start(root: HTMLElement): void {
  const boot = frameBoot.parse(JSON.parse(document.getElementById('vitrine-boot')?.textContent ?? ''))
  const { theme, accent_color: accentColor, name, icon_url: icon } = appConfig.parse(boot.app)
  const { dataset, style } = document.documentElement
  const tinted: string[] = []
  const wear = (worn: string) => {
    const { colorScheme, tokens } = themeOf({ theme: worn, accentColor })
    dataset.colorScheme = colorScheme
    for (const token of tinted.splice(0)) style.removeProperty(token)
    for (const [token, color] of Object.entries(tokens)) {
      style.setProperty(`--${token}`, color)
      tinted.push(`--${token}`)
    }
  }
  wear(theme)
  /** The site's own: a light window over a dark page blinds, and looks like a stranger's. */
  const match = (colorScheme: string | undefined) => {
    if (colorScheme !== dataset.colorScheme && (colorScheme === 'light' || colorScheme === 'dark'))
      wear(colorScheme)
  }
  loadFont()

  const page = createRoot(root)
  const show = (task: WindowTask) => page.render(<WindowPage app={{ name, icon }} task={task} />)
  const end = () => {
    show({ status: 'ended' })
    close()
  }
  let shown = 0
  const review = async (language: string, { key, view }: Review, tell: (verdict: Verdict) => unknown) => {
    const turn = ++shown
    await speak({ tags: [language], overrides: {} }, document.documentElement)
    if (turn !== shown) return
    const answer = (verdict: Verdict) => {
      show({ status: 'ended' })
      tell(verdict)
      // The frame ends it: a window that goes at once can be gone before its word is heard, and is then "closed".
      setTimeout(close, FRAME_CLOSES_MS)
    }
    show({ status: 'review', review: { key, view }, answer })
  }
  // `frame-ancestors 'none'` says the same; a window that something lies over must not ask.
  const opener: Window | null = top === window ? window.opener : null
  const secret = fromFragment(location.hash)
  // The key is of use once: it shall not stand in the history.
  if (secret) history.replaceState(null, '', location.pathname)
  if (opener === null && secret && top === window) {
    show({ status: 'waiting' })
    void takeFlow(boot.app.id, secret).then(flow => {
      if (flow === null) return show({ status: 'lost' })
      match(flow.colorScheme)
      void review(flow.language, flow.review, verdict =>
        flow.answer(verdict).then(end, () => show({ status: 'lost' })),
      )
    })
    return
  }
  if (opener === null) {
    show({ status: 'lost' })
    // A page with a Cross-Origin-Opener-Policy has opened it in vain: the frame opens another.
    if (location.hash === OPENED_BY_PAGE) close()
    return
  }
  show({ status: 'waiting' })
  const lost = setTimeout(show, PARTNER_LIMIT_MS, { status: 'lost' })
  const partner = findPartner(window, opener, message => {
    clearTimeout(lost)
    if (message.event !== 'end') match(message.colorScheme)
    if (message.event === 'review') {
      const { key, language } = message
      void review(language, message, event => partner.tell({ to: 'vitrine:approval-frame', event, key }))
    } else shown++
    if (message.event === 'end') end()
    if (message.event === 'wait') show({ status: 'waiting' })
  })
}

const speaking = speak({ tags: navigator.languages, overrides: {} }, document.documentElement)
void Promise.all([speaking, bringLaterWords()]).then(() =>
  start(document.getElementById('root') ?? document.body),
)
