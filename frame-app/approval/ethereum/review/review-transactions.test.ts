import { encodeFunctionData, parseAbi, parseEther } from 'viem'
import { describe, expect, it, vi } from 'vitest'
import type { Address, EthereumTransactionInput } from '../../../chains/ethereum/ports.ts'
import { prepareUnchecked } from '../../../chains/ethereum/prepare-unchecked.ts'
import { fakeCalls, fakeKernel, wallet } from '../../../ui/testing/fake-kernel.ts'
import { say } from '../../../words/say.ts'
import { withDangerTexts } from '../../testing/danger-texts.ts'
import { type FakeChainState, fakeNetwork, fakeNetworks } from '../../testing/fake-network.ts'
import { FAKE_USDC, FRIEND, ROUTER, simulationOf, THIEF, transferLog, USDC } from '../../testing/scenes.ts'
import { TOKEN_ABI } from '../decode/token-calls.ts'
import { reviewTransactions } from './review-transactions.ts'

const STATE: FakeChainState = {
  price: 2_000,
  tokens: {
    [USDC]: { symbol: 'USDC', decimals: 6, balance: 100_000_000n },
    [FAKE_USDC]: { symbol: 'USDС', decimals: 6 },
  },
  contracts: [ROUTER],
}
const MOST = 2n ** 256n - 1n
const call = (functionName: string, args: readonly unknown[]) =>
  encodeFunctionData({ abi: TOKEN_ABI, functionName, args } as never)

interface Setting {
  readonly state?: FakeChainState
  readonly kernel?: Parameters<typeof fakeKernel>[0]
}

async function reviewed(
  calls: EthereumTransactionInput | readonly EthereumTransactionInput[],
  { state, kernel }: Setting = {},
) {
  const network = fakeNetwork({ ...STATE, ...state })
  return reviewTransactions(
    fakeKernel({ ...kernel, ethereum: async () => fakeNetworks(network) }),
    { wallet, chainId: 1, calls: [calls].flat(), method: 'eth_sendTransaction' },
    new AbortController().signal,
  )
}

async function explained(...args: Parameters<typeof reviewed>) {
  const result = await reviewed(...args)
  if (!result.ok) throw new Error(result.failure.message)
  return { ...withDangerTexts(result.review.explanation), cost: result.review.cost }
}

it('what is signed and not sent says who can send it', async () => {
  const kernel = fakeKernel({ ethereum: async () => fakeNetworks(fakeNetwork(STATE)) })
  const notesOf = async (method: string) => {
    const task = { wallet, chainId: 1, calls: [{ to: FRIEND, value: 1n }], method }
    const result = await reviewTransactions(kernel, task, new AbortController().signal)
    return result.ok && result.review.explanation.notes
  }
  expect(await notesOf('eth_signTransaction')).toEqual([say('approval.signedOnly')])
  expect(await notesOf('eth_sendTransaction')).toEqual([])
})

it('notes the shortage of an empty wallet that signs without sending, and forbids only the sending', async () => {
  const network = fakeNetwork({ ...STATE, balance: 0n })
  const kernel = fakeKernel({ ethereum: async () => fakeNetworks(network) })
  const shortOf = async (method: string) => {
    const task = { wallet, chainId: 1, calls: [{ to: FRIEND, value: parseEther('1') }], method }
    const result = await reviewTransactions(kernel, task, new AbortController().signal)
    if (!result.ok) throw new Error(result.failure.message)
    const fresh = await result.review.reread(new AbortController().signal)
    expect(fresh.review.cost?.shortage).toBe(result.review.cost?.shortage)
    return { shortage: result.review.cost?.shortage, notes: result.review.explanation.notes }
  }
  const shortage = say('approval.balanceShort', { balance: '0 ETH', needed: '1.000042 ETH' })
  expect(await shortOf('eth_sendTransaction')).toEqual({ shortage, notes: [] })
  expect(await shortOf('eth_signTransaction')).toEqual({
    shortage: null,
    notes: [say('approval.signedOnly'), shortage],
  })
})

describe('what leaves', () => {
  it('is told in dollars and in native currency', async () => {
    const { headline, outgoing, dangers } = await explained({ to: FRIEND, value: parseEther('0.25') })
    expect(headline).toBe('Send 0.25 ETH')
    expect(outgoing).toEqual([
      { amount: '$500.00', beside: '0.25 ETH', token: null, party: FRIEND, standing: 'new' },
    ])
    expect(dangers).toEqual([])
  })

  it('is told in native currency alone where the app wants that, or no feed answers', async () => {
    const transaction = { to: FRIEND, value: parseEther('0.25') }
    const plain = [{ amount: '0.25 ETH', beside: null, token: null, party: FRIEND, standing: 'new' }]
    const app = fakeKernel().config.get().embeddedWallets
    const config = {
      embeddedWallets: { ...app, priceDisplay: { primary: 'native-token', secondary: null } as const },
    }
    expect((await explained(transaction, { kernel: { config } })).outgoing).toEqual(plain)
    const { price: _price, ...priceless } = STATE
    const network = fakeNetwork(priceless)
    const kernel = fakeKernel({ ethereum: async () => fakeNetworks(network) })
    const task = { wallet, chainId: 1, calls: [transaction], method: 'eth_sendTransaction' }
    const result = await reviewTransactions(kernel, task, new AbortController().signal)
    expect(result.ok && result.review.explanation.outgoing).toEqual(plain)
  })

  it('has every digit', async () => {
    const { outgoing } = await explained({ to: FRIEND, value: 1_234_567_890_123_456_789n })
    expect(outgoing[0]?.beside).toBe('1.234567890123456789 ETH')
  })

  it('is counted in the token’s own decimals', async () => {
    const { headline, outgoing } = await explained({
      to: USDC,
      data: call('transfer', [FRIEND, 1_234_560_000n]),
    })
    expect(headline).toBe('Send 1,234.56 USDC')
    expect(outgoing).toEqual([
      { amount: '1,234.56 USDC', beside: null, token: USDC, party: FRIEND, standing: 'new' },
    ])
  })
})

describe('dangers', () => {
  const swap = encodeFunctionData({
    abi: parseAbi([
      'function swapExactETHForTokens(uint256 amountOutMin, address[] path, address to, uint256 deadline)',
    ]),
    args: [1n, [USDC, USDC], wallet.address as Address, 1_900_000_000n],
  })

  it('an allowance without a limit', async () => {
    const { permissions, dangers } = await explained({ to: USDC, data: call('approve', [ROUTER, MOST]) })
    expect(permissions).toMatchObject([{ what: 'Unlimited USDC', who: ROUTER, isUnlimited: true }])
    expect(dangers).toEqual([say('danger.unlimited', { who: '0x7a2…488D', token: 'USDC' })])
  })

  it('no danger in an allowance that is as large as what is bought, or taken back', async () => {
    const small = await explained({ to: USDC, data: call('approve', [ROUTER, 5_000_000n]) })
    expect(small.dangers).toEqual([])
    expect(small.permissions).toMatchObject([{ what: '5 USDC', isUnlimited: false }])
    const back = await explained({ to: USDC, data: call('approve', [THIEF, 0n]) })
    expect(back.dangers).toEqual([])
    expect(back.permissions).toEqual([])
    expect(back.headline).toBe('End spending of USDC')
  })

  it('an allowance for a person, first of all', async () => {
    const { dangers } = await explained({ to: USDC, data: call('approve', [THIEF, MOST]) })
    expect(dangers[0]).toBe(say('danger.spenderIsEoa', { who: '0x123…7890' }))
  })

  it('an account with borrowed code is a person all the same', async () => {
    const code = { [THIEF]: `0xef0100${'ab'.repeat(20)}` }
    const { dangers } = await explained({ to: USDC, data: call('approve', [THIEF, 5n]) }, { state: { code } })
    expect(dangers).toEqual([say('danger.spenderIsEoa', { who: '0x123…7890' })])
  })

  it('control of a whole collection', async () => {
    const { dangers } = await explained({ to: USDC, data: call('setApprovalForAll', [ROUTER, true]) })
    expect(dangers).toEqual([say('danger.allowAll', { who: '0x7a2…488D', token: 'USDC' })])
  })

  it.each([
    ['tokens to their own contract', USDC, say('danger.toTokenContract')],
    [
      'tokens to nobody',
      '0x0000000000000000000000000000000000000000',
      say('danger.toNobody', { address: '0x000…0000' }),
    ],
  ])('%s', async (_name, to, danger) => {
    const { dangers } = await explained({ to: USDC, data: call('transfer', [to, 1n]) })
    expect(dangers).toEqual([danger])
  })

  it('a token that borrows a known symbol, with a Cyrillic letter too', async () => {
    const { dangers } = await explained({ to: FAKE_USDC, data: call('transfer', [FRIEND, 1n]) })
    expect(dangers).toEqual([say('danger.copiedToken', { symbol: 'USDC', address: '0xbAd…0dE0' })])
  })

  it('more tokens than the wallet has', async () => {
    const { dangers } = await explained({ to: USDC, data: call('transfer', [FRIEND, 100_000_001n]) })
    expect(dangers).toEqual([say('danger.tokenShort', { balance: '100 USDC' })])
  })

  it('a call that cannot be read', async () => {
    const { dangers, details } = await explained({ to: ROUTER, data: '0xdeadbeef' })
    expect(dangers).toEqual([say('danger.unknownCall', { host: 'shop.example' })])
    expect(details).toContainEqual(expect.objectContaining({ value: '0xdeadbeef' }))
  })

  it('a call that cannot be read, its values laid out where the app wants that', async () => {
    const data = `0xdeadbeef${'00'.repeat(12)}${THIEF.slice(2)}` as const
    const plain = await explained({ to: ROUTER, data })
    expect(plain.details).toHaveLength(2)
    const app = fakeKernel().config.get().embeddedWallets
    const config = { embeddedWallets: { ...app, extendedCalldataDecoding: true } }
    const { dangers, details, notes } = await explained({ to: ROUTER, data }, { kernel: { config } })
    expect(details.at(-1)).toEqual({
      label: say('approval.value', { number: 1 }),
      value: THIEF,
      kind: 'address',
      depth: 0,
    })
    expect(dangers).toEqual(plain.dangers)
    expect(notes).toContain(say('approval.guessed'))
  })

  it('a call to an address without a contract', async () => {
    const { dangers } = await explained({ to: THIEF, data: swap, value: 1n })
    expect(dangers).toContain(say('danger.noContract', { address: '0x123…7890' }))
  })

  it('what the network found while it was prepared', async () => {
    const warnings = [
      { kind: 'will-fail', reason: 'Too\u202e late\n'.repeat(80) },
      { kind: 'nonce-gap', expected: 5 },
    ] as const
    const prepared = { warnings, maxFee: 10n ** 18n }
    const { dangers } = await explained({ to: FRIEND, value: 1n }, { state: { prepared } })
    expect(dangers[0]).toBe(say('danger.absurdFee', { fee: '1 ETH' }))
    expect(dangers[1]).toMatch(/^This will probably fail.*“Too late Too late/)
    expect(dangers[1]).not.toMatch(/\n|\u202e/)
    expect(dangers[1]?.length).toBeLessThan(260)
    expect(dangers[2]).toBe(say('danger.nonceGap', { nonce: '7', expected: '5' }))
  })

  it('an EIP-7702 authorization that goes along', async () => {
    const authorization = {
      contract: THIEF,
      chain_id: 1,
      nonce: '0x0',
      r: `0x${'1'.repeat(64)}`,
      s: `0x${'1'.repeat(64)}`,
      y_parity: 0 as const,
    }
    const { dangers } = await explained({ to: FRIEND, value: 1n, authorizationList: [authorization] })
    expect(dangers).toContain(say('danger.carriesDelegation', { address: '0x123…7890' }))
  })

  it('says that not all is known when the chain does not tell', async () => {
    const { notes } = await explained(
      { to: USDC, data: call('approve', [ROUTER, 1n]) },
      { state: { code: { [ROUTER]: null as unknown as string }, contracts: [] } },
    )
    expect(notes).toEqual([])
    const result = await reviewed(
      { to: USDC, data: call('approve', [ROUTER, 1n]) },
      { state: { isDown: true } },
    )
    expect(result.ok).toBe(false)
    expect(!result.ok && result.explanation?.notes).toContain(say('approval.unread'))
    expect(!result.ok && result.explanation?.headline).toBe('Allow spending of 0xA0b…eB48')
  })
})

describe('a simulation by the node', () => {
  const unknown = { to: ROUTER, data: '0xdeadbeef' } as const

  it('adds what arrives', async () => {
    const state = { simulate: () => simulationOf(transferLog(USDC, ROUTER, wallet.address, 7_000_000n)) }
    expect((await explained(unknown, { state })).incoming).toEqual([
      {
        amount: '7 USDC',
        beside: null,
        token: expect.stringMatching(/^0xa0b8/i),
        party: null,
        standing: null,
      },
    ])
  })

  it('alarms when more leaves than the request says', async () => {
    const state = { simulate: () => simulationOf(transferLog(USDC, wallet.address, THIEF, 7_000_000n)) }
    const { dangers, outgoing } = await explained(unknown, { state })
    expect(dangers[0]).toBe(say('danger.alsoLeaves', { amount: '7 USDC' }))
    expect(outgoing).toHaveLength(1)
    const transfer = { to: USDC, data: call('transfer', [FRIEND, 5_000_000n]) } as const
    const more = await explained(transfer, { state })
    expect(more.dangers).toEqual([say('danger.alsoLeaves', { amount: '2 USDC' })])
  })

  it('takes no danger away when it shows nothing', async () => {
    const { dangers } = await explained(unknown, { state: { simulate: () => simulationOf() } })
    expect(dangers).toEqual([say('danger.unknownCall', { host: 'shop.example' })])
  })

  it('tells of a failure, with the contract’s own word', async () => {
    const returnData = encodeFunctionData({ abi: parseAbi(['function Error(string)']), args: ['Closed'] })
    const state = { simulate: () => [{ calls: [{ status: '0x0', gasUsed: '0x1', returnData }] }] }
    expect((await explained(unknown, { state })).dangers[0]).toBe(
      say('danger.willFailWith', { reason: 'Closed' }),
    )
  })

  it.each([
    ['execution reverted: Closed', say('danger.willFailWith', { reason: 'Closed' })],
    [null, say('danger.willFailWith', { reason: 'Closed' })],
  ])('tells of a failure once, that the estimate met too: %s', async (reason, danger) => {
    const returnData = encodeFunctionData({ abi: parseAbi(['function Error(string)']), args: ['Closed'] })
    const simulate = () => [{ calls: [{ status: '0x0', gasUsed: '0x1', returnData }] }]
    const prepared = { warnings: [{ kind: 'will-fail' as const, reason }] }
    const { dangers } = await explained(unknown, { state: { simulate, prepared } })
    expect(dangers).toEqual([danger, say('danger.unknownCall', { host: 'shop.example' })])
  })

  it.each([
    ['nothing', () => null],
    ['another number of calls', () => [{ calls: [] }]],
    ['something else', () => ({ calls: 'x' })],
  ])('of which a node answers %s is none', async (_name, simulate) => {
    expect((await explained(unknown, { state: { simulate } })).outgoing).toEqual([])
  })

  it('gives a later call of a batch its gas, where alone it would fail', async () => {
    const prepare = vi.fn(fakeNetwork(STATE).prepare)
    const network = {
      ...fakeNetwork({
        ...STATE,
        simulate: () => [
          {
            calls: [
              { status: '0x1', gasUsed: '0xc350', returnData: '0x', logs: [] },
              { status: '0x1', gasUsed: '0x186a0', returnData: '0x', logs: [] },
            ],
          },
        ],
      }),
      prepare: async (...args: Parameters<typeof prepare>) => {
        const one = await prepare(...args)
        return { ...one, warnings: [{ kind: 'will-fail', reason: null } as const] }
      },
    }
    const result = await reviewTransactions(
      fakeKernel({ ethereum: async () => fakeNetworks(network) }),
      {
        wallet,
        chainId: 1,
        calls: [{ to: USDC, data: call('approve', [ROUTER, 1n]) }, unknown],
        method: 'wallet_sendCalls',
      },
      new AbortController().signal,
    )
    expect(prepare).toHaveBeenCalledTimes(3)
    expect(prepare.mock.calls[2]?.[1]).toEqual({ ...unknown, gas: 150_000n })
    const prepared = result.ok ? result.review.prepared : []
    expect(prepared.map(it => it.unsigned.nonce)).toEqual(['0x7', '0x8'])
    expect(prepared[1]?.warnings).toEqual([])
  })
})

describe('the scanner', () => {
  const app = fakeKernel().config.get().embeddedWallets
  const config = { embeddedWallets: { ...app, transactionScanning: { enabled: true } } }
  const scanning = (result: object, isOn = true) => {
    const postAuthorized = vi.fn(async () => ({ validation: result }))
    const operations = { calls: fakeCalls({ postAuthorized: postAuthorized as never }) }
    return { postAuthorized, kernel: { operations, ...(isOn && { config }) } }
  }
  const transaction = { to: FRIEND, value: 1n }

  it('is not asked where the app has not switched it on', async () => {
    const { postAuthorized, kernel } = scanning({ status: 'Success', result_type: 'Malicious' }, false)
    expect((await explained(transaction, { kernel })).dangers).toEqual([])
    expect(postAuthorized).not.toHaveBeenCalled()
  })

  it('is told the pinned host', async () => {
    const { postAuthorized, kernel } = scanning({ status: 'Success', result_type: 'Benign' })
    await explained(transaction, { kernel })
    expect(postAuthorized).toHaveBeenCalledWith(
      '/scan/transaction',
      {
        chain_id: '1',
        metadata: { domain: 'shop.example' },
        request: {
          method: 'eth_sendTransaction',
          params: [{ from: wallet.address, to: FRIEND, value: '0x1', data: '0x' }],
        },
      },
      expect.anything(),
      expect.anything(),
    )
  })

  it('is told another origin of the app where the app’s config has it', async () => {
    const { postAuthorized, kernel } = scanning({ status: 'Success', result_type: 'Benign' })
    const scan = { enabled: true, domain: 'app.shop.example' }
    const named = { embeddedWallets: { ...app, transactionScanning: scan } }
    const origins = { allowed_domains: ['https://app.shop.example'] }
    await explained(transaction, { kernel: { ...kernel, config: named, app: origins } })
    expect(postAuthorized).toHaveBeenCalledWith(
      '/scan/transaction',
      expect.objectContaining({ metadata: { domain: 'app.shop.example' } }),
      expect.anything(),
      expect.anything(),
    )
  })

  it.each([
    ['Malicious', say('danger.malicious')],
    ['Warning', say('danger.suspicious')],
    ['Something new', say('danger.suspicious')],
  ])('puts its word before all others: %s', async (result_type, danger) => {
    const { kernel } = scanning({ status: 'Success', result_type })
    const { dangers } = await explained({ to: ROUTER, data: '0xdeadbeef' }, { kernel })
    expect(dangers[0]).toBe(danger)
    expect(dangers).toHaveLength(2)
  })

  it('that fails leaves a note', async () => {
    const { kernel } = scanning({ status: 'Error', error: 'off' })
    const { dangers, notes } = await explained(transaction, { kernel })
    expect(dangers).toEqual([])
    expect(notes).toEqual([say('approval.unscanned')])
  })
})

describe('a chain without a node', () => {
  const complete = { to: FRIEND, value: 1n, nonce: 0, gas: 21_000n, gasPrice: 10n ** 9n }
  const withoutNode = (method: string, input: EthereumTransactionInput) => {
    const network = fakeNetwork({ isDown: true })
    const offline = {
      ...network,
      chain: { ...network.chain, rpcUrls: [] },
      prepareToSign: async (_from: Address, asked: EthereumTransactionInput) =>
        prepareUnchecked({ ...network.chain, rpcUrls: [] }, asked),
    }
    return reviewTransactions(
      fakeKernel({ ethereum: async () => fakeNetworks(offline) }),
      { wallet, chainId: 1, calls: [input], method },
      new AbortController().signal,
    )
  }

  it('lets a complete transaction be signed, says first that nothing was checked, and claims no shortage', async () => {
    const result = await withoutNode('eth_signTransaction', complete)
    if (!result.ok) throw new Error(result.failure.message)
    const { explanation, cost } = result.review
    expect(explanation.dangers[0]?.text).toBe(say('danger.notChecked', { network: 'Ethereum' }))
    expect(cost).toMatchObject({ shortage: null })
  })

  it('tells what an incomplete one lacks, and lets none be sent', async () => {
    expect(await withoutNode('eth_signTransaction', { to: FRIEND })).toMatchObject({
      ok: false,
      failure: { message: expect.stringContaining('lacks: nonce, gas') },
    })
    expect(await withoutNode('eth_sendTransaction', complete)).toMatchObject({ ok: false })
  })
})
