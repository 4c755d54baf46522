import type { Address } from '../../../chains/ethereum/ports.ts'
import { shortAddress } from '../../../ui/short-address.ts'
import { say } from '../../../words/say.ts'
import { type Amount, inBothWays, type TwoWays } from '../../explain/amount.ts'
import type { Line } from '../../explain/explanation.ts'
import { exactAmount, plainNumber } from '../../explain/numbers.ts'
import type { Token } from '../reads/token.ts'
import { type ExplainContext, isSame } from './explain-context.ts'

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

/** So much native currency, with its price. */
export const weiOf = ({ chain: { nativeCurrency }, facts }: ExplainContext, wei: bigint): Amount => ({
  token: null,
  symbol: nativeCurrency.symbol,
  decimals: nativeCurrency.decimals,
  price: facts.nativePrice,
  value: wei,
})

/** So much of an ERC-20 token, with its price; `null` where its decimals are not known, and so not how much it is. */
export function tokensOf(context: ExplainContext, address: Address, value: bigint): Amount | null {
  const token = tokenAt(context, address)
  if (token?.standard !== 'erc20' || token.decimals === null) return null
  const price = context.facts.tokenPrices.get(address.toLowerCase()) ?? null
  return { token: address, symbol: tokenName(context, address), decimals: token.decimals, price, value }
}

/** The same in one line of text. */
export const nativeText = ({ chain }: ExplainContext, wei: bigint) =>
  `${exactAmount(wei, chain.nativeCurrency.decimals)} ${chain.nativeCurrency.symbol}`

export const nativeLine = (context: ExplainContext, wei: bigint, party: Address | null): Line =>
  lineOf(context, inBothWays(weiOf(context, wei), context.priceDisplay), null, party)

export function tokenLine(
  context: ExplainContext,
  token: Address,
  amount: bigint,
  party: Address | null,
): Line {
  const known = tokensOf(context, token, amount)
  const ways = known
    ? inBothWays(known, context.priceDisplay)
    : { first: tokenAmount(context, token, amount), beside: null }
  return lineOf(context, ways, token, party)
}

export const nftLine = (
  context: ExplainContext,
  token: Address,
  { id, amount }: { readonly id: bigint; readonly amount: bigint | null },
  party: Address | null,
): Line => lineOf(context, { first: nftName(context, token, id, amount), beside: null }, token, party)

const lineOf = (
  { knownAddresses, ownAddresses = [], wallet, account }: ExplainContext,
  { first, beside }: TwoWays,
  token: Address | null,
  party: Address | null,
): Line => ({
  amount: first,
  beside,
  token,
  party,
  standing: party === null ? null : standingOf(party, [wallet, ...ownAddresses], knownAddresses),
  ...(account !== undefined && { account }),
})

/** Whether a person has had to do with an address before. */
function standingOf(
  party: string,
  own: readonly string[],
  known: readonly string[],
): NonNullable<Line['standing']> {
  if (own.some(it => isSame(it, party))) return 'own'
  return known.some(it => isSame(it, party)) ? 'known' : 'new'
}
