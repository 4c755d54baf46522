// In a process of its own: what was sent is followed for as long as the process is there.
import { type Anvil, startAnvil } from '@vitrine/shared/chains/testing/anvil.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Address, Hex } from './ports.ts'
import { sendBatch } from './send-batch.ts'
import { startGateway } from './testing/gateway.ts'
import { localPerform, localWallet } from './testing/local-signer.ts'
import { chainAt as chainOf, openTabs } from './testing/tabs.ts'

const FROM = localWallet.address as Address
const TO: Address = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const { signal } = new AbortController()

let anvil: Anvil
beforeAll(async () => {
  anvil = await startAnvil()
})
afterAll(() => anvil.stop())
beforeEach(() => anvil.fund(FROM, 100n * 10n ** 18n))

const chainAt = (...rpcUrls: string[]) => chainOf(anvil.chainId, ...rpcUrls)
const setUp = openTabs

describe('a lost answer', () => {
  test('an answer that is lost, then “already known”, is a success', async () => {
    const gateway = await startGateway(anvil.url, '0x7a69')
    const { network } = setUp(chainAt(gateway.url))
    const prepared = await network.prepare(FROM, { to: TO, value: 11n }, signal)
    gateway.behave(async (call, pass) => {
      const answer = await pass()
      const isFirst = gateway.methods().filter(method => method === 'eth_sendRawTransaction').length === 1
      return call.method === 'eth_sendRawTransaction' && isFirst ? 'hang up' : answer
    })
    const { hash } = await network.send(localWallet, prepared, signal)
    expect(await anvil.request('eth_getTransactionByHash', [hash])).toMatchObject({ value: '0xb' })
    await gateway.stop()
  })

  test('no answer at all: it is followed, and the same approval sent again pays once', async () => {
    const gateway = await startGateway(anvil.url, '0x7a69')
    const perform = vi.fn(localPerform)
    const { network, sent } = setUp(chainAt(gateway.url), perform)
    const prepared = await network.prepare(FROM, { to: TO, value: 12n }, signal)
    gateway.behave(async (call, pass) => {
      if (call.method === 'eth_sendRawTransaction') await pass()
      return /send|ByHash|Receipt/.test(call.method) ? 'hang up' : pass()
    })
    const before = Number(await anvil.request('eth_getTransactionCount', [FROM, 'pending']))
    await expect(network.send(localWallet, prepared, signal)).rejects.toMatchObject({
      code: 'service_unavailable',
      data: { hash: expect.stringMatching(/^0x[0-9a-f]{64}$/) },
    })
    gateway.behave((_call, pass) => pass())
    const { hash } = await network.send(localWallet, prepared, signal)
    expect(hash).toBe(sent.all.get()[0]?.hash)
    expect(perform).toHaveBeenCalledOnce()
    expect(Number(await anvil.request('eth_getTransactionCount', [FROM, 'pending']))).toBe(before + 1)
    await gateway.stop()
  })

  test.each(['on the same screen', 'after a reload'])(
    'no answer at all, and the person prepares and approves the same again %s: it is paid once',
    async where => {
      const gateway = await startGateway(anvil.url, '0x7a69')
      const perform = vi.fn(localPerform)
      const { network, openTab } = setUp(chainAt(gateway.url), perform)
      const input = { to: TO, value: 13n }
      const prepared = await network.prepare(FROM, input, signal)
      gateway.behave(async (call, pass) => {
        if (call.method === 'eth_sendRawTransaction') await pass()
        return /send|ByHash|Receipt/.test(call.method) ? 'hang up' : pass()
      })
      await expect(network.send(localWallet, prepared, signal)).rejects.toMatchObject({
        code: 'service_unavailable',
      })
      gateway.behave((_call, pass) => pass())
      const again = where === 'after a reload' ? openTab().network : network
      const count = await anvil.request('eth_getTransactionCount', [FROM, 'pending'])
      await again.send(localWallet, await again.prepare(FROM, input, signal), signal)
      expect(perform).toHaveBeenCalledOnce()
      expect(await anvil.request('eth_getTransactionCount', [FROM, 'pending'])).toBe(count)
      // The question is settled: what is paid from now on is meant.
      await again.send(localWallet, await again.prepare(FROM, input, signal), signal)
      expect(perform).toHaveBeenCalledTimes(2)
      await gateway.stop()
    },
  )

  const refusal = (message: string) =>
    JSON.stringify({ jsonrpc: '2.0', id: 1, error: { code: -32000, message } })
  const nothing = JSON.stringify({ jsonrpc: '2.0', id: 1, result: null })

  test.each(['nonce too low', 'already known', 'ALREADY_EXISTS: already known', 'known transaction: 0xab'])(
    'answers with the hash where the first answer was lost and the repetition says “%s”',
    async message => {
      const gateway = await startGateway(anvil.url, '0x7a69')
      const perform = vi.fn(localPerform)
      const { network, sent } = setUp(chainAt(gateway.url), perform)
      const prepared = await network.prepare(FROM, { to: TO, value: 14n }, signal)
      let looks = 0
      gateway.behave(async (call, pass) => {
        const isFirst = gateway.methods().filter(method => method === 'eth_sendRawTransaction').length === 1
        if (call.method === 'eth_sendRawTransaction') {
          if (!isFirst) return refusal(message)
          await pass()
          return 'hang up'
        }
        // The nodes behind the address learn of the block late.
        if (/ByHash|Receipt|BlockByNumber/.test(call.method) && ++looks <= 6) return nothing
        return pass()
      })
      const { hash } = await network.send(localWallet, prepared, signal)
      expect(await network.wait(hash, signal)).toMatchObject({ status: 'confirmed', hash })
      expect(sent.all.get()).toHaveLength(1)
      expect(perform).toHaveBeenCalledOnce()
      expect(await anvil.request('eth_getTransactionByHash', [hash])).toMatchObject({ value: '0xe' })
      await gateway.stop()
    },
  )

  test('sends the same bytes again where a lost answer is followed by another refusal', async () => {
    const gateway = await startGateway(anvil.url, '0x7a69')
    const perform = vi.fn(localPerform)
    const { network } = setUp(chainAt(gateway.url), perform)
    const input = { to: TO, value: 15n }
    const prepared = await network.prepare(FROM, input, signal)
    gateway.behave(async (call, pass) => {
      const isFirst = gateway.methods().filter(method => method === 'eth_sendRawTransaction').length === 1
      if (/ByHash|Receipt/.test(call.method)) return nothing
      if (call.method !== 'eth_sendRawTransaction') return pass()
      if (!isFirst) return refusal('insufficient funds for gas * price + value')
      await pass()
      return 'hang up'
    })
    await expect(network.send(localWallet, prepared, signal)).rejects.toMatchObject({
      code: 'service_unavailable',
      data: { hash: expect.stringMatching(/^0x/) },
    })
    gateway.behave((_call, pass) => pass())
    const count = await anvil.request('eth_getTransactionCount', [FROM, 'pending'])
    await network.send(localWallet, await network.prepare(FROM, input, signal), signal)
    expect(perform).toHaveBeenCalledOnce()
    expect(await anvil.request('eth_getTransactionCount', [FROM, 'pending'])).toBe(count)
    await gateway.stop()
  })
})

describe('nodes that disagree', () => {
  test('stays pending while nodes know the nonce and not the transaction, and a batch goes on', async () => {
    const gateway = await startGateway(anvil.url, '0x7a69')
    const { network, sent } = setUp(chainAt(gateway.url))
    const seen: string[] = []
    sent.all.subscribe(() => seen.push(...sent.all.get().map(({ status }) => status)))
    let looks = 0
    // A load balancer: the account's count comes from a node that is ahead of the one with receipts and blocks.
    gateway.behave((call, pass) =>
      /Receipt|ByHash/.test(call.method) && ++looks <= 12
        ? Promise.resolve(JSON.stringify({ jsonrpc: '2.0', id: 1, result: null }))
        : pass(),
    )
    const hashes: Hex[] = []
    const isWhole = await sendBatch(
      {
        network,
        wallet: localWallet,
        count: 2,
        prepared: place => network.prepare(FROM, { to: TO, value: BigInt(20 + place), gas: 30_000n }, signal),
        onSent: hash => hashes.push(hash),
      },
      signal,
    )
    expect([isWhole, hashes.length]).toEqual([true, 2])
    expect(await network.wait(hashes[0] as Hex, signal)).toMatchObject({ status: 'confirmed' })
    expect(await network.wait(hashes[1] as Hex, signal)).toMatchObject({ status: 'confirmed' })
    expect(looks).toBeGreaterThan(12)
    expect(new Set(seen)).toEqual(new Set(['pending', 'confirmed']))
    await gateway.stop()
  })

  test('broadcasts the same bytes again where the nodes have lost them', async () => {
    const gateway = await startGateway(anvil.url, '0x7a69')
    const { network } = setUp(chainAt(gateway.url))
    const prepared = await network.prepare(FROM, { to: TO, value: 16n }, signal)
    // The node says yes and keeps nothing, as one does that is restarted.
    gateway.behave((call, pass) =>
      call.method === 'eth_sendRawTransaction' && !isHealthy
        ? Promise.resolve(JSON.stringify({ jsonrpc: '2.0', id: 1, result: `0x${'00'.repeat(32)}` }))
        : pass(),
    )
    let isHealthy = false
    const { hash } = await network.send(localWallet, prepared, signal)
    expect(await anvil.request('eth_getTransactionByHash', [hash])).toBeNull()
    isHealthy = true
    expect(await network.wait(hash, signal)).toMatchObject({ status: 'confirmed' })
    await gateway.stop()
  })
})
