import type { Address, EthereumTransactionInput } from '../../../chains/ethereum/ports.ts'
import { withLimit } from '../../../core/with-limit.ts'
import type { Price } from '../../explain/numbers.ts'
import { type AccountKind, readAccountKind } from './account-kind.ts'
import type { ChainReader } from './contract-reads.ts'
import { readNativePrice } from './native-price.ts'
import { type Simulation, simulate } from './simulation.ts'
import { readToken, type Token } from './token.ts'
import { configuredToken, readTokenPrice } from './token-price.ts'

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
  /** Of tokens that the operator vouches for and names a feed of, by lower-case address. */
  readonly tokenPrices: ReadonlyMap<string, Price>
  readonly simulation: Simulation | null
}

export const NO_FACTS: Facts = {
  tokens: new Map(),
  accounts: new Map(),
  nativePrice: null,
  tokenPrices: new Map(),
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
  const now = Date.now() / 1_000
  const priceAll = async (addresses: readonly Address[]) =>
    mapOf(addresses, address => known(readTokenPrice(network, address, now, limit)))
  const [tokens, prices, accounts, nativePrice, simulation] = await Promise.all([
    lookUp(needed.tokens),
    priceAll(needed.tokens),
    mapOf(needed.accounts, address => known(readAccountKind(network, address, limit))),
    known(readNativePrice(network, now, limit)),
    needed.calls.length > 0 ? known(simulate(network, wallet, needed.calls, limit)) : null,
  ])
  const moved = (simulation?.changes ?? []).flatMap(({ asset }) =>
    asset.kind === 'native' || tokens.has(asset.address.toLowerCase()) ? [] : [asset.address],
  )
  const [found, ofFound] = await Promise.all([lookUp(moved), priceAll(moved)])
  end()
  signal.throwIfAborted()
  const allTokens = new Map([...tokens, ...found])
  return {
    tokens: allTokens,
    accounts,
    nativePrice,
    tokenPrices: trusted(network, new Map([...prices, ...ofFound]), allTokens),
    simulation,
  }
}

/** A price is for whole units: of a contract whose decimals are not those of the operator's config it says nothing. */
const trusted = (
  { chain }: ChainReader,
  prices: ReadonlyMap<string, Price>,
  tokens: ReadonlyMap<string, Token>,
): ReadonlyMap<string, Price> =>
  new Map(
    [...prices].filter(
      ([address]) => tokens.get(address)?.decimals === configuredToken(chain, address)?.decimals,
    ),
  )

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
