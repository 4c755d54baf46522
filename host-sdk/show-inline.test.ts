// @vitest-environment jsdom
import { INLINE_PLACE } from '@vitrine/shared/bridge/policies.ts'
import { VitrineError } from '@vitrine/shared/errors/vitrine-error.ts'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { EthereumProvider } from './ethereum.ts'
import { createShell, type Shell } from './shell.ts'
import { showInline } from './show-inline.ts'
import { dialog, iframe, preparePage } from './testing/fake-page.ts'

const LOGIN = { open: true, title: 'Log in or sign up', colorScheme: 'light', inline: 480 } as const
const APPROVAL = { open: true, title: 'Sign', colorScheme: 'light' } as const

let shell: Shell
let request: ReturnType<typeof vi.fn<EthereumProvider['request']>>
let element: HTMLElement
let place: AbortController
/** What the browser would tell of the element's size. */
let resize: () => void
const onMount = vi.fn()

const give = (to = element) =>
  showInline(to, { signal: place.signal }, shell, { request } as unknown as EthereumProvider)
const settle = () => vi.waitFor(() => {})
const show = async (view: Parameters<Shell['show']>[0]) => {
  shell.show(view)
  await settle()
}
const told = () => request.mock.calls.map(([{ params }]) => params)
const where = () => [dialog()?.parentElement, dialog()?.style.getPropertyValue('visibility'), dialog()?.open]

beforeEach(() => {
  preparePage()
  vi.stubGlobal(
    'ResizeObserver',
    class {
      constructor(callback: () => void) {
        resize = callback
      }
      observe() {}
      disconnect() {}
    },
  )
  // Its own job, without the browser's: the iframe stays the same element.
  Object.assign(Element.prototype, {
    moveBefore(this: Element, node: Node, child: Node | null) {
      this.insertBefore(node, child)
    },
  })
  shell = createShell('https://wallet.example/apps/app_1/frame')
  shell.mounts.push(onMount)
  request = vi.fn(async () => undefined)
  place = new AbortController()
  element = document.body.appendChild(document.createElement('section'))
  element.getClientRects = () =>
    (element.isConnected && !element.hidden ? [{}] : []) as unknown as DOMRectList
})
afterEach(() => {
  shell.destroy()
  document.body.replaceChildren()
  Reflect.deleteProperty(Element.prototype, 'moveBefore')
  vi.unstubAllGlobals()
  vi.useRealTimers()
  onMount.mockClear()
})

describe('a place in the page', () => {
  it('has what may stand there, as wide as it is and as high as the frame says, without focus or scroll lock', async () => {
    await give()
    expect(request).toHaveBeenCalledExactlyOnceWith({ method: INLINE_PLACE, params: [true] })
    await show(LOGIN)
    expect(where()).toEqual([element, 'inherit', false])
    const { style } = dialog() as HTMLElement
    expect([style.position, style.width, style.height]).toEqual(['', '100%', '480px'])
    expect(dialog()?.ariaLabel).toBe('Log in or sign up')
    expect(document.activeElement).toBe(document.body)
    expect(document.documentElement.getAttribute('style')).toBeNull()
    await show({ ...LOGIN, inline: 520 })
    expect(style.height).toBe('520px')
  })

  it('has nothing else: that opens above the page, and what stood there comes back', async () => {
    await give()
    await show(LOGIN)
    await show(APPROVAL)
    expect(where()).toEqual([document.body, 'visible', true])
    await show(LOGIN)
    expect(where()).toEqual([element, 'inherit', false])
    await show({ ...LOGIN, open: false })
    expect(where()).toEqual([document.body, 'hidden', false])
    expect(onMount).not.toHaveBeenCalled()
  })

  it('opens what is above the page once, however often its title changes', async () => {
    const close = vi.spyOn(HTMLDialogElement.prototype, 'close')
    await give()
    await show(APPROVAL)
    close.mockClear()
    await show({ ...APPROVAL, title: 'Confirm' })
    expect(close).not.toHaveBeenCalled()
  })

  it('waits for the frame to hear of it before anything opens, and not for ever', async () => {
    vi.useFakeTimers()
    request.mockReturnValue(new Promise(() => {}))
    void give()
    await vi.advanceTimersByTimeAsync(0)
    shell.show(APPROVAL)
    await vi.advanceTimersByTimeAsync(499)
    expect(dialog()?.open).toBe(false)
    await vi.advanceTimersByTimeAsync(1)
    expect(dialog()?.open).toBe(true)
  })

  it('that is hidden shows nothing, and again what it had when it is there again', async () => {
    await give()
    await show(LOGIN)
    element.hidden = true
    resize()
    expect(where()).toEqual([document.body, 'hidden', false])
    await show(APPROVAL)
    expect(where()).toEqual([document.body, 'visible', true])
    await show(LOGIN)
    element.hidden = false
    resize()
    expect(where()).toEqual([element, 'inherit', false])
  })

  it('ends by its signal: at once in the page, and then in the frame', async () => {
    await give()
    await show(LOGIN)
    place.abort()
    expect(where()).toEqual([document.body, 'hidden', false])
    await vi.waitFor(() => expect(told()).toEqual([[true], [false]]))
  })

  it('ends when its element is taken out, and the frame that was in it is loaded anew', async () => {
    await give()
    await show(LOGIN)
    element.remove()
    resize()
    expect(where()).toEqual([document.body, 'hidden', false])
    expect(onMount).toHaveBeenCalledOnce()
    await vi.waitFor(() => expect(told()).toEqual([[true], [false]]))
    await show(APPROVAL)
    expect(where()).toEqual([document.body, 'visible', true])
  })

  it('that ends while another is given, as a framework does it, is no end for the frame', async () => {
    await give()
    await show(LOGIN)
    const other = document.body.appendChild(document.createElement('section'))
    other.getClientRects = () => [{}] as unknown as DOMRectList
    place.abort()
    place = new AbortController()
    await give(other)
    expect(told()).toEqual([[true], [true], [true]])
    expect(where()).toEqual([other, 'inherit', false])
  })

  it('of two the last one counts, and the end of the first changes nothing', async () => {
    const first = place
    await give()
    const other = document.body.appendChild(document.createElement('section'))
    other.getClientRects = () => [{}] as unknown as DOMRectList
    place = new AbortController()
    await give(other)
    first.abort()
    await show(LOGIN)
    expect(where()).toEqual([other, 'inherit', false])
  })

  it('is told to the next frame after a loss', async () => {
    await give()
    await show(LOGIN)
    shell.hide()
    expect(where()).toEqual([document.body, 'hidden', false])
    await vi.waitFor(() => expect(told()).toEqual([[true], [true]]))
  })
})

describe('a browser that cannot move an element with its frame', () => {
  beforeEach(() => {
    Reflect.deleteProperty(Element.prototype, 'moveBefore')
  })

  it('loads the frame once, in the element, and opens above the page from there', async () => {
    await give()
    expect(dialog()?.parentElement).toBe(element)
    expect(onMount).toHaveBeenCalledOnce()
    await show(LOGIN)
    expect(where()).toEqual([element, 'inherit', false])
    await show(APPROVAL)
    expect(where()).toEqual([element, 'visible', true])
    expect(onMount).toHaveBeenCalledOnce()
  })
})

describe('refusals', () => {
  it('takes an element and nothing else', async () => {
    await expect(give(null as never)).rejects.toMatchObject({ code: 'invalid_data' })
    await expect(give('#place' as never)).rejects.toMatchObject({ code: 'invalid_data' })
    expect(request).not.toHaveBeenCalled()
  })

  it('does nothing for a place that has ended before its code came', async () => {
    place.abort()
    await give()
    expect(request).not.toHaveBeenCalled()
    expect(iframe().closest('section')).toBeNull()
  })

  it('says on a server why there is no frame', async () => {
    const error = new VitrineError({ type: 'client_error', code: 'not_ready', message: 'No.' })
    request.mockRejectedValue(error)
    const asked = showInline(element, {}, undefined, { request } as unknown as EthereumProvider)
    await expect(asked).rejects.toBe(error)
  })
})
