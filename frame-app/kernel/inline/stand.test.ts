// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { REQUESTS } from '../../requests/registry.ts'
import { createStand, type Stand } from './stand.ts'

const SHELL = { open: true, title: 'Log in', colorScheme: 'light' } as const
const CLOSED = { open: false, title: '', colorScheme: 'light' } as const
const page = document.documentElement

/** Px that the content of the screen has; 100 more stand around it. */
let needed = 0
let resize: () => void
const send = vi.fn()

beforeEach(() => {
  needed = 300
  send.mockClear()
  vi.stubGlobal(
    'ResizeObserver',
    class {
      constructor(callback: () => void) {
        resize = callback
      }
      observe() {}
      unobserve() {}
      disconnect() {}
    },
  )
  vi.spyOn(Element.prototype, 'clientHeight', 'get').mockImplementation(function (this: Element) {
    if (this.matches('[data-guarded-card]')) return 500
    return this.id === 'content' ? needed : 400
  })
})
const stands: Stand[] = []
afterEach(() => {
  for (const stand of stands.splice(0)) stand.end()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
  document.body.replaceChildren()
})

function open(kind: Parameters<ReturnType<typeof createStand>['of']>[1] = 'login') {
  document.body.innerHTML = `<div id="root"><div></div><div><div data-guarded-card>
    <div id="covered"><div role="dialog" aria-modal="true"><div></div><div><div id="content"><h1>Log in</h1><button id="later"></button></div></div></div></div>
    <footer></footer></div></div></div>`
  const stand = createStand({ send })
  stands.push(stand)
  return { stand, told: stand.of(SHELL, kind) }
}
const content = () => document.getElementById('content') as HTMLElement
const inlineNow = () => send.mock.lastCall?.[0].inline

test('of all kinds of requests these may stand in the page; one that is new may not', () => {
  const kinds = Object.entries(REQUESTS).flatMap(([kind, { inline }]) => (inline ? kind : []))
  expect(kinds).toEqual(['login', 'account'])
})

test('the parts of the card are marked for its style, those of one that is drawn later too', async () => {
  open()
  const marks = () => [...document.querySelectorAll('[data-stand]')].map(it => it.getAttribute('data-stand'))
  expect(marks()).toEqual(['backdrop', 'stage', 'card', 'empty-bar', 'scroller'])
  const bar = document.querySelector('[data-stand=empty-bar]')
  bar?.append(document.createElement('button'), document.createElement('button'))
  await vi.waitFor(() => expect(marks()).toContain('bar'))
})

test('a login stands in the page, in a height of whole steps, and the page around it is not shut out', () => {
  const { told } = open()
  expect(told).toEqual({ inline: 400 })
  expect(page.hasAttribute('data-inline')).toBe(true)
  expect(document.querySelector('[role=dialog]')?.getAttribute('aria-modal')).toBe('false')
})

test.each(['sign-message', 'send-transaction', 'link', 'export-wallet'] as const)(
  'a request of kind %s does not',
  kind => {
    expect(open(kind).told).toEqual({})
    expect(page.hasAttribute('data-inline')).toBe(false)
    expect(document.querySelector('[role=dialog]')?.getAttribute('aria-modal')).toBe('true')
  },
)

test('a dialog that is open for no request does not', () => {
  const { stand } = open()
  expect(stand.of(SHELL, undefined)).toEqual({})
  expect(page.hasAttribute('data-inline')).toBe(false)
})

test('the height grows with the content and does not fall, between its bounds', () => {
  open()
  needed = 341
  resize()
  expect(inlineNow()).toBe(480)
  needed = 10
  resize()
  expect(inlineNow()).toBe(480)
  needed = 5_000
  resize()
  expect(inlineNow()).toBe(720)
  expect(send).toHaveBeenCalledTimes(2)
})

test('the next request begins with a height of its own, and none is below the least', () => {
  const { stand } = open()
  needed = 5_000
  resize()
  stand.of(CLOSED, undefined)
  needed = 10
  expect(stand.of(SHELL, 'login')).toEqual({ inline: 320 })
})

test.each([
  [
    'a guarded button',
    () => content().insertAdjacentHTML('beforeend', '<button data-guarded="true"></button>'),
  ],
  [
    'a button that is guarded later',
    () => document.getElementById('later')?.setAttribute('data-guarded', 'true'),
  ],
  ['keys in the clear', () => content().append(document.createElement('iframe'))],
  [
    'the question after a second factor',
    () => document.getElementById('covered')?.setAttribute('hidden', ''),
  ],
])(
  'with %s on it a screen of the account goes above the page, until it is at home again',
  async (_, change) => {
    open('account')
    change()
    await vi.waitFor(() => expect(send).toHaveBeenCalledOnce())
    expect(inlineNow()).toBeUndefined()
    expect(page.hasAttribute('data-inline')).toBe(false)
    // What follows is part of it, whatever stands on it.
    document.getElementById('covered')?.removeAttribute('hidden')
    content().replaceChildren(document.createElement('h1'))
    resize()
    expect(send).toHaveBeenCalledOnce()
    content().insertAdjacentHTML('beforeend', '<div data-account-home></div>')
    await vi.waitFor(() => expect(inlineNow()).toBe(400))
  },
)

test('of a login what is guarded stays above the page to its end', async () => {
  const { stand } = open()
  content().insertAdjacentHTML('beforeend', '<button data-guarded="true"></button>')
  await vi.waitFor(() => expect(inlineNow()).toBeUndefined())
  content().replaceChildren(document.createElement('h1'))
  expect(stand.of({ ...SHELL, title: 'Done' }, 'login')).toEqual({})
  stand.of(CLOSED, undefined)
  expect(stand.of(SHELL, 'login')).toEqual({ inline: 400 })
})

test('Tab and Escape are the page’s while it stands there, and the dialog’s above the page', () => {
  const heard = vi.fn()
  const { stand } = open()
  document.addEventListener('keydown', heard)
  const press = (key: string) => content().dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }))
  for (const key of ['Tab', 'Escape']) press(key)
  expect(heard).not.toHaveBeenCalled()
  press('a')
  expect(heard).toHaveBeenCalledOnce()
  stand.of(SHELL, 'sign-message')
  for (const key of ['Tab', 'Escape']) press(key)
  expect(heard).toHaveBeenCalledTimes(3)
  document.removeEventListener('keydown', heard)
})

test('when the place ends, what stands there is left; what cannot be left goes on above the page', () => {
  const left = vi.fn()
  document.addEventListener('keydown', left, { once: true })
  const { stand } = open()
  stand.end()
  expect(left).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ key: 'Escape' }))
  expect(send).toHaveBeenCalledExactlyOnceWith({ type: 'shell', ...SHELL })
  expect(page.hasAttribute('data-inline')).toBe(false)
})

test('the end of a place leaves alone what is above the page', () => {
  const left = vi.fn()
  document.addEventListener('keydown', left)
  open('sign-message').stand.end()
  expect(left).not.toHaveBeenCalled()
  document.removeEventListener('keydown', left)
})
