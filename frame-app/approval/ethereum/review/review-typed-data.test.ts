import type { TypedData } from '@vitrine/shared/wallet/sign-typed-data.ts'
import { encodeFunctionData } from 'viem'
import { describe, expect, it } from 'vitest'
import { fakeKernel, wallet } from '../../../ui/testing/fake-kernel.ts'
import { say } from '../../../words/say.ts'
import { withDangerTexts } from '../../testing/danger-texts.ts'
import { ETHEREUM, type FakeChainState, fakeNetwork, fakeNetworks } from '../../testing/fake-network.ts'
import { CATS, FRIEND, ROUTER, THIEF, USDC } from '../../testing/scenes.ts'
import { TOKEN_ABI } from '../decode/token-calls.ts'
import { reviewTypedData } from './review-typed-data.ts'

const STATE: FakeChainState = {
  tokens: { [USDC]: { symbol: 'USDC', decimals: 6 }, [CATS]: { symbol: 'CATS', standard: 'erc721' } },
  contracts: [ROUTER],
}
const host = 'shop.example'

async function explained(data: Partial<TypedData>, state: FakeChainState = {}) {
  const networks = fakeNetworks(
    fakeNetwork({ ...STATE, ...state }),
    fakeNetwork({ chain: { id: 10, name: 'OP Mainnet' } }),
  )
  const typedData: TypedData = {
    types: { Mail: [{ name: 'contents', type: 'string' }] },
    primary_type: 'Mail',
    domain: { name: 'Mail', chainId: 1, verifyingContract: ROUTER },
    message: { contents: 'Hello' },
    ...data,
  }
  const result = await reviewTypedData(
    fakeKernel({ ethereum: async () => networks }),
    { wallet, typedData },
    new AbortController().signal,
  )
  if (!result.ok) throw new Error(result.failure.message)
  return { ...withDangerTexts(result.review.explanation), networkName: result.review.networkName }
}

const permit = (message: object, domain: TypedData['domain'] = { chainId: 1, verifyingContract: USDC }) => ({
  primary_type: 'Permit',
  types: { Permit: [{ name: 'owner', type: 'address' }] },
  domain,
  message: { owner: wallet.address, spender: ROUTER, value: '5000000', deadline: '1900000000', ...message },
})
const moves = say('danger.signatureMoves')

describe('an envelope of bytes', () => {
  const envelope = (name: string, type: string, value: string) =>
    explained({
      types: { [name]: [{ name: 'it', type }] },
      primary_type: name,
      domain: { chainId: 1, verifyingContract: ROUTER },
      message: { it: value },
    })
  const hash = `0x${'f5'.repeat(32)}`

  it.each([
    ['SafeMessage', 'bytes'],
    ['CoinbaseSmartWalletMessage', 'bytes32'],
  ])('with a hash may be anything that the account can do: %s', async (name, type) => {
    const { dangers } = await envelope(name, type, hash)
    expect(dangers).toEqual([say('danger.operationHash')])
  })

  it('is read as the message that is in it', async () => {
    const text =
      'bank.example wants you to sign in with your Ethereum account:\n0x0\n\nURI: https://bank.example'
    const { dangers } = await envelope('SafeMessage', 'bytes', `0x${Buffer.from(text).toString('hex')}`)
    expect(dangers).toContain(say('danger.otherDomain', { domain: 'bank.example', host }))
    expect((await envelope('SafeMessage', 'bytes', '0xff00ff')).dangers).toEqual([say('danger.unreadable')])
  })

  it('is none where something else says what it is for', async () => {
    const vote = await explained({
      types: {
        Vote: [
          { name: 'proposal', type: 'bytes32' },
          { name: 'space', type: 'string' },
        ],
      },
      primary_type: 'Vote',
      message: { proposal: hash, space: 'halden.eth' },
    })
    expect(vote.dangers).toEqual([])
  })
})

describe('the chain', () => {
  it('is the one that the site is on', async () => {
    expect(await explained({})).toMatchObject({ dangers: [], networkName: ETHEREUM.name })
  })

  it.each([10, '10', '0xa'])('another one is warned of: %s', async chainId => {
    const { dangers } = await explained({ domain: { chainId } })
    expect(dangers).toEqual([say('danger.otherNetwork', { wanted: 'OP Mainnet', current: 'Ethereum' })])
  })

  it.each([137, 'x', '-1'])('one that the site does not use is warned of: %s', async chainId => {
    const { dangers } = await explained({ domain: { chainId } })
    expect(dangers).toEqual([say('danger.unknownNetwork', { wanted: String(chainId) })])
  })

  it('none at all is harmless for a login, and told of what moves value', async () => {
    expect((await explained({ domain: { name: 'Shop' } })).dangers).toEqual([])
    const { dangers } = await explained(permit({}, { verifyingContract: USDC }))
    expect(dangers).toEqual([say('danger.anyNetwork'), moves])
  })
})

describe('the domain', () => {
  it('whose contract is none is warned of', async () => {
    const { dangers } = await explained({ domain: { chainId: 1, verifyingContract: THIEF } })
    expect(dangers).toEqual([say('danger.noContract', { address: '0x123…7890' })])
  })

  it.each([
    ['domain.name', { domain: { name: 'bank.example', chainId: 1 } }],
    ['a field', { message: { uri: 'https://bank.example/login' } }],
    ['a nested field', { message: { login: [{ origin: 'bank.example' }] } }],
  ])('that names another site is warned of: %s', async (_name, data) => {
    expect((await explained(data)).dangers).toEqual([say('danger.otherSite', { site: 'bank.example', host })])
  })

  it.each([
    ['the site itself', { message: { uri: 'https://shop.example/login' } }],
    ['an app’s name', { domain: { name: 'USD Coin', chainId: 1 } }],
    ['a text elsewhere', { message: { contents: 'see bank.example' } }],
  ])('is fine with %s', async (_name, data) => {
    expect((await explained(data)).dangers).toEqual([])
  })

  it('with another site’s login inside of it is warned of', async () => {
    const contents = `bank.example wants you to sign in with your Ethereum account:\n${wallet.address}\n\nURI: https://bank.example`
    const { dangers } = await explained({ message: { contents } })
    expect(dangers).toEqual([say('danger.otherDomain', { domain: 'bank.example', host })])
  })

  it('with hidden characters is warned of', async () => {
    expect((await explained({ message: { contents: 'a\u202eb' } })).dangers).toEqual([say('danger.hidden')])
  })
})

describe('data that nothing recognises', () => {
  const withdrawal = {
    types: {
      'HyperliquidTransaction:Withdraw': [
        { name: 'hyperliquidChain', type: 'string' },
        { name: 'destination', type: 'string' },
        { name: 'amount', type: 'string' },
        { name: 'time', type: 'uint64' },
      ],
    },
    primary_type: 'HyperliquidTransaction:Withdraw',
    domain: {
      name: 'HyperliquidSignTransaction',
      version: '1',
      chainId: 1,
      verifyingContract: '0x0000000000000000000000000000000000000000',
    },
    message: { hyperliquidChain: 'Mainnet', destination: THIEF, amount: '25000', time: '1700000000000' },
  }

  it('is named by its type and its app, with amounts and addresses first', async () => {
    const { headline, details } = await explained(withdrawal)
    expect(headline).toBe('Sign HyperliquidTransaction: Withdraw for HyperliquidSignTransaction')
    expect(details.slice(0, 2)).toEqual([
      { label: 'destination', value: THIEF, kind: 'address', depth: 0 },
      { label: 'amount', value: '25000', kind: 'text', depth: 0 },
    ])
    expect(details.at(-1)).toMatchObject({ label: 'time' })
  })

  it('is named by its type alone where it names no app', async () => {
    expect((await explained({ domain: { chainId: 1 } })).headline).toBe('Sign Mail')
  })

  it('cannot fill the headline or turn it around', async () => {
    const { headline } = await explained({ domain: { name: `\u202e${'x'.repeat(500)}\n`, chainId: 1 } })
    expect(headline).toBe(`Sign Mail for ${'x'.repeat(24)}…${'x'.repeat(24)}`)
  })

  it('has its amount first however many fields stand before it', async () => {
    const names = Array.from({ length: 200 }, (_, place) => `note${place}`)
    const types = { Mail: [...names, 'amount'].map(name => ({ name, type: 'string' })) }
    const message = Object.fromEntries([...names.map(name => [name, 'x']), ['amount', '7']])
    const { details, dangers } = await explained({ types, message })
    expect(details[0]).toMatchObject({ label: 'amount', value: '7' })
    expect(dangers).toContain(say('danger.moreThanShown', { count: '81' }))
  })

  it.each([
    ['0x0000000000000000000000000000000000000000', '0x000…0000'],
    ['0xCcCCccccCCCCcCCCCCCcCcCccCcCCCcCcccccccC', '0xCcC…cccC'],
    ['0xEeeeeEeeeEeEeeEeEeEeeEEEeeeeEeeeeeeeEEeE', '0xEee…EEeE'],
  ])('whose contract is the placeholder %s calls it that', async (verifyingContract, address) => {
    const { details, dangers, notes } = await explained({
      domain: { name: 'Mail', chainId: 1, verifyingContract },
    })
    expect([dangers, notes]).toEqual([[], []])
    expect(details).toContainEqual({
      label: say('approval.contract'),
      value: say('approval.placeholderAt', { address }),
      kind: 'text',
      depth: 0,
    })
  })

  it('without a contract says so', async () => {
    const { details, dangers, notes } = await explained({ domain: { name: 'Mail', chainId: 1 } })
    expect([dangers, notes]).toEqual([[], []])
    expect(details).toContainEqual(expect.objectContaining({ value: say('approval.placeholder') }))
  })
})

describe('a permit', () => {
  it('is told as the permission that it is', async () => {
    const { headline, permissions, dangers } = await explained(permit({}))
    expect(headline).toBe('Allow spending of USDC')
    expect(permissions).toMatchObject([{ what: '5 USDC', who: ROUTER, isUnlimited: false }])
    expect(dangers).toEqual([moves])
  })

  it('without a limit, for a person, of another account', async () => {
    const value = (2n ** 256n - 1n).toString()
    const { dangers } = await explained(permit({ owner: FRIEND, spender: THIEF, value }))
    expect(dangers).toEqual([
      say('danger.otherOwner', { address: FRIEND }),
      say('danger.spenderIsEoa', { who: '0x123…7890' }),
      say('danger.unlimited', { who: '0x123…7890', token: 'USDC' }),
      moves,
    ])
  })
})

describe('an order', () => {
  const item = (itemType: number, token: string, amount: string, recipient?: string) => ({
    itemType,
    token,
    identifierOrCriteria: '7',
    startAmount: amount,
    endAmount: amount,
    ...(recipient && { recipient }),
  })
  const order = (consideration: object[]) => ({
    message: { offerer: wallet.address, offer: [item(2, CATS, '1')], consideration },
  })

  it('tells what is given and what comes for it', async () => {
    const { headline, outgoing, incoming, dangers } = await explained(
      order([item(1, USDC, '9000000', wallet.address)]),
    )
    expect(headline).toBe('Sign an order')
    expect(outgoing).toMatchObject([{ amount: 'CATS #7' }])
    expect(incoming).toMatchObject([{ amount: '9 USDC' }])
    expect(dangers).toEqual([moves])
  })

  it.each([
    ['nothing', []],
    ['nothing for oneself', [item(1, USDC, '9000000', THIEF)]],
    ['an amount of nothing', [item(1, USDC, '0', wallet.address)]],
  ])('for %s is warned of', async (_name, consideration) => {
    const { dangers, incoming } = await explained(order(consideration))
    expect(incoming).toEqual([])
    expect(dangers).toEqual([say('danger.orderForNothing'), moves])
  })
})

it('a call in the signer’s name is read like one', async () => {
  const data = encodeFunctionData({ abi: TOKEN_ABI, functionName: 'transfer', args: [FRIEND, 5_000_000n] })
  const { headline, dangers, outgoing } = await explained({
    message: { from: wallet.address, to: USDC, value: '0', data },
  })
  expect(headline).toBe('Send 5 USDC')
  expect(outgoing).toMatchObject([{ amount: '5 USDC', party: FRIEND }])
  expect(dangers[0]).toBe(say('danger.metaCall', { address: '0xA0b…eB48' }))
})

describe('the fields', () => {
  it('are those that are signed, addresses first, in the order of their types, and no others', async () => {
    const { details } = await explained({
      types: {
        Mail: [
          { name: 'to', type: 'Person[]' },
          { name: 'sentAt', type: 'uint64' },
          { name: 'deadline', type: 'uint64' },
        ],
        Person: [
          { name: 'name', type: 'string' },
          { name: 'wallet', type: 'address' },
        ],
      },
      message: {
        unsigned: 'You are safe.',
        deadline: '1900000000',
        sentAt: 7,
        to: [{ wallet: FRIEND, name: 'Bob', note: 'unsigned' }],
      },
    })
    expect(details.filter((_, place) => place < 3 || place > 4)).toEqual([
      { label: 'to 1', value: '', kind: 'text', depth: 0 },
      { label: 'name', value: 'Bob', kind: 'text', depth: 1 },
      { label: 'wallet', value: FRIEND, kind: 'address', depth: 1 },
      { label: 'sentAt', value: '7', kind: 'text', depth: 0 },
      { label: 'deadline', value: expect.stringMatching(/2030.*\(1900000000\)$/), kind: 'text', depth: 0 },
    ])
  })

  it('without an end are cut, and say so', async () => {
    const { details } = await explained({
      types: { Mail: [{ name: 'ids', type: 'uint256[]' }] },
      message: { ids: Array.from({ length: 500 }, (_, id) => id) },
    })
    expect(details.at(-1)?.label).toBe(say('approval.typed.more', { count: 380 }))
  })

  it('that hold themselves end', async () => {
    const message: Record<string, unknown> = { text: 'a' }
    let deepest = message
    for (let depth = 0; depth < 50; depth++)
      deepest = deepest.inner = { text: 'b' } as Record<string, unknown>
    const { details } = await explained({
      types: {
        Mail: [
          { name: 'text', type: 'string' },
          { name: 'inner', type: 'Mail' },
        ],
      },
      message,
    })
    expect(details.length).toBeLessThan(40)
  })
})
