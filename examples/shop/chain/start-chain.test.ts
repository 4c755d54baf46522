import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DEMO_DOLLAR, DEMO_FEEDS } from '@vitrine/shared/chains/demo-chain.ts'
import { parseAbi, parseEther } from 'viem'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createPerson, startTestChain, type TestChain } from '../testing/demo.ts'
import { balanceOf, createFaucet, dollars } from './dollars.ts'

let folder: string
let chain: TestChain | undefined
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'vitrine-chain-'))
})
afterEach(async () => {
  await chain?.stop()
  await rm(folder, { recursive: true })
})
const stateFile = () => join(folder, 'data/chain.json')

const PRICE = parseAbi([
  'function decimals() view returns (uint8)',
  'function latestRoundData() view returns (uint80, int256 answer, uint256, uint256 updatedAt, uint80)',
])

test('the coin is what the wallet’s config says of it, and the prices are 1 and 2,000 dollars', async () => {
  chain = await startTestChain()
  const { client } = chain
  const abi = parseAbi([
    'function name() view returns (string)',
    'function symbol() view returns (string)',
    'function decimals() view returns (uint8)',
  ])
  const read = (functionName: 'name' | 'symbol' | 'decimals') =>
    client.readContract({ address: DEMO_DOLLAR.address, abi, functionName })
  expect([await read('name'), await read('symbol'), await read('decimals')]).toEqual([
    DEMO_DOLLAR.name,
    DEMO_DOLLAR.symbol,
    DEMO_DOLLAR.decimals,
  ])
  const price = (address: `0x${string}`) =>
    client.readContract({ address, abi: PRICE, functionName: 'latestRoundData' })
  expect((await price(DEMO_FEEDS.dollar))[1]).toBe(100_000_000n)
  expect((await price(DEMO_FEEDS.ether))[1]).toBe(200_000_000_000n)
})

test('a wallet gets demo money and fees once, also when two tabs ask at once', async () => {
  chain = await startTestChain()
  const { client } = chain
  const [wallet = '0x'] = createPerson(chain).customer.wallets
  const faucet = createFaucet(client)
  await Promise.all([faucet.welcome(wallet), faucet.welcome(wallet)])
  await faucet.welcome(wallet)
  await createFaucet(client).welcome(wallet)
  expect(await balanceOf(client, wallet)).toBe(dollars(500))
  expect(await client.getBalance({ address: wallet })).toBe(parseEther('0.02'))
})

test('who had demo money yesterday has it today, and gets no more', async () => {
  chain = await startTestChain(stateFile())
  const [wallet = '0x'] = createPerson(chain).customer.wallets
  await createFaucet(chain.client).welcome(wallet)
  const last = await chain.client.getBlockNumber({ cacheTime: 0 })
  await chain.stop()

  chain = await startTestChain(stateFile())
  expect(await chain.client.getBlockNumber({ cacheTime: 0 })).toBe(last)
  await createFaucet(chain.client).welcome(wallet)
  expect(await balanceOf(chain.client, wallet)).toBe(dollars(500))
})

test('a state that was half written is put aside, and the chain starts anew', async () => {
  chain = await startTestChain(stateFile())
  await chain.stop()
  await writeFile(stateFile(), '{"block":')
  chain = await startTestChain(stateFile())
  expect(await chain.client.getCode({ address: DEMO_DOLLAR.address })).toBeDefined()
  expect(await readdir(join(folder, 'data'))).toContain('chain.json.broken')
})

test('only the wallet’s pages may read and send there', async () => {
  chain = await startTestChain()
  const ask = async (origin: string) => {
    const response = await fetch(chain?.url ?? '', {
      method: 'OPTIONS',
      headers: { origin, 'access-control-request-method': 'POST' },
    })
    return response.headers.get('access-control-allow-origin')
  }
  expect(await ask('http://localhost:4401')).toBe('http://localhost:4401')
  expect(await ask('https://evil.example')).not.toMatch(/\*|evil/)
})
