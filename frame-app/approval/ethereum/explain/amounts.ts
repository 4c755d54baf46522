import type { Address } from '../../../chains/ethereum/ports.ts'
import { shortAddress } from '../../../ui/address.tsx'
import { say } from '../../../words/say.ts'
import type { Line } from '../../explain/explanation.ts'
import { nativeInBothWays, type TwoWays } from '../../explain/native-amount.ts'
import { exactAmount, plainNumber } from '../../explain/numbers.ts'
import type { Token } from '../reads/token.ts'
import type { ExplainContext } from './explain-context.ts'

/**
 * A limit from here on is an unlimited one: no token has so many. Half of 2¹²⁸ covers what apps use for "all": 2²⁵⁶ − 1, 2¹⁶⁰ − 1,
 * 2¹²⁸ − 1 and their halves.
 */
const UNLIMITED = 2n ** 127n - 1n

/** A limit of the token's whole supply or more is unlimited too. */
export const isUnlimited = (amount: bigint, token?: Token) =>
  amount >= UNLIMITED || (token?.supply !== undefined && token.supply !== null && amount >= token.supply)

export const tokenAt = ({ facts }: ExplainContext, address: Address): Token | undefined =>
  facts.tokens.get(address.toLowerCase())

/** The token's own name for itself, or the start and end of its address: never nothing. */
export function tokenName(context: ExplainContext, address: Address): string {
  return tokenAt(context, address)?.symbol ?? shortAddress(address)
}

/** An amount of a token; in smallest units where its decimals are not known. */
export function tokenAmount(context: ExplainContext, address: Address, amount: bigint): string {
  const token = tokenAt(context, address)
  if (token?.standard === 'erc20' && token.decimals !== null)
    return `${exactAmount(amount, token.decimals)} ${tokenName(context, address)}`
  return say('approval.smallestUnits', { number: plainNumber(amount), token: say('approval.unknownToken') })
}

export function nftName(
  context: ExplainContext,
  address: Address,
  id: bigint,
  amount: bigint | null,
): string {
  const values = { token: tokenName(context, address), id: shortId(id) }
  return amount === null || amount === 1n
    ? say('approval.nft', values)
    : say('approval.nfts', { ...values, amount: plainNumber(amount) })
}

/** Ids can be hashes; the whole stands in the details. */
function shortId(id: bigint): string {
  const digits = id.toString()
  return digits.length <= 12 ? digits : `${digits.slice(0, 5)}…${digits.slice(-4)}`
}

/** Native currency in the app's way of counting. */
export const nativeAmount = (
  { chain: { nativeCurrency }, facts, priceDisplay }: ExplainContext,
  wei: bigint,
  options?: { readonly isEstimate: boolean },
): TwoWays => nativeInBothWays({ ...nativeCurrency, price: facts.nativePrice, priceDisplay }, wei, options)

/** The same in one line of text. */
export const nativeText = ({ chain }: ExplainContext, wei: bigint) =>
  `${exactAmount(wei, chain.nativeCurrency.decimals)} ${chain.nativeCurrency.symbol}`

export function nativeLine(context: ExplainContext, wei: bigint, party: Address | null): Line {
  const { first, beside } = nativeAmount(context, wei)
  return { amount: first, beside, token: null, party }
}

export const tokenLine = (
  context: ExplainContext,
  token: Address,
  amount: bigint,
  party: Address | null,
): Line => ({ amount: tokenAmount(context, token, amount), beside: null, token, party })

export const nftLine = (
  context: ExplainContext,
  token: Address,
  { id, amount }: { readonly id: bigint; readonly amount: bigint | null },
  party: Address | null,
): Line => ({ amount: nftName(context, token, id, amount), beside: null, token, party })
