import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createRelayClient, type RelayAsk } from './relay-client.ts'
import { FIRST, ok, openPage, refused } from './testing/page.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const asking = (own: Partial<RelayAsk> = {}): RelayAsk => ({
  handle: 'h1',
  wallet: 'MetaMask',
  walletClientType: 'metamask',
  signal: new AbortController().signal,
  ...own,
})
const message = { address: FIRST, message: '0x68' }
const open = (page: ReturnType<typeof openPage>, timeouts: Record<string, number> = {}) =>
  createRelayClient({ wallets: page.wallets, timeouts: () => timeouts })

describe('a wallet of the page', () => {
  it('is asked by its own handle, whatever the argument says', async () => {
    const page = openPage({ personal_sign: () => ok({ signature: '0x01' }) })
    const argument = { ...message, handle: 'h2', verb: 'eth_sendTransaction' } as typeof message
    expect(await open(page).ask('personal_sign', argument, asking())).toEqual({ signature: '0x01' })
    expect(page.asked).toEqual([{ verb: 'personal_sign', handle: 'h1', ...message }])
  })

  it.each([120_000, 50])('that never answers is given up after %i ms', async limit => {
    const page = openPage()
    const asked = open(page, limit === 120_000 ? {} : { metamask: limit }).ask(
      'personal_sign',
      message,
      asking(),
    )
    const settled = vi.fn()
    asked.catch(settled)
    await vi.advanceTimersByTimeAsync(limit - 1)
    expect(settled).not.toHaveBeenCalled()
    await vi.advanceTimersByTimeAsync(1)
    expect(settled.mock.calls[0]?.[0]).toMatchObject({
      type: 'connector_error',
      code: 'client_request_timeout',
      data: { retryable: true },
    })
    expect(vi.getTimerCount()).toBe(0)
  })

  it('that answers after its time, or after the person left, changes nothing', async () => {
    let answer = (_value: unknown) => {}
    const page = openPage({ personal_sign: () => new Promise(resolve => (answer = resolve)) })
    const leaving = new AbortController()
    const asked = open(page).ask('personal_sign', message, asking({ signal: leaving.signal }))
    await vi.advanceTimersByTimeAsync(0)
    leaving.abort(new Error('left'))
    answer(ok({ signature: '0x01' }))
    await expect(asked).rejects.toThrow('left')
    expect(vi.getTimerCount()).toBe(0)
  })

  it('is not asked for who has left already', async () => {
    const page = openPage({ personal_sign: () => ok({ signature: '0x01' }) })
    const gone = asking({ signal: AbortSignal.abort(new Error('left')) })
    await expect(open(page).ask('personal_sign', message, gone)).rejects.toThrow('left')
    expect(page.asked).toEqual([])
  })

  it.each([
    undefined,
    null,
    'a string',
    7,
    {},
    { ok: true },
    ok(null),
    ok({ signature: 'no hex' }),
    ok({ signature: `0x${'0'.repeat(40_000)}` }),
    ok({ signature: { toString: 'x' } }),
    { ok: false },
    { ok: false, error: 'text' },
    { ok: 'yes', value: { signature: '0x01' } },
  ])('that answers %j has failed, and no more', async answer => {
    const page = openPage({ personal_sign: () => answer })
    await expect(open(page).ask('personal_sign', message, asking())).rejects.toMatchObject({
      type: 'connector_error',
      code: 'unable_to_sign',
    })
  })

  it('is gone when the page’s connection is', async () => {
    for (const answer of [
      () => Promise.reject(new Error('destroyed')),
      () => {
        throw new Error('destroyed at once')
      },
    ])
      await expect(
        open(openPage({ personal_sign: answer })).ask('personal_sign', message, asking()),
      ).rejects.toMatchObject({ code: 'generic_connect_wallet_error', data: { eipCode: 4900 } })
  })

  it('says no in its own words to nobody but a developer', async () => {
    const page = openPage({ personal_sign: () => refused(4001) })
    const failure = await open(page)
      .ask('personal_sign', message, asking())
      .catch(error => error)
    expect(failure).toMatchObject({
      code: 'user_rejected',
      message: 'You declined this in MetaMask.',
      data: { eipCode: 4001, retryable: true, detail: 'the wallet’s own words' },
    })
  })
})
