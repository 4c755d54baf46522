import { INLINE_PLACE } from '@vitrine/shared/bridge/policies.ts'
import { clientError } from '@vitrine/shared/errors/vitrine-error.ts'
import type { EthereumProvider } from './ethereum.ts'
import type { InlineOptions } from './method-options.ts'
import { pause } from './pause.ts'
import { type Shell, type ShellView, style } from './shell.ts'

/** How long a screen may wait for what the frame says of the place. Then it opens above the page, as it would without one. */
const ANSWER_LIMIT_MS = 500

/** The method by which browsers move an element without unloading the frames in it (WHATWG DOM, "moveBefore"). */
interface MovesElements {
  moveBefore?(node: Node, child: Node | null): void
}

interface Inline {
  /** @returns settles when the frame has heard of it */
  take(element: HTMLElement, signal: AbortSignal | undefined): Promise<unknown>
}

/** The dialog of each instance that was ever given a place. */
const inlines = new WeakMap<Shell, Inline>()

/**
 * Has the dialog stand in an element of the page whenever the frame says that what it shows may: `ShellView.inline`. Anything
 * else is shown by the shell itself, above the page.
 * @throws VitrineError `invalid_data` for what is no element, and why there is no frame
 */
export async function showInline(
  element: HTMLElement,
  { signal }: InlineOptions = {},
  shell: Shell | undefined,
  ethereum: EthereumProvider,
): Promise<void> {
  if (element?.nodeType !== 1) throw clientError('invalid_data', 'showInline takes an element of the page.')
  if (signal?.aborted) return
  // Without a shell there is no page, and this says so.
  if (!shell) return void (await tellFrame(ethereum, true))
  const inline = inlines.get(shell) ?? createInline(shell, ethereum)
  inlines.set(shell, inline)
  await inline.take(element, signal)
}

const tellFrame = (ethereum: EthereumProvider, isThere: boolean) =>
  ethereum.request({ method: INLINE_PLACE, params: [isThere] })

/** Stands between the frame's word and the shell from the first place on. */
function createInline(shell: Shell, ethereum: EthereumProvider): Inline {
  const { iframe, mounts, show, hide } = shell
  const dialog = iframe.parentElement as HTMLElement
  const moves = 'moveBefore' in Element.prototype
  let place: HTMLElement | undefined
  let view: ShellView | undefined
  let shown: 'nowhere' | 'inline' | 'above' = 'nowhere'
  /** The last of what the frame was told has arrived, or never will. */
  let told: Promise<unknown> = Promise.resolve()

  const move = (parent: Element & MovesElements) => {
    if (dialog.parentElement === parent) return
    if (moves && dialog.isConnected) return parent.moveBefore?.(dialog, null)
    // Its frame loads anew, as one that page code took out.
    parent.append(dialog)
    for (const run of mounts) run()
  }

  /** In a place that is hidden nothing is on show; what could stand there waits for it. */
  const apply = () => {
    if (shell.signal.aborted) return
    if (place && !place.isConnected) return void settle(undefined).catch(() => {})
    const before = shown
    const visible = place?.getClientRects().length ? place : undefined
    shown = !view?.open ? 'nowhere' : view.inline === undefined ? 'above' : visible ? 'inline' : 'nowhere'
    if (shown !== before) hide()
    // Without `moveBefore` each way costs the frame: there it stays, and opens above the page from where it is.
    move(visible && (shown === 'inline' || !moves) ? visible : document.body)
    if (!view || shown === 'nowhere') return
    if (shown === 'above') return show(view)
    // Not by `show()`, which would take the focus. The page around it goes on.
    dialog.ariaLabel = view.title
    iframe.style.setProperty('color-scheme', view.colorScheme, 'important')
    style(dialog, 'visibility:inherit')
    dialog.style.setProperty('height', `${view.inline}px`, 'important')
  }

  const tell = () => {
    // In one go: a framework ends one place and gives another in the same breath.
    const telling = pause(0, shell.signal).then(() => tellFrame(ethereum, place !== undefined))
    told = telling.catch(() => {})
    return telling
  }

  Object.assign(shell, {
    show(next: ShellView) {
      view = next
      void Promise.race([told, pause(ANSWER_LIMIT_MS, shell.signal)]).then(apply)
    },
    hide() {
      view = undefined
      apply()
      // The frame is another one soon, and knows of no place.
      if (place) void tell()
    },
  } satisfies Pick<Shell, 'show' | 'hide'>)

  // Also of an element that is taken out of the page: it has no size then.
  const observer = new ResizeObserver(apply)
  shell.signal.addEventListener('abort', () => observer.disconnect())

  const settle = (next: HTMLElement | undefined) => {
    observer.disconnect()
    place = next
    if (next) observer.observe(next)
    apply()
    return tell()
  }
  return {
    take(element, signal) {
      signal?.addEventListener('abort', () => {
        if (place === element) settle(undefined).catch(() => {})
      })
      return settle(element)
    },
  }
}
