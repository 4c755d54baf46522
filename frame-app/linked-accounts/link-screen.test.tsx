// @vitest-environment jsdom
import type { User } from '@vitrine/shared/api/client-user.ts'
import { clientError } from '@vitrine/shared/errors/vitrine-error.ts'
import { LOGIN_METHODS } from '@vitrine/shared/login/registry.ts'
import { act } from 'react'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { LOGIN_VIEWS } from '../login/registry.ts'
import type { LoginMethodView } from '../login-method/login-method.ts'
import type { ScreenRequest } from '../requests/registry.ts'
import type { Calls } from '../session/calls.ts'
import {
  alertText,
  click,
  control,
  hasButton,
  mountScreens,
  pressGuarded,
  see,
  submit,
  title,
  type,
  until,
  useBrowser,
} from '../ui/testing/dom.ts'
import { fakeCalls, fakeKernel, user } from '../ui/testing/fake-kernel.ts'
import { en } from '../words/en.ts'
import { isLinkableByPage } from './linkable.ts'

const changed: User = { ...user, email: { address: 'eve@example.com' } }

async function open(request: Partial<ScreenRequest>, calls: Partial<Calls> = {}, button = 'Continue') {
  const kernel = fakeKernel({ operations: { calls: fakeCalls(calls) } })
  kernel.setSession({ status: 'authenticated', user, wallets: [] })
  await mountScreens(kernel)
  const shown = { id: '1', kind: 'link', way: { method: 'email' }, prefill: '', ...request } as ScreenRequest
  await act(async () => kernel.show(shown))
  await until(() => expect(hasButton(button)).toBe(true))
  return kernel
}

async function enterAddress() {
  await type(control('textbox', 'Email'), 'eve@example.com')
  await submit(control('textbox', 'Email'))
}

/** @param shown what comes of the code */
async function enterAddressAndCode(shown: () => void) {
  await enterAddress()
  await type(control('textbox', 'Verification code'), '123456')
  await see()
  await until(shown)
}

describe('linking', () => {
  useBrowser()
  // As when the browser was idle for a moment.
  beforeAll(async () => void (await LOGIN_VIEWS.email.prefetch?.()))

  it('asks for the address and the code, shows the tick, and answers with the user', async () => {
    const addAccount = vi.fn(async () => changed)
    const kernel = await open({}, { addAccount })
    expect(title()).toBe(en['email.linkTitle'])
    await enterAddressAndCode(() => expect(title()).toBe(en['link.success']))
    expect(addAccount).toHaveBeenCalledExactlyOnceWith(
      '/passwordless/link',
      { email: 'eve@example.com' },
      { purpose: 'link', way: { method: 'email' } },
      expect.any(AbortSignal),
      { member: 'code', value: '123456', subject: 'eve@example.com' },
    )
    await click(control('button', 'Close'))
    expect(kernel.outcomes).toEqual([{ resolved: { user: changed } }])
  })

  it('replaces the present address', async () => {
    const addAccount = vi.fn(async () => changed)
    await open({ kind: 'update' }, { addAccount })
    expect(title()).toBe(en['email.updateTitle'])
    await enterAddressAndCode(() => expect(title()).toBe(en['link.updated']))
    expect(addAccount).toHaveBeenCalledExactlyOnceWith(
      '/passwordless/update',
      { oldAddress: 'ada@example.com', newAddress: 'eve@example.com' },
      { purpose: 'update', way: { method: 'email' } },
      expect.any(AbortSignal),
      { member: 'code', value: '123456', subject: 'eve@example.com' },
    )
  })

  it('fills in what the page knows', async () => {
    await open({ prefill: 'eve@example.com' })
    expect(control('textbox', 'Email')).toHaveProperty('value', 'eve@example.com')
  })

  it.each([
    ['email', 'Email', 'eve@example.com'],
    ['sms', 'Phone number', '+12133734253'],
  ] as const)(
    'sends a code by %s for no press that no person makes, or that comes before the card could be read',
    async (method, field, prefill) => {
      await open({ way: { method }, prefill })
      const button = control('button', 'Continue') as HTMLButtonElement
      expect(button.disabled).toBe(true)
      await see()
      await until(() => expect(button.disabled).toBe(false))
      await click(button)
      expect(control('textbox', field)).toHaveProperty('readOnly', false)
      expect(hasButton('Resend code')).toBe(false)
    },
  )

  it('makes no passkey for a press that no person makes, or that comes before the card could be read', async () => {
    const postAuthorized = vi.fn(() => new Promise<never>(() => {}))
    await open({ way: { method: 'passkey' } }, { postAuthorized }, en['passkey.signUp'])
    const button = control('button', en['passkey.signUp']) as HTMLButtonElement
    expect(button.disabled).toBe(true)
    await see()
    await until(() => expect(button.disabled).toBe(false))
    await click(button)
    expect(postAuthorized).not.toHaveBeenCalled()
    await pressGuarded(en['passkey.signUp'])
    await until(() => expect(postAuthorized).toHaveBeenCalled())
  })

  it('takes no code that is typed while something covers the card, until it has been in sight', async () => {
    const addAccount = vi.fn(async () => changed)
    await open({}, { addAccount })
    await enterAddress()
    await see(false)
    await type(control('textbox', 'Verification code'), '123456')
    await until(() => expect(document.body.textContent).toContain(en['sign.covered']))
    expect(addAccount).not.toHaveBeenCalled()
    await see()
    expect(addAccount).not.toHaveBeenCalled()
    await until(() => expect(title()).toBe(en['link.success']))
    expect(addAccount).toHaveBeenCalledOnce()
  })

  it('takes no code that was changed again before the card was in sight', async () => {
    const addAccount = vi.fn(async () => changed)
    await open({}, { addAccount })
    await enterAddress()
    const code = () => control('textbox', 'Verification code')
    await type(code(), '123456')
    await type(code(), '12345')
    vi.useFakeTimers()
    await see()
    await act(() => vi.advanceTimersByTimeAsync(5_000))
    vi.useRealTimers()
    expect(addAccount).not.toHaveBeenCalled()
    await type(code(), '123457')
    await until(() => expect(addAccount).toHaveBeenCalledOnce())
    expect(addAccount.mock.lastCall?.at(-1)).toMatchObject({ value: '123457' })
  })

  it.each(['link', 'update'] as const)(
    '%s says beside the code too what it does, with the whole address',
    async kind => {
      const address = `${'eve.'.repeat(15)}@${'example.'.repeat(6)}com`
      await open({ kind, prefill: address })
      await submit(control('textbox', 'Email'))
      await until(() => expect(control('textbox', 'Verification code')).toBeTruthy())
      expect(document.body.textContent).toContain(address)
      expect(document.body.textContent).toContain(en['code.adds'])
    },
  )

  it('says nothing of the page’s own beside the code', async () => {
    const kernel = await open({ prefill: 'eve@example.com' })
    await act(async () => kernel.setAppearance({ emailDomain: 'your-gift.example' }))
    await submit(control('textbox', 'Email'))
    await until(() => expect(control('textbox', 'Verification code')).toBeTruthy())
    expect(document.body.textContent).toContain(en['code.adds'])
    expect(document.body.textContent).not.toContain('your-gift')
  })

  it.each([
    'email.linkSentence',
    'sms.linkSentence',
    'passkey.linkSentence',
    'siteAccount.linkSentence',
  ] as const)('%s says that it adds a way into account and wallets', word =>
    expect(en[word]).toMatch(/\bwill open your account and wallets\b/),
  )

  it('adds a number likewise', async () => {
    const kernel = fakeKernel()
    kernel.setSession({ status: 'authenticated', user, wallets: [] })
    await mountScreens(kernel)
    const shown = { id: '1', kind: 'link', way: { method: 'sms' }, prefill: '+12133734253' } as ScreenRequest
    await act(async () => kernel.show(shown))
    await until(() => expect(hasButton('Continue')).toBe(true))
    await submit(control('textbox', 'Phone number'))
    await until(() => expect(title()).toBe(en['sms.codeTitle']))
    expect(document.body.textContent).toContain('+12133734253')
    expect(document.body.textContent).toContain(en['code.adds'])
  })

  it('is dismissed by Close', async () => {
    const kernel = await open({})
    await click(control('button', 'Close'))
    expect(kernel.outcomes).toEqual([{ dismissed: '1' }])
  })

  it('offers another address where that one belongs to someone else, and tells the page why it ended', async () => {
    const refusal = clientError('linked_to_another_user', 'This belongs to another account.')
    const kernel = await open({}, { addAccount: () => Promise.reject(refusal) })
    await enterAddressAndCode(() => expect(alertText()).toBe(refusal.message))
    expect(hasButton('Try again')).toBe(false)
    await click(control('button', 'Close'))
    expect(kernel.outcomes).toEqual([{ rejected: 'linked_to_another_user', message: refusal.message }])
  })

  it('that was refused and then begun anew is dismissed as any other', async () => {
    const refusal = clientError('linked_to_another_user', 'This belongs to another account.')
    const kernel = await open({}, { addAccount: () => Promise.reject(refusal) })
    await enterAddressAndCode(() => expect(hasButton(en['email.useAnother'])).toBe(true))
    await click(control('button', en['email.useAnother']))
    expect(control('textbox', 'Email')).toHaveProperty('value', 'eve@example.com')
    await click(control('button', 'Close'))
    expect(kernel.outcomes).toEqual([{ dismissed: '1' }])
  })

  it('is offered by every method that the page may ask to link, and by no other', () => {
    const views: Readonly<Record<string, LoginMethodView>> = LOGIN_VIEWS
    const linkable = LOGIN_METHODS.filter(method => views[method]?.link !== undefined)
    expect(linkable).toEqual(LOGIN_METHODS.filter(method => isLinkableByPage({ method })))
  })
})
