import { shortAddress } from '../../../ui/short-address.ts'
import { say } from '../../../words/say.ts'
import { type Danger, warn } from '../../explain/danger.ts'
import { borrowedSymbol } from '../reads/known-tokens.ts'
import type { InspectedTransaction } from '../review/inspect-transaction.ts'
import { type AmountContext, assetName, claimedSymbol } from './amounts.ts'
import type { Movement } from './effects.ts'

const mintsOf = (movements: readonly Pick<Movement, 'asset'>[]): string[] => [
  ...new Set(
    movements.flatMap(({ asset }) => (asset.kind === 'token' && asset.mint !== null ? asset.mint : [])),
  ),
]

/** What is wrong with the tokens themselves. @param unstated changes that only the simulation shows */
export function tokenDangers(
  context: AmountContext,
  { effects, mints }: InspectedTransaction,
  wallet: string,
  beyond: readonly Pick<Movement, 'asset'>[],
): Danger[] {
  const { outgoing, incoming, permissions } = effects
  const copied = mintsOf([...outgoing, ...incoming, ...permissions, ...beyond]).flatMap(mint => {
    const symbol = claimedSymbol(mints.get(mint))
    const borrowed = symbol === null ? null : borrowedSymbol(context.chain, mint, symbol)
    return borrowed ? warn('danger.copiedToken', { symbol: borrowed, address: shortAddress(mint) }) : []
  })
  // What can be taken back is not what a person thinks to be theirs.
  const returning = mintsOf([...incoming, ...beyond]).flatMap(mint => {
    const holder = mints.get(mint)?.rules.permanentDelegate ?? wallet
    const token = assetName(context, { kind: 'token', mint })
    return holder === wallet ? [] : warn('solana.danger.tokenReturns', { token })
  })
  return [...copied, ...returning]
}

/** Rules of the tokens that are sent. */
export function tokenNotes(context: AmountContext, { effects, mints }: InspectedTransaction): string[] {
  return mintsOf([...effects.outgoing, ...effects.incoming]).flatMap(mint => {
    const rules = mints.get(mint)?.rules
    const token = assetName(context, { kind: 'token', mint })
    return [
      ...(rules?.takesFee ? [say('solana.tokenFee', { token })] : []),
      ...(rules?.hook ? [say('solana.tokenHook', { token, program: shortAddress(rules.hook) })] : []),
    ]
  })
}
