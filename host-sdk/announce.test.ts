// @vitest-environment jsdom
import { expect, it, vi } from 'vitest'
import { announce } from './announce.ts'
import { createEthereum } from './ethereum.ts'

const { provider } = createEthereum(Promise.resolve(), async () => null)

it('announces now and at each request, always the same, until it is ended', () => {
  const heard = vi.fn()
  addEventListener('eip6963:announceProvider', event => heard((event as CustomEvent).detail))
  const stop = announce(provider)
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
  stop()
  dispatchEvent(new Event('eip6963:requestProvider'))
  expect(heard).toHaveBeenCalledTimes(2)
})
