// @vitest-environment jsdom
import { clientError } from '@vitrine/shared/errors/vitrine-error.ts'
import { act } from 'react'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { createStore } from '../core/store.ts'
import {
  alertText,
  click,
  control,
  mountScreens,
  submit,
  type,
  until,
  useBrowser,
} from '../ui/testing/dom.ts'
import { fakeCalls, fakeKernel } from '../ui/testing/fake-kernel.ts'
import { en } from '../words/en.ts'
import type { CaptchaCheck } from './captcha.ts'
import type { CaptchaWidget } from './widget-check.ts'

const widget: CaptchaWidget = {
  vendor: 'turnstile',
  url: 'about:blank#captcha',
  keepsOrigin: false,
  needsPerson: false,
  receive: () => {},
}

async function openLogin(postProven?: () => Promise<never>, captchaToken = async () => 'token') {
  const captcha = createStore<readonly CaptchaCheck[]>([])
  const calls = fakeCalls({ captchaToken, ...(postProven && { postProven }) })
  const kernel = fakeKernel({ captcha, operations: { calls } })
  await mountScreens(kernel)
  await act(async () => kernel.show({ id: '1', kind: 'login', options: {} }))
  const show = (...checks: CaptchaCheck[]) => act(async () => captcha.set(checks))
  return { show, kernel }
}

const note = () =>
  [...document.querySelectorAll('[role=status]')].map(({ textContent }) => textContent).filter(Boolean)
const frames = () => [...document.querySelectorAll('iframe')]

describe('a captcha that runs', () => {
  useBrowser()
  // Its code is there already, so that the time is the note's alone.
  beforeAll(async () => void (await import('./checks.tsx')))

  it('is said quietly when it takes long, and no longer when it is over', async () => {
    vi.useFakeTimers()
    const { show } = await openLogin()
    await show({ id: 1, widget: null })
    await act(() => vi.advanceTimersByTimeAsync(699))
    expect(note()).toEqual([])
    await act(() => vi.advanceTimersByTimeAsync(1))
    expect(note()).toEqual([en['captcha.checking']])
    await show()
    expect(note()).toEqual([])
    expect(frames()).toEqual([])
    await show({ id: 2, widget: null })
    expect(note()).toEqual([])
  })

  it('of a vendor stands in a sandbox without the wallet’s origin, unseen until a person is needed', async () => {
    const { show } = await openLogin()
    await show({ id: 1, widget })
    await until(() => expect(frames().length).toBe(1))
    const [frame] = frames()
    expect(frame?.getAttribute('sandbox')).toBe('allow-scripts allow-forms')
    expect([frame?.getAttribute('aria-hidden'), frame?.tabIndex]).toEqual(['true', -1])

    await show({ id: 1, widget: { ...widget, needsPerson: true } })
    // The same document goes on: a new one would begin the check again.
    expect(frames()).toEqual([frame])
    expect([frame?.getAttribute('aria-hidden'), frame?.tabIndex]).toEqual(['false', 0])
    expect(note()).toEqual([en['captcha.asking']])

    await show({ id: 2, widget: { ...widget, keepsOrigin: true } })
    expect(frames()[0]?.getAttribute('sandbox')).toBe('allow-scripts allow-forms allow-same-origin')
  })

  it('hears the window of its own frame and no other', async () => {
    const receive = vi.fn()
    const { show } = await openLogin()
    await show({ id: 1, widget: { ...widget, receive } })
    await until(() => expect(frames().length).toBe(1))
    const own = frames()[0]?.contentWindow ?? null
    const post = (source: Window | null) =>
      window.dispatchEvent(new MessageEvent('message', { data: 'data', origin: 'null', source }))
    post(null)
    post(window)
    post(window.parent)
    expect(receive).not.toHaveBeenCalled()
    post(own)
    expect(receive).toHaveBeenCalledExactlyOnceWith('null', 'data')
    await show()
    post(own)
    expect(receive).toHaveBeenCalledOnce()
  })
})

describe('the email row', () => {
  useBrowser()

  it('sends the token with the address', async () => {
    const post = vi.fn(async () => Promise.reject(clientError('service_unavailable', 'x')))
    await openLogin(post)
    await type(control('textbox', 'Email'), 'ada@example.com')
    await submit(control('textbox', 'Email'))
    await until(() =>
      expect(post).toHaveBeenCalledWith(
        '/passwordless/init',
        { email: 'ada@example.com', token: 'token' },
        expect.anything(),
        expect.anything(),
      ),
    )
  })

  it.each([
    ['failed', clientError('captcha_failure', en['captcha.failed'])],
    ['took too long', clientError('captcha_timeout', en['captcha.timeout'])],
  ])('says that the captcha %s, and tries again when asked to', async (_name, error) => {
    const captchaToken = vi
      .fn<() => Promise<string>>()
      .mockRejectedValueOnce(error)
      .mockResolvedValueOnce('new')
    await openLogin(undefined, captchaToken)
    await type(control('textbox', 'Email'), 'ada@example.com')
    await submit(control('textbox', 'Email'))
    await until(() => expect(alertText()).toBe(error.message))
    await click(control('button', 'Try again'))
    await until(() => expect(captchaToken).toHaveBeenCalledTimes(2))
  })

  it('tries again when the server refused the token', async () => {
    const post = vi.fn(async () => Promise.reject(clientError('invalid_captcha', en['captcha.failed'])))
    await openLogin(post)
    await type(control('textbox', 'Email'), 'ada@example.com')
    await submit(control('textbox', 'Email'))
    await until(() => expect(alertText()).toBe(en['captcha.failed']))
    await click(control('button', 'Try again'))
    await until(() => expect(post).toHaveBeenCalledTimes(2))
  })
})
