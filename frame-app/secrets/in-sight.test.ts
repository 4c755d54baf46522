// @vitest-environment jsdom
import { afterEach, describe, expect, it, vi } from 'vitest'
import { UNBROKEN_MS } from '../ui/approval-guard.ts'
import { useBrowser, watched } from '../ui/testing/dom.ts'
import { type InSight, watchSight } from './in-sight.ts'

let sight: InSight

/** @param frame what the page and the frame make of it, in CSS px */
function look(frame: { height?: number; content?: number; scale?: number }, isVisible = true) {
  vi.useFakeTimers()
  const { height = 400, content = 300, scale = 1 } = frame
  vi.stubGlobal('innerHeight', height)
  vi.stubGlobal('devicePixelRatio', scale)
  vi.stubGlobal('top', {})
  const scroller = document.createElement('div')
  Object.defineProperty(scroller, 'scrollHeight', { value: content })
  sight = watchSight(scroller)
  watched.at(-1)?.report({ isVisible })
  vi.advanceTimersByTime(UNBROKEN_MS + 2)
  return sight.now().status
}

describe('a document in a frame', () => {
  useBrowser()
  afterEach(() => sight.stop())

  it.each([
    ['as high as what is in it', {}],
    ['lower, so that it scrolls', { height: 200 }],
    ['low with little in it', { height: 60, content: 60 }],
  ])('is in sight where its frame is %s', (_, frame) => {
    expect(look(frame)).toBe('armed')
  })

  it.each([
    ['covered', {}, false],
    ['too low to say what a button is about', { height: 120 }, true],
    ['drawn too small to read', { scale: 0.5 }, true],
  ])('is not in sight where it is %s', (_, frame, isVisible) => {
    expect(look(frame, isVisible)).toBe('covered')
  })

  it.each([
    [10, 60, true],
    [0, 400, true],
    [-20, 40, false],
    [380, 428, false],
  ])('holds a part from %s to %s: %s', (top, bottom, isHeld) => {
    look({})
    const part = document.createElement('button')
    part.getBoundingClientRect = () => ({ top, bottom }) as DOMRect
    expect(sight.holds(part)).toBe(isHeld)
  })
})
