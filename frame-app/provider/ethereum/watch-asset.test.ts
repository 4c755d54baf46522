// In a process of its own: what was sent is followed for as long as the process is there.
import { decodeFunctionData, encodeFunctionResult, type Hex, parseAbi } from 'viem'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startGateway } from '../../chains/ethereum/testing/gateway.ts'
import { rejectedByUser } from '../../requests/kind/rejected-by-user.ts'
import { anonymous, FIRST, openDapp, userWith } from './testing/dapp.ts'

const COIN = '0x70997970c51812dc3a010c7d01b50e0d17dc79c8'
const PIECE = '0x3c44cdddb6a900fa2b585dd299e03d12fa4293bc'
const PIECES = '0x90f79bf6eb2c4f870365e785982e1f101e93b906'
const NOTHING = '0x15d34aaf54267db7d7c367839aaf71a00a2c6a65'
const ABI = parseAbi([
  'function name() view returns (string)',
  'function symbol() view returns (string)',
  'function decimals() view returns (uint8)',
  'function balanceOf(address owner) view returns (uint256)',
  'function totalSupply() view returns (uint256)',
  'function supportsInterface(bytes4 id) view returns (bool)',
  'function ownerOf(uint256 id) view returns (address)',
])
const BALANCE_OF_ID = parseAbi(['function balanceOf(address owner, uint256 id) view returns (uint256)'])

/** The contracts above, and nothing else on this chain. */
function answerOf(to: string, data: Hex): Hex {
  const [standard] = { [COIN]: ['erc20'], [PIECE]: ['erc721'], [PIECES]: ['erc1155'] }[to] ?? []
  if (data.startsWith('0x00fdd58e') && standard === 'erc1155') {
    const { args } = decodeFunctionData({ abi: BALANCE_OF_ID, data })
    return encodeFunctionResult({ abi: BALANCE_OF_ID, result: args[1] === 9n ? 3n : 0n })
  }
  const call = decodeFunctionData({ abi: ABI, data })
  const answer = (result: unknown) =>
    encodeFunctionResult({ abi: ABI, functionName: call.functionName, result } as never) as Hex
  switch (call.functionName) {
    case 'name':
      return answer('Test\u202e Dollar')
    case 'symbol':
      return answer('TUSD')
    case 'decimals':
      return standard === 'erc20' ? answer(6) : '0x'
    case 'balanceOf':
      return standard === 'erc20' ? answer(2_500_000n) : '0x'
    case 'totalSupply':
      return '0x'
    case 'supportsInterface': {
      const id = { piece: '0x80ac58cd', pieces: '0xd9b67a26' }[standard ?? '']
      return standard === 'erc20' ? '0x' : answer(call.args[0] === id)
    }
    case 'ownerOf':
      return standard === 'erc721' ? answer(call.args[0] === 7n ? FIRST : NOTHING) : '0x'
  }
}

let url: string
let stop: () => Promise<unknown>
beforeAll(async () => {
  const gateway = await startGateway('', '0x1')
  gateway.behave(async ({ method, params }) => {
    const [first] = params as [string | { to: string; data: Hex }]
    const result =
      method === 'eth_getCode'
        ? [COIN, PIECE, PIECES].includes(String(first).toLowerCase())
          ? '0x60'
          : '0x'
        : typeof first === 'object'
          ? answerOf(first.to.toLowerCase(), first.data)
          : null
    return JSON.stringify({ jsonrpc: '2.0', id: 1, result })
  })
  url = gateway.url
  stop = gateway.stop
})
afterAll(() => stop())

const ether = { name: 'Ether', symbol: 'ETH', decimals: 18 }
const open = (more: Parameters<typeof openDapp>[1] = {}) =>
  openDapp(userWith(1), {
    chains: [{ id: 1, name: 'Ethereum', native_currency: ether, rpc_urls: [url] }],
    ...more,
  })
const offer = (options: object, type = 'ERC20') => ({
  method: 'wallet_watchAsset',
  params: { type, options: { address: COIN, ...options } },
})

describe('wallet_watchAsset (EIP-747)', () => {
  test('shows what the contract says, and keeps it once the person has agreed', async () => {
    const storage = new Map<string, string>()
    const { request, show, networks } = open({ storage })
    expect(await request(offer({ symbol: 'tusd', decimals: 6, image: 'https://pixel.example' }))).toBe(true)
    const asset = {
      chainId: 1,
      owner: FIRST,
      standard: 'ERC20',
      address: COIN,
      tokenId: null,
      symbol: 'TUSD',
      decimals: 6,
    }
    expect(show).toHaveBeenCalledExactlyOnceWith({
      kind: 'watch-asset',
      chain: expect.objectContaining({ name: 'Ethereum' }),
      asset,
      name: 'Test Dollar',
      balance: 2_500_000n,
    })
    expect(networks.assets.all.get()).toEqual([asset])
    expect(open({ storage }).networks.assets.all.get()).toEqual([asset])
    expect([...storage.values()].join()).not.toContain('pixel')
  })
  test('in a list it is the same, and what is there already is not asked for again', async () => {
    const { request, show } = open()
    const { method, params } = offer({})
    expect(await request({ method, params: [params] })).toBe(true)
    expect(await request(offer({ decimals: '6' }))).toBe(true)
    expect(await request(offer({ address: `0x${COIN.slice(2).toUpperCase()}` }))).toBe(true)
    expect(show).toHaveBeenCalledOnce()
  })
  test('a piece is the owner’s, or it is refused', async () => {
    const { request, networks } = open()
    expect(await request(offer({ address: PIECE, tokenId: '7' }, 'ERC721'))).toBe(true)
    expect(await request(offer({ address: PIECES, tokenId: '0x9' }, 'ERC1155'))).toBe(true)
    expect(networks.assets.all.get()).toMatchObject([{ tokenId: '9', decimals: null }, { tokenId: '7' }])
    for (const [address, type] of [
      [PIECE, 'ERC721'],
      [PIECES, 'ERC1155'],
    ] as const)
      await expect(request(offer({ address, tokenId: '8' }, type))).rejects.toMatchObject({
        data: { eipCode: -32602 },
        message: expect.stringContaining('does not own'),
      })
  })
  test('rejected, it is not kept', async () => {
    const { request, show, networks } = open()
    show.mockRejectedValue(rejectedByUser())
    await expect(request(offer({}))).rejects.toMatchObject({ data: { eipCode: 4001 } })
    expect(networks.assets.all.get()).toEqual([])
  })
  test.each([
    ['other decimals than the contract’s', offer({ decimals: 18 }), /the contract says 6/],
    ['another symbol', offer({ symbol: 'USDC' }), /the contract says "TUSD"/],
    ['no contract', offer({ address: NOTHING }), /no contract at this address on Ethereum/],
    ['a piece as a coin', offer({ address: PIECE }), /does not answer as an ERC-20/],
    ['an unknown type', offer({}, 'BRC20'), /type must be/],
    ['no address', offer({ address: 'x' }), /options.address/],
    ['decimals that no token has', offer({ decimals: 99 }), /options.decimals/],
    ['a fraction', offer({ decimals: 1.5 }), /options.decimals must be a whole number from 0 to 36/],
    ['other decimals as text', offer({ decimals: '18' }), /the contract says 6/],
    [
      'a word for decimals',
      offer({ decimals: 'six' }),
      /options.decimals must be a whole number from 0 to 36/,
    ],
    ['a long symbol', offer({ symbol: 'ABCDEFGHIJKL' }), /options.symbol/],
    ['a symbol that turns the text around', offer({ symbol: 'a\u202eb' }), /options.symbol/],
    ['no token id', offer({ address: PIECE }, 'ERC721'), /options.tokenId/],
    ['a token id beyond 2^256', offer({ address: PIECE, tokenId: '9'.repeat(78) }, 'ERC721'), /tokenId/],
    ['nothing', { method: 'wallet_watchAsset', params: [] }, /params/],
  ])('%s is -32602, without a screen', async (_, request, message) => {
    const dapp = open()
    await expect(dapp.request(request)).rejects.toMatchObject({
      data: { eipCode: -32602 },
      message: expect.stringMatching(message),
    })
    expect(dapp.show).not.toHaveBeenCalled()
  })
  test.each([
    ['nobody', openDapp(anonymous), offer({}), 4100],
    ['a chain without endpoints', openDapp(userWith(1)), offer({}), 4901],
    ['a chain that the app does not have', openDapp(userWith(1)), offer({ chainId: 1337 }), 4902],
  ])('%s is refused', async (_, { request }, asked, eipCode) => {
    await expect(request(asked)).rejects.toMatchObject({ data: { eipCode } })
  })
})
