// @vitest-environment jsdom
import type { Way } from '@vitrine/shared/login/registry.ts'
import { act } from 'react'
import { beforeEach, expect, it, vi } from 'vitest'
import { alertText, click, control, hasButton, mountScreens, type, useBrowser } from '../ui/testing/dom.ts'
import { fakeKernel } from '../ui/testing/fake-kernel.ts'
import { en } from '../words/en.ts'
import type { LandingViews } from './landing-registry.ts'
import { LOGIN_VIEWS } from './registry.ts'

const code = vi.hoisted(() => ({
  views: {} as LandingViews,
  waiting: [] as { resolve(): void; reject(error: Error): void }[],
}))
vi.mock('./landing-registry.ts', () => ({
  viewsAtHand: () => code.views,
  bringViews: () =>
    new Promise<void>((resolve, reject) => {
      code.waiting.push({ resolve, reject })
    }),
}))
const come = () =>
  act(async () => {
    code.views = LOGIN_VIEWS
    for (const it of code.waiting.splice(0)) it.resolve()
  })
const fail = () =>
  act(async () => {
    for (const it of code.waiting.splice(0)) it.reject(new Error('offline'))
  })

useBrowser()
beforeEach(() => {
  const { email } = LOGIN_VIEWS
  code.views = { email }
})

const open = async (...methods: Way['method'][]) => {
  const primary = methods.map(method => ({ method }) as Way)
  const kernel = fakeKernel({ config: { login: { primary, overflow: [], groupPriority: 'web2-first' } } })
  await mountScreens(kernel)
  await act(async () => kernel.show({ id: '1', kind: 'login', options: {} }))
  return kernel
}
/** Rows that there are or for which there is room. */
const rows = () => document.querySelectorAll('h1 ~ div > div')

it('can be typed into while the code of the other ways is on its way, and keeps their room', async () => {
  await open('email', 'sms', 'guest')
  expect(document.activeElement).toBe(control('textbox', 'Email'))
  await type(control('textbox', 'Email'), 'ada@')
  expect(hasButton(en['guest.row'])).toBe(false)
  expect(rows()).toHaveLength(3)
  await come()
  expect(hasButton(en['sms.row'])).toBe(true)
  expect(hasButton(en['guest.row'])).toBe(true)
  expect(rows()).toHaveLength(3)
  expect(control('textbox', 'Email')).toHaveProperty('value', 'ada@')
  expect(document.activeElement).toBe(control('textbox', 'Email'))
})

it('gives the first row the focus when it comes, unless the person has gone on', async () => {
  const first = await open('guest', 'sms')
  await come()
  expect(document.activeElement).toBe(control('button', en['guest.row']))
  await act(async () => first.show(null))

  code.views = {}
  await open('guest', 'sms')
  control('button', 'Close').focus()
  await come()
  expect(document.activeElement).toBe(control('button', 'Close'))
})

it('leaves the focus to who went on while the ways behind "More options" are on their way', async () => {
  const kernel = await open('email')
  const { login } = kernel.config.get()
  await act(async () => kernel.show(null))
  Object.assign(login, { overflow: [{ method: 'guest' }] })
  await act(async () => kernel.show({ id: '2', kind: 'login', options: {} }))
  await click(control('button', en['login.more']))
  control('textbox', 'Email').focus()
  await come()
  expect(hasButton(en['guest.row'])).toBe(true)
  expect(document.activeElement).toBe(control('textbox', 'Email'))
})

it('does not lose the focus with the button that brings them once more', async () => {
  await open('email', 'guest')
  await fail()
  control('button', 'Try again').focus()
  await click(control('button', 'Try again'))
  expect(document.activeElement).toBe(control('textbox', 'Email'))
})

it('says that the other ways did not come, and brings them when it is asked to', async () => {
  await open('email', 'guest')
  await fail()
  expect(alertText()).toBe(en['error.screen'])
  await click(control('button', 'Try again'))
  expect(alertText()).toBeNull()
  await come()
  expect(hasButton(en['guest.row'])).toBe(true)
})

it('opens none of them once the landing is gone', async () => {
  const opened = vi.spyOn(LOGIN_VIEWS.guest, 'open')
  const kernel = await open('email', 'guest')
  await act(async () => kernel.show(null))
  await come()
  expect(opened).not.toHaveBeenCalled()
})

it('offers no passkey in a browser without them, and says what to do where there is nothing else', async () => {
  code.views = LOGIN_VIEWS
  const first = await open('email', 'passkey')
  expect(hasButton(en['passkey.row'])).toBe(true)
  await act(async () => first.show(null))

  Reflect.deleteProperty(globalThis, 'PublicKeyCredential')
  const second = await open('email', 'passkey')
  expect(hasButton(en['passkey.row'])).toBe(false)
  expect(rows()).toHaveLength(1)
  await act(async () => second.show(null))

  await open('passkey')
  expect(alertText()).toBe(en['error.noMethod'])
})
