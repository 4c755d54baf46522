// @vitest-environment jsdom
import type { FrameServer } from '@vitrine/shared/bridge/frame.ts'
import { HELLO, handlers, LOGIN_RESULT, WALLET } from '@vitrine/shared/bridge/testing/fixtures.ts'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createVitrine } from './create-vitrine.ts'
import { iframe, loadFrame, next, PARTS, preparePage } from './testing/fake-page.ts'

const made: { destroy(): void }[] = []
const consoleError = vi.spyOn(console, 'error').mockImplementation(() => {})

const create = () => {
  const vitrine = createVitrine({ appId: 'app_1', walletOrigin: WALLET, eip6963: false }, PARTS)
  made.push(vitrine)
  return vitrine
}

const load = (...parameters: Parameters<typeof loadFrame>): FrameServer => {
  const frame = loadFrame(...parameters)
  made.push(frame)
  return frame
}

beforeEach(preparePage)

afterEach(() => {
  for (const one of made.splice(0)) one.destroy()
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.clearAllMocks()
})

describe('while there is no frame', () => {
  const remove = () => iframe().dispatchEvent(new Event('load'))
  /** The frame's document loads, and its `load` event comes, as in a browser. */
  const loadWhole = (...parameters: Parameters<typeof loadFrame>) => {
    const frame = load(...parameters)
    iframe().dispatchEvent(new Event('load'))
    return frame
  }
  const lose = async (...parameters: Parameters<typeof loadFrame>) => {
    const vitrine = create()
    loadWhole(...parameters)
    await vitrine.ready
    return vitrine
  }

  it('what comes after the limit still makes provider, state and `ready` good together', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const vitrine = create()
    const { ready } = vitrine
    const accounts = vitrine.ethereum.request({ method: 'eth_accounts' })
    await vi.advanceTimersByTimeAsync(16_000)
    await expect(ready).rejects.toMatchObject({ code: 'frame_unreachable' })
    await expect(vitrine.ready).rejects.toMatchObject({ code: 'frame_unreachable' })
    vi.useRealTimers()
    const again = next(vitrine, 'ready')
    load({ ethereumRequest: ({ method }) => method })
    await again
    expect(await accounts).toBe('eth_accounts')
    expect(await vitrine.ethereum.request({ method: 'eth_chainId' })).toBe('eth_chainId')
    expect(vitrine.state).toMatchObject({ ready: true, error: null })
    await vitrine.ready
    await expect(ready).rejects.toMatchObject({ code: 'frame_unreachable' })
  })

  it('what is there in time and answers after the limit does, too', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const vitrine = create()
    let answer = () => {}
    const asked = new Promise<void>(resolve => {
      load({
        hello: () =>
          new Promise(settle => {
            answer = () => settle(handlers().hello(HELLO))
            resolve()
          }),
      })
    })
    await asked
    await vi.advanceTimersByTimeAsync(60_000)
    await expect(vitrine.ready).rejects.toMatchObject({ code: 'frame_unreachable' })
    vi.useRealTimers()
    const again = next(vitrine, 'ready')
    answer()
    await again
    await vitrine.ready
    expect(vitrine.state).toMatchObject({ ready: true, error: null })
    expect(await vitrine.ethereum.request({ method: 'eth_chainId' })).toBe('0x1')
    expect(consoleError).toHaveBeenCalledOnce()
  })

  it('no request waits for ever, and none begins to wait after that', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const vitrine = create()
    const request = () => vitrine.ethereum.request({ method: 'eth_accounts' })
    const refused = expect(request()).rejects.toMatchObject({
      code: 4900,
      message: `No answer from ${WALLET}.`,
    })
    await vi.advanceTimersByTimeAsync(30_000)
    await refused
    await expect(request()).rejects.toMatchObject({ code: 4900 })
    expect(consoleError).toHaveBeenCalledOnce()
  })

  it('methods, requests and what a page asks when it hears of the loss wait for the next frame', async () => {
    const vitrine = await lose()
    const heard: Promise<unknown>[] = []
    vitrine.on('connectionLost', () => heard.push(vitrine.getLoginCode()))
    remove()
    heard.push(vitrine.login(), vitrine.ethereum.request({ method: 'personal_sign' }))
    load({ ethereumRequest: ({ method }) => method, getLoginCode: () => 'code' })
    expect(await Promise.all(heard)).toEqual(['code', LOGIN_RESULT, 'personal_sign'])
  })

  it('the chain is answered as it was told last, also right after the page took the frame out', async () => {
    const vitrine = create()
    const frame = loadWhole({ ethereumRequest: () => '0xb' })
    await vitrine.ready
    const request = () => vitrine.ethereum.request({ method: 'eth_chainId' })
    const told = new Promise(resolve => vitrine.ethereum.on('chainChanged', resolve))
    const payload = { event: 'chainChanged', data: '0xa' } as const
    frame.notify({ type: 'event', event: { name: 'ethereum', payload } })
    await told
    // A frame that is there has the last word.
    expect(await request()).toBe('0xb')
    document.body.replaceWith(document.createElement('body'))
    expect(await request()).toBe('0xa')
    await vi.waitFor(() => expect(iframe().isConnected).toBe(true))
    expect(await request()).toBe('0xa')
  })

  it('what is called right after the page took the frame out waits for the next one, too', async () => {
    const vitrine = await lose()
    const heard = vi.fn()
    vitrine.on('connectionLost', heard)
    document.body.replaceWith(document.createElement('body'))
    const asked = [vitrine.getLoginCode(), vitrine.ethereum.request({ method: 'personal_sign' })]
    await vi.waitFor(iframe)
    load({ ethereumRequest: ({ method }) => method })
    expect(await Promise.all(asked)).toEqual(['code', 'personal_sign'])
    expect(heard).toHaveBeenCalledOnce()
  })

  it('reads that were in flight are sent again, and nothing else', async () => {
    const vitrine = await lose({ ethereumRequest: () => new Promise(() => {}) })
    const ask = (method: string) => vitrine.ethereum.request({ method })
    const reads = ['eth_accounts', 'eth_chainId', 'eth_call'].map(ask)
    const others = ['personal_sign', 'eth_sendTransaction', 'eth_requestAccounts', 'wallet_sendCalls'].map(
      ask,
    )
    const refused = Promise.all(
      others.map(other =>
        expect(other).rejects.toMatchObject({ code: 4900, cause: { code: 'connection_lost' } }),
      ),
    )
    remove()
    await refused
    const seen = vi.fn(({ method }: { method: string }) => method)
    load({ ethereumRequest: seen })
    expect(await Promise.all(reads)).toEqual(['eth_accounts', 'eth_chainId', 'eth_call'])
    expect(seen).toHaveBeenCalledTimes(3)
  })

  it('a read that never gets its answer ends', async () => {
    const vitrine = await lose({ ethereumRequest: () => new Promise(() => {}) })
    const call = vitrine.ethereum.request({ method: 'eth_call' })
    const refused = expect(call).rejects.toMatchObject({ code: 4900 })
    for (let times = 0; times < 4; times++) {
      const asked = new Promise<void>(resolve => {
        loadWhole({
          ethereumRequest: () => {
            resolve()
            return new Promise(() => {})
          },
        })
      })
      // The last document is asked no more.
      if (times < 3) await asked
    }
    await refused
  })

  it('a frame that comes back is no disconnect; one that does not is, and connects again', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const vitrine = await lose()
    const heard = vi.fn()
    vitrine.ethereum.on('disconnect', heard)
    remove()
    let again = next(vitrine, 'ready')
    loadWhole()
    await again
    await vi.advanceTimersByTimeAsync(60_000)
    expect(heard).not.toHaveBeenCalled()
    remove()
    await vi.advanceTimersByTimeAsync(15_000)
    expect(heard).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ code: 4900 }))
    expect(vitrine.state).toMatchObject({ ready: false, error: { code: 'frame_unreachable' } })
    again = next(vitrine, 'ready')
    loadWhole()
    await again
    expect(vitrine.state).toMatchObject({ ready: true, error: null })
  })
})
