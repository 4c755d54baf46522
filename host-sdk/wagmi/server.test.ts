import { WALLET } from '@vitrine/shared/bridge/testing/fixtures.ts'
import { createConfig, http } from '@wagmi/core'
import { mainnet } from 'viem/chains'
import { expect, it, vi } from 'vitest'
import { vitrineConnector } from './connector.ts'

/** Runs in Node, as a site's server does. */

it('a config is made on a server without a word, and its connector is there', async () => {
  const written = [vi.spyOn(console, 'error'), vi.spyOn(console, 'warn')]
  const { connectors } = createConfig({
    chains: [mainnet],
    connectors: [vitrineConnector({ appId: 'app_1', walletOrigin: WALLET })],
    transports: { [mainnet.id]: http() },
    ssr: true,
  })
  expect(connectors.map(({ id, name, type, rdns }) => ({ id, name, type, rdns }))).toEqual([
    { id: 'vitrine', name: 'Vitrine', type: 'vitrine', rdns: 'app.vitrine' },
  ])
  // Of an instance that is inert: nothing waits for it.
  await expect(connectors[0]?.connect()).rejects.toMatchObject({ code: 4900 })
  for (const spy of written) expect(spy).not.toHaveBeenCalled()
})
