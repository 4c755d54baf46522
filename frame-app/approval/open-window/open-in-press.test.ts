import { expect, it } from 'vitest'
import { openInPress } from './open-in-press.ts'

/** `activation`: whether a press counts before and after the window is asked for. */
function fakeOwn(over: {
  readonly activation?: readonly [before: boolean, after: boolean]
  readonly open?: () => unknown
  readonly isEmbedded?: boolean
  readonly hasActivation?: boolean
}) {
  const { activation = [true, true], isEmbedded = true, hasActivation = true } = over
  // A bound function is written as native code, as the browser's own is.
  const native = (over.open ?? (() => null)).bind(null)
  const top = {}
  const looks = [...activation]
  const userActivation = {
    get isActive() {
      return looks.shift() ?? false
    },
  }
  return {
    top,
    parent: isEmbedded ? {} : top,
    navigator: hasActivation ? { userActivation } : {},
    open: native,
  } as unknown as Window
}
const opened = (own: Window) => openInPress(own, '/approve', 'popup')

it('reports a sandbox where a press that still counts opens nothing in a page that is in a frame', () => {
  expect(opened(fakeOwn({}))).toBe('forbidden')
})

it('reports a sandbox where the browser throws', () => {
  const open = () => {
    throw new DOMException('Sandboxed', 'InvalidAccessError')
  }
  expect(opened(fakeOwn({ open }))).toBe('forbidden')
})

it.each([
  ['the press is used up, as by a window that is cut off', { activation: [true, false] }],
  ['nothing was pressed', { activation: [false, false] }],
  ['the page is at the top level, as in an app’s own browser', { isEmbedded: false }],
  ['the browser does not report presses', { hasActivation: false }],
] as const)('reports a blocked window where %s', (_, over) => {
  expect(opened(fakeOwn(over))).toBe('blocked')
})

it('reports a blocked window where an extension has replaced window.open', () => {
  const own = fakeOwn({})
  own.open = () => null
  expect(opened(own)).toBe('blocked')
})

it('returns the window that opens', () => {
  const made = {}
  expect(opened(fakeOwn({ open: () => made }))).toBe(made)
})
