import type { Policy } from '@vitrine/shared/wallet/policy.ts'
import { inBothWays } from '../approval/explain/amount.ts'
import { exactAmount, plainNumber } from '../approval/explain/numbers.ts'
import { tell } from '../approval/explain/tell.ts'
import type { Offer } from '../approval/view/approval-view.ts'
import type { EmbeddedWallets } from '../config/embedded-wallets.ts'
import { sayInstant } from '../words/failure.ts'
import { say } from '../words/say.ts'
import type { ShownLimit } from './read-limits.ts'
import { sayPeriod } from './say-period.ts'

const DOES = {
  eth_signTransaction: 'delegation.sends',
  signTransaction: 'delegation.sends',
  eth_signTypedData_v4: 'delegation.signs',
} as const

export interface Offered {
  readonly policy: Policy
  readonly limits: readonly ShownLimit[]
  /** What counts against each limit, in smallest units; absent: nothing was given yet. */
  readonly spent?: readonly string[]
  /** The wallet's address. */
  readonly wallet: string
  /** Until when, unix ms. */
  readonly until: number
  readonly name: string | null
}

/** What a policy permits, in words that are ready to show. */
export function sayOffer(
  { policy, limits, spent, wallet, until, name }: Offered,
  priceDisplay: EmbeddedWallets['priceDisplay'],
): Offer {
  const { recipients } = policy.rules
  const contracts = policy.chain_type === 'ethereum' ? (policy.rules.contracts ?? []) : []
  return {
    name,
    limits: limits.map((limit, place) => sayLimit(limit, spent?.[place], priceDisplay)),
    rows: [
      {
        label: say('delegation.may'),
        texts: [...new Set(policy.methods.map(method => say(DOES[method])))],
        addresses: [],
      },
      recipients === undefined
        ? { label: say('delegation.to'), texts: [say('delegation.anybody')], addresses: [] }
        : addressRow(say('delegation.to'), recipients),
      ...(contracts.length > 0 ? [addressRow(say('delegation.contracts'), contracts)] : []),
      { label: say('delegation.until'), texts: [sayInstant(until)], addresses: [] },
      addressRow(say('delegation.from'), [wallet]),
    ],
  }
}

const addressRow = (label: string, addresses: readonly string[]): Offer['rows'][number] => ({
  label,
  texts: addresses.length === 0 ? [say('delegation.nobody')] : [],
  addresses: [...addresses],
})

/** Each in the coin's own units, since that is what the signer counts. */
function sayLimit(
  limit: ShownLimit,
  spent: string | undefined,
  priceDisplay: EmbeddedWallets['priceDisplay'],
): Offer['limits'][number] {
  const { amount, currency, token, perSeconds, network, isVouchedFor } = limit
  const inDollars = currency && inBothWays({ ...currency, value: amount }, priceDisplay)
  return {
    figure: written(limit, amount),
    beside: inDollars?.beside ? inDollars.first : null,
    per: say('delegation.within', { period: sayPeriod(perSeconds), network }),
    used: spent === undefined ? null : tell('delegation.used', { amount: written(limit, BigInt(spent)) }),
    token: isVouchedFor ? null : token,
  }
}

/** Every digit. */
const written = ({ currency }: ShownLimit, value: bigint): string =>
  currency
    ? `${exactAmount(value, currency.decimals)} ${currency.symbol}`
    : say('approval.smallestUnits', { number: plainNumber(value), token: say('approval.unknownToken') })
