import type { TypedData } from '@vitrine/shared/wallet/sign-typed-data.ts'
import { typedDataProblem } from '@vitrine/shared/wallet/typed-data-check.ts'
import { concatHex, type Hex, numberToHex } from 'viem'
import { getUserOperationTypedData } from 'viem/account-abstraction'
import { describe, expect, it } from 'vitest'
import type { Address, EthereumTransactionInput } from '../../../chains/ethereum/ports.ts'
import { fakeKernel, wallet } from '../../../ui/testing/fake-kernel.ts'
import { say } from '../../../words/say.ts'
import { bySeverity } from '../../explain/danger.ts'
import {
  call,
  execTransaction,
  execute,
  MULTI_SEND,
  modular,
  modularBatch,
  multiSend,
  OTHER_SAFE,
  SAFE,
} from '../../testing/account-calls.ts'
import { withDangerTexts } from '../../testing/danger-texts.ts'
import { type FakeChainState, fakeNetwork, fakeNetworks } from '../../testing/fake-network.ts'
import { CATS, FRIEND, ROUTER, simulationOf, THIEF, transferLog, USDC } from '../../testing/scenes.ts'
import { reviewTransactions } from './review-transactions.ts'
import { reviewTypedData } from './review-typed-data.ts'

/** Smart accounts (ERC-4337) and shared ones (Safe) act on a signature. */

const ENTRY_POINT: Address = '0x4337084D9E255Ff0702461CF8895CE9E3b5Ff108'
const STATE: FakeChainState = {
  price: 2_500,
  tokens: {
    [USDC]: { symbol: 'USDC', decimals: 6, balance: 0n },
    [CATS]: { symbol: 'CATS', standard: 'erc721' },
  },
  contracts: [ROUTER, SAFE, OTHER_SAFE, ENTRY_POINT, MULTI_SEND],
}
const { signal } = new AbortController()
const kernelOn = (state: FakeChainState) => {
  const networks = fakeNetworks(fakeNetwork({ ...STATE, ...state }))
  return fakeKernel({ ethereum: async () => networks })
}

async function typed(over: Partial<TypedData>, state: FakeChainState = {}) {
  const typedData = { types: {}, primary_type: 'X', domain: {}, message: {}, ...over }
  const result = await reviewTypedData(kernelOn(state), { wallet, typedData }, signal)
  if (!result.ok) throw new Error(result.failure.message)
  const { explanation } = result.review
  const title = bySeverity(explanation.dangers)[0]?.headline ?? explanation.headline
  return { ...withDangerTexts(explanation), title }
}

const transfer = (amount = 5_000_000n, to: Address = FRIEND) => call('transfer(address,uint256)', to, amount)
const toUsdc = { to: USDC, data: transfer() } as const

describe('a user operation', () => {
  const gas = (high: bigint, low: bigint) =>
    concatHex([numberToHex(high, { size: 16 }), numberToHex(low, { size: 16 })])
  const message = {
    sender: SAFE,
    nonce: '1',
    initCode: '0x',
    callData: execute(toUsdc),
    accountGasLimits: gas(100_000n, 100_000n),
    preVerificationGas: '50000',
    gasFees: gas(1_000_000_000n, 2_000_000_000n),
    paymasterAndData: '0x',
  }
  const operation = (over: object = {}, state: FakeChainState = {}) =>
    typed(
      {
        types: {
          PackedUserOperation: [
            { name: 'sender', type: 'address' },
            { name: 'callData', type: 'bytes' },
          ],
        },
        primary_type: 'PackedUserOperation',
        domain: { name: 'ERC4337', version: '1', chainId: 1, verifyingContract: ENTRY_POINT },
        message: { ...message, ...over },
      },
      state,
    )
  const otherOwner = say('danger.otherOwner', { address: SAFE })
  const anyone = say('danger.operation', { account: '0x5aF…eEEe' })
  const unread = say('danger.accountUnread', { account: '0x5aF…eEEe' })

  it('shows its transfer, and the account that pays', async () => {
    const { title, outgoing, dangers, details } = await operation()
    expect(title).toBe('Send 5 USDC')
    expect(outgoing).toMatchObject([{ amount: '5 USDC', party: FRIEND, account: SAFE }])
    expect(dangers).toEqual([otherOwner, anyone])
    expect(details).toContainEqual(expect.objectContaining({ value: 'at most 0.0005 ETH' }))
  })

  it('of ERC-4337 v0.8 as viem writes it shows the same', async () => {
    const { message: given, ...rest } = getUserOperationTypedData({
      chainId: 1,
      entryPointAddress: ENTRY_POINT,
      userOperation: {
        sender: SAFE,
        nonce: 1n,
        callData: modular('0x01', modularBatch(toUsdc)),
        callGasLimit: 100_000n,
        verificationGasLimit: 100_000n,
        preVerificationGas: 50_000n,
        maxFeePerGas: 2_000_000_000n,
        maxPriorityFeePerGas: 1_000_000_000n,
        signature: '0x',
      },
    })
    // No type covers the signature, and the input drops it.
    const { signature: _, ...packed } = given as typeof given & { readonly signature: Hex }
    const asJson = {
      types: rest.types,
      primary_type: rest.primaryType,
      domain: rest.domain,
      message: packed,
    }
    const data = JSON.parse(JSON.stringify(asJson, (_, it) => (typeof it === 'bigint' ? String(it) : it)))
    expect(typedDataProblem(data)).toBeNull()
    const { title, outgoing, dangers, details } = await typed(data)
    expect(title).toBe('Send 5 USDC')
    expect(outgoing).toMatchObject([{ amount: '5 USDC', party: FRIEND, account: SAFE }])
    expect(dangers).toEqual([otherOwner, anyone])
    expect(details).toContainEqual(expect.objectContaining({ value: 'at most 0.0005 ETH' }))
  })

  it('of ERC-4337 v0.6 or of a Safe’s module shows the same', async () => {
    const { accountGasLimits: _, gasFees: __, ...rest } = message
    const older = {
      ...rest,
      callGasLimit: '100000',
      verificationGasLimit: '100000',
      maxFeePerGas: '2000000000',
      maxPriorityFeePerGas: '1000000000',
    }
    const { sender: safe, ...others } = older
    const data = call('executeUserOp(address,uint256,bytes,uint8)', USDC, 0n, transfer(), 0)
    for (const [primary_type, told] of [
      ['UserOperation', older],
      ['SafeOp', { ...others, safe, callData: data, entryPoint: ENTRY_POINT }],
    ] as const) {
      const domain = { chainId: 1, verifyingContract: ENTRY_POINT }
      const { title, outgoing, dangers, details } = await typed({ primary_type, domain, message: told })
      expect(title).toBe('Send 5 USDC')
      expect(outgoing).toMatchObject([{ amount: '5 USDC', party: FRIEND, account: SAFE }])
      expect(dangers).toEqual([otherOwner, anyone])
      expect(details).toContainEqual(expect.objectContaining({ value: 'at most 0.0005 ETH' }))
    }
  })

  it('of several calls shows each step, and the dangers of all', async () => {
    const approve = call('approve(address,uint256)', THIEF, 2n ** 256n - 1n)
    const calls = modularBatch({ to: USDC, data: approve }, { to: FRIEND, value: 10n ** 18n }, toUsdc)
    const { title, outgoing, permissions, dangers, details } = await operation({
      callData: modular('0x01', calls),
    })
    expect(title).toBe('Let 0x123…7890 spend all your USDC')
    expect(outgoing.map(({ party, account }) => [party, account])).toEqual([
      [FRIEND, SAFE],
      [FRIEND, SAFE],
    ])
    expect(permissions).toMatchObject([{ who: THIEF, isUnlimited: true }])
    expect(dangers).toContain(say('danger.unlimited', { who: '0x123…7890', token: 'USDC' }))
    const steps = details.filter(({ label }) => / of 3$/.test(label)).map(({ value }) => value)
    expect(steps).toEqual(['Allow spending of USDC', 'Send 1 ETH', 'Send 5 USDC'])
  })

  it.each<[string, Hex]>([
    ['another function', '0xdeadbeef'],
    ['an unknown mode', modular('0x05', modularBatch(toUsdc))],
    ['a call of the account that nothing explains', execute({ to: SAFE, data: '0xdeadbeef' })],
  ])('that cannot be read is warned of as able to move everything: %s', async (_name, callData) => {
    const { title, dangers, outgoing } = await operation({ callData })
    expect(title).toBe('Sign data that could move everything')
    expect(dangers).toContain(unread)
    expect(outgoing).toEqual([])
  })

  it('with the hash of its calls alone is warned of as able to move everything', async () => {
    const { callData: _, ...rest } = message
    const { title } = await typed({ message: { ...rest, hashCallData: `0x${'1'.repeat(64)}` } })
    expect(title).toBe('Sign data that could move everything')
  })

  it('that runs other code as the account is warned of as giving it away', async () => {
    const { title, dangers } = await operation({
      callData: modular('0xff', concatHex([THIEF, '0x12345678'])),
    })
    expect(title).toBe('Give away an account')
    expect(dangers).toContain(
      say('danger.accountDelegates', { address: '0x123…7890', account: '0x5aF…eEEe' }),
    )
  })

  it('that installs a module is warned of as a change of control', async () => {
    const install = call('installModule(uint256,address,bytes)', 1n, THIEF, '0x')
    const { title, details } = await operation({ callData: execute({ to: SAFE, data: install }) })
    expect(title).toBe('Change who’s in control')
    expect(details).toContainEqual(expect.objectContaining({ value: THIEF, kind: 'address' }))
  })

  it('shows the contract that creates the account, and warns of an EIP-7702 set-up', async () => {
    const made = await operation({ initCode: concatHex([ROUTER, '0x1234']) })
    expect(made.details).toContainEqual(expect.objectContaining({ label: say('approval.account.factory') }))
    expect(made.dangers).toEqual([otherOwner, anyone])
    const marker = `0x7702${'0'.repeat(36)}` as const
    expect((await operation({ initCode: marker })).dangers).toEqual([otherOwner, anyone])
    // The signed hash has the address of the account's code in the place of the marker.
    for (const over of [
      { initCode: concatHex([marker, '0x1234']) },
      { initCode: concatHex([ROUTER, '0x1234']), sender: wallet.address },
    ])
      expect((await operation(over)).title).toBe('Sign data that could move everything')
  })

  it('whose gas another account pays shows no fee', async () => {
    const { details } = await operation({ paymasterAndData: ROUTER })
    expect(details).not.toContainEqual(expect.objectContaining({ label: say('approval.fee') }))
  })

  it('with a fee that takes the whole balance is warned of', async () => {
    const { dangers } = await operation({ preVerificationGas: (10n ** 9n).toString() })
    expect(dangers).toContain(say('danger.absurdFee', { fee: '2.0004 ETH' }))
  })

  it('without calls has a headline that names no transfer', async () => {
    const { title, dangers } = await operation({ callData: '0x' })
    expect(title).toBe(say('approval.headline.operation'))
    expect(dangers).toEqual([otherOwner, anyone])
  })

  it('of the wallet itself (EIP-7702) is warned of as moving the wallet’s assets', async () => {
    const { title, outgoing, dangers } = await operation({ sender: wallet.address })
    expect(title).toBe('Send 5 USDC')
    expect(outgoing[0]).not.toHaveProperty('account')
    expect(dangers).toContain(say('danger.signatureMoves'))
    expect(dangers).toContain(say('danger.tokenShort', { balance: '0 USDC' }))
  })

  it('that uses an allowance of the wallet shows the amount as the wallet’s', async () => {
    const take = call('transferFrom(address,address,uint256)', wallet.address, THIEF, 5_000_000n)
    const { outgoing, dangers } = await operation({ callData: execute({ to: USDC, data: take }) })
    expect(dangers).toContain(say('danger.signatureMoves'))
    expect(outgoing).toMatchObject([{ amount: '5 USDC', party: THIEF }])
    expect(outgoing[0]).not.toHaveProperty('account')
  })
})

describe('a Safe transaction', () => {
  const types = {
    SafeTx: [
      { name: 'to', type: 'address' },
      { name: 'value', type: 'uint256' },
      { name: 'data', type: 'bytes' },
    ],
  }
  const safeTx = (message: object) =>
    typed({
      types,
      primary_type: 'SafeTx',
      domain: { chainId: 1, verifyingContract: SAFE },
      message: { value: '0', data: '0x', operation: 0, gasPrice: '0', nonce: '4', ...message },
    })
  const vote = say('danger.safeCall', { safe: '0x5aF…eEEe' })

  it('shows the recipient and the amount, and the token’s contract among the signed fields alone', async () => {
    const { title, outgoing, dangers, details } = await safeTx(toUsdc)
    expect(title).toBe('Shared account: Send 5 USDC')
    expect(outgoing).toMatchObject([{ amount: '5 USDC', party: FRIEND, account: SAFE }])
    expect(dangers).toEqual([vote])
    const heading = details.findIndex(({ label }) => label === say('approval.typed.fields'))
    expect(details.slice(0, heading).map(({ label }) => label)).not.toContain('to')
    expect(details.slice(heading + 1)).toMatchObject([
      { label: 'to', value: USDC, depth: 1 },
      { label: 'value', depth: 1 },
      { label: 'data', depth: 1 },
    ])
  })

  it('of an NFT and of native currency shows the recipients', async () => {
    const nft = call('safeTransferFrom(address,address,uint256)', SAFE, FRIEND, 7n)
    const bundle = multiSend({ to: CATS, data: nft }, { to: THIEF, value: 10n ** 18n })
    const { title, outgoing } = await safeTx({ to: MULTI_SEND, data: bundle, operation: 1 })
    expect(title).toBe('Shared account: 2 actions at once')
    expect(outgoing).toMatchObject([
      { amount: 'CATS #7', party: FRIEND, account: SAFE },
      { amount: expect.stringContaining('2,500'), party: THIEF, account: SAFE },
    ])
  })

  it('that approves a spender has the danger and permission of a transaction', async () => {
    const data = call('approve(address,uint256)', THIEF, 2n ** 256n - 1n)
    const { title, permissions } = await safeTx({ to: USDC, data })
    expect(title).toBe('Let 0x123…7890 spend all your USDC')
    expect(permissions).toMatchObject([{ who: THIEF, isUnlimited: true }])
  })

  it('that makes another Safe pay names that Safe', async () => {
    const inner = { to: MULTI_SEND, operation: 1, data: multiSend(toUsdc, { to: FRIEND, value: 1n }) }
    const { title, outgoing, dangers, details } = await safeTx({
      to: OTHER_SAFE,
      data: execTransaction(inner),
    })
    expect(title).toBe('Shared account: 2 actions at once')
    expect(outgoing).toMatchObject([
      { amount: '5 USDC', party: FRIEND, account: OTHER_SAFE },
      { party: FRIEND, account: OTHER_SAFE },
    ])
    expect(dangers).toContain(say('danger.accountClaims', { address: '0xd9D…9552', host: 'shop.example' }))
    expect(details).toContainEqual(expect.objectContaining({ value: OTHER_SAFE, kind: 'address' }))
  })

  it.each([
    ['enableModule', call('enableModule(address)', THIEF)],
    ['addOwnerWithThreshold', call('addOwnerWithThreshold(address,uint256)', THIEF, 1n)],
    ['swapOwner', call('swapOwner(address,address,address)', FRIEND, ROUTER, THIEF)],
    ['removeOwner', call('removeOwner(address,address,uint256)', FRIEND, ROUTER, 1n)],
    ['changeThreshold', call('changeThreshold(uint256)', 1n)],
    ['setGuard', call('setGuard(address)', THIEF)],
    ['setFallbackHandler', call('setFallbackHandler(address)', THIEF)],
  ])('that changes who controls the Safe is red, alone and after a transfer: %s', async (_name, data) => {
    const danger = say('danger.changesControl', { address: '0x5aF…eEEe' })
    const alone = await safeTx({ to: SAFE, data })
    expect([alone.title, alone.dangers]).toEqual(['Change who’s in control', [danger, vote]])
    const bundle = multiSend(toUsdc, { to: SAFE, data })
    const bundled = await safeTx({ to: MULTI_SEND, data: bundle, operation: 1 })
    expect(bundled.title).toBe('Change who’s in control')
    expect(bundled.dangers).toContain(danger)
  })

  it('that is nested too deep is warned of as able to move everything', async () => {
    let data = execTransaction(toUsdc)
    for (let level = 0; level < 5; level++)
      data = execTransaction({ to: level % 2 === 0 ? ROUTER : OTHER_SAFE, data })
    const { title, outgoing } = await safeTx({ to: OTHER_SAFE, data })
    expect(title).toBe('Sign data that could move everything')
    expect(outgoing).toEqual([])
  })

  it('that pays a gas refund shows the payment', async () => {
    const refund = { baseGas: '1000000', gasPrice: '5', gasToken: USDC, refundReceiver: THIEF }
    const { outgoing, dangers } = await safeTx({ ...toUsdc, ...refund })
    expect(outgoing).toMatchObject([
      { amount: '5 USDC', party: FRIEND },
      { amount: '5 USDC', party: THIEF },
    ])
    expect(dangers).toContain(say('danger.safeRefund', { account: '0x5aF…eEEe', amount: '5 USDC' }))
  })

  it('that pays a gas refund in another token shows the amount in that token', async () => {
    const refund = { baseGas: '1000000', gasPrice: '5', gasToken: USDC, refundReceiver: THIEF }
    const { outgoing } = await safeTx({ to: FRIEND, value: '1', ...refund })
    expect(outgoing).toMatchObject([{ party: FRIEND }, { amount: '5 USDC', party: THIEF }])
  })

  const sentByWallet = async (to: Address, state: FakeChainState = {}) => {
    const transaction: EthereumTransactionInput = { to, data: execTransaction(toUsdc) }
    const task = { wallet, chainId: 1, calls: [transaction], method: 'eth_sendTransaction' }
    const result = await reviewTransactions(kernelOn(state), task, signal)
    if (!result.ok) throw new Error(result.failure.message)
    return withDangerTexts(result.review.explanation)
  }

  it('at an address without code is warned of', async () => {
    expect((await sentByWallet(THIEF)).dangers).toContain(say('danger.noContract', { address: '0x123…7890' }))
  })

  it('that takes from the wallet without saying so is warned of once, by the test run', async () => {
    const simulate = () => simulationOf(transferLog(USDC, wallet.address, THIEF, 9_000_000n))
    const { outgoing, dangers } = await sentByWallet(SAFE, { simulate })
    expect(outgoing.map(({ amount, account }) => [amount, account])).toEqual([
      ['5 USDC', SAFE],
      ['9 USDC', undefined],
    ])
    expect(dangers).toContain(say('danger.alsoLeaves', { amount: '9 USDC' }))
  })

  it('that the wallet sends is shown as the Safe’s calls', async () => {
    const { headline, outgoing, dangers } = await sentByWallet(SAFE)
    expect(headline).toBe('Shared account: Send 5 USDC')
    expect(outgoing).toMatchObject([{ amount: '5 USDC', party: FRIEND, account: SAFE }])
    expect(dangers).toContain(say('danger.accountClaims', { address: '0x5aF…eEEe', host: 'shop.example' }))
  })
})
