// @vitest-environment jsdom
import { expect, it, vi } from 'vitest'
import { announce } from './announce.ts'
import { createEthereum } from './ethereum.ts'
import { LATER } from './whole-later.ts'

const { provider } = createEthereum(
  async () => null,
  async () => LATER,
)

it('announces now, at each request and when the frame is back in the page, always the same, until it is ended', () => {
  const heard = vi.fn()
  addEventListener('eip6963:announceProvider', event => heard((event as CustomEvent).detail))
  const ending = new AbortController()
  const mounts: (() => void)[] = []
  announce(provider, { signal: ending.signal, mounts })
  dispatchEvent(new Event('eip6963:requestProvider'))
  expect(heard).toHaveBeenCalledTimes(2)
  const [[first], [second]] = heard.mock.calls as [[{ info: object }], [{ info: object }]]
  expect(second).toBe(first)
  expect(first).toEqual({
    info: {
      uuid: expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/),
      name: 'Vitrine',
      icon: expect.stringMatching(/^data:image\/svg\+xml,<svg /),
      rdns: 'app.vitrine',
    },
    provider,
  })
  expect([first, first.info].every(Object.isFrozen)).toBe(true)
  for (const run of mounts) run()
  expect(heard).toHaveBeenCalledTimes(3)
  dispatchEvent(new Event('eip6963:requestProvider'))
  expect(heard).toHaveBeenCalledTimes(4)
  ending.abort()
  dispatchEvent(new Event('eip6963:requestProvider'))
  expect(heard).toHaveBeenCalledTimes(4)
})
