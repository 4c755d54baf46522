/**
 * Stops the page behind the dialog from scrolling, without a jump when its scrollbar goes. Returns what puts the page's
 * own inline styles back.
 */
export function lockScroll(): () => void {
  const root = document.documentElement
  const { style, clientWidth } = root
  const { overflowX, overflowY, paddingRight } = style
  style.overflowX = style.overflowY = 'hidden'
  // Zero where scrollbars lie over the page, or where `scrollbar-gutter` keeps their room.
  const gained = root.clientWidth - clientWidth
  style.paddingRight = `calc(${getComputedStyle(root).paddingRight} + ${gained}px)`
  return () => {
    Object.assign(style, { overflowX, overflowY, paddingRight })
    if (!style.length) root.removeAttribute('style')
  }
}
