// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createStore } from '../../core/store.ts'
import { NO_ANSWER_MS } from '../../ui/no-answer.tsx'
import { shell as en } from '../../words/shell/en.ts'
import { SLOW_MS } from './draw-skeleton.ts'
import { createMeanwhile, type MeanwhileParts } from './meanwhile.ts'

let isOnline = true
beforeEach(() => {
  isOnline = true
  vi.spyOn(navigator, 'onLine', 'get').mockImplementation(() => isOnline)
  vi.spyOn(document, 'hasFocus').mockReturnValue(true)
  vi.stubGlobal('matchMedia', () => ({ matches: true }))
  document.body.innerHTML = '<div id="root"></div>'
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

function setUp(locale: string | null = 'en') {
  const appearance = createStore({ theme: 'light', accentColor: null, landingHeader: null })
  const parts = { boot: { app: { name: 'Shop' } }, config: { appearance }, locale: () => locale }
  const meanwhile = createMeanwhile(parts as unknown as MeanwhileParts)
  const onClose = vi.fn()
  return { meanwhile, onClose }
}
const dialog = () => document.querySelector<HTMLElement>('[role=dialog]')
const note = () => dialog()?.querySelector('[role=status]')?.textContent
const button = (name: string) =>
  [...document.querySelectorAll('button')].find(it => (it.ariaLabel ?? it.textContent) === name)
const goOnline = (online: boolean) => {
  isOnline = online
  dispatchEvent(new Event(online ? 'online' : 'offline'))
}

test('is a dialog with the name of what comes, which takes the focus and says that it is busy', () => {
  const { meanwhile, onClose } = setUp()
  meanwhile.show('login', null, onClose)
  expect(dialog()?.ariaBusy).toBe('true')
  expect(document.activeElement?.textContent).toBe(en['login.title'])
  expect(document.body.textContent).toContain(location.host)
  meanwhile.show('account', null, onClose)
  expect(document.activeElement?.textContent).toBe('Shop')
  expect(document.querySelectorAll('[role=dialog]')).toHaveLength(1)
  meanwhile.hide()
  expect(dialog()).toBeNull()
})

test('can be left by Close, by Escape and beside the card', () => {
  const { meanwhile, onClose } = setUp()
  meanwhile.show('login', null, onClose)
  button(en['action.close'])?.click()
  document.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape' }))
  const stage = dialog()?.parentElement?.parentElement
  stage?.dispatchEvent(new Event('pointerdown', { bubbles: true }))
  stage?.click()
  expect(onClose).toHaveBeenCalledTimes(3)
  // The second click of a double click, whose first one had the page open this.
  stage?.dispatchEvent(new MouseEvent('click', { detail: 2 }))
  expect(onClose).toHaveBeenCalledTimes(3)
  meanwhile.hide()
  document.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape' }))
  expect(onClose).toHaveBeenCalledTimes(3)
})

test('goes with the first thing that is drawn in the place of screens', async () => {
  const { meanwhile, onClose } = setUp()
  meanwhile.show('login', null, onClose)
  document.getElementById('root')?.append(document.createElement('p'))
  await Promise.resolve()
  expect(dialog()).toBeNull()
})

test('says after a while that it takes longer than usual, and can be asked again', () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  expect(SLOW_MS).toBe(NO_ANSWER_MS)
  const { meanwhile, onClose } = setUp()
  meanwhile.show('account', null, onClose)
  vi.advanceTimersByTime(SLOW_MS - 1)
  expect(note()).toBe('')
  vi.advanceTimersByTime(1)
  expect(note()).toBe(en['wait.noAnswer'])
  expect(dialog()?.ariaBusy).toBe('true')
  button(en['action.tryAgain'])?.click()
  expect(note()).toBe('')
  expect(button(en['action.tryAgain'])).toBeUndefined()
  vi.advanceTimersByTime(SLOW_MS)
  expect(note()).toBe(en['wait.noAnswer'])
  expect(button(en['action.tryAgain'])).toBeDefined()
  meanwhile.hide()
})

test('offline says so, in the person’s language, and goes on by itself', async () => {
  const { meanwhile, onClose } = setUp('ar')
  goOnline(false)
  meanwhile.show('account', null, onClose)
  expect(document.documentElement.dir).toBe('rtl')
  expect(note()).toBe((await import('../../words/shell/ar.ts')).shell['wait.offline'])
  const retry = vi.fn()
  meanwhile.fail(retry)
  expect(retry).not.toHaveBeenCalled()
  goOnline(true)
  await vi.waitFor(() => expect(retry).toHaveBeenCalledOnce())
  expect(note()).toBe('')
  meanwhile.hide()
})

test('what was asked for offline and fails when the network is back is asked for again by itself, once', async () => {
  const { meanwhile, onClose } = setUp()
  goOnline(false)
  meanwhile.show('login', null, onClose)
  goOnline(true)
  const retry = vi.fn()
  meanwhile.fail(retry)
  await vi.waitFor(() => expect(retry).toHaveBeenCalledOnce())
  expect(note()).toBe('')
  meanwhile.fail(retry)
  expect(note()).toBe(en['error.screen'])
  expect(retry).toHaveBeenCalledOnce()
  meanwhile.hide()
})

test('what did not come is tried again by a press', async () => {
  const { meanwhile, onClose } = setUp()
  meanwhile.show('account', null, onClose)
  const retry = vi.fn()
  meanwhile.fail(retry)
  expect(note()).toBe(en['error.screen'])
  expect(dialog()?.ariaBusy).toBe('false')
  button(en['action.tryAgain'])?.click()
  await vi.waitFor(() => expect(retry).toHaveBeenCalledOnce())
  expect(button(en['action.tryAgain'])).toBeUndefined()
  expect(dialog()?.ariaBusy).toBe('true')
  meanwhile.hide()
})

test('a screen that is on show says above its foot that the browser is offline, as long as it is', async () => {
  setUp()
  const root = document.getElementById('root')
  goOnline(false)
  const card = document.createElement('div')
  card.innerHTML = '<footer></footer>'
  root?.append(card)
  await vi.waitFor(() => expect(card.textContent).toBe(`${en['error.offline']} ${en['wait.stillHere']}`))
  goOnline(true)
  expect(card.textContent).toBe('')
})
