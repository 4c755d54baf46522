// @vitest-environment jsdom
import { act } from 'react'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import type { Calls } from '../../session/calls.ts'
import {
  alertText,
  click,
  control,
  hasButton,
  mountScreens,
  submit,
  title,
  type,
  until,
  useBrowser,
} from '../../ui/testing/dom.ts'
import { fakeCalls, fakeKernel, loginResult } from '../../ui/testing/fake-kernel.ts'
import { en } from '../../words/en.ts'
import { bringViews } from '../landing-registry.ts'

const country = () => control('textbox', 'Country')
const phone = () => control('textbox', 'Phone number')
const options = () => [...document.querySelectorAll<HTMLElement>('[role="option"]')]
const named = (name: string) => {
  const found = options().find(option => option.textContent?.includes(name))
  if (!found) throw new Error(`No option is called ${name}`)
  return found
}

/** A key as the field gets it; the browser's own doing is up to the test. */
async function press(field: HTMLElement, key: string, timeStamp?: number) {
  const event = new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true })
  if (timeStamp !== undefined) Object.defineProperty(event, 'timeStamp', { value: timeStamp })
  await act(async () => field.dispatchEvent(event))
}

interface Scene {
  readonly calls?: Partial<Calls>
  readonly app?: object
  readonly loginOptions?: object
}

async function open({ calls = {}, app = {}, loginOptions = {} }: Scene = {}) {
  const kernel = fakeKernel({ operations: { calls: fakeCalls(calls) }, app: { sms_auth: true, ...app } })
  await mountScreens(kernel)
  await act(async () =>
    kernel.show({ id: '1', kind: 'login', options: { loginMethods: ['email', 'sms'], ...loginOptions } }),
  )
  await click(control('button', 'Continue with a phone number'))
  await until(() => expect(document.querySelector('input[name="tel"]')).not.toBeNull())
  return kernel
}

describe('login by phone', () => {
  useBrowser()
  beforeAll(async () => void (await bringViews()))

  it('goes from the number over the code to the end', async () => {
    const post = vi.fn<(path: string, body: object) => void>()
    const authenticate = vi.fn(async () => loginResult)
    await open({
      calls: {
        authenticate,
        async postProven(path, body, answer) {
          post(path, body)
          return answer.parse({ success: true })
        },
      },
    })
    await until(() => expect(document.activeElement).toBe(phone()))
    await type(phone(), '2133734253')
    expect(phone()).toHaveProperty('value', '(213) 373-4253')
    await submit(phone())
    expect(post).toHaveBeenCalledExactlyOnceWith('/passwordless_sms/init', { phoneNumber: '+12133734253' })
    expect(title()).toBe(en['sms.codeTitle'])
    expect(document.body.textContent).toContain('number ending in 4253')
    await type(control('textbox', 'Verification code'), '123456')
    expect(authenticate).toHaveBeenCalledExactlyOnceWith(
      '/passwordless_sms/authenticate',
      { phoneNumber: '+12133734253', mode: 'login-or-sign-up' },
      { method: 'sms' },
      expect.any(AbortSignal),
      { member: 'code', value: '123456', subject: '+12133734253' },
    )
  })

  it('asks for a full number, with an example of the country', async () => {
    await open()
    await type(phone(), '213')
    await submit(phone())
    expect(alertText()).toBe('Enter a full phone number for United States, such as (201) 555-0123.')
    expect(phone().getAttribute('aria-invalid')).toBe('true')
    expect(phone().getAttribute('placeholder')).toBe('(201) 555-0123')
  })

  it('goes back to the number, and from there to the landing', async () => {
    await open()
    await type(phone(), '2133734253')
    await submit(phone())
    await click(control('button', 'Back'))
    expect(phone()).toHaveProperty('value', '(213) 373-4253')
    await click(control('button', 'Back'))
    expect(hasButton('Continue with a phone number')).toBe(true)
  })

  it('fills in the number that the page knows, with its country', async () => {
    await open({ loginOptions: { prefill: { type: 'phone', value: '+442079460958' } } })
    expect(country()).toHaveProperty('value', 'United Kingdom')
    expect(phone()).toHaveProperty('value', '020 7946 0958')
  })

  it('sends the code, and the next one, by WhatsApp where the app has it and the person wants it', async () => {
    vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval'] })
    const bodies: object[] = []
    await open({
      app: { whatsapp_enabled: true },
      calls: {
        async postProven(_path, body, answer) {
          bodies.push(body)
          return answer.parse({ success: true })
        },
      },
    })
    const radio = document.querySelector<HTMLElement>('input[value="whatsapp"]')
    await click(radio as HTMLElement)
    await type(phone(), '2133734253')
    await submit(phone())
    expect(document.body.textContent).toContain('by WhatsApp to the number ending in 4253')
    await act(() => vi.advanceTimersByTimeAsync(30_000))
    await click(control('button', 'Resend code'))
    const body = { phoneNumber: '+12133734253', channel: 'whatsapp' }
    expect(bodies).toEqual([body, body])
  })

  it('offers no WhatsApp where the app has none', async () => {
    await open()
    expect(document.querySelector('fieldset')).toBeNull()
  })
})

describe('the country', () => {
  useBrowser()

  it('is searched for in the open list and chosen by a click', async () => {
    await open()
    await click(country())
    expect(country().getAttribute('aria-expanded')).toBe('true')
    await type(country(), 'king')
    expect(options().map(option => option.textContent)).toEqual(['United Kingdom+44'])
    await click(named('United Kingdom'))
    expect(country()).toHaveProperty('value', 'United Kingdom')
    expect(country().getAttribute('aria-expanded')).toBe('false')
    expect(phone().getAttribute('placeholder')).toBe('07400 123456')
  })

  it('is chosen by keys: Enter takes what the arrows point at', async () => {
    await open()
    await press(country(), 'ArrowDown')
    const pointed = () => document.getElementById(country().getAttribute('aria-activedescendant') ?? '')
    expect(pointed()?.textContent).toBe('United States+1')
    expect(pointed()?.getAttribute('aria-selected')).toBe('true')
    await press(country(), 'ArrowUp')
    expect(pointed()?.textContent).toBe('United Kingdom+44')
    await press(country(), 'Enter')
    expect(country()).toHaveProperty('value', 'United Kingdom')
  })

  it('keeps what it was when Escape closes the list, and the dialog stays', async () => {
    const kernel = await open()
    await click(country())
    await type(country(), 'germ')
    await press(country(), 'Escape')
    expect(country()).toHaveProperty('value', 'United States')
    expect(kernel.outcomes).toEqual([])
    await press(country(), 'Escape')
    expect(kernel.outcomes).toEqual([{ dismissed: '1' }])
  })

  it('is found by letters while the list is closed, which begin anew after a pause', async () => {
    await open()
    await press(country(), 'g', 1_000)
    await press(country(), 'e', 1_200)
    expect(country()).toHaveProperty('value', 'Georgia')
    await press(country(), 'r', 1_400)
    expect(country()).toHaveProperty('value', 'Germany')
    await press(country(), 'f', 1_750)
    expect(country()).toHaveProperty('value', 'Falkland Islands')
    expect(country().getAttribute('aria-expanded')).toBe('false')
  })

  it('says when a search finds nothing, and Enter then changes nothing', async () => {
    await open()
    await click(country())
    await type(country(), 'nowhere')
    expect(document.body.textContent).toContain(en['country.none'])
    await press(country(), 'ArrowDown')
    await press(country(), 'Enter')
    expect(country()).toHaveProperty('value', 'United States')
  })
})
