// @vitest-environment jsdom
import { clientError } from '@vitrine/shared/errors/vitrine-error.ts'
import { act } from 'react'
import { describe, expect, it, vi } from 'vitest'
import type { Operations } from '../kernel/ports.ts'
import { SUCCESS_MS } from '../ui/success.tsx'
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
} from '../ui/testing/dom.ts'
import { fakeKernel, loginResult } from '../ui/testing/fake-kernel.ts'
import { en } from '../words/en.ts'
import type { LoginRequest } from './login-method.ts'

const login: LoginRequest = { id: '1', kind: 'login', options: {} }

async function open(operations: Partial<Operations> = {}, options: LoginRequest['options'] = {}) {
  const kernel = fakeKernel({ operations })
  await mountScreens(kernel)
  await act(async () => kernel.show({ ...login, options }))
  return kernel
}

const email = (over: Partial<Operations['email']>): Partial<Operations> => ({
  email: { sendCode: async () => {}, authenticate: async () => loginResult, ...over },
})

async function goToCode() {
  await type(control('textbox', 'Email'), 'ada@example.com')
  await submit(control('textbox', 'Email'))
}

describe('login', () => {
  useBrowser()

  it('goes from the address over the sixth digit and the wallet to the tick, and then answers', async () => {
    vi.useFakeTimers()
    const authenticate = vi.fn(async () => loginResult)
    const kernel = await open(email({ authenticate }))
    expect(title()).toBe('Log in or sign up')
    expect(document.activeElement).toBe(control('textbox', 'Email'))
    await goToCode()
    expect(document.activeElement).toBe(control('textbox', 'Verification code'))
    await type(control('textbox', 'Verification code'), '12345')
    expect(authenticate).not.toHaveBeenCalled()
    await type(control('textbox', 'Verification code'), '123456')
    expect(authenticate).toHaveBeenCalledExactlyOnceWith(
      { email: 'ada@example.com', code: '123456', mode: 'login-or-sign-up' },
      expect.any(AbortSignal),
    )
    expect(title()).toBe(en['login.successNew'])
    expect(kernel.outcomes).toEqual([])
    await act(() => vi.advanceTimersByTimeAsync(SUCCESS_MS))
    expect(kernel.outcomes).toEqual([{ resolved: loginResult }])
    expect(kernel.titles).toEqual(['Log in or sign up', en['code.title'], en['login.successNew']])
  })

  it('asks for a full address before it sends anything', async () => {
    const sendCode = vi.fn(async () => {})
    await open(email({ sendCode }))
    await type(control('textbox', 'Email'), 'ada@')
    await submit(control('textbox', 'Email'))
    expect(alertText()).toBe(en['email.invalid'])
    expect(control('textbox', 'Email').getAttribute('aria-invalid')).toBe('true')
    expect(sendCode).not.toHaveBeenCalled()
  })

  it('says beside the address why no code was sent, and lets it be sent again', async () => {
    const sendCode = vi
      .fn<() => Promise<void>>()
      .mockRejectedValueOnce(clientError('too_many_requests', 'Too many codes. Wait a minute.'))
      .mockResolvedValueOnce()
    await open(email({ sendCode }))
    await goToCode()
    expect(alertText()).toBe('Too many codes. Wait a minute.')
    await submit(control('textbox', 'Email'))
    expect(title()).toBe(en['code.title'])
  })

  it('clears a refused code, says why and keeps the focus', async () => {
    const authenticate = async () => {
      throw clientError('invalid_credentials', 'That code is not right. You have 4 tries left.')
    }
    await open(email({ authenticate }))
    await goToCode()
    await type(control('textbox', 'Verification code'), '111111')
    expect(alertText()).toBe('That code is not right. You have 4 tries left.')
    expect(control('textbox', 'Verification code')).toHaveProperty('value', '')
    expect(document.activeElement).toBe(control('textbox', 'Verification code'))
  })

  it('keeps the code when the network fails, for "Try again"', async () => {
    const authenticate = vi
      .fn<Operations['email']['authenticate']>()
      .mockRejectedValueOnce(clientError('service_unavailable', 'You appear to be offline.'))
      .mockResolvedValueOnce(loginResult)
    await open(email({ authenticate }))
    await goToCode()
    await type(control('textbox', 'Verification code'), '123456')
    expect(alertText()).toBe('You appear to be offline.')
    expect(control('textbox', 'Verification code')).toHaveProperty('value', '123456')
    await click(control('button', 'Try again'))
    expect(authenticate).toHaveBeenCalledTimes(2)
    expect(title()).toBe(en['login.successNew'])
  })

  it('goes back to the address, which it has kept', async () => {
    await open()
    await goToCode()
    await click(control('button', 'Back'))
    expect(control('textbox', 'Email')).toHaveProperty('value', 'ada@example.com')
  })

  it('sends another code only after the time between two', async () => {
    vi.useFakeTimers()
    const sendCode = vi.fn(async () => {})
    await open(email({ sendCode }))
    await goToCode()
    expect(control('button', 'Resend code')).toHaveProperty('disabled', true)
    await act(() => vi.advanceTimersByTimeAsync(30_000))
    await click(control('button', 'Resend code'))
    expect(sendCode).toHaveBeenCalledTimes(2)
    expect(control('button', 'Resend code')).toHaveProperty('disabled', true)
  })

  it('fills in the address that the page knows, and signs nobody up where it must not', async () => {
    const authenticate = vi.fn(async () => loginResult)
    await open(email({ authenticate }), {
      prefill: { type: 'email', value: 'ada@example.com' },
      disableSignup: true,
    })
    await submit(control('textbox', 'Email'))
    await type(control('textbox', 'Verification code'), '123456')
    expect(authenticate).toHaveBeenCalledWith(
      expect.objectContaining({ mode: 'no-signup' }),
      expect.anything(),
    )
  })

  it('shows a failed wallet as one, tries again, or goes on without it', async () => {
    const createWalletsOnLogin = vi.fn(async () => {
      throw clientError('service_unavailable', 'You appear to be offline.')
    })
    const kernel = await open({ createWalletsOnLogin })
    await goToCode()
    await type(control('textbox', 'Verification code'), '123456')
    await until(() => expect(title()).toBe(en['wallet.create.failedTitle']))
    expect(alertText()).toBe('You appear to be offline.')
    await click(control('button', 'Try again'))
    expect(createWalletsOnLogin).toHaveBeenCalledTimes(2)
    await until(() => expect(hasButton('Continue without a wallet')).toBe(true))
    await click(control('button', 'Continue without a wallet'))
    expect(kernel.outcomes).toEqual([{ resolved: loginResult }])
  })

  it('is dismissed by Close while nobody is logged in', async () => {
    const kernel = await open()
    await click(control('button', 'Close'))
    expect(kernel.outcomes).toEqual([{ dismissed: '1' }])
  })

  it('stops what runs when it is closed', async () => {
    const signals: AbortSignal[] = []
    const sendCode = (_email: string, signal: AbortSignal) => {
      signals.push(signal)
      return new Promise<void>(() => {})
    }
    await open(email({ sendCode }))
    await goToCode()
    await click(control('button', 'Close'))
    expect(signals.map(signal => signal.aborted)).toEqual([true])
  })
})
