import type { ToldShell } from '../../requests/queue.ts'
import { type Kind, REQUESTS } from '../../requests/registry.ts'
import type { Notices } from '../notices.ts'
import { INLINE_HEIGHT, inlineHeight } from './height.ts'
import './stand.css'

/**
 * What stands above the page only, whatever asked for it: what a press has a consequence through, keys in the clear, and the question
 * after a second factor, which covers the rest of the card.
 */
const ABOVE = '[data-guarded-card] :is([data-guarded], [role=dialog] iframe), [data-guarded-card] > [hidden]'
/** Where the account is at home again, and none of that is under way any more. */
const HOME = '[data-account-home]'

export interface Stand {
  of(shell: ToldShell, kind: Kind | undefined): { readonly inline?: number }
  /** Tells the page of what is on show already. */
  begin(shell: ToldShell, kind: Kind | undefined): void
  /** The place is gone: what stands there is left as by Escape. What cannot be left now goes on above the page. */
  end(): void
}

/**
 * Decides whether what is on show stands in the page or above it, and how high. A page can lay anything over a part of itself, clip
 * it and move it under a press. So it is a kind of request that may stand there, never one by default, and of its screens those
 * alone on which nothing is approved.
 */
export function createStand(notices: Pick<Notices, 'send'>): Stand {
  const page = document.documentElement
  const ending = new AbortController()
  const { signal } = ending
  let shell: ToldShell | undefined
  let ofKind: Kind | undefined
  let isHeldAbove = false
  let inline: number | undefined
  let highest: number = INLINE_HEIGHT.least
  let content: Element | null = null

  /** @returns what the page is to be told: px, or nothing */
  const decide = () => {
    if (document.querySelector(ABOVE)) isHeldAbove = true
    else if (document.querySelector(HOME)) isHeldAbove = false
    const isInline = shell?.open && ofKind && REQUESTS[ofKind].inline && !isHeldAbove
    page.toggleAttribute('data-inline', isInline === true)
    if (isInline) markParts()
    const dialog = [...document.querySelectorAll('[role=dialog]')].find(it => !it.closest('[hidden]'))
    // Beside it the page goes on: it is none that must be answered first.
    if (dialog) dialog.ariaModal = String(!isInline)
    if (!isInline) return undefined
    const scroller = dialog?.querySelector('h1')?.parentElement?.parentElement
    watch(scroller?.firstElementChild ?? null)
    if (scroller) highest = Math.max(highest, inlineHeight(scroller))
    return highest
  }
  const look = () => {
    const before = inline
    inline = decide()
    if (shell?.open && inline !== before) notices.send({ type: 'shell', ...shell, inline })
  }
  const sizes = new ResizeObserver(look)
  const watch = (next: Element | null) => {
    if (next === content) return
    if (content) sizes.unobserve(content)
    if (next) sizes.observe(next)
    content = next
  }
  const changes = new MutationObserver(look)
  changes.observe(page, {
    ...{ subtree: true, childList: true },
    attributeFilter: ['hidden', 'data-guarded'],
  })
  // Before the dialog's own listeners, which keep Tab in the card and leave by Escape: here both are the page's.
  document.body.addEventListener(
    'keydown',
    event => {
      if (inline !== undefined && (event.key === 'Tab' || event.key === 'Escape')) event.stopPropagation()
    },
    { signal },
  )

  const of: Stand['of'] = (next, kind) => {
    if (!next.open || kind !== ofKind) {
      isHeldAbove = false
      highest = INLINE_HEIGHT.least
    }
    shell = next
    ofKind = kind
    inline = decide()
    return inline === undefined ? {} : { inline }
  }
  return {
    of,
    begin(...told) {
      if (of(...told).inline !== undefined) notices.send({ type: 'shell', ...told[0], inline })
    },
    end() {
      const wasInline = inline !== undefined
      if (wasInline) document.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape' }))
      ending.abort()
      changes.disconnect()
      sizes.disconnect()
      page.removeAttribute('data-inline')
      for (const dialog of document.querySelectorAll('[role=dialog]')) dialog.ariaModal = 'true'
      if (wasInline && shell?.open) notices.send({ type: 'shell', ...shell })
    },
  }
}

/** Names the parts of every card for `stand.css`. A screen and its skeleton are drawn alike: the card is known by its foot. */
function markParts(): void {
  const mark = (element: Element | null | undefined, part: string) =>
    element?.setAttribute('data-stand', part)
  for (const foot of document.querySelectorAll('footer')) {
    const card = foot.parentElement
    mark(card, 'card')
    mark(card?.parentElement, 'stage')
    mark(card?.parentElement?.previousElementSibling, 'backdrop')
  }
  for (const dialog of document.querySelectorAll('[role=dialog]')) {
    mark(dialog.querySelector('h1')?.parentElement?.parentElement, 'scroller')
    const bar = dialog.firstElementChild
    mark(bar, (bar?.childElementCount ?? 0) > 1 ? 'bar' : 'empty-bar')
  }
}
