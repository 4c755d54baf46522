import type { HostNotice } from '@vitrine/shared/bridge/methods.ts'
import { lockScroll } from './scroll-lock.ts'

export type ShellView = Omit<Extract<HostNotice, { type: 'shell' }>, 'type'>

export interface Shell {
  readonly iframe: HTMLIFrameElement
  /** Aborted by `destroy`. */
  readonly signal: AbortSignal
  /**
   * What is done each time the iframe has been put back into the page: it loads anew, and `document.open()` has taken every
   * listener away.
   */
  readonly mounts: (() => void)[]
  show(view: ShellView): void
  hide(): void
  destroy(): void
}

/** Through CSSOM, which a CSP without `unsafe-inline` allows; important, so that no rule of the page beats it. */
export const style = (element: HTMLElement, rules: string) => {
  element.style.cssText = `all:initial;display:block;width:100%;height:100%;${rules};`.replaceAll(
    ';',
    '!important;',
  )
}
const IFRAME = 'visibility:inherit;color-scheme:'

/**
 * A full-viewport `<dialog>` around the transparent frame; the frame draws the backdrop and the card. While closed the
 * dialog is invisible yet laid out: in a frame that is `display: none`, browsers slow timers and refuse focus.
 */
export function createShell(src: string): Shell {
  /** How often one screen comes above what the page opens above it: then the page has insisted, and its own lies on top. */
  const MAX_RAISED = 50
  const mounts: Shell['mounts'] = []
  const dialog = document.createElement('dialog')
  const iframe = document.createElement('iframe')
  dialog.className = 'vitrine'
  iframe.title = 'Vitrine'
  iframe.setAttribute(
    'sandbox',
    'allow-scripts allow-same-origin allow-forms allow-popups allow-popups-to-escape-sandbox allow-storage-access-by-user-activation allow-downloads',
  )
  // Without a list, each is for the origin of `src` alone (Permissions Policy, §"The allow attribute").
  iframe.allow = 'publickey-credentials-get;publickey-credentials-create;clipboard-write;payment'
  iframe.src = src
  style(iframe, `${IFRAME}normal`)
  const styleDialog = (visibility: string) => style(dialog, `position:fixed;inset:0;visibility:${visibility}`)
  styleDialog('hidden')

  // The browser's own backdrop would dim the page twice; a constructed sheet is not subject to the page's `style-src`.
  const sheet = new CSSStyleSheet()
  sheet.replaceSync('.vitrine::backdrop{display:none!important}')
  document.adoptedStyleSheets.push(sheet)

  /** While the frame wants to be on screen. */
  let unlockScroll: (() => void) | undefined
  let mending: ReturnType<typeof setTimeout> | undefined
  /** Something of the page has come above the dialog since it was opened, and how often that was undone. */
  let isBelow = false
  let raised = 0

  // The browser itself gives the focus back to where it was before `showModal`.
  const hide = () => {
    dialog.close()
    styleDialog('hidden')
    unlockScroll?.()
    unlockScroll = undefined
    raised = 0
  }

  // By a timer and not at once: against page code that insists, neither side may starve the page.
  const mendSoon = () => {
    mending ??= setTimeout(mend)
  }
  const ending = new AbortController()
  const { signal } = ending
  const onEvent = (event: Event) => {
    const target = event.target as Node
    // Escape belongs to the frame, which knows whether its screen may be left.
    if (target === dialog) event.preventDefault()
    else if (unlockScroll && !dialog.contains(target)) {
      isBelow = true
      mendSoon()
    }
  }

  // Undoes what page code, hydration and extensions do to the dialog; also waits for the body of a page still loading.
  const mend = () => {
    clearTimeout(mending)
    mending = undefined
    const { documentElement, body } = document
    // `document.open()` takes away all that is in the document, and every listener.
    for (const node of [document, documentElement, body])
      if (node) observer.observe(node, { childList: true })
    if (!body) return
    if (!iframe.isConnected) {
      // Its frame will load anew, with nothing on screen.
      hide()
      // What keeps pages as copies, as Turbo and htmx do, keeps one of an open dialog too, which nobody could close.
      for (const copy of document.querySelectorAll(`.vitrine>[src="${src}"]`)) copy.parentElement?.remove()
      dialog.append(iframe)
      body.append(dialog)
      // A modal dialog of the page takes the focus, in a shadow tree too; a popover tells that it was opened.
      for (const type of ['cancel', 'focusin', 'toggle'])
        document.addEventListener(type, onEvent, { capture: true, signal })
      for (const run of mounts) run()
    }
    dialog.inert = false
    dialog.ariaHidden = null
    if (unlockScroll && (!dialog.open || (isBelow && raised++ < MAX_RAISED))) {
      dialog.close()
      dialog.showModal()
      iframe.focus()
    }
    // Also what closing it for a moment has brought: it gives the focus back to the page.
    isBelow = false
  }
  const observer = new MutationObserver(mendSoon)
  observer.observe(dialog, { attributes: true, childList: true })
  mend()

  return {
    iframe,
    signal,
    mounts,
    hide,
    show({ open, title, colorScheme }) {
      // A screen that comes after the end would put the dialog back, and watch the page again.
      if (!open || signal.aborted) return hide()
      dialog.ariaLabel = title
      style(iframe, IFRAME + colorScheme)
      styleDialog('visible')
      unlockScroll ??= lockScroll()
      mend()
    },
    destroy() {
      observer.disconnect()
      ending.abort()
      clearTimeout(mending)
      hide()
      dialog.remove()
      document.adoptedStyleSheets = document.adoptedStyleSheets.filter(other => other !== sheet)
    },
  }
}
