import { clientError } from '@vitrine/shared/errors/vitrine-error.ts'
import { decodeFunctionData, encodeFunctionResult, type Hex, parseAbi, toHex } from 'viem'
import type {
  Address,
  EthereumChain,
  EthereumNetwork,
  EthereumNetworks,
  EthereumTransactionInput,
  PreparedTransaction,
  SentTransaction,
  WatchedAsset,
} from '../../chains/ethereum/ports.ts'
import { NATIVE_PRICE_FEEDS } from '../ethereum/reads/price-feeds.ts'

const ABI = parseAbi([
  'function decimals() view returns (uint8)',
  'function symbol() view returns (string)',
  'function supportsInterface(bytes4 id) view returns (bool)',
  'function balanceOf(address owner) view returns (uint256)',
  'function totalSupply() view returns (uint256)',
  'function latestRoundData() view returns (uint80, int256, uint256, uint256, uint80)',
])

export interface FakeToken {
  readonly symbol: string
  readonly decimals?: number
  readonly standard?: 'erc20' | 'erc721' | 'erc1155'
  readonly balance?: bigint
  /** Absent: the contract does not say. */
  readonly supply?: bigint
}

export interface FakeChainState {
  readonly chain?: Partial<EthereumChain>
  readonly tokens?: Readonly<Record<string, FakeToken>>
  /** Addresses with code; all tokens have it. Others have none. */
  readonly contracts?: readonly string[]
  /** Code by address, where it matters which. */
  readonly code?: Readonly<Record<string, string>>
  /** Whole dollars for one; absent: no feed answers. */
  readonly price?: number
  readonly balance?: bigint
  /** Whole dollars that a price feed answers with, by its address. */
  readonly feeds?: Readonly<Record<string, number>>
  /** Answer of `eth_simulateV1`; absent: the node does not have it. */
  readonly simulate?: (calls: unknown) => unknown
  readonly prepared?: Partial<PreparedTransaction>
  /** Every request fails. */
  readonly isDown?: boolean
  readonly send?: EthereumNetwork['send']
  /** What became of a sent transaction; absent: it succeeded at once. */
  readonly wait?: EthereumNetwork['wait']
}

export const ETHEREUM: EthereumChain = {
  id: 1,
  name: 'Ethereum',
  rpcUrls: ['https://rpc.example'],
  nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
  blockExplorerUrl: 'https://explorer.example',
  isTestnet: false,
}

const down = () => clientError('service_unavailable', 'Ethereum cannot be reached. Try again in a moment.')

/** A transaction that was sent from this browser. */
export const sentTransaction = (
  hash: Hex,
  chainId: number,
  status: SentTransaction['status'] = 'confirmed',
): SentTransaction => ({
  hash,
  chainId,
  from: '0x71C7656EC7ab88b098defB751B7401B5f6d8976F',
  to: null,
  nonce: 7,
  sentAt: 0,
  status,
  blockNumber: 1,
  isFinal: false,
})

/** A chain in memory that answers what a receipt asks. */
export function fakeNetwork(state: FakeChainState = {}): EthereumNetwork {
  const chain = { ...ETHEREUM, ...state.chain }
  const byAddress = <T>(record: Readonly<Record<string, T>> | undefined, address: string): T | undefined =>
    Object.entries(record ?? {}).find(([key]) => key.toLowerCase() === address.toLowerCase())?.[1]

  const call = (to: Address, data: Hex): Hex => {
    const { functionName: name, args } = decodeFunctionData({ abi: ABI, data })
    const answer = (result: unknown) =>
      encodeFunctionResult({ abi: ABI, functionName: name, result } as never) as Hex
    const isNative = to.toLowerCase() === NATIVE_PRICE_FEEDS[chain.id]?.address.toLowerCase()
    const price = isNative ? state.price : byAddress(state.feeds, to)
    if (isNative || price !== undefined) {
      if (price === undefined) return '0x'
      const now = BigInt(Math.floor(Date.now() / 1_000))
      return name === 'decimals' ? answer(8) : answer([1n, BigInt(Math.round(price * 1e8)), now, now, 1n])
    }
    const token = byAddress(state.tokens, to)
    if (!token) return '0x'
    const { standard = 'erc20', decimals = 18, balance = 10n ** 30n } = token
    if (name === 'symbol') return answer(token.symbol)
    if (name === 'balanceOf') return answer(balance)
    if (name === 'totalSupply') return token.supply === undefined ? '0x' : answer(token.supply)
    if (name === 'decimals') return standard === 'erc20' ? answer(decimals) : '0x'
    const wanted = standard === 'erc721' ? '0x80ac58cd' : standard === 'erc1155' ? '0xd9b67a26' : null
    return answer(args?.[0] === wanted)
  }

  const prepare = async (_from: Address, input: EthereumTransactionInput): Promise<PreparedTransaction> => {
    if (state.isDown) throw down()
    return {
      unsigned: {
        type: 2,
        nonce: '0x7',
        gas_limit: '0x5208',
        chain_id: chain.id,
        max_fee_per_gas: '0x77359400',
        max_priority_fee_per_gas: '0x3b9aca00',
        value: toHex(input.value ?? 0n),
        ...(input.to && { to: input.to }),
        ...(input.data && { data: input.data }),
      },
      maxFee: 42_000_000_000_000n,
      expectedFee: 31_500_000_000_000n,
      balance: state.balance ?? 5n * 10n ** 18n,
      usualFee: null,
      hasFixedPrice: false,
      hasFixedNonce: false,
      warnings: [],
      ...state.prepared,
    }
  }

  return {
    chain,
    async request<T>(method: string, params: readonly unknown[]): Promise<T> {
      if (state.isDown) throw down()
      if (method === 'eth_call') {
        const { to, data } = params[0] as { to: Address; data: Hex }
        return call(to, data) as T
      }
      if (method === 'eth_getCode') {
        const address = String(params[0])
        const has = state.contracts?.some(it => it.toLowerCase() === address.toLowerCase())
        return (byAddress(state.code, address) ??
          (has || byAddress(state.tokens, address) ? '0x6000' : '0x')) as T
      }
      if (method === 'eth_simulateV1' && state.simulate) return state.simulate(params[0]) as T
      throw clientError('transaction_failure', `The method ${method} is not available.`)
    },
    prepare,
    prepareToSign: prepare,
    send: state.send ?? (async () => ({ hash: `0x${'ab'.repeat(32)}` })),
    sign: async () => ({ signedTransaction: '0x02c0' }),
    replaceable: () => [],
    replacement: async () => ({}),
    wait: state.wait ?? (async hash => sentTransaction(hash, chain.id)),
  }
}

const NO_ASSETS: readonly WatchedAsset[] = []

/** The networks of an app with these chains; the first is the current one. */
export function fakeNetworks(...networks: readonly EthereumNetwork[]): EthereumNetworks {
  const [first] = networks
  if (!first) throw new TypeError('An app has a chain')
  return {
    chains: networks.map(({ chain }) => chain),
    current: { get: () => first.chain.id, subscribe: () => () => {} },
    currentOf: () => first.chain.id,
    sent: { get: () => [], subscribe: () => () => {} },
    switchTo: () => {},
    add: async () => {},
    isAllowedRpc: () => false,
    batches: { get: () => undefined, hold: () => true, release: () => {}, add: () => {} },
    assets: {
      all: { get: () => NO_ASSETS, subscribe: () => () => {} },
      has: () => false,
      add: () => {},
      remove: () => {},
    },
    of(chainId) {
      const found = networks.find(({ chain }) => chain.id === chainId)
      if (!found) throw clientError('unsupported_chain_id', `This site has no chain ${chainId}.`)
      return found
    },
  }
}
