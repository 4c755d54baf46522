import { parseEip155 } from '@vitrine/shared/chains/caip2.ts'
import type { FundingRequest } from '@vitrine/shared/funding/request.ts'
import { exactAmount } from '../../approval/explain/numbers.ts'
import type { Address } from '../../chains/ethereum/ports.ts'
import { withLimit } from '../../core/with-limit.ts'
import type { EthereumCoin } from '../../portfolio/ethereum/coins.ts'
import { readArrivals } from '../../portfolio/ethereum/read-arrivals.ts'
import { readTransfers } from '../../portfolio/ethereum/read-transfers.ts'
import type { Activity } from '../../portfolio/ports.ts'
import { type ChainKernel, ethereumNetwork, solanaNetwork, solanaPlace } from './read-balance.ts'

/** The money is there: nobody waits long for the name of what brought it. */
const SEARCH_MS = 4_000
/** Of Solana's, the newest that are looked at. */
const NEWEST = 2
/** Unix ms before now: what Solana's node dates earlier did not just happen. */
const RECENT_MS = 10 * 60_000

/**
 * The transaction by which an amount just came to a wallet. Where several could have, none is named: a wrong one would be worse.
 * Never rejects.
 */
export async function findTransaction(
  kernel: ChainKernel,
  request: FundingRequest,
  amount: bigint,
  signal: AbortSignal,
): Promise<string | null> {
  const [limited, end] = withLimit(signal, SEARCH_MS)
  try {
    return request.chainType === 'ethereum'
      ? await onEthereum(kernel, request, amount, limited)
      : await onSolana(kernel, request, limited)
  } catch {
    return null
  } finally {
    end()
  }
}

async function onEthereum(
  kernel: ChainKernel,
  { address, chain, asset }: FundingRequest,
  amount: bigint,
  signal: AbortSignal,
): Promise<string | null> {
  const network = await ethereumNetwork(kernel, chain)
  const { name, isTestnet } = network.chain
  const coin: EthereumCoin = {
    key: '',
    chain: { type: 'ethereum', id: parseEip155(chain) ?? 0, name, isTestnet },
    token: asset.address as Address | null,
    symbol: asset.symbol ?? '',
    name: '',
    decimals: asset.decimals ?? 0,
    logoUrl: null,
    origin: 'known',
    borrows: null,
    isAlwaysListed: true,
    feed: null,
  }
  const of = { wallet: address as Address, now: Date.now() }
  const found =
    coin.token === null
      ? await readArrivals(network, { ...of, coin }, signal)
      : await readTransfers(network, { ...of, coins: [coin] }, signal)
  const told = `+${exactAmount(amount, coin.decimals)} ${coin.symbol}`
  return onlyOne(found.filter((it: Activity) => it.way === 'in' && it.amount === told).map(({ id }) => id))
}

async function onSolana(
  kernel: ChainKernel,
  request: FundingRequest,
  signal: AbortSignal,
): Promise<string | null> {
  const network = await solanaNetwork(kernel, request.chain)
  const newest = await network.signatures(await solanaPlace(request), NEWEST, signal)
  const since = Date.now() - RECENT_MS
  return onlyOne(
    newest
      .filter(({ hasFailed, at }) => !hasFailed && (at === null || at > since))
      .map(({ signature }) => signature),
  )
}

const onlyOne = ([first, ...others]: readonly string[]): string | null =>
  first !== undefined && others.length === 0 ? first : null
