// @vitest-environment jsdom
import { act } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { UNBROKEN_MS } from './approval-guard.ts'
import { useBrowser, watched } from './testing/dom.ts'
import { type ApprovalGuard, useApprovalGuard } from './use-approval-guard.ts'

let root: Root
let guard: ApprovalGuard

function Approval({ requestId, onApprove }: { requestId: string; onApprove: () => void }) {
  guard = useApprovalGuard({ requestId, movesValue: false, onApprove })
  return (
    <main data-guarded-card>
      <form>
        <input />
        <button {...guard.button} type="button" />
      </form>
    </main>
  )
}

async function open(onApprove = vi.fn()) {
  vi.useFakeTimers()
  const container = document.createElement('div')
  document.body.append(container)
  root = createRoot(container)
  const show = (requestId: string) =>
    act(async () => root.render(<Approval onApprove={onApprove} requestId={requestId} />))
  await show('1')
  await act(async () => watched.at(-1)?.report({ isVisible: true }))
  return { show, onApprove }
}

const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))
const keyDown = (repeat: boolean) => guard.button.onKeyDown({ timeStamp: performance.now(), repeat })
/** What a person's click comes to; jsdom cannot make a trusted one. */
const click = (detail = 1) =>
  guard.button.onClick({ nativeEvent: { isTrusted: true, detail } } as Parameters<
    ApprovalGuard['button']['onClick']
  >[0])

describe('approval guard on a button', () => {
  useBrowser()
  afterEach(() => act(async () => root.unmount()))

  it('waits anew when another request stands on the screen', async () => {
    const { show } = await open()
    await pass(UNBROKEN_MS + 1)
    expect(guard.status).toBe('armed')
    await show('2')
    expect(guard.status).toBe('arming')
    await pass(UNBROKEN_MS + 1)
    expect(guard.status).toBe('armed')
  })

  it('is armed even by a timer that fires before a coarse clock has got there', async () => {
    await open()
    const now = performance.now.bind(performance)
    vi.spyOn(performance, 'now').mockImplementation(() => now() - 5)
    await pass(UNBROKEN_MS + 1)
    expect(guard.status).toBe('arming')
    await pass(10)
    expect(guard.status).toBe('armed')
    vi.mocked(performance.now).mockRestore()
  })

  it('approves by a key pressed since it was armed', async () => {
    const { onApprove } = await open()
    await pass(UNBROKEN_MS + 1)
    keyDown(false)
    click()
    expect(onApprove).toHaveBeenCalledTimes(1)
  })

  it('ignores a key that has been held down since before, however often it repeats', async () => {
    const { onApprove } = await open()
    keyDown(false)
    await pass(UNBROKEN_MS + 1)
    keyDown(true)
    click()
    expect(onApprove).not.toHaveBeenCalled()
  })

  it('ignores a pointer that went down before it was armed, and takes the next press', async () => {
    const { onApprove } = await open()
    guard.button.onPointerDown({ timeStamp: performance.now() })
    await pass(UNBROKEN_MS + 1)
    click()
    expect(onApprove).not.toHaveBeenCalled()
    guard.button.onPointerDown({ timeStamp: performance.now() })
    click()
    expect(onApprove).toHaveBeenCalledTimes(1)
  })

  it('ignores a key that was held down when the focus came to it', async () => {
    const { onApprove } = await open()
    await pass(UNBROKEN_MS + 1)
    keyDown(true)
    click()
    expect(onApprove).not.toHaveBeenCalled()
  })

  it('takes Enter in a field of its form, but not one that was held down when the focus came to it', async () => {
    const { onApprove } = await open()
    await pass(UNBROKEN_MS + 1)
    const field = document.querySelector('input')
    const enter = (type: 'keydown' | 'keyup', repeat = false) =>
      field?.dispatchEvent(new KeyboardEvent(type, { key: 'Enter', repeat, bubbles: true }))
    enter('keydown', true)
    click()
    enter('keyup')
    expect(onApprove).not.toHaveBeenCalled()
    enter('keydown')
    click()
    expect(onApprove).toHaveBeenCalledOnce()
  })

  it('holds the Enter of a person who has typed in its form until it is armed, and no other Enter', async () => {
    await open()
    const field = document.querySelector('input')
    const submitted = vi.fn((event: Event) => event.preventDefault())
    field?.form?.addEventListener('submit', submitted)
    const enter = (repeat = false) =>
      field?.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', repeat, bubbles: true }))
    enter()
    await pass(UNBROKEN_MS + 1)
    expect(submitted).not.toHaveBeenCalled()

    field?.dispatchEvent(new Event('input', { bubbles: true }))
    const disturb = () => act(async () => void window.dispatchEvent(new Event('blur')))
    await disturb()
    enter(true)
    await pass(UNBROKEN_MS + 1)
    expect(submitted).not.toHaveBeenCalled()

    await disturb()
    enter()
    expect(submitted).not.toHaveBeenCalled()
    await act(async () => watched.at(-1)?.report({ isVisible: false }))
    await act(async () => watched.at(-1)?.report({ isVisible: true }))
    await pass(UNBROKEN_MS + 1)
    expect(submitted).not.toHaveBeenCalled()

    await disturb()
    enter()
    await pass(UNBROKEN_MS + 1)
    expect(submitted).toHaveBeenCalledOnce()
  })

  it('takes a press of assistive technology after an Enter that came too early', async () => {
    const { onApprove } = await open()
    for (const type of ['keydown', 'keyup'])
      document.querySelector('input')?.dispatchEvent(new KeyboardEvent(type, { key: 'Enter', bubbles: true }))
    await pass(UNBROKEN_MS + 1)
    click()
    expect(onApprove).toHaveBeenCalledOnce()
  })

  it('ignores the second press of a double click, wherever the first was', async () => {
    const { onApprove } = await open()
    await pass(UNBROKEN_MS + 1)
    guard.button.onPointerDown({ timeStamp: performance.now() })
    click(2)
    expect(onApprove).not.toHaveBeenCalled()
  })

  it('is off while a part of the card is not in sight, however well the button is', async () => {
    await open()
    await pass(UNBROKEN_MS + 1)
    const card = watched.find(({ element }) => element.matches('main'))
    await act(async () => card?.report({ isVisible: true, ratio: 0.9, alone: true }))
    expect(guard.status).toBe('covered')
    await act(async () => card?.report({ isVisible: false, alone: true }))
    await pass(UNBROKEN_MS + 1)
    expect(guard.status).toBe('covered')
  })

  it.each([
    ['focus', window],
    ['blur', window],
    ['resize', window],
    ['pageshow', window],
    ['afterprint', window],
    ['visibilitychange', document],
    ['pointerlockchange', document],
    ['fullscreenchange', document],
  ])('waits anew after %s, and takes no click of that moment', async (type, target) => {
    const { onApprove } = await open()
    await pass(UNBROKEN_MS + 1)
    // Before anything is drawn anew: a click can come in the same moment.
    await act(async () => {
      target.dispatchEvent(new Event(type))
      click()
    })
    expect(guard.status).toBe('arming')
    await pass(UNBROKEN_MS + 1)
    click()
    expect(onApprove).toHaveBeenCalledTimes(1)
  })

  it('is off where there is too little room to read a card', async () => {
    await open()
    await pass(UNBROKEN_MS + 1)
    vi.stubGlobal('innerHeight', 120)
    await act(async () => window.dispatchEvent(new Event('resize')))
    await pass(UNBROKEN_MS + 1)
    expect(guard.status).toBe('covered')
  })

  it.each([
    ['off in a frame', {}, 'covered'],
    ['the person’s own doing in a window', undefined, 'armed'],
  ] as const)('what is shown too small to read is %s', async (_, around, status) => {
    vi.stubGlobal('devicePixelRatio', 0.5)
    if (around) vi.stubGlobal('top', around)
    await open()
    await pass(UNBROKEN_MS + 1)
    expect(guard.status).toBe(status)
  })
})
