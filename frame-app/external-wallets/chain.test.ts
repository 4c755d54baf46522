import { expect, it } from 'vitest'
import { bringToChain } from './chain.ts'
import { createInjectedWallets } from './injected.ts'
import { createRelayClient } from './relay-client.ts'
import { FIRST, metamask, ok, openPage, refused } from './testing/page.ts'
import { polygon } from './testing/settings.ts'

const { signal } = new AbortController()

/** A wallet on `chainId` that knows some chains. */
async function open(known: number[], { chainId = 1, lies = false, unknown = refused(4902) } = {}) {
  let now = chainId
  const held = () => ok({ accounts: [FIRST], chainId: now })
  const page = openPage({
    connect: held,
    accounts: held,
    wallet_switchEthereumChain(call) {
      const wanted = 'chainId' in call ? call.chainId : 0
      if (!known.includes(wanted)) return unknown
      if (!lies) now = wanted
      return ok(null)
    },
    wallet_addEthereumChain(call) {
      if (call.verb === 'wallet_addEthereumChain') known.push(Number(call.chain.chainId))
      return ok(null)
    },
  })
  const relay = createRelayClient({ wallets: page.wallets, timeouts: () => ({}) })
  const line = await createInjectedWallets(relay).connect(metamask, false, signal)
  page.asked.length = 0
  return { line, page, verbs: () => page.asked.map(({ verb }) => verb) }
}

it('a wallet that is there is not asked', async () => {
  const { line, verbs } = await open([], { chainId: 137 })
  await bringToChain(line, polygon, signal)
  expect(verbs()).toEqual([])
})

it('one that knows the chain goes there', async () => {
  const { line } = await open([137])
  await bringToChain(line, polygon, signal)
  expect(line.chainId()).toBe(137)
})

it.each([4902, -32603, null])('one that does not (%s) is told of it, and goes there', async code => {
  const { line, page } = await open([], { unknown: refused(code) })
  await bringToChain(line, polygon, signal)
  expect(line.chainId()).toBe(137)
  expect(page.asked.find(({ verb }) => verb === 'wallet_addEthereumChain')).toMatchObject({
    chain: { chainId: '0x89', chainName: 'Polygon', rpcUrls: ['https://polygon.example'] },
  })
})

it('one that only says that it went is refused: what is sent there would be of another chain', async () => {
  const { line } = await open([137], { lies: true })
  await expect(bringToChain(line, polygon, signal)).rejects.toMatchObject({
    code: 'generic_connect_wallet_error',
    message: 'MetaMask is on another network. Switch it to Polygon and try again.',
    data: { eipCode: 4901 },
  })
})

it('a person’s no is theirs', async () => {
  const { line, verbs } = await open([], { unknown: refused(4001) })
  await expect(bringToChain(line, polygon, signal)).rejects.toMatchObject({ code: 'user_rejected' })
  expect(verbs()).toEqual(['wallet_switchEthereumChain'])
})

it('of a chain without endpoints no wallet is told', async () => {
  const { line, verbs } = await open([])
  await expect(bringToChain(line, { ...polygon, rpcUrls: [] }, signal)).rejects.toMatchObject({
    data: { eipCode: 4901 },
  })
  expect(verbs()).toEqual(['wallet_switchEthereumChain'])
})
