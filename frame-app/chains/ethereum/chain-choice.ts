import * as z from 'zod/mini'
import type { ReadableStore } from '../../kernel/ports.ts'
import { createStore } from '../../kernel/store.ts'
import type { EthereumChain } from './ports.ts'
import { unknownChain } from './rpc-error.ts'

/** Most chains that a page adds to those of the app. */
const MAX_ADDED = 20

const text = z.string().check(z.minLength(1), z.maxLength(80))
const addedChain = z.object({
  id: z.int().check(z.positive()),
  name: text,
  rpcUrls: z.array(z.string()),
  nativeCurrency: z.object({ name: text, symbol: text, decimals: z.literal(18) }),
  blockExplorerUrl: z.nullable(z.string()),
  isTestnet: z.boolean(),
})
const kept = z.object({
  current: z.nullable(z.int().check(z.positive())),
  added: z.array(addedChain).check(z.maxLength(MAX_ADDED)),
})
type Kept = z.infer<typeof kept>

/** The storage of one page's choice; what stands there may be anything. */
export interface ChoiceStorage {
  read(): string | null
  write(value: string): void
  /** Calls back when another tab has written. */
  onChange(listener: () => void): void
}

export interface ChainChoice {
  /** The app's chains, then those that the page added. */
  chains(): readonly EthereumChain[]
  find(chainId: number): EthereumChain | undefined
  readonly current: ReadableStore<number>
  /** @throws VitrineError `unsupported_chain_id` (4902) */
  switchTo(chainId: number): void
  /** Takes a checked chain; the page is not moved to it. */
  add(chain: EthereumChain): void
}

export interface ChainChoiceParts {
  readonly storage: ChoiceStorage
  /** The app's chains at this moment; the config may come late. */
  config(): { readonly supported: readonly EthereumChain[]; readonly default: EthereumChain }
  /** Whether the app's config lets the frame connect there. */
  isAllowedRpc(url: string): boolean
}

/** Which chain a page's dapps are on: kept over a reload, the same in every tab of the page's origin. */
export function createChainChoice({ storage, config, isAllowedRpc }: ChainChoiceParts): ChainChoice {
  // Read at each use: another tab may have written, and its event may still be on the way.
  const read = (): Kept => {
    try {
      return kept.parse(JSON.parse(storage.read() ?? ''))
    } catch {
      return { current: null, added: [] }
    }
  }
  const added = (): EthereumChain[] => {
    const own = config().supported
    return read()
      .added.filter(({ id }) => !own.some(chain => chain.id === id))
      .map(chain => ({ ...chain, rpcUrls: chain.rpcUrls.filter(isAllowedRpc) }))
      .filter(({ rpcUrls }) => rpcUrls.length > 0)
  }
  const chains = () => [...config().supported, ...added()]
  const find = (chainId: number) => chains().find(({ id }) => id === chainId)
  const chosen = () => {
    const { current } = read()
    return current !== null && find(current) ? current : config().default.id
  }
  const current = createStore(chosen())
  storage.onChange(() => current.set(chosen()))
  return {
    chains,
    find,
    current,
    switchTo(chainId) {
      if (!find(chainId)) throw unknownChain(chainId)
      storage.write(JSON.stringify({ ...read(), current: chainId }))
      current.set(chainId)
    },
    add(chain) {
      const before = read()
      const others = before.added.filter(({ id }) => id !== chain.id)
      storage.write(JSON.stringify({ ...before, added: [...others.slice(1 - MAX_ADDED), chain] }))
    },
  }
}
