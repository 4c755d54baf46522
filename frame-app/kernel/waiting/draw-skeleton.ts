import type { Kind } from '../../requests/registry.ts'
import styles from '../../ui/waiting.module.css'
import type { ShellWords } from '../../words/shell/en.ts'
import { CLOSE, element, icon, LOCK } from './elements.ts'
import { handOver } from './hand-over.ts'

/** `NO_ANSWER_MS` of `ui/no-answer.tsx`, which comes with React. */
export const SLOW_MS = 4_000

export interface Drawing {
  /** Where the screens are drawn: with the first thing in it the skeleton is gone. */
  readonly root: HTMLElement
  readonly kind: Kind
  /** The dialog's name. */
  readonly title: string
  /** Rows of a login screen. */
  readonly rows: number
  readonly words: ShellWords
  /** Close, Escape and a click beside the card. */
  onClose(): void
}

export interface Skeleton {
  /** What is waited for did not come: says so in place. Goes on by itself when the browser is online again, or is by now. */
  fail(onRetry: () => void): void
  end(): void
}

/** Draws the card with a skeleton of what comes and the way out, and listens to the person and the network until its end. */
export function drawSkeleton({ root, kind, title, rows, words, onClose }: Drawing): Skeleton {
  const ending = new AbortController()
  const { signal } = ending
  const heading = element('h1', styles.title, { id: 'waiting-title', tabindex: '-1' })
  heading.append(title)
  const close = element('button', `${styles.way} ${styles.close}`, {
    'aria-label': words['action.close'],
    type: 'button',
  })
  close.append(icon(18, CLOSE))
  const note = element('p', styles.note, { role: 'status' })
  const content = element('div', styles.content, {}, ...above(kind), heading, ...below(kind, rows), note)
  const scroller = element('div', styles.scroller, {}, content)
  const bar = element('div', styles.bar, {}, close)
  const dialog = element(
    'div',
    styles.screen,
    { role: 'dialog', 'aria-modal': 'true', 'aria-busy': 'true', 'aria-labelledby': heading.id },
    bar,
    scroller,
  )
  const host = element('span', styles.host)
  host.append(words['shell.walletOrigin'].replace('{host}', location.host))
  const foot = element('footer', styles.foot)
  foot.append(icon(14, LOCK), host)
  const card = element('div', styles.card, {}, dialog, foot)
  const stage = element('div', styles.stage, {}, card)
  const drawn = element('div', undefined, {}, element('div', styles.backdrop), stage)
  root.before(drawn)
  const sinceMs = performance.now()

  const again = element('button', `${styles.button} ${styles.plain} ${styles.again}`, { type: 'button' })
  again.append(words['action.tryAgain'])
  let retry: (() => void) | undefined
  /** Since what is on its way was asked for the browser was offline: that it does not come says nothing of now. */
  let wasOffline = false
  let slow: ReturnType<typeof setTimeout> | undefined
  const say = (text: string, isStill: boolean) => {
    note.textContent = text
    dialog.ariaBusy = String(!isStill)
    content.classList.toggle(styles.still ?? '', isStill)
  }
  const wait = () => {
    clearTimeout(slow)
    again.remove()
    wasOffline ||= !navigator.onLine
    if (!navigator.onLine) return say(words['wait.offline'], true)
    say('', false)
    slow = setTimeout(() => {
      say(words['wait.noAnswer'], false)
      content.append(again)
    }, SLOW_MS)
  }
  /** What is on its way stays so; what has failed is asked for again. */
  const goOn = () => {
    const go = retry
    retry = undefined
    if (go) wasOffline = false
    wait()
    go?.()
  }
  wait()

  close.onclick = onClose
  again.onclick = () => {
    heading.focus({ preventScroll: true })
    goOn()
  }
  // A click counts only if it began beside the card and is no double click’s second, as in `ui/shell.tsx`.
  let pressed: EventTarget | null = null
  stage.onpointerdown = event => {
    pressed = event.target
  }
  stage.onclick = event => {
    if (event.target === stage && pressed === stage && event.detail < 2) onClose()
  }
  const takeFocus = () => {
    if (document.hasFocus() && !card.contains(document.activeElement)) heading.focus({ preventScroll: true })
  }
  takeFocus()
  addEventListener('focus', takeFocus, { signal })
  addEventListener('online', goOn, { signal })
  addEventListener('offline', wait, { signal })
  document.addEventListener(
    'keydown',
    event => {
      if (event.isComposing) return
      if (event.key === 'Escape') onClose()
      if (event.key !== 'Tab') return
      event.preventDefault()
      const isAtClose = document.activeElement === close && again.isConnected
      const next = isAtClose ? again : close
      next.focus()
    },
    { signal },
  )
  // In the moment in which the screen is there, and before anything is painted.
  const observer = new MutationObserver(() => {
    if (root.childElementCount === 0) return
    handOver(root, { sinceMs, height: scroller.getBoundingClientRect().height })
    ending.abort()
  })
  observer.observe(root, { childList: true })
  signal.addEventListener('abort', () => {
    observer.disconnect()
    clearTimeout(slow)
    drawn.remove()
  })

  return {
    end: () => ending.abort(),
    fail(onRetry) {
      retry = onRetry
      clearTimeout(slow)
      if (!navigator.onLine) return say(words['wait.offline'], true)
      if (wasOffline) return goOn()
      say(words['error.screen'], true)
      content.append(again)
    },
  }
}

const block = (shape: string | undefined) => element('div', `${styles.block} ${shape}`)

const above = (kind: Kind) => (kind === 'login' ? [block(styles.tile)] : [])

function below(kind: Kind, rows: number): Element[] {
  const list = (count: number, look = '') =>
    element('div', `${styles.rows} ${look}`, {}, ...Array.from({ length: count }, () => block(styles.row)))
  if (kind === 'login') return [block(styles.line), list(rows)]
  if (kind === 'account') return [block(styles.hero), list(3)]
  return [block(styles.line), block(styles.hero), list(2), list(2, styles.pair)]
}
