import type { HostNotice } from '@vitrine/shared/bridge/methods.ts'
import { lockScroll } from './scroll-lock.ts'

export type ShellView = Pick<Extract<HostNotice, { type: 'shell' }>, 'open' | 'title' | 'colorScheme'>

export interface Shell {
  readonly iframe: HTMLIFrameElement
  show(view: ShellView): void
  hide(): void
  destroy(): void
}

/** Through CSSOM, which a CSP without `unsafe-inline` allows; important, so that no rule of the page beats it. */
const style = (element: HTMLElement, rules: string) => {
  element.style.cssText = `all:initial;display:block;width:100%;height:100%;${rules};`.replaceAll(
    ';',
    '!important;',
  )
}
const DIALOG = 'position:fixed;inset:0;visibility:'
const IFRAME = 'visibility:inherit;color-scheme:'

/**
 * A full-viewport `<dialog>` around the transparent frame; the frame draws the backdrop and the card. While closed the
 * dialog is invisible yet laid out: in a frame that is `display: none`, browsers slow timers and refuse focus.
 */
export function createShell(src: string): Shell {
  const dialog = document.createElement('dialog')
  const iframe = document.createElement('iframe')
  dialog.className = 'vitrine'
  iframe.title = 'Vitrine'
  iframe.setAttribute(
    'sandbox',
    'allow-scripts allow-same-origin allow-forms allow-popups allow-popups-to-escape-sandbox allow-storage-access-by-user-activation',
  )
  // Without a list, each is for the origin of `src` alone (Permissions Policy, §"The allow attribute").
  iframe.allow = 'publickey-credentials-get;publickey-credentials-create;clipboard-write;payment'
  iframe.src = src
  style(iframe, `${IFRAME}normal`)
  style(dialog, `${DIALOG}hidden`)
  dialog.append(iframe)

  // The browser's own backdrop would dim the page twice; a constructed sheet is not subject to the page's `style-src`.
  const sheet = new CSSStyleSheet()
  sheet.replaceSync('.vitrine::backdrop{display:none!important}')
  document.adoptedStyleSheets.push(sheet)

  /** While the frame wants to be on screen. */
  let unlockScroll: (() => void) | undefined
  let mending: ReturnType<typeof setTimeout> | undefined

  // The browser itself gives the focus back to where it was before `showModal`.
  const hide = () => {
    dialog.close()
    style(dialog, `${DIALOG}hidden`)
    unlockScroll?.()
    unlockScroll = undefined
  }

  // Undoes what page code, hydration and extensions do to the dialog; also waits for the body of a page still loading.
  const mend = () => {
    clearTimeout(mending)
    mending = undefined
    const { body } = document
    if (!body) return
    observer.observe(body, { childList: true })
    if (!dialog.isConnected) {
      // Its frame will load anew, with nothing on screen.
      hide()
      body.append(dialog)
    }
    dialog.inert = false
    dialog.ariaHidden = null
    if (unlockScroll && !dialog.open) {
      dialog.showModal()
      iframe.focus()
    }
  }
  // By a timer and not at once: against page code that insists, neither side may starve the page.
  const observer = new MutationObserver(() => {
    mending ??= setTimeout(mend)
  })
  observer.observe(document.documentElement, { childList: true })
  observer.observe(dialog, { attributes: true })
  // Escape belongs to the frame, which knows whether its screen may be left.
  dialog.addEventListener('cancel', event => event.preventDefault())
  mend()

  return {
    iframe,
    hide,
    show({ open, title, colorScheme }) {
      if (!open) return hide()
      dialog.ariaLabel = title
      style(iframe, IFRAME + colorScheme)
      style(dialog, `${DIALOG}visible`)
      unlockScroll ??= lockScroll()
      mend()
    },
    destroy() {
      observer.disconnect()
      clearTimeout(mending)
      hide()
      dialog.remove()
      document.adoptedStyleSheets = document.adoptedStyleSheets.filter(other => other !== sheet)
    },
  }
}
