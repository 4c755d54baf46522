import type { Address, EthereumTransactionInput } from '../../../chains/ethereum/ports.ts'
import { withLimit } from '../../../core/with-limit.ts'
import type { Price } from '../../explain/numbers.ts'
import { type AccountKind, readAccountKind } from './account-kind.ts'
import type { ChainReader } from './contract-reads.ts'
import { readNativePrice } from './native-price.ts'
import { type Simulation, simulate } from './simulation.ts'
import { readToken, type Token } from './token.ts'

/** A person waits for the receipt: what has not come by then counts as unknown. */
const READ_LIMIT_MS = 8_000
/** More tokens and accounts in one request than a person can judge are not looked up. */
const MAX_LOOKUPS = 24

/** What the chain says about what a request names. What is not there is not known. */
export interface Facts {
  /** By lower-case address. */
  readonly tokens: ReadonlyMap<string, Token>
  readonly accounts: ReadonlyMap<string, AccountKind>
  readonly nativePrice: Price | null
  readonly simulation: Simulation | null
}

export const NO_FACTS: Facts = {
  tokens: new Map(),
  accounts: new Map(),
  nativePrice: null,
  simulation: null,
}

export interface FactsNeeded {
  readonly wallet: Address
  readonly tokens: readonly Address[]
  readonly accounts: readonly Address[]
  /** To be tried on the latest state; none: nothing is sent. */
  readonly calls: readonly EthereumTransactionInput[]
}

/**
 * Asks the chain, all at once, for at most `READ_LIMIT_MS`. Fails for nothing but the signal.
 * @throws the signal's reason when it aborts
 */
export async function gatherFacts(
  network: ChainReader,
  needed: FactsNeeded,
  signal: AbortSignal,
): Promise<Facts> {
  const { wallet } = needed
  const [limit, end] = withLimit(signal, READ_LIMIT_MS)
  const known = <T>(reading: Promise<T>) => reading.catch(() => null)
  const lookUp = async (addresses: readonly Address[]) =>
    mapOf(addresses, address => known(readToken(network, address, wallet, limit)))
  const [tokens, accounts, nativePrice, simulation] = await Promise.all([
    lookUp(needed.tokens),
    mapOf(needed.accounts, address => known(readAccountKind(network, address, limit))),
    known(readNativePrice(network, Date.now() / 1_000, limit)),
    needed.calls.length > 0 ? known(simulate(network, wallet, needed.calls, limit)) : null,
  ])
  const moved = (simulation?.changes ?? []).flatMap(({ asset }) =>
    asset.kind === 'native' || tokens.has(asset.address.toLowerCase()) ? [] : [asset.address],
  )
  const found = await lookUp(moved)
  end()
  signal.throwIfAborted()
  return { tokens: new Map([...tokens, ...found]), accounts, nativePrice, simulation }
}

async function mapOf<T>(
  addresses: readonly Address[],
  read: (address: Address) => Promise<T | null>,
): Promise<Map<string, T>> {
  const distinct = [...new Set(addresses.map(it => it.toLowerCase()))].slice(0, MAX_LOOKUPS)
  const pairs = await Promise.all(
    distinct.map(async address => [address, await read(address as Address)] as const),
  )
  return new Map(pairs.flatMap(([address, value]) => (value === null ? [] : [[address, value] as const])))
}
