import type { ChainAccount, SolanaNetwork } from '../../../chains/solana/ports.ts'
import type { Action } from '../decode/action.ts'
import type { ResolvedMessage } from '../decode/resolve-message.ts'
import { chainState } from './account-state.ts'
import { knownToken } from './known-tokens.ts'
import { type Mint, readMint } from './mint.ts'
import type { PriceFeed } from './price-feeds.ts'

export interface ReadAccounts {
  readonly accounts: ReadonlyMap<string, ChainAccount | null>
  /** The tokens among them, by mint. */
  readonly mints: ReadonlyMap<string, Mint>
}

export interface AccountsNeeded {
  readonly wallet: string
  readonly resolved: ResolvedMessage
  readonly actions: readonly Action[]
  readonly feed: PriceFeed | undefined
}

/**
 * All that a review reads of accounts, at once: the wallet, what may change, the tokens that are named, what these call
 * themselves, and the price of SOL. Only tokens that are first named by these accounts take a second request.
 * @throws VitrineError `service_unavailable`
 */
export async function readAccounts(
  network: SolanaNetwork,
  { wallet, resolved: { writable }, actions, feed }: AccountsNeeded,
  signal: AbortSignal,
): Promise<ReadAccounts> {
  const { chain } = network.cluster
  const metadata = new Map<string, string>()
  const withMetadata = async (mints: readonly string[]): Promise<string[]> => {
    const unknown = mints.filter(mint => knownToken(chain, mint) === null)
    // Only a transaction with tokens needs the curve.
    const find = unknown.length > 0 ? (await import('./program-address.ts')).metadataAddress : null
    for (const mint of unknown) metadata.set(mint, (await find?.(mint)) ?? mint)
    return [...mints, ...unknown.flatMap(mint => metadata.get(mint) ?? [])]
  }

  const named = unique(
    actions.flatMap(action => ('mint' in action && action.mint !== null ? action.mint : [])),
  )
  const first = await network.accounts(
    unique([wallet, ...writable, ...(await withMetadata(named)), ...(feed ? [feed.account] : [])]),
    signal,
  )
  const state = chainState(first, actions)
  const held = unique(writable.flatMap(address => state.tokenMint(address) ?? []))
  const found = held.filter(mint => !named.includes(mint))
  const second = found.length > 0 ? await network.accounts(await withMetadata(found), signal) : []
  const accounts = new Map([...first, ...second])
  const mints = [...named, ...found].flatMap(address => {
    const mint = readMint(address, accounts.get(address), accounts.get(metadata.get(address) ?? ''))
    return mint ? [[address, mint] as const] : []
  })
  return { accounts, mints: new Map(mints) }
}

const unique = (addresses: readonly string[]): string[] => [...new Set(addresses)]
