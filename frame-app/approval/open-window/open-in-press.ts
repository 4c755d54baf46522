/** The result of opening a window: `forbidden` and `blocked` also stand for a window that the page's opener policy cuts off. */
export type Opened = Window | 'blocked' | 'forbidden'

/**
 * Opens a window in the user's press.
 * @returns `forbidden`: where no window appears, a sandbox around the page forbids all. No browser reports that, but these signs occur together
 *   in no other case: the page is in a frame, `window.open` is the browser's own, which blocking extensions replace, and the press
 *   still counts afterwards. A browser's own blocker lets a press open a window, and a window that is cut off uses the press up.
 */
export function openInPress(own: Window, url: string, features: string): Opened {
  const isPressed = () => own.navigator.userActivation?.isActive === true
  const wasPressed = isPressed()
  let opened: Window | null = null
  try {
    opened = own.open(url, '_blank', features)
  } catch {
    // A browser may throw in a sandbox, where the standard has `null`.
  }
  if (opened) return opened
  const isNative = /\[native code\]/.test(Function.prototype.toString.call(own.open))
  const isEmbedded = own.parent !== own.top
  return wasPressed && isPressed() && isNative && isEmbedded ? 'forbidden' : 'blocked'
}
