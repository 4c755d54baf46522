// @vitest-environment jsdom
import { describe, expect, it, vi } from 'vitest'
import { useBrowser, watched } from './testing/dom.ts'
import { watchVisibility } from './watch-visibility.ts'

const card = document.createElement('main')
const button = document.createElement('button')

function start() {
  vi.useFakeTimers()
  const onSight = vi.fn()
  const watch = watchVisibility([card, button], onSight)
  return { onSight, watch }
}
const frames = (count: number) => vi.advanceTimersByTimeAsync(16 * count)
/** What the newest observer reports of both. */
const report = (isVisible: boolean) => watched.at(-1)?.report({ isVisible })
/** How many times it was looked, at two elements each. */
const looks = () => watched.length / 2

describe('what is in sight', () => {
  useBrowser()

  it('is told once all of it was looked at, by the least visible', () => {
    const { onSight } = start()
    watched[0]?.report({ isVisible: true, alone: true })
    expect(onSight).not.toHaveBeenCalled()
    watched[1]?.report({ isVisible: false, ratio: 0.5, alone: true })
    expect(onSight).toHaveBeenCalledExactlyOnceWith({
      ratio: 0.5,
      isVisible: false,
      atMs: expect.any(Number),
    })
  })

  it('is looked at anew in the next frame while it is not, for so long as a dialog takes to open', async () => {
    start()
    for (let frame = 0; frame < 40; frame++) {
      report(false)
      await frames(1)
    }
    expect(looks()).toBeGreaterThan(5)
    expect(looks()).toBeLessThan(20)
  })

  it('is looked at once where it is seen at once', async () => {
    start()
    report(true)
    await frames(10)
    expect(looks()).toBe(1)
  })

  it('is looked at anew when something has happened, and not when that is over', async () => {
    const { watch } = start()
    report(true)
    watch.again()
    expect(looks()).toBe(2)
    report(false)
    watch.stop()
    await frames(10)
    expect(looks()).toBe(2)
  })
})
