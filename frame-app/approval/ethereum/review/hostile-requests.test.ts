import type { TypedData } from '@vitrine/shared/wallet/sign-typed-data.ts'
import { encodeFunctionData, type Hex, parseAbi, parseEther } from 'viem'
import { describe, expect, it } from 'vitest'
import type { Address, EthereumTransactionInput, SentTransaction } from '../../../chains/ethereum/ports.ts'
import { fakeKernel, wallet } from '../../../ui/testing/fake-kernel.ts'
import { say } from '../../../words/say.ts'
import { withDangerTexts } from '../../testing/danger-texts.ts'
import { type FakeChainState, fakeNetwork, fakeNetworks } from '../../testing/fake-network.ts'
import {
  CATS,
  FAKE_USDC,
  FRIEND,
  ROUTER,
  simulationOf,
  THIEF,
  transferLog,
  USDC,
} from '../../testing/scenes.ts'
import { TOKEN_ABI } from '../decode/token-calls.ts'
import { reviewTransactions } from './review-transactions.ts'
import { reviewTypedData } from './review-typed-data.ts'

/** Requests of a dapp that wants its screen to say less, or other, than what will happen. */

const STATE: FakeChainState = {
  tokens: {
    [USDC]: { symbol: 'USDC', decimals: 6, balance: 100_000_000n, supply: 10n ** 17n },
    [FAKE_USDC]: { symbol: 'USDC', decimals: 6 },
    [CATS]: { symbol: 'CATS', standard: 'erc721' },
  },
  contracts: [ROUTER],
}
const WETH: Address = '0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2'
const { signal } = new AbortController()
const token = (functionName: string, args: readonly unknown[]) =>
  encodeFunctionData({ abi: TOKEN_ABI, functionName, args } as never)
const call = (signature: string, args: readonly unknown[] = []) =>
  encodeFunctionData({ abi: parseAbi([`function ${signature}`] as string[]), args } as never) as Hex
const multicall = (...calls: Hex[]) => call('multicall(bytes[] calls)', [calls])

async function explained(
  calls: EthereumTransactionInput | readonly EthereumTransactionInput[],
  state: FakeChainState = {},
  sentTo: readonly Address[] = [],
) {
  const sent = sentTo.map(to => ({ to }) as SentTransaction)
  const networks = {
    ...fakeNetworks(fakeNetwork({ ...STATE, ...state })),
    sent: { get: () => sent, subscribe: () => () => {} },
  }
  const result = await reviewTransactions(
    fakeKernel({ ethereum: async () => networks }),
    { wallet, chainId: 1, calls: [calls].flat(), method: 'eth_sendTransaction' },
    signal,
  )
  if (!result.ok) throw new Error(result.failure.message)
  return withDangerTexts(result.review.explanation)
}

async function typed(primary_type: string, message: object, over: Partial<TypedData> = {}) {
  const typedData = {
    types: {},
    primary_type,
    domain: { chainId: 1, verifyingContract: USDC },
    message,
    ...over,
  } as TypedData
  const networks = fakeNetworks(fakeNetwork(STATE))
  const kernel = fakeKernel({ ethereum: async () => networks })
  const result = await reviewTypedData(kernel, { wallet, typedData }, signal)
  if (!result.ok) throw new Error(result.failure.message)
  return withDangerTexts(result.review.explanation)
}

describe('a transaction', () => {
  it('in capital hex is read like any other', async () => {
    const data = `0x${token('approve', [ROUTER, 5n]).slice(2).toUpperCase()}` as Hex
    expect((await explained({ to: USDC, data })).headline).toBe('Allow spending of USDC')
  })

  it('of several actions is not named after the last, harmless one', async () => {
    const data = multicall(token('approve', [ROUTER, 5n]), token('approve', [ROUTER, 0n]))
    const several = say('approval.headline.several', { count: 2 })
    expect((await explained({ to: USDC, data })).headline).toBe(several)
    const row = await explained([{ to: USDC, data }, { to: FRIEND }])
    expect(row.details[0]?.value).toBe(several)
  })

  it('that allows all that there is of a token is unlimited, whatever number says so', async () => {
    const { permissions, dangers } = await explained({
      to: USDC,
      data: token('approve', [ROUTER, 10n ** 17n]),
    })
    expect(permissions).toMatchObject([{ what: 'Unlimited USDC', isUnlimited: true }])
    expect(dangers).toEqual([say('danger.unlimited', { who: '0x7a2…488D', token: 'USDC' })])
  })

  it('that allows number 0 takes back of a coin alone: it is the first piece of a collection', async () => {
    const data = token('approve', [ROUTER, 0n])
    expect((await explained({ to: USDC, data })).permissions).toEqual([])
    expect((await explained({ to: CATS, data })).permissions).toMatchObject([{ what: 'CATS #0' }])
    // Its node did not say what it is.
    const unread = await explained({ to: ROUTER, data })
    expect(unread.permissions).toMatchObject([{ who: ROUTER }])
    expect(unread.dangers).toContain(say('danger.unknownToken'))
  })

  it('that takes a piece back names no permission', async () => {
    const nobody = `0x${'0'.repeat(40)}`
    const { headline, permissions } = await explained({ to: CATS, data: token('approve', [nobody, 7n]) })
    expect([headline, permissions]).toEqual(['End spending of CATS', []])
  })

  it('is a wrapping at the wrapping contract alone', async () => {
    const contracts = [ROUTER, WETH]
    const data = call('deposit()')
    expect((await explained({ to: WETH, data, value: 1n }, { contracts })).headline).toBe('Wrap')
    const other = await explained({ to: ROUTER, data, value: 1n })
    expect(other.headline).toBe('Deposit')
    expect(other.notes).toContain(say('approval.authorsWord'))
  })

  it('that is a swap for somebody else is warned of', async () => {
    const signature =
      'swapExactETHForTokens(uint256 amountOutMin, address[] path, address to, uint256 deadline)'
    const swap = (to: Address) => ({
      to: ROUTER,
      value: parseEther('1'),
      data: call(signature, [1n, [WETH, USDC], to, 1_900_000_000n]),
    })
    const danger = say('danger.otherReceiver', { address: THIEF })
    expect((await explained(swap(THIEF))).dangers).toContain(danger)
    expect((await explained(swap(wallet.address as Address))).dangers).toEqual([])
  })

  it('that brings nothing when it is tried out is warned of', async () => {
    const signature =
      'swapExactETHForTokens(uint256 amountOutMin, address[] path, address to, uint256 deadline)'
    const data = call(signature, [1n, [WETH, USDC], wallet.address, 1_900_000_000n])
    const swap = { to: ROUTER, value: 1n, data }
    const danger = say('danger.nothingArrives')
    expect((await explained(swap, { simulate: () => simulationOf() })).dangers).toContain(danger)
    const fair = () => simulationOf(transferLog(USDC, ROUTER, wallet.address, 9n))
    expect((await explained(swap, { simulate: fair })).dangers).toEqual([])
  })

  it('that brings a token which borrows a known symbol is warned of', async () => {
    const simulate = () => simulationOf(transferLog(FAKE_USDC, ROUTER, wallet.address, 10n ** 12n))
    const { incoming, dangers } = await explained({ to: ROUTER, data: '0xdeadbeef' }, { simulate })
    expect(incoming).toMatchObject([{ amount: '1,000,000 USDC' }])
    expect(dangers).toContain(say('danger.copiedToken', { symbol: 'USDC', address: '0xbAd…0dE0' }))
  })

  it('to an address made to look like one that the person knows is warned of', async () => {
    const poisoned = `${FRIEND.slice(0, 5)}${'1'.repeat(33)}${FRIEND.slice(-4)}` as Address
    const danger = say('danger.lookalike', { address: poisoned, known: FRIEND })
    expect((await explained({ to: poisoned, value: 1n }, {}, [FRIEND])).dangers).toEqual([danger])
    const transfer = { to: USDC, data: token('transfer', [poisoned.toLowerCase(), 1n]) } as const
    const inToken = await explained(transfer, {}, [FRIEND])
    expect(inToken.dangers).toHaveLength(1)
    expect((await explained({ to: FRIEND, value: 1n }, {}, [FRIEND])).dangers).toEqual([])
    expect((await explained({ to: THIEF, value: 1n }, {}, [FRIEND])).dangers).toEqual([])
  })

  it('with more pieces than anybody reads is cut, and says so first', async () => {
    const ids = Array.from({ length: 300 }, (_, id) => BigInt(id))
    const data = token('safeBatchTransferFrom', [wallet.address, FRIEND, ids, ids, '0x'])
    const { outgoing, dangers } = await explained({ to: CATS, data })
    expect(outgoing).toHaveLength(40)
    expect(dangers[0]).toBe(say('danger.moreThanShown', { count: '320' }))
  })
})

describe('typed data', () => {
  it('that allows for the block in which it is used does not look long past', async () => {
    const details = { token: USDC, amount: '5', expiration: 0, nonce: 0 }
    const { permissions } = await typed('PermitSingle', { details, spender: ROUTER })
    expect(permissions).toMatchObject([{ what: '0.000005 USDC', until: null }])
  })

  it('that is a call by the contract’s own relay is read like one', async () => {
    const functionSignature = token('approve', [THIEF, 2n ** 256n - 1n])
    const { headline, dangers } = await typed('MetaTransaction', {
      nonce: 0,
      from: wallet.address,
      functionSignature,
    })
    expect(headline).toBe('Allow spending of USDC')
    expect(dangers).toContain(say('danger.spenderIsEoa', { who: '0x123…7890' }))
    expect(dangers).toContain(say('danger.metaCall', { address: '0xA0b…eB48' }))
  })

  it.each([
    ['PermitForAll', { owner: wallet.address, operator: ROUTER, approved: true }],
    ['Authorization', { owner: wallet.address, manager: ROUTER, isAllowed: true }],
    ['Authorization', { authorizer: wallet.address, authorized: ROUTER, isAuthorized: true }],
  ])('that names an operator over everything is told as that: %s %o', async (primaryType, message) => {
    const { permissions, dangers } = await typed(primaryType, message)
    expect(permissions).toMatchObject([{ who: ROUTER, isUnlimited: true }])
    expect(dangers).toContain(say('danger.signatureMoves'))
  })

  it('that lets another borrow at the signer’s cost is a permission', async () => {
    const { permissions } = await typed('DelegationWithSig', { delegatee: THIEF, value: '5' })
    expect(permissions).toMatchObject([{ who: THIEF }])
  })

  it('that is a transfer by authorization is one under any name', async () => {
    const message = { from: wallet.address, to: THIEF, value: '5', validAfter: 0, validBefore: 1 }
    expect((await typed('Login', message)).outgoing).toMatchObject([
      { amount: '0.000005 USDC', party: THIEF },
    ])
  })

  it('that is a vote of a shared account says what for, and that code takes it over', async () => {
    const message = { to: THIEF, value: '0', data: '0x', operation: 1, nonce: 0 }
    const domain = { chainId: 1, verifyingContract: ROUTER }
    const { dangers, outgoing } = await typed('SafeTx', message, { domain })
    expect(dangers).toEqual([
      say('danger.accountDelegates', { address: '0x123…7890', account: '0x7a2…488D' }),
      say('danger.safeCall', { safe: '0x7a2…488D' }),
    ])
    expect(outgoing).toEqual([])
    const data = token('transfer', [FRIEND, 5n])
    const plain = await typed('SafeTx', { ...message, operation: 0, to: USDC, data }, { domain })
    expect(plain.headline).toBe('Shared account: Send 0.000005 USDC')
    expect(plain.outgoing).toMatchObject([{ amount: '0.000005 USDC', party: FRIEND, account: ROUTER }])
    expect(plain.dangers).toEqual([say('danger.safeCall', { safe: '0x7a2…488D' })])
  })

  const item = (over: object = {}) => ({
    itemType: 2,
    token: CATS,
    identifierOrCriteria: '7',
    startAmount: '1',
    endAmount: '1',
    ...over,
  })
  const pays = item({ itemType: 1, token: USDC, startAmount: '9', endAmount: '9', recipient: wallet.address })
  const order = (consideration: object[], offer: object[] = [item()]) => ({
    offerer: wallet.address,
    offer,
    consideration,
  })
  const partly = say('danger.partlyRead', { host: 'shop.example' })

  it('with more orders than are told, or with what is no order, says that there is more', async () => {
    const fair = Array.from({ length: 64 }, () => order([pays]))
    expect((await typed('BulkOrder', { tree: fair })).dangers).not.toContain(partly)
    expect((await typed('BulkOrder', { tree: [...fair, order([])] })).dangers).toContain(partly)
    expect((await typed('BulkOrder', { tree: [order([pays]), { to: THIEF }] })).dangers).toContain(partly)
  })

  it('whose tree of orders is filled up with empty ones is not warned of for those', async () => {
    const { dangers } = await typed('BulkOrder', { tree: [order([pays]), order([], [])] })
    expect(dangers).toEqual([say('danger.signatureMoves')])
  })

  it.each([
    [
      'CoW',
      {
        sellToken: USDC,
        buyToken: CATS,
        sellAmount: '5',
        buyAmount: '1',
        feeAmount: '0',
        receiver: `0x${'0'.repeat(40)}`,
      },
    ],
    [
      '0x',
      {
        maker: wallet.address,
        makerToken: USDC,
        takerToken: CATS,
        makerAmount: '5',
        takerAmount: '1',
        salt: '1',
      },
    ],
    [
      '1inch',
      {
        maker: wallet.address,
        makerAsset: USDC,
        takerAsset: CATS,
        makingAmount: '5',
        takingAmount: '1',
        receiver: wallet.address,
      },
    ],
  ])('that is an order of %s tells what is given and what comes for it', async (_name, message) => {
    const { outgoing, incoming, dangers } = await typed('Order', message)
    expect(outgoing).toMatchObject([{ amount: '0.000005 USDC' }])
    expect(incoming).toHaveLength(1)
    expect(dangers).not.toContain(say('danger.orderForNothing'))
  })

  it.each([
    [0, ['CATS #7'], ['0.000005 USDC']],
    [1, ['0.000005 USDC'], ['CATS #7']],
  ])('that sells or buys one piece at 0x, direction %i', async (direction, gives, gets) => {
    const { outgoing, incoming } = await typed('ERC721Order', {
      direction,
      maker: wallet.address,
      erc20Token: USDC,
      erc20TokenAmount: '5',
      erc721Token: CATS,
      erc721TokenId: '7',
    })
    expect([outgoing.map(it => it.amount), incoming.map(it => it.amount)]).toEqual([gives, gets])
  })

  it('that nothing explains says so, and that there is more of it than is shown', async () => {
    const types = { Mail: [{ name: 'ids', type: 'uint256[]' }] }
    const ids = Array.from({ length: 130 }, (_, id) => id)
    const { notes, dangers } = await typed('Mail', { ids }, { types })
    expect(notes).toContain(say('approval.authorsWord'))
    expect(dangers).toContain(say('danger.moreThanShown', { count: '10' }))
  })

  it('with another site’s name behind hundreds of texts is warned of all the same', async () => {
    const texts = Array.from({ length: 300 }, () => 'hello')
    const { dangers } = await typed('Mail', { texts, site: 'bank.example' })
    expect(dangers).toContain(say('danger.otherSite', { site: 'bank.example', host: 'shop.example' }))
  })
})
