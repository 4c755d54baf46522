// @vitest-environment jsdom
import { act } from 'react'
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import type { CaptchaCheck } from '../captcha/captcha.ts'
import { createStore } from '../core/store.ts'
import type { Calls } from '../session/calls.ts'
import { NO_ANSWER_MS } from '../ui/no-answer.tsx'
import {
  click,
  control,
  hasButton,
  mountScreens,
  submit,
  title,
  type,
  until,
  useBrowser,
} from '../ui/testing/dom.ts'
import { fakeCalls, fakeKernel } from '../ui/testing/fake-kernel.ts'
import { en } from '../words/en.ts'
import { bringViews } from './landing-registry.ts'

/** Specification §9, 4,000 ms: what is asked of somebody else has no answer yet. */

useBrowser()
beforeAll(async () => {
  const views = await bringViews()
  for (const view of Object.values(views)) await view.prefetch?.()
})
/** What the last call was given up by. */
let asked: AbortSignal | undefined
beforeEach(() => {
  asked = undefined
})
afterEach(() => {
  vi.useRealTimers()
})

const hang: Calls['post'] = (_path, _body, _answer, signal) => {
  asked = signal
  return new Promise(() => {})
}
const captcha = createStore<readonly CaptchaCheck[]>([])
async function open() {
  captcha.set([])
  const kernel = fakeKernel({
    app: { sms_auth: true, passkey_auth: true },
    captcha,
    operations: {
      calls: fakeCalls({
        post: hang,
        postProven: hang,
      }),
    },
  })
  await mountScreens(kernel)
  await act(async () => kernel.show({ id: '1', kind: 'login', options: {} }))
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  return kernel
}
const pass = (ms: number) => act(async () => vi.advanceTimersByTimeAsync(ms))
const isLate = () =>
  document.body.textContent?.includes(en['wait.noAnswer']) && hasButton(en['wait.otherWay'])

/** Up to what is under way. */
const JOURNEYS = {
  async email() {
    await type(control('textbox', 'Email'), 'ada@example.com')
    await submit(control('textbox', 'Email'))
  },
  async sms() {
    await click(control('button', en['sms.row']))
    await until(() => expect(document.querySelector('input[name="tel"]')).not.toBeNull())
    await type(control('textbox', 'Phone number'), '2133734253')
    await submit(control('textbox', 'Phone number'))
  },
  async passkey() {
    await click(control('button', en['passkey.row']))
    await until(() => expect(hasButton(en['passkey.logIn'])).toBe(true))
    await click(control('button', en['passkey.logIn']))
  },
}
it.each(Object.entries(JOURNEYS))(
  '%s: after 4 s another way is offered, which gives this one up',
  async (_, begin) => {
    await open()
    await begin()
    expect(asked?.aborted).toBe(false)
    expect(NO_ANSWER_MS).toBe(4_000)
    await pass(NO_ANSWER_MS - 1)
    expect(isLate()).toBe(false)
    await pass(1)
    expect(isLate()).toBe(true)
    await click(control('button', en['wait.otherWay']))
    expect(asked?.aborted).toBe(true)
    expect(isLate()).toBe(false)
    // All ways are in sight again, and the field can be typed into.
    expect(title()).toBe(en['login.title'])
    expect(control('textbox', 'Email')).toHaveProperty('readOnly', false)
  },
)

it('a captcha that waits for the person is no answer that does not come', async () => {
  await open()
  await JOURNEYS.email()
  const widget = {
    needsPerson: true,
    url: 'about:blank',
    vendor: 'turnstile',
    keepsOrigin: false,
    receive() {},
  }
  await act(async () => captcha.set([{ id: 1, widget }] as unknown as readonly CaptchaCheck[]))
  await pass(2 * NO_ANSWER_MS)
  expect(isLate()).toBe(false)
  await act(async () => captcha.set([]))
  await pass(NO_ANSWER_MS)
  expect(isLate()).toBe(true)
})
