// In a process of its own: what was sent is followed for as long as the process is there.
import { setMaxListeners } from 'node:events'
import { type Anvil, startAnvil } from '@vitrine/shared/chains/testing/anvil.ts'
import { parseTransaction } from 'viem'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import type { ReportActivity } from '../../session/report-activity.ts'
import type { Address, EthereumTransactionInput, Hex } from './ports.ts'
import { startGateway } from './testing/gateway.ts'
import { localAccount, localPerform, localWallet } from './testing/local-signer.ts'
import { chainAt as chainOf, openTabs } from './testing/tabs.ts'

const FROM = localWallet.address as Address
const TO: Address = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const GWEI = 10n ** 9n
const { signal } = new AbortController()
// One transaction is prepared by more questions at once than Node expects of one signal. Browsers have no such limit.
setMaxListeners(0, signal)

let anvil: Anvil
beforeAll(async () => {
  anvil = await startAnvil()
})
afterAll(() => anvil.stop())
beforeEach(() => anvil.fund(FROM, 100n * 10n ** 18n))

const chainAt = (...rpcUrls: string[]) => chainOf(anvil.chainId, ...rpcUrls)
const setUp = (chain = chainAt(anvil.url), perform = localPerform, report?: ReportActivity) =>
  openTabs(chain, perform, report)

describe('prepare', () => {
  test('fills in nonce, gas and EIP-1559 fees', async () => {
    const { network } = setUp()
    const prepared = await network.prepare(FROM, { to: TO, value: 7n }, signal)
    expect(prepared.unsigned).toMatchObject({
      type: 2,
      to: TO,
      value: '0x7',
      gas_limit: '0x5208',
      chain_id: 31337,
    })
    expect(prepared.warnings).toEqual([])
    expect(prepared.hasFixedNonce).toBe(false)
    expect(prepared.balance).toBe(100n * 10n ** 18n)
    expect(prepared.maxFee).toBeGreaterThan(0n)
    expect(prepared.expectedFee).toBeLessThanOrEqual(prepared.maxFee)
  })

  test.each<[string, EthereumTransactionInput, object]>([
    ['legacy', { type: 0 }, { type: 0, gas_price: expect.stringMatching(/^0x/) }],
    ['a gas price', { gasPrice: 3n * GWEI }, { type: 0, gas_price: '0xb2d05e00' }],
    ['an access list', { accessList: [], gasPrice: GWEI }, { type: 1, access_list: [] }],
    ['type 1 without a list', { type: 1 }, { type: 1 }],
    [
      'both fees',
      { maxFeePerGas: 9n * GWEI, maxPriorityFeePerGas: GWEI },
      { type: 2, max_fee_per_gas: '0x218711a00', max_priority_fee_per_gas: '0x3b9aca00' },
    ],
    [
      'a limit below the usual tip',
      { maxFeePerGas: 5n },
      { max_fee_per_gas: '0x5', max_priority_fee_per_gas: '0x5' },
    ],
    ['gas', { gas: 50_000n }, { gas_limit: '0xc350' }],
    ['a nonce', { nonce: 0 }, { nonce: '0x0' }],
  ])('keeps what the dapp named: %s', async (_, input, expected) => {
    const { network } = setUp()
    const { unsigned } = await network.prepare(FROM, { to: TO, value: 1n, ...input }, signal)
    expect(unsigned).toMatchObject(expected)
  })

  test('a tip above the estimate raises the limit by as much', async () => {
    const { network } = setUp()
    const tip = 500n * GWEI
    const { unsigned } = await network.prepare(FROM, { to: TO, maxPriorityFeePerGas: tip }, signal)
    const limit = 'max_fee_per_gas' in unsigned ? BigInt(unsigned.max_fee_per_gas) : 0n
    expect(limit).toBeGreaterThan(tip)
  })

  test('a contract is created without `to`', async () => {
    const { network } = setUp()
    const { unsigned } = await network.prepare(
      FROM,
      { data: '0x600a600c600039600a6000f3602a60005260206000f3' },
      signal,
    )
    expect(unsigned).not.toHaveProperty('to')
    expect(Number(unsigned.gas_limit)).toBeGreaterThan(53_000)
  })

  test('more than the account has is a warning with both sums', async () => {
    const { network } = setUp()
    const { warnings } = await network.prepare(FROM, { to: TO, value: 10n ** 30n }, signal)
    expect(warnings).toContainEqual({
      kind: 'insufficient-balance',
      balance: 100n * 10n ** 18n,
      needed: expect.any(BigInt),
    })
  })

  test('what the contract refuses is a warning with its own word', async () => {
    const { network } = setUp()
    const contract = '0x00000000000000000000000000000000000000aa'
    // PUSH "no" and revert with Error(string).
    await anvil.request('anvil_setCode', [contract, revertWith('Sale is over')])
    const { warnings } = await network.prepare(FROM, { to: contract, data: '0x01' }, signal)
    expect(warnings).toEqual([{ kind: 'will-fail', reason: expect.stringContaining('Sale is over') }])
  })

  test('less gas than it needs is a warning: it would run until the gas is gone', async () => {
    const { network } = setUp()
    const { warnings } = await network.prepare(FROM, { to: TO, value: 1n, gas: 20_999n }, signal)
    expect(warnings).toEqual([{ kind: 'will-fail', reason: null }])
    const enough = await network.prepare(FROM, { to: TO, value: 1n, gas: 21_000n }, signal)
    expect(enough.warnings).toEqual([])
  })

  test('tells what the gas that is needed has cost lately, whatever price and gas the dapp named', async () => {
    const { network } = setUp()
    const named = { gas: 100_000n, gasPrice: 10_000n * GWEI }
    await anvil.request('anvil_impersonateAccount', [FROM])
    await anvil.mined(await anvil.request('eth_sendTransaction', [{ from: FROM, to: TO }]))
    const { maxFee, usualFee } = await network.prepare(FROM, { to: TO, value: 1n, ...named }, signal)
    expect(maxFee).toBe(10n ** 18n)
    expect(usualFee).toBeGreaterThan(0n)
    expect(usualFee).toBeLessThan(21_000n * 10n * GWEI)
  })

  test('an aborted signal rejects with its reason', async () => {
    const { network } = setUp()
    const reason = new Error('left')
    await expect(network.prepare(FROM, { to: TO }, AbortSignal.abort(reason))).rejects.toBe(reason)
  })
})

describe('endpoints', () => {
  test('one that fails is asked once more, then the next is', async () => {
    const gateway = await startGateway(anvil.url)
    gateway.behave(async () => 503)
    const { network } = setUp(chainAt(gateway.url, anvil.url))
    await expect(network.request('eth_chainId', [])).resolves.toBe('0x7a69')
    expect(gateway.methods()).toEqual(['eth_chainId', 'eth_chainId'])
    await gateway.stop()
  })

  test('what a node has refused no other node is asked', async () => {
    const [first, second] = [await startGateway(anvil.url, '0x7a69'), await startGateway(anvil.url, '0x7a69')]
    const { network } = setUp(chainAt(first.url, second.url))
    await expect(
      network.request('eth_call', [{ to: await revertingContract(), data: '0x' }, 'latest']),
    ).rejects.toMatchObject({
      code: 'transaction_failure',
      data: { eipCode: 3, data: expect.stringMatching(/^0x08c379a0/) },
      message: expect.stringContaining('Sale is over'),
    })
    expect(second.seen).toEqual([])
    await Promise.all([first.stop(), second.stop()])
  })

  test('a node at its limit is passed over', async () => {
    const gateway = await startGateway(anvil.url, '0x7a69')
    gateway.behave(async () =>
      JSON.stringify({ jsonrpc: '2.0', id: 1, error: { code: -32005, message: 'limit' } }),
    )
    const { network } = setUp(chainAt(gateway.url, anvil.url))
    await expect(network.request('eth_chainId', [])).resolves.toBe('0x7a69')
    await gateway.stop()
  })

  test('none that answers is 4901, told plainly', async () => {
    const { network } = setUp(chainAt('http://127.0.0.1:1'))
    await expect(network.request('eth_chainId', [])).rejects.toMatchObject({
      code: 'service_unavailable',
      data: { eipCode: 4901 },
      message: 'No node of Anvil answers. Check the connection and try again.',
    })
  })

  test('a chain without endpoints is 4901 and can still sign', async () => {
    const { network } = setUp(chainAt())
    await expect(network.request('eth_chainId', [])).rejects.toMatchObject({
      code: 'unsupported_chain_id',
      data: { eipCode: 4901 },
    })
    const { network: other } = setUp()
    const prepared = await other.prepare(FROM, { to: TO, value: 3n }, signal)
    const { signedTransaction } = await network.sign(localWallet, prepared, signal)
    expect(parseTransaction(signedTransaction)).toMatchObject({ value: 3n, chainId: 31337 })
  })

  test('to be sent, not even a complete transaction is taken there; to be signed it is, and a node is asked where there is one', async () => {
    const complete = { to: TO, nonce: 1, gas: 21_000n, gasPrice: GWEI }
    const { network } = setUp(chainAt())
    await expect(network.prepare(FROM, complete, signal)).rejects.toMatchObject({ data: { eipCode: 4901 } })
    const unchecked = await network.prepareToSign(FROM, complete, signal)
    expect(unchecked.warnings).toEqual([{ kind: 'not-checked' }])
    const { signedTransaction } = await network.sign(localWallet, unchecked, signal)
    expect(parseTransaction(signedTransaction)).toMatchObject({ type: 'legacy', nonce: 1, chainId: 31337 })
    const { network: asked } = setUp()
    const { warnings, balance } = await asked.prepareToSign(FROM, complete, signal)
    expect(warnings).not.toContainEqual({ kind: 'not-checked' })
    expect(balance).not.toBeNull()
  })

  test.each(['"text"', '{}', '[]', 'null', '"0xzz"'])(
    'an answer that is no number is refused: %s',
    async answer => {
      const gateway = await startGateway(anvil.url, '0x7a69')
      gateway.behave((call, pass) =>
        call.method === 'eth_getBalance'
          ? Promise.resolve(`{"jsonrpc":"2.0","id":1,"result":${answer}}`)
          : pass(),
      )
      const { network } = setUp(chainAt(gateway.url))
      await expect(network.prepare(FROM, { to: TO }, signal)).rejects.toMatchObject({
        code: 'service_unavailable',
      })
      await gateway.stop()
    },
  )
})

describe('send', () => {
  test('is reported once the node took it, and what the node refuses is not', async () => {
    const report = vi.fn<ReportActivity>()
    const { network } = setUp(undefined, undefined, report)
    const prepared = await network.prepare(FROM, { to: TO, value: 7n }, signal)
    const { hash } = await network.send(localWallet, prepared, signal)
    const told = { type: 'transaction.broadcasted', chain_type: 'ethereum', chain_id: 31337 }
    expect(report.mock.calls).toEqual([[{ ...told, address: FROM, hash, to: TO, value: '7' }]])
    const refused = { ...prepared, unsigned: { ...prepared.unsigned, gas_limit: '0x1' } } as typeof prepared
    await expect(network.send(localWallet, refused, signal)).rejects.toThrow()
    expect(report).toHaveBeenCalledOnce()
  })

  test.each<[string, EthereumTransactionInput, string]>([
    ['0', { type: 0 }, '0x0'],
    [
      '1',
      { accessList: [{ address: TO, storageKeys: [`0x${'00'.repeat(32)}`] }], gasPrice: 5n * GWEI },
      '0x1',
    ],
    ['2', {}, '0x2'],
  ])('a transaction of type %s arrives', async (_, input, type) => {
    const { network, sent } = setUp()
    const prepared = await network.prepare(FROM, { to: TO, value: 5n, ...input }, signal)
    const { hash } = await network.send(localWallet, prepared, signal)
    expect(await anvil.request('eth_getTransactionByHash', [hash])).toMatchObject({ type, value: '0x5' })
    expect(await network.wait(hash, signal)).toMatchObject({
      status: 'confirmed',
      blockNumber: expect.any(Number),
    })
    expect(sent.all.get()).toHaveLength(1)
  })

  test('a transaction of type 4 lends the account code (EIP-7702)', async () => {
    const { network } = setUp()
    const contract: Address = '0x00000000000000000000000000000000000000bb'
    const nonce = Number(await anvil.request('eth_getTransactionCount', [FROM, 'pending']))
    const signed = await localAccount.signAuthorization({
      address: contract,
      chainId: 31337,
      nonce: nonce + 1,
    })
    const authorizationList = [
      {
        contract,
        chain_id: 31337,
        nonce: `0x${(nonce + 1).toString(16)}`,
        r: signed.r,
        s: signed.s,
        y_parity: signed.yParity as 0 | 1,
      },
    ]
    const prepared = await network.prepare(FROM, { to: TO, authorizationList }, signal)
    const { hash } = await network.send(localWallet, prepared, signal)
    await network.wait(hash, signal)
    expect(await anvil.request('eth_getCode', [FROM, 'latest'])).toBe(`0xef0100${contract.slice(2)}`)
    await anvil.request('anvil_setCode', [FROM, '0x'])
  })

  test('ten at once from two tabs take ten nonces in a row', async () => {
    const { network, openTab } = setUp()
    const other = openTab().network
    await anvil.request('evm_setAutomine', [false])
    const first = Number(await anvil.request('eth_getTransactionCount', [FROM, 'pending']))
    const hashes = await Promise.all(
      Array.from({ length: 10 }, async (_, index) => {
        const tab = index % 2 ? network : other
        const { hash } = await tab.send(
          localWallet,
          await tab.prepare(FROM, { to: TO, value: 1n }, signal),
          signal,
        )
        return hash
      }),
    )
    const nonces = await Promise.all(
      hashes.map(async hash =>
        Number((await anvil.request<{ nonce: Hex }>('eth_getTransactionByHash', [hash])).nonce),
      ),
    )
    expect(nonces.sort((a, b) => a - b)).toEqual(Array.from({ length: 10 }, (_, index) => first + index))
    await anvil.request('evm_setAutomine', [true])
    await anvil.request('evm_mine')
  })

  test('a node that lags behind does not make two transactions of one nonce', async () => {
    const gateway = await startGateway(anvil.url, '0x7a69')
    const { network } = setUp(chainAt(gateway.url))
    const count = await anvil.request<string>('eth_getTransactionCount', [FROM, 'pending'])
    gateway.behave((call, pass) =>
      call.method === 'eth_getTransactionCount'
        ? Promise.resolve(JSON.stringify({ jsonrpc: '2.0', id: 1, result: count }))
        : pass(),
    )
    await anvil.request('evm_setAutomine', [false])
    const send = async () =>
      network.send(localWallet, await network.prepare(FROM, { to: TO, value: 1n }, signal), signal)
    const hashes = [await send(), await send()]
    expect(new Set(hashes.map(({ hash }) => hash)).size).toBe(2)
    await anvil.request('evm_setAutomine', [true])
    await anvil.request('evm_mine')
    await gateway.stop()
  })

  test('what the node refuses is forgotten, and its nonce is free', async () => {
    const { network, sent } = setUp()
    const prepared = await network.prepare(FROM, { to: TO, value: 1n, nonce: 0 }, signal)
    expect(prepared.warnings).toEqual([{ kind: 'nonce-replaces', expected: expect.any(Number) }])
    await expect(network.send(localWallet, prepared, signal)).rejects.toMatchObject({
      code: 'transaction_failure',
      message: expect.stringMatching(/nonce/i),
    })
    expect(sent.all.get()).toEqual([])
  })

  test('who leaves while another tab sends has nothing signed', async () => {
    const perform = vi.fn(localPerform)
    const { network } = setUp(chainAt(anvil.url), perform)
    // With a nonce of its own nothing is asked that the signal would stop.
    const prepared = await network.prepare(FROM, { to: TO, nonce: 1_000 }, signal)
    await expect(network.send(localWallet, prepared, AbortSignal.abort(new Error('left')))).rejects.toThrow(
      'left',
    )
    expect(perform).not.toHaveBeenCalled()
  })
})

describe('following', () => {
  test('goes on after a reload', async () => {
    const { network, openTab } = setUp()
    await anvil.request('evm_setAutomine', [false])
    const { hash } = await network.send(
      localWallet,
      await network.prepare(FROM, { to: TO, value: 1n }, signal),
      signal,
    )
    const reloaded = openTab()
    expect(reloaded.sent.get(hash)).toMatchObject({ status: 'pending' })
    reloaded.network.follow()
    await anvil.request('evm_setAutomine', [true])
    await anvil.request('evm_mine')
    expect(await reloaded.network.wait(hash, signal)).toMatchObject({ status: 'confirmed' })
  })

  test('a reverted transaction is told as such', async () => {
    const { network } = setUp()
    const contract = await revertingContract()
    const prepared = await network.prepare(FROM, { to: contract, gas: 100_000n, data: '0x01' }, signal)
    const { hash } = await network.send(localWallet, prepared, signal)
    expect(await network.wait(hash, signal)).toMatchObject({ status: 'reverted' })
  })

  test('a transaction whose nonce another one took is replaced', async () => {
    const { network } = setUp()
    await anvil.request('evm_setAutomine', [false])
    const first = await network.prepare(FROM, { to: TO, value: 1n, gasPrice: 3n * GWEI }, signal)
    const { hash } = await network.send(localWallet, first, signal)
    const nonce = Number(first.unsigned.nonce)
    const second = await network.prepare(FROM, { to: TO, value: 2n, gasPrice: 30n * GWEI, nonce }, signal)
    await network.send(localWallet, second, signal)
    await anvil.request('evm_setAutomine', [true])
    await anvil.request('evm_mine')
    expect(await network.wait(hash, signal)).toMatchObject({ status: 'replaced', isFinal: false })
  })
})

async function revertingContract(): Promise<Address> {
  const contract = '0x00000000000000000000000000000000000000aa'
  await anvil.request('anvil_setCode', [contract, revertWith('Sale is over')])
  return contract
}

/** Code that reverts with `Error(string)`: it copies what follows it into memory. */
function revertWith(reason: string): Hex {
  const bytes = Buffer.from(reason)
  const word = (value: number) => value.toString(16).padStart(64, '0')
  const text = bytes.toString('hex').padEnd(64, '0')
  const error = `08c379a0${word(32)}${word(bytes.length)}${text}`
  const length = (error.length / 2).toString(16).padStart(2, '0')
  // PUSH1 length, DUP1, PUSH1 offset, PUSH1 0, CODECOPY, PUSH1 0, REVERT
  return `0x60${length}80600b6000396000fd00${error}`.replace('6000fd00', '6000fd') as Hex
}
