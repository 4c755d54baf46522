// @vitest-environment jsdom
import { afterEach, expect, it, vi } from 'vitest'
import type { GreetedFrame } from './greet-frame.ts'
import type { Later } from './later.ts'
import { PINNED_WALLETS } from './testing/pinned-wallets.ts'
import { openRelay } from './wallet-relay/relay.ts'

afterEach(() => {
  vi.restoreAllMocks()
})

/** What the third script hands over to the first. */
async function handedOver(): Promise<Later> {
  const script = document.createElement('script')
  vi.spyOn(document, 'currentScript', 'get').mockReturnValue(script)
  const handed = new Promise<Later>(resolve => {
    script.addEventListener('vitrine:part', event => resolve((event as CustomEvent).detail))
  })
  vi.resetModules()
  await import('./later-part.ts')
  return handed
}
const frame = () => ({ call: vi.fn(), options: { appId: 'app_1' } }) as unknown as GreetedFrame

it('has the first script load the wallets’ part, that very file, once for all frames of the page and not before one asks', async () => {
  const later = await handedOver()
  const load = vi.fn(async () => ({ openRelay }))
  const part = vi.fn(() => load)
  expect(part).not.toHaveBeenCalled()
  for (const asking of [frame(), frame()])
    expect(await later.wallets({ verb: 'discover' }, asking, part)).toEqual({
      ok: true,
      value: { wallets: [] },
    })
  expect(part).toHaveBeenCalledExactlyOnceWith(PINNED_WALLETS)
})

it('answers where it does not come, and asks for it again with the next question', async () => {
  const later = await handedOver()
  const load = vi.fn(async () => ({ openRelay }))
  load.mockRejectedValueOnce(new Error('It did not load: CSP (script-src)?'))
  const asking = frame()
  expect(await later.wallets({ verb: 'discover' }, asking, () => load)).toEqual({
    ok: false,
    error: { code: null, message: 'It did not load: CSP (script-src)?' },
  })
  expect(await later.wallets({ verb: 'discover' }, asking, () => load)).toMatchObject({ ok: true })
})
