/**
 * Stops clickjacking of an approval: the button can be pressed only after the person could see the whole card that it stands
 * in, uncovered and undisturbed, for `UNBROKEN_MS` without a break. Everything else, an unknown state included, is "no".
 *
 * Pure: times are `DOMHighResTimeStamp`s that the caller brings.
 */
/**
 * Above the quarter of a second in which a person can still stop a press that has begun, below the half second in which
 * Approve shall be live (the browser's report and the next drawing come on top). The second press of a double click can come
 * later than this, half a second after the first by the usual setting; it is told by its count (`Press`).
 */
export const UNBROKEN_MS = 400
/** Less of the card, or of the button, than this on show counts as covered: a page can clip the frame so that only a part is seen. */
export const FULLY_VISIBLE = 0.99

/**
 * What the browser can tell. `tracked`: IntersectionObserver v2 says whether anything covers the card. `ratio`: only
 * how much of it is in view, good enough for a message. `refused`: too little for an approval that moves value.
 */
export type GuardCapability = 'tracked' | 'ratio' | 'refused'

export function guardCapability(browser: {
  readonly tracksVisibility: boolean
  readonly movesValue: boolean
}): GuardCapability {
  if (browser.tracksVisibility) return 'tracked'
  return browser.movesValue ? 'refused' : 'ratio'
}

export type GuardState =
  /** No report yet. */
  | { readonly status: 'waiting' }
  | { readonly status: 'covered' }
  | { readonly status: 'arming'; readonly sinceMs: number }
  | { readonly status: 'armed'; readonly sinceMs: number }
  | { readonly status: 'refused' }

export type GuardEvent =
  | {
      readonly type: 'seen'
      readonly ratio: number
      readonly isVisible: boolean | undefined
      readonly atMs: number
    }
  | { readonly type: 'elapsed'; readonly atMs: number }
  /**
   * What was seen before does not count: another request stands on the screen, or something happened around it that a press
   * may have been meant for, such as a window in front that went away.
   */
  | { readonly type: 'disturbed'; readonly atMs: number }
  /** The button is gone; the next one has not been seen. */
  | { readonly type: 'unwatched' }

export function initialGuard(capability: GuardCapability): GuardState {
  return { status: capability === 'refused' ? 'refused' : 'waiting' }
}

export function reduceGuard(capability: GuardCapability, state: GuardState, event: GuardEvent): GuardState {
  if (state.status === 'refused') return state
  switch (event.type) {
    case 'seen': {
      // `isVisible` is `undefined` without v2, and `false` for an observer that does not track: never taken for yes.
      const isUncovered = capability === 'ratio' || event.isVisible === true
      if (!isUncovered || event.ratio < FULLY_VISIBLE) return { status: 'covered' }
      return isSeen(state) ? state : { status: 'arming', sinceMs: event.atMs }
    }
    case 'elapsed':
      return state.status === 'arming' && event.atMs - state.sinceMs >= UNBROKEN_MS
        ? { status: 'armed', sinceMs: event.atMs }
        : state
    case 'unwatched':
      return { status: 'waiting' }
    case 'disturbed':
      return isSeen(state) ? { status: 'arming', sinceMs: event.atMs } : state
  }
}

function isSeen(state: GuardState): boolean {
  return state.status === 'arming' || state.status === 'armed'
}

/**
 * A click as the guard judges it. `pressedAtMs`: when the pointer or key went down; `null`: none did, as when a screen reader
 * presses; `-Infinity`: a key that was held down before it was this button's. `count`: of clicks in quick succession at one
 * place, by the system's own measure, in whatever windows they were (`UIEvent.detail`); 0 for a key.
 */
export interface Press {
  readonly isTrusted: boolean
  readonly pressedAtMs: number | null
  readonly count: number
}

/**
 * Whether a click approves. A press that began before the guard was armed does not count: a page can lure a person into
 * pressing on something else and uncover the button before they let go. Nor does the second of a double click: the first was
 * meant for what stood there before, or has approved already.
 */
export function admitsPress(state: GuardState, { isTrusted, pressedAtMs, count }: Press): boolean {
  if (!isTrusted || state.status !== 'armed') return false
  if (count > 1) return false
  return pressedAtMs === null || pressedAtMs >= state.sinceMs
}
