/**
 * The approval window: a document of the wallet origin at the top level, opened by the frame, or by the page in the person's
 * click. Nothing of the site can lie over it, mask it or move it.
 *
 *  - It takes its task from a frame of this very origin: its opener, or one in the page that opened it. Cut off from both, it
 *    takes what that frame has sealed for it, under the key that is in its own address.
 *  - It belongs to one request, whose id it repeats, and shows the state that the frame or the server has of it.
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
import type { Look } from '../cut-off/frame-flow.ts'
import { fromFragment } from '../cut-off/seal.ts'
import { followFlow } from '../cut-off/window-flow.ts'
import { SILENCE_MS, type Verdict } from '../view/window-messages.ts'
import { WindowPage } from './page.tsx'
import { findPartner } from './partner.ts'
import { isFinished, nextWindowState, type WindowEvent, type WindowState } from './window-state.ts'

/** What the page's script writes behind the address of a window that it opens; how many it opened before follows. */
const OPENED_BY_PAGE = /^#page(?:\.(\d+))?$/

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
  let state: WindowState = { status: 'waiting' }
  let silence: ReturnType<typeof setTimeout> | undefined
  let answer = (_key: string, _verdict: Verdict) => {}
  let checkAgain = () => {}
  const draw = () =>
    page.render(<WindowPage app={{ name, icon }} onAnswer={press} onCheckAgain={checkAgain} state={state} />)
  const listenFor = () => {
    clearTimeout(silence)
    const isDue = state.status === 'answering' || state.status === 'waiting'
    if (isDue) silence = setTimeout(take, SILENCE_MS, { type: 'silence' })
  }
  const take = (event: WindowEvent) => {
    const before = state
    state = nextWindowState(before, event)
    if (state.status !== before.status) listenFor()
    if (state !== before) draw()
    if (isFinished(state)) close()
  }
  const press = (key: string, verdict: Verdict) => {
    take({ type: 'answer', key, verdict })
    if (state.status === 'answering') answer(key, verdict)
  }
  let turn = 0
  /** Takes what a frame says, in its language: in the order in which it was said. */
  const hear = async (look: Look | null, event: WindowEvent) => {
    const own = ++turn
    if (look) match(look.colorScheme)
    if (look) await speak({ tags: [look.language], overrides: {} }, document.documentElement)
    if (own === turn) take(event)
  }
  draw()
  listenFor()
  // `frame-ancestors 'none'` says the same; a window that something lies over must not ask.
  const opener: Window | null = top === window ? window.opener : null
  const secret = fromFragment(location.hash)
  const byPage = OPENED_BY_PAGE.exec(location.hash)
  /** A window that is loaded again belongs to the request that it had. */
  const kept: { readonly id?: unknown; readonly isRequest?: unknown } = history.state ?? {}
  let id = secret?.id ?? (typeof kept.id === 'string' ? kept.id : null)
  /** Whether `id` is what a frame has named; until then it is what the window was opened with, or nothing. */
  let isRequest = secret === null && kept.isRequest === true
  const keep = (next: string, isNamed: boolean) => {
    id = next
    isRequest = isNamed
    // The key is of use once: it shall not stay in the history.
    history.replaceState({ id, isRequest }, '', location.pathname)
  }
  if (secret) keep(secret.id, false)
  if (opener === null && secret && top === window) {
    const flow = followFlow(boot.app.id, secret, {
      onReview: (look, review) => void hear(look, { type: 'review', review }),
      onNews: (look, news) => void hear(look, { type: 'news', news }),
      onSilence: () => take({ type: 'silence' }),
    })
    answer = flow.answer
    checkAgain = flow.checkAgain
    return
  }
  // A page with a Cross-Origin-Opener-Policy has opened it in vain, or nobody has: there is nothing to answer.
  if (opener === null) {
    take({ type: 'news', news: { event: 'unneeded' } })
    return
  }
  const partner = findPartner(
    window,
    opener,
    boot.app.id,
    () => ({ event: 'ready', id, order: Number(byPage?.[1] ?? 0) }),
    message => {
      if (message.event === 'idle') return
      if (message.event === 'news')
        return void hear(
          { ...message, colorScheme: message.colorScheme },
          { type: 'news', news: message.news },
        )
      // It belongs to one request: what is said of another is not for it.
      if (isRequest && message.id !== id) return
      if (!isRequest) keep(message.id, true)
      const look = { language: message.language, colorScheme: message.colorScheme }
      const { event } = message
      // Without a wait: a review that is read anew has no live button from now on.
      if (event === 'wait') {
        turn++
        match(look.colorScheme)
        return take({ type: 'wait' })
      }
      return void hear(look, { type: 'review', review: { key: message.key, view: message.view } })
    },
    () => take({ type: 'news', news: { event: 'gone' } }),
  )
  answer = (key, verdict) => {
    if (id !== null) partner.tell({ event: 'answer', id, key, verdict })
  }
  checkAgain = partner.ask
}

const speaking = speak({ tags: navigator.languages, overrides: {} }, document.documentElement)
void Promise.all([speaking, bringLaterWords()]).then(() =>
  start(document.getElementById('root') ?? document.body),
)
