// In a process of its own: what was sent is followed for as long as the process is there.
import { type Anvil, startAnvil } from '@vitrine/shared/chains/testing/anvil.ts'
import { ethSignTransactionRequest } from '@vitrine/shared/wallet/sign-transaction.ts'
import { toHex } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { callStatuses, readReceipts } from './call-status.ts'
import type { Address, EthereumTransactionInput, Hex, ReplacementKind } from './ports.ts'
import { startGateway } from './testing/gateway.ts'
import { localWallet } from './testing/local-signer.ts'
import { chainAt, openTabs } from './testing/tabs.ts'

const FROM = localWallet.address as Address
const TO: Address = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const GWEI = 10n ** 9n
const { signal } = new AbortController()

let anvil: Anvil
beforeAll(async () => {
  anvil = await startAnvil({ noMining: true })
})
afterAll(() => anvil.stop())
beforeEach(() => anvil.fund(FROM, 100n * 10n ** 18n))

type Tab = ReturnType<typeof openTabs>

async function send({ network }: Tab, input: EthereumTransactionInput, about?: object) {
  const prepared = await network.prepare(FROM, input, signal)
  const { hash } = await network.send(localWallet, prepared, signal, about as never)
  return { hash, prepared }
}

const replace = async (tab: Tab, hash: Hex, kind: ReplacementKind) =>
  send(tab, await tab.network.replacement(hash, kind))

const mine = () => anvil.request('evm_mine')
const statusOf = ({ sent }: Tab, hash: Hex) => sent.get(hash)?.status
const balance = async (of: Address) => BigInt(await anvil.request('eth_getBalance', [of, 'latest']))

const about = { headline: 'Send', amount: '−1 ETH', party: TO, askedBy: 'https://shop.example' }

test('a faster one does the same with the same nonce, for fees an eighth higher at least', async () => {
  const tab = openTabs(chainAt(anvil.chainId, anvil.url))
  const before = await balance(TO)
  const first = await send(tab, { to: TO, value: 5n, data: '0x01' }, about)
  expect(tab.network.replaceable(first.hash)).toEqual(['speed-up', 'cancel'])
  const second = await replace(tab, first.hash, 'speed-up')
  const [old, now] = [first, second].map(
    ({ prepared }) => prepared.unsigned as unknown as Record<string, Hex>,
  )
  for (const field of ['to', 'value', 'data', 'nonce', 'gas_limit', 'type'])
    expect(`${now?.[field]}`.toLowerCase()).toBe(`${old?.[field]}`.toLowerCase())
  for (const field of ['max_fee_per_gas', 'max_priority_fee_per_gas'])
    expect(BigInt(now?.[field] ?? 0) * 8n).toBeGreaterThanOrEqual(BigInt(old?.[field] ?? 0) * 9n)
  expect(second.prepared.warnings).toEqual([])
  // The newest alone can be replaced.
  expect(tab.network.replaceable(first.hash)).toEqual([])
  expect(tab.network.replaceable(second.hash)).toEqual(['speed-up', 'cancel'])
  await mine()
  // Whoever waits for the first one learns of the one that did what it should have done.
  expect(await tab.network.wait(first.hash, signal)).toMatchObject({ hash: second.hash, status: 'confirmed' })
  expect(statusOf(tab, first.hash)).toBe('replaced')
  expect(await balance(TO)).toBe(before + 5n)
  expect(tab.network.replaceable(second.hash)).toEqual([])
  expect(tab.sent.get(second.hash)?.about).toEqual(about)
  const batch = { id: '1', chainId: anvil.chainId, from: FROM, count: 1, hashes: [first.hash] }
  const receipts = await readReceipts(tab.network, batch, tab.sent.all)
  expect(receipts).toMatchObject([{ transactionHash: second.hash }])
  expect(callStatuses(batch, [null], tab.sent.all)).toEqual(['confirmed'])
})

test('a cancellation sends nothing, and what it cancelled is replaced', async () => {
  const tab = openTabs(chainAt(anvil.chainId, anvil.url))
  const before = await balance(TO)
  const first = await send(tab, { to: TO, value: 5n })
  const second = await replace(tab, first.hash, 'cancel')
  expect(second.prepared.unsigned).toMatchObject({
    to: FROM,
    value: '0x0',
    nonce: first.prepared.unsigned.nonce,
  })
  expect(second.prepared.unsigned).not.toHaveProperty('data')
  expect(tab.network.replaceable(second.hash)).toEqual(['speed-up'])
  await mine()
  expect(await tab.network.wait(first.hash, signal)).toMatchObject({ hash: first.hash, status: 'replaced' })
  expect(await tab.network.wait(second.hash, signal)).toMatchObject({ status: 'confirmed' })
  expect(await balance(TO)).toBe(before)
})

test('where the first one was faster, the cancellation is what was replaced', async () => {
  const gateway = await startGateway(anvil.url, '0x7a69')
  const tab = openTabs(chainAt(anvil.chainId, gateway.url))
  const first = await send(tab, { to: TO, value: 5n })
  const raw = tab.sent.stored().find(({ hash }) => hash === first.hash)?.raw
  const second = await replace(tab, first.hash, 'cancel')
  // Another node has the first one alone, and makes the block. The wallet must not bring the other one there before.
  gateway.behave(async ({ method }, pass) => (method === 'eth_sendRawTransaction' ? 'hang up' : pass()))
  await anvil.request('anvil_dropTransaction', [second.hash])
  await anvil.request('eth_sendRawTransaction', [raw])
  await mine()
  expect(await tab.network.wait(first.hash, signal)).toMatchObject({ hash: first.hash, status: 'confirmed' })
  expect(await tab.network.wait(second.hash, signal)).toMatchObject({ status: 'replaced' })
  await gateway.stop()
})

test('which of the two won is known without a search for it, which many nodes could not answer', async () => {
  const gateway = await startGateway(anvil.url, '0x7a69')
  gateway.behave(async ({ method, params }, pass) => {
    const isSearch = method === 'eth_getTransactionCount' && /^0x/.test(String((params as unknown[])[1]))
    return isSearch
      ? JSON.stringify({ jsonrpc: '2.0', id: 1, error: { code: -32000, message: 'missing trie node' } })
      : pass()
  })
  const tab = openTabs(chainAt(anvil.chainId, gateway.url))
  const first = await send(tab, { to: TO, value: 5n })
  await replace(tab, first.hash, 'cancel')
  await mine()
  expect(await tab.network.wait(first.hash, signal)).toMatchObject({ status: 'replaced' })
  await gateway.stop()
})

test('one that its own replacement has pushed out of the pool is neither offered again nor lost', async () => {
  const tab = openTabs(chainAt(anvil.chainId, anvil.url))
  const first = await send(tab, { to: TO, value: 5n })
  const second = await replace(tab, first.hash, 'cancel')
  const minute = 60_000
  tab.sent.update(first.hash, { sentAt: Date.now() - 40 * minute })
  // The cancellation is lost as well: the first one stays out of the pool all the same.
  await anvil.request('anvil_dropTransaction', [second.hash])
  const isBack = () => anvil.request('eth_getTransactionByHash', [second.hash])
  await vi.waitFor(async () => expect(await isBack()).not.toBeNull())
  expect(await anvil.request('eth_getTransactionByHash', [first.hash])).toBeNull()
  expect(statusOf(tab, first.hash)).toBe('pending')
  await mine()
  expect(await tab.network.wait(first.hash, signal)).toMatchObject({ status: 'replaced' })
})

test('what the user has cancelled is not broadcast again where the cancellation is lost too', async () => {
  const gateway = await startGateway(anvil.url, '0x7a69')
  const tab = openTabs(chainAt(anvil.chainId, gateway.url))
  const first = await send(tab, { to: TO, value: 5n })
  const second = await replace(tab, first.hash, 'cancel')
  const [cancelBytes, bytes] = tab.sent.stored().map(({ raw }) => raw)
  const offered: unknown[] = []
  gateway.behave(async ({ method, params }, pass) => {
    if (method !== 'eth_sendRawTransaction') return pass()
    offered.push((params as unknown[])[0])
    return JSON.stringify({ jsonrpc: '2.0', id: 1, error: { code: -32000, message: 'The pool is full.' } })
  })
  for (const { hash } of [first, second]) tab.sent.update(hash, { sentAt: Date.now() - 2_400_000 })
  // One that still waits keeps the follower from slowing down.
  const [row] = tab.sent.stored()
  const other: Hex = `0x${'ab'.repeat(32)}`
  if (row)
    tab.sent.add({
      ...row,
      hash: other,
      nonce: 9_999,
      sentAt: Date.now(),
      raw: undefined,
      replaces: undefined,
    })
  await anvil.request('anvil_dropTransaction', [second.hash])
  await vi.waitFor(() => expect(statusOf(tab, first.hash)).toBe('dropped'))
  offered.length = 0
  // The follower asks about the newest first, and offers each of them as often.
  await vi.waitFor(() => expect(offered.length).toBeGreaterThan(2), { timeout: 5_000 })
  expect(offered).toContain(cancelBytes)
  expect(offered).not.toContain(bytes)
  await anvil.request('eth_sendRawTransaction', [cancelBytes])
  await mine()
  await vi.waitFor(() => expect(statusOf(tab, first.hash)).toBe('replaced'))
  tab.sent.remove(other)
  await gateway.stop()
})

test('one that is in a block already is not replaced', async () => {
  const tab = openTabs(chainAt(anvil.chainId, anvil.url))
  const first = await send(tab, { to: TO, value: 5n })
  const input = await tab.network.replacement(first.hash, 'speed-up')
  await mine()
  await expect(tab.network.prepare(FROM, input, signal)).rejects.toMatchObject({
    code: 'transaction_failure',
  })
  await tab.network.wait(first.hash, signal)
  expect(tab.network.replaceable(first.hash)).toEqual([])
  await expect(tab.network.replacement(first.hash, 'cancel')).rejects.toMatchObject({ code: 'invalid_data' })
})

test.each<[string, EthereumTransactionInput, object]>([
  ['0', { type: 0, gasPrice: 400n * GWEI }, { type: 0, gas_price: '0x68c6171400' }],
  [
    '1',
    { type: 1, gasPrice: 4_000n * GWEI, accessList: [{ address: TO, storageKeys: [`0x${'0'.repeat(64)}`] }] },
    { type: 1, gas_price: '0x417bce6c800', access_list: [{ storage_keys: [`0x${'0'.repeat(64)}`] }] },
  ],
])('a transaction of type %s is replaced by one of its type', async (_, fees, expected) => {
  const tab = openTabs(chainAt(anvil.chainId, anvil.url))
  const first = await send(tab, { to: TO, value: 5n, ...fees })
  const second = await replace(tab, first.hash, 'speed-up')
  expect(second.prepared.unsigned).toMatchObject({ ...expected, value: '0x5' })
  await mine()
  await tab.network.wait(first.hash, signal)
})

/** An authorization for every chain. The first byte of its `r` is zero, which RLP leaves out and the signer wants back. */
const AUTHORITY = privateKeyToAccount(toHex(54n, { size: 32 }))
const CODE = `0xef0100${TO.slice(2).toLowerCase()}`
const codeOf = (account: Address) => anvil.request('eth_getCode', [account, 'latest'])

async function sendWithAuthorization(tab: Tab) {
  const { r, s, yParity } = await AUTHORITY.signAuthorization({ contractAddress: TO, chainId: 0, nonce: 0 })
  expect(r).toMatch(/^0x00/)
  const authorization = {
    ...{ contract: TO, chain_id: 0, nonce: '0x0', r, s },
    y_parity: yParity === 0 ? (0 as const) : (1 as const),
  }
  return send(tab, { to: TO, value: 5n, type: 4, authorizationList: [authorization] })
}

test('a cancelled EIP-7702 transaction sets no code', async () => {
  const tab = openTabs(chainAt(anvil.chainId, anvil.url))
  const first = await sendWithAuthorization(tab)
  const second = await replace(tab, first.hash, 'cancel')
  expect(second.prepared.unsigned).toMatchObject({ type: 2, to: FROM, nonce: first.prepared.unsigned.nonce })
  await mine()
  expect(await tab.network.wait(first.hash, signal)).toMatchObject({ status: 'replaced' })
  expect(await codeOf(AUTHORITY.address)).toBe('0x')
})

test('a faster EIP-7702 transaction keeps the authorizations as they were signed', async () => {
  const tab = openTabs(chainAt(anvil.chainId, anvil.url))
  const first = await sendWithAuthorization(tab)
  const second = await replace(tab, first.hash, 'speed-up')
  const [old, now] = [first, second].map(({ prepared }) => prepared.unsigned as never as Record<string, Hex>)
  const list = (of: typeof old) => JSON.stringify(of?.authorization_list).toLowerCase()
  expect(list(now)).toBe(list(old))
  expect(now).toMatchObject({ type: 4, nonce: old?.nonce, value: old?.value })
  for (const field of ['max_fee_per_gas', 'max_priority_fee_per_gas'])
    expect(BigInt(now?.[field] ?? 0) * 8n).toBeGreaterThanOrEqual(BigInt(old?.[field] ?? 0) * 9n)
  // The signer takes it: its schema is the wallet's own.
  const request = { method: 'eth_signTransaction', params: { transaction: second.prepared.unsigned } }
  expect(ethSignTransactionRequest.safeParse(request).success).toBe(true)
  await mine()
  expect(await tab.network.wait(first.hash, signal)).toMatchObject({ hash: second.hash, status: 'confirmed' })
  expect(await codeOf(AUTHORITY.address)).toBe(CODE)
})

test('nothing is replaced while the page does not know whether it was sent, or where another app has the key', async () => {
  const tab = openTabs(chainAt(anvil.chainId, anvil.url))
  const { hash } = await send(tab, { to: TO, value: 5n })
  const uncertain = { content: '', raw: '0x' }
  tab.sent.update(hash, { uncertain })
  expect(tab.network.replaceable(hash)).toEqual([])
  tab.sent.update(hash, { uncertain: null, raw: undefined })
  expect(tab.network.replaceable(hash)).toEqual([])
  await mine()
})
