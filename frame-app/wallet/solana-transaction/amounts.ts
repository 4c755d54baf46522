import type { SolanaChain } from '@vitrine/shared/chains/solana-clusters.ts'
import { exactAmount, plainNumber } from '../../approval/explain/numbers.ts'
import type { Asset } from '../../chains/solana/effects.ts'
import { knownToken } from '../../chains/solana/tokens.ts'
import { shortAddress } from '../../ui/address.tsx'
import { say } from '../../words/say.ts'

/** Decimal places of SOL. */
const SOL_DECIMALS = 9

/** What amounts are written with. */
export interface AmountContext {
  readonly chain: SolanaChain
  /** By mint, as the chain has them. */
  readonly decimals: ReadonlyMap<string, number>
}

export const solAmount = (lamports: bigint): string => `${exactAmount(lamports, SOL_DECIMALS)} SOL`

/** Its name where it is one that people know, else its address: a mint may call itself what it likes. */
export function assetName({ chain }: AmountContext, asset: Asset): string {
  if (asset.kind === 'sol') return 'SOL'
  if (asset.mint === null) return say('approval.unknownToken')
  return knownToken(chain, asset.mint)?.symbol ?? shortAddress(asset.mint)
}

/** Every digit; in smallest units where the decimal places are not known. */
export function assetAmount(context: AmountContext, asset: Asset, amount: bigint): string {
  if (asset.kind === 'sol') return solAmount(amount)
  const known = asset.mint === null ? null : knownToken(context.chain, asset.mint)
  const decimals = known?.decimals ?? (asset.mint === null ? undefined : context.decimals.get(asset.mint))
  const name = assetName(context, asset)
  return decimals === undefined
    ? say('approval.smallestUnits', { number: plainNumber(amount), token: name })
    : `${exactAmount(amount, decimals)} ${name}`
}
