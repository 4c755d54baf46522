import { afterEach, expect, test, vi } from 'vitest'
import { connectTabs } from './tab-sync.ts'

class FakeChannel extends EventTarget {
  static readonly open: FakeChannel[] = []
  constructor() {
    super()
    FakeChannel.open.push(this)
  }
  postMessage(data: unknown) {
    for (const other of FakeChannel.open)
      if (other !== this) other.dispatchEvent(new MessageEvent('message', { data }))
  }
}

afterEach(() => {
  vi.unstubAllGlobals()
  FakeChannel.open.length = 0
})

const openTab = () => {
  const onChange = vi.fn()
  const frame = new EventTarget() as unknown as Window
  const tabs = connectTabs(frame, key => key === 'vitrine:token', onChange)
  return { frame, onChange, tabs }
}

test('what one tab announces the others hear, and it does not hear itself', () => {
  vi.stubGlobal('BroadcastChannel', FakeChannel)
  const [one, two] = [openTab(), openTab()]
  one.tabs.announce()
  expect(two.onChange).toHaveBeenCalledOnce()
  expect(one.onChange).not.toHaveBeenCalled()
})

test('a storage event of the session is heard, one of anything else is not', () => {
  vi.stubGlobal('BroadcastChannel', FakeChannel)
  const { frame, onChange } = openTab()
  frame.dispatchEvent(Object.assign(new Event('storage'), { key: 'other' }))
  expect(onChange).not.toHaveBeenCalled()
  frame.dispatchEvent(Object.assign(new Event('storage'), { key: 'vitrine:token' }))
  expect(onChange).toHaveBeenCalledOnce()
})

test('a browser that blocks channels leaves the storage events', () => {
  vi.stubGlobal(
    'BroadcastChannel',
    class {
      constructor() {
        throw new DOMException('blocked', 'SecurityError')
      }
    },
  )
  const { frame, onChange, tabs } = openTab()
  expect(() => tabs.announce()).not.toThrow()
  frame.dispatchEvent(Object.assign(new Event('storage'), { key: 'vitrine:token' }))
  expect(onChange).toHaveBeenCalledOnce()
})
