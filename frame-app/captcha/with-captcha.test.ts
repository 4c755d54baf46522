import { VitrineError } from '@vitrine/shared/errors/vitrine-error.ts'
import { expect, test, vi } from 'vitest'
import { withCaptcha } from './with-captcha.ts'

const signal = new AbortController().signal
const refusal = (data?: { provider: string }) =>
  new VitrineError({
    type: 'api_error',
    status: 422,
    code: 'invalid_captcha',
    message: 'No.',
    ...(data && { data }),
  })
/** @param own the token where the app's captcha is on */
const callsWith = (own?: string) => ({
  captchaToken: vi.fn(async (_signal: AbortSignal, demanded?: 'demanded') => (demanded ? 'solved' : own)),
})

test('a call is made once where nothing is asked for, with the app’s own token if it has one', async () => {
  for (const own of [undefined, 'token']) {
    const calls = callsWith(own)
    const send = vi.fn(async (token: string | undefined) => token)
    expect(await withCaptcha(calls, signal, send)).toBe(own)
    expect(calls.captchaToken).toHaveBeenCalledExactlyOnceWith(signal)
  }
})

test('what the server asks for is solved, and the call made once more', async () => {
  const calls = callsWith()
  const send = vi.fn(async (token: string | undefined) => {
    if (token === undefined) throw refusal({ provider: 'altcha' })
    return token
  })
  expect(await withCaptcha(calls, signal, send)).toBe('solved')
  expect(send.mock.calls).toEqual([[undefined], ['solved']])
})

test('a server that goes on refusing is not asked a third time', async () => {
  const send = vi.fn(async () => Promise.reject(refusal({ provider: 'altcha' })))
  await expect(withCaptcha(callsWith(), signal, send)).rejects.toMatchObject({ code: 'invalid_captcha' })
  expect(send).toHaveBeenCalledTimes(2)
})

test.each([
  ['a token that was refused', 'token', refusal({ provider: 'altcha' })],
  ['a check that the frame cannot run', undefined, refusal()],
  ['another failure', undefined, new Error('other')],
])('%s is told as it is', async (_name, own, error) => {
  const send = vi.fn(async () => Promise.reject(error))
  await expect(withCaptcha(callsWith(own), signal, send)).rejects.toBe(error)
  expect(send).toHaveBeenCalledOnce()
})
