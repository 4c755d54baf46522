import { parseEip155 } from '@vitrine/shared/chains/caip2.ts'
import type { SolanaChain } from '@vitrine/shared/chains/solana-clusters.ts'
import { exactAmount } from '../../approval/explain/numbers.ts'
import { singleLine } from '../../approval/readable-text.ts'
import type { Hex } from '../../chains/ethereum/ports.ts'
import { transactionUrl } from '../../chains/ethereum/transaction-url.ts'
import { explorerLink } from '../../chains/solana/explorer.ts'
import type { EffectiveConfig } from '../../config/effective.ts'
import type { Holding } from '../../portfolio/ports.ts'
import { heldOn as solanaHeldOn } from '../../portfolio/solana/coins.ts'
import type { Kernel } from '../../ui/kernel-context.ts'
import { say } from '../../words/say.ts'
import { ethereumNetwork, solanaNetwork } from '../arrival/read-balance.ts'
import type { BegunTransfer } from './begun-transfer.ts'

/** Digits after the point that a line has room for. */
const FRACTION = 6
const MINUTE = 60

/** An amount with its symbol. Every digit: it is what is paid. */
export const exactly = (value: bigint, { decimals, symbol }: Pick<Holding, 'decimals' | 'symbol'>): string =>
  `${exactAmount(value, decimals)} ${symbol}`

/** What a wallet has, for one line: never more than it is. */
export function roughly(value: bigint, coin: Pick<Holding, 'decimals' | 'symbol'>): string {
  const { decimals } = coin
  const unit = decimals > FRACTION ? 10n ** BigInt(decimals - FRACTION) : 1n
  return exactly(value >= unit ? value - (value % unit) : value, coin)
}

/** How long something takes, as a person would say it. @param seconds whole */
export function sayDuration(seconds: number): string {
  const lang = `${globalThis.document?.documentElement.lang || 'en'}-u-nu-latn`
  const isShort = seconds < 2 * MINUTE
  const unit = { style: 'unit', unit: isShort ? 'second' : 'minute', unitDisplay: 'long' } as const
  const count = isShort ? Math.ceil(seconds) : Math.ceil(seconds / MINUTE)
  return say('fundWallets.about', { time: new Intl.NumberFormat(lang, unit).format(count) })
}

/** A network as the app calls it. @param chain CAIP-2, or a cluster's name */
export function chainName({ chains }: Pick<EffectiveConfig, 'chains'>, chain: string): string {
  const id = parseEip155(chain)
  if (id === null) return solanaHeldOn(chain as SolanaChain).name
  return singleLine(chains.supported.find(it => it.id === id)?.name ?? chain)
}

/** The page of what a wallet sent in a block explorer; `null`: there is none. Never rejects. */
export async function explorerUrlOf(
  kernel: Pick<Kernel, 'ethereum' | 'solana'>,
  { from }: BegunTransfer,
  sent: string,
): Promise<string | null> {
  try {
    if (from.chainType === 'solana')
      return explorerLink((await solanaNetwork(kernel, from.chain)).cluster, sent)
    const { chain } = await ethereumNetwork(kernel, from.chain)
    return transactionUrl(chain.blockExplorerUrl, sent as Hex)
  } catch {
    return null
  }
}
