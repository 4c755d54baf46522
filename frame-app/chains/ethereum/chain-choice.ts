import { wholeNumber } from '@vitrine/shared/whole-number.ts'
import * as z from 'zod/mini'
import type { ReadableStore } from '../../core/store.ts'
import { createStore } from '../../core/store.ts'
import type { EthereumChain } from './ports.ts'
import { unknownChain } from './rpc-error.ts'

/** Most chains that a page adds to those of the app. */
const MAX_ADDED = 20
/** Most wallets whose own chain is remembered, the last chosen ones. */
const MAX_PROVIDERS = 50

/** A name of 80 characters, and the chain's number beside it. */
const text = z.string().check(z.minLength(1), z.maxLength(100))
const addedChain = z.object({
  id: wholeNumber.check(z.positive()),
  name: text,
  rpcUrls: z.array(z.string()),
  nativeCurrency: z.object({ name: text, symbol: text, decimals: z.literal(18) }),
  blockExplorerUrl: z.nullable(z.string()),
  isTestnet: z.boolean(),
})
const chainId = wholeNumber.check(z.positive())
/** By address, in lower case. */
const byAddress = z.optional(z.record(z.string().check(z.regex(/^0x[0-9a-f]{40}$/)), chainId))
const kept = z.object({
  current: z.nullable(chainId),
  providers: byAddress,
  /** What `providers` was called before: a dapp must not find itself on another chain after an update of the wallet. */
  faces: byAddress,
  added: z.array(addedChain).check(z.maxLength(MAX_ADDED)),
})
type Kept = Omit<z.infer<typeof kept>, 'faces'>

/** The storage of one page's choice; what stands there may be anything. */
export interface ChoiceStorage {
  read(): string | null
  write(value: string): void
  /** Calls back when another tab has written. */
  onChange(listener: () => void): void
}

/** A provider of the page: of one wallet, by its address in lower case, or the first one, which has none. */
export type ProviderAddress = string | undefined

export interface ChainChoice {
  /** The app's chains, then those that the page added. */
  chains(): readonly EthereumChain[]
  find(chainId: number): EthereumChain | undefined
  /** Of the page's first provider. */
  readonly current: ReadableStore<number>
  /** The chain that a provider is on. Notifies it of this chain now, and of each change from now on. */
  currentOf(provider: ProviderAddress): number
  /** @throws VitrineError `unsupported_chain_id` (4902) */
  switchTo(chainId: number, provider: ProviderAddress): void
  /** Takes a checked chain; the page is not moved to it. */
  add(chain: EthereumChain): void
}

export interface ChainChoiceParts {
  readonly storage: ChoiceStorage
  /** The app's chains at this moment; the config may come late. */
  config(): { readonly supported: readonly EthereumChain[]; readonly default: EthereumChain }
  /** `EthereumNetworks.isAllowedRpc` */
  isAllowedRpc(url: string, chainId: number): boolean
  /** A provider is connected, or on another chain. */
  notify(event: 'connect' | 'chainChanged', chainId: number, provider: ProviderAddress): void
}

/** Which chains a page's dapps are on: kept over a reload, the same in every tab of the page's origin. */
export function createChainChoice({ storage, config, isAllowedRpc, notify }: ChainChoiceParts): ChainChoice {
  // Read at each use: another tab may have written, and its event may still be on the way.
  const read = (): Kept => {
    try {
      const { faces, providers = faces, ...others } = kept.parse(JSON.parse(storage.read() ?? ''))
      return { ...others, providers }
    } catch {
      return { current: null, added: [] }
    }
  }
  const added = (): EthereumChain[] => {
    const own = config().supported
    return read()
      .added.filter(({ id }) => !own.some(chain => chain.id === id))
      .map(chain => ({ ...chain, rpcUrls: chain.rpcUrls.filter(url => isAllowedRpc(url, chain.id)) }))
      .filter(({ rpcUrls }) => rpcUrls.length > 0)
  }
  const chains = () => [...config().supported, ...added()]
  const find = (chainId: number) => chains().find(({ id }) => id === chainId)
  const chosen = (provider: ProviderAddress) => {
    const { current, providers } = read()
    const wanted = provider === undefined ? current : providers?.[provider]
    return wanted && find(wanted) ? wanted : config().default.id
  }
  const current = createStore(chosen(undefined))
  const notified = new Map<ProviderAddress, number>()
  const refresh = (provider: ProviderAddress) => {
    const now = chosen(provider)
    const before = notified.get(provider)
    if (before === now) return now
    if (before === undefined && notified.size > MAX_PROVIDERS) forgetOldest()
    notified.set(provider, now)
    if (provider === undefined) current.set(now)
    notify(before === undefined ? 'connect' : 'chainChanged', now, provider)
    return now
  }
  /** A page can make up any number of addresses. */
  const forgetOldest = () => {
    const [oldest] = [...notified.keys()].filter(provider => provider !== undefined)
    notified.delete(oldest)
  }
  storage.onChange(() => [...notified.keys()].forEach(refresh))
  refresh(undefined)
  return {
    chains,
    find,
    current,
    currentOf: refresh,
    switchTo(chainId, provider) {
      if (!find(chainId)) throw unknownChain(chainId)
      // It hears of the change as one.
      refresh(provider)
      const before = read()
      if (provider === undefined) storage.write(JSON.stringify({ ...before, current: chainId }))
      else {
        const others = Object.entries(before.providers ?? {}).filter(([other]) => other !== provider)
        const providers = Object.fromEntries([...others.slice(1 - MAX_PROVIDERS), [provider, chainId]])
        storage.write(JSON.stringify({ ...before, providers }))
      }
      refresh(provider)
    },
    add(chain) {
      const before = read()
      const others = before.added.filter(({ id }) => id !== chain.id)
      storage.write(JSON.stringify({ ...before, added: [...others.slice(1 - MAX_ADDED), chain] }))
    },
  }
}
