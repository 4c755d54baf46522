import { hexText } from '@vitrine/shared/encoding.ts'
import type { ChainAccount } from '../../../chains/solana/ports.ts'
import { PRICE_RECEIVER } from '../../../chains/solana/programs.ts'
import type { Price } from '../../explain/numbers.ts'
import type { PriceFeed } from './price-feeds.ts'

/** First 8 bytes of SHA-256("account:PriceUpdateV2"). */
const DISCRIMINATOR = '22f123639d7ef4cd'
/** Behind it who may write: 32 bytes. 1: signed by enough of the oracle's guardians; 0: by some of them. */
const LEVEL_AT = 40
const FULLY_VERIFIED = 1
const MESSAGE_AT = 41
const SIZE = MESSAGE_AT + 32 + 4 * 8 + 4
/** Of an exponent: no price has more places. */
const MAX_DECIMALS = 18
/** For one whole unit: what is said to be worth more is a mistake or a lie. */
const MAX_DOLLARS = 1_000_000_000n
/** Seconds: clocks differ. */
const MAX_AHEAD = 60
/** The oracle's own doubt: more than a fiftieth of the price is no price. */
const DOUBT_DIVISOR = 50n

/** As `readPriceAccount`, of SOL. */
export const readSolPrice = (
  feed: PriceFeed,
  account: ChainAccount | null | undefined,
  now: number,
): Price | null => readPriceAccount(feed, account, now)?.price ?? null

/**
 * A price, by an account on the chain itself.
 * @param now unix seconds
 * @returns with when it was published, in unix seconds; `null` when the account is not the feed's, or its price is not fully verified, not positive, doubtful, from the
 *   future, or too old: no price is better than a wrong one
 */
export function readPriceAccount(
  feed: PriceFeed,
  account: ChainAccount | null | undefined,
  now: number,
): { readonly price: Price; readonly publishedAt: number } | null {
  if (account?.owner !== PRICE_RECEIVER || account.data.length < SIZE) return null
  const { data } = account
  const isFeed =
    hexText(data.subarray(0, 8)) === DISCRIMINATOR &&
    data[LEVEL_AT] === FULLY_VERIFIED &&
    hexText(data.subarray(MESSAGE_AT, MESSAGE_AT + 32)) === feed.id
  if (!isFeed) return null
  const view = new DataView(data.buffer, data.byteOffset + MESSAGE_AT + 32)
  const answer = view.getBigInt64(0, true)
  const doubt = view.getBigUint64(8, true)
  const decimals = 0 - view.getInt32(16, true)
  const publishedAt = Number(view.getBigInt64(20, true))
  const age = now - publishedAt
  const isPlausible =
    answer > 0n &&
    doubt * DOUBT_DIVISOR <= answer &&
    decimals >= 0 &&
    decimals <= MAX_DECIMALS &&
    answer <= MAX_DOLLARS * 10n ** BigInt(decimals)
  return isPlausible && age <= feed.maxAge && age >= -MAX_AHEAD
    ? { price: { answer, decimals }, publishedAt }
    : null
}
