import { parseEip155 } from '@vitrine/shared/chains/caip2.ts'
import { BUILT_IN_CHAINS, type ChainName } from '@vitrine/shared/chains/defaults.ts'
import { SOLANA_CHAINS } from '@vitrine/shared/chains/solana-clusters.ts'
import type { ConfiguredChain } from '@vitrine/shared/config/networks.ts'
import type { SpendLimit } from '@vitrine/shared/wallet/policy.ts'
import { borrowedSymbol, knownTokens } from '../approval/ethereum/reads/known-tokens.ts'
import { readNativePrice } from '../approval/ethereum/reads/native-price.ts'
import { readToken } from '../approval/ethereum/reads/token.ts'
import { configuredToken, readTokenPrice } from '../approval/ethereum/reads/token-price.ts'
import type { Currency } from '../approval/explain/amount.ts'
import { knownToken } from '../approval/solana/reads/known-tokens.ts'
import { readMint } from '../approval/solana/reads/mint.ts'
import { readSolPrice } from '../approval/solana/reads/native-price.ts'
import { SOL_PRICE_FEEDS } from '../approval/solana/reads/price-feeds.ts'
import type { Address, EthereumNetwork, EthereumNetworks } from '../chains/ethereum/ports.ts'
import type { SolanaNetworks } from '../chains/solana/ports.ts'
import { withLimit } from '../core/with-limit.ts'
import { shortAddress } from '../ui/short-address.ts'

/** A person waits for it: what has not come by then counts as unknown. */
const READ_LIMIT_MS = 8_000
const SOL_DECIMALS = 9

/** A limit of a policy, with what its amounts are written in. */
export interface ShownLimit {
  /** Smallest units. */
  readonly amount: bigint
  readonly perSeconds: number
  /** Name of the chain; CAIP-2 for one that the app has not. */
  readonly network: string
  readonly token: string | null
  /** `null`: how many decimals it has is not known, so that amounts are of its smallest units. */
  readonly currency: Currency | null
  /** The operator or our own list names it. */
  readonly isVouchedFor: boolean
  readonly logoUrl: string | null
}

export interface LimitReads {
  /** The operator's. */
  readonly configured: readonly ConfiguredChain[]
  ethereum(): Promise<EthereumNetworks>
  solana(): Promise<SolanaNetworks>
}

/** Limits as they can be shown, in their order. Never fails for what a node does. @throws the signal's reason */
export async function readLimits(
  limits: readonly SpendLimit[],
  owner: string,
  reads: LimitReads,
  signal: AbortSignal,
): Promise<readonly ShownLimit[]> {
  const [limited, end] = withLimit(signal, READ_LIMIT_MS)
  try {
    return await Promise.all(
      limits.map(async (limit): Promise<ShownLimit> => {
        const token = limit.asset === 'native' ? null : limit.asset
        const written = await nameOf(limit, token, owner, reads, limited).catch(() => {
          signal.throwIfAborted()
          return named(limit.chain, null, false, null)
        })
        return { amount: BigInt(limit.amount), perSeconds: limit.per_seconds, token, ...written }
      }),
    )
  } finally {
    end()
  }
}

type Named = Pick<ShownLimit, 'network' | 'currency' | 'isVouchedFor' | 'logoUrl'>

async function nameOf(
  { chain }: SpendLimit,
  token: string | null,
  owner: string,
  reads: LimitReads,
  signal: AbortSignal,
): Promise<Named> {
  const chainId = parseEip155(chain)
  if (chainId === null) return onSolana(await reads.solana(), token, signal)
  const configured = reads.configured.find(({ id }) => id === chainId)
  const builtIn: ChainName | undefined = BUILT_IN_CHAINS.find(({ id }) => id === chainId)
  const facts = configured
    ? { ...configured.native_currency, name: configured.name }
    : builtIn && { symbol: builtIn.symbol ?? 'ETH', decimals: 18, name: builtIn.name }
  // What a page adds may call its coin as it likes.
  if (!facts) return named(chain, null, false, null)
  // Without an endpoint of the operator's nothing is read, and a limit of the chain's own coin is shown all the same.
  const network = configured && readable(await reads.ethereum(), chainId)
  if (token !== null)
    return ofToken({ id: chainId, name: facts.name, network }, token as Address, owner, signal)
  const price = network ? await readNativePrice(network, Date.now() / 1_000, signal).catch(() => null) : null
  return named(facts.name, { token, symbol: facts.symbol, decimals: facts.decimals, price }, true, null)
}

/** A page's own choice of chains may lack one of the operator's. */
const readable = (networks: EthereumNetworks, chainId: number): EthereumNetwork | undefined =>
  networks.chains.some(({ id }) => id === chainId) ? networks.of(chainId) : undefined

async function ofToken(
  {
    id,
    name,
    network,
  }: { readonly id: number; readonly name: string; readonly network: EthereumNetwork | undefined },
  token: Address,
  owner: string,
  signal: AbortSignal,
): Promise<Named> {
  const configured = network && configuredToken(network.chain, token)
  const vouched = configured ?? knownTokens(id).find(it => it.address.toLowerCase() === token.toLowerCase())
  if (vouched) {
    const price =
      network && (await readTokenPrice(network, token, Date.now() / 1_000, signal).catch(() => null))
    const { symbol, decimals } = vouched
    return named(name, { token, symbol, decimals, price: price ?? null }, true, configured?.logoUrl ?? null)
  }
  const said = network && (await readToken(network, token, owner as Address, signal).catch(() => null))
  if (!network || !said || said.decimals === null) return named(name, null, false, null)
  // A name that others are trusted by is nobody else's.
  const own = borrowedSymbol(network.chain, said) === null ? said.symbol : null
  return named(
    name,
    { token, symbol: own ?? shortAddress(token), decimals: said.decimals, price: null },
    false,
    null,
  )
}

async function onSolana(networks: SolanaNetworks, token: string | null, signal: AbortSignal): Promise<Named> {
  const [main] = SOLANA_CHAINS
  const network = networks.clusters.some(it => it.chain === main) ? networks.of(main) : null
  const read = async (address: string) =>
    (await network?.accounts([address], signal).catch(() => null))?.get(address)
  if (token === null) {
    const feed = SOL_PRICE_FEEDS[main]
    const price = feed ? readSolPrice(feed, await read(feed.account), Date.now() / 1_000) : null
    return named('Solana', { token, symbol: 'SOL', decimals: SOL_DECIMALS, price }, true, null)
  }
  const known = knownToken(main, token)
  const decimals = known?.decimals ?? readMint(token, await read(token), null)?.decimals
  if (decimals === undefined) return named('Solana', null, false, null)
  const symbol = known?.symbol ?? shortAddress(token)
  return named('Solana', { token, symbol, decimals, price: null }, known !== null, null)
}

const named = (
  network: string,
  currency: Currency | null,
  isVouchedFor: boolean,
  logoUrl: string | null,
): Named => ({ network, currency, isVouchedFor, logoUrl })
