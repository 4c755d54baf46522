import * as z from 'zod/mini'
import { COINBASE_ASSETS } from '../funding/currencies.ts'

/**
 * The HTTP routes of funding (contract §2.10), below `/api/v1`. All take the session, and fund the user's own wallets alone.
 * Amounts are whole numbers of the smallest unit, decimal, as text, unless it says otherwise.
 */
export const MOONPAY_SIGN_PATH = '/plugins/moonpay_on_ramp/sign'
/** `?externalTransactionId=…` */
export const MOONPAY_STATUS_PATH = '/plugins/moonpay_on_ramp/status'
export const COINBASE_INIT_PATH = '/funding/coinbase_on_ramp/init'
/** `?partnerUserId=…` */
export const COINBASE_STATUS_PATH = '/funding/coinbase_on_ramp/status'
export const BRIDGE_QUOTE_PATH = '/funding/bridge/quote'
/** `?quoteId=…` */
export const BRIDGE_STATUS_PATH = '/funding/bridge/status'
export const TRANSFER_CLAIM_PATH = '/funding/transfers/claim'
export const TRANSFER_SENT_PATH = '/funding/transfers/sent'

const text = (length: number) => z.string().check(z.maxLength(length))
const address = text(64)
const units = z.string().check(z.regex(/^[1-9]\d{0,77}$/))
const unitsOrZero = z.string().check(z.regex(/^(0|[1-9]\d{0,77})$/))
/** A number that is not negative, without an exponent. */
export const decimalText = z.string().check(z.regex(/^\d{1,30}(\.\d{1,30})?$/))
/** CAIP-2 of Ethereum, or a cluster's name of the Wallet Standard. */
const chain = z.string().check(z.regex(/^(eip155:[1-9]\d{0,15}|solana:(mainnet|devnet|testnet))$/))

/** Contract §7.2. */
export const MOONPAY_PAYMENT_METHODS = [
  'ach_bank_transfer',
  'credit_debit_card',
  'gbp_bank_transfer',
  'gbp_open_banking_payment',
  'mobile_wallet',
  'sepa_bank_transfer',
  'sepa_open_banking_payment',
  'pix_instant_payment',
  'yellow_card_bank_transfer',
] as const

export const moonpaySignRequest = z.object({
  address,
  /** Absent: where the app has a key of the sandbox alone. */
  useSandbox: z.optional(z.boolean()),
  config: z.object({
    /** `<TOKEN>_<NETWORK>`: a key of `MOONPAY_CURRENCIES`. */
    currencyCode: z.optional(text(32)),
    /** Whole units of the currency, decimal, as text. */
    quoteCurrencyAmount: z.optional(decimalText),
    paymentMethod: z.optional(z.enum(MOONPAY_PAYMENT_METHODS)),
    email: z.optional(text(254)),
    uiConfig: z.optional(
      z.object({
        accentColor: z.optional(z.string().check(z.regex(/^#[0-9a-fA-F]{6}$/))),
        theme: z.optional(z.enum(['light', 'dark'])),
      }),
    ),
  }),
})
export type MoonpaySignRequest = z.infer<typeof moonpaySignRequest>

export const moonpaySigned = z.object({ signedUrl: z.string(), externalTransactionId: z.string() })
export type MoonpaySigned = z.infer<typeof moonpaySigned>

/** Contract §5. `pending` too while MoonPay knows of no purchase. */
export const MOONPAY_STATUSES = [
  'pending',
  'waitingAuthorization',
  'completed',
  'failed',
  'serviceFailure',
] as const
export const moonpayStatus = z.object({
  status: z.enum(MOONPAY_STATUSES),
  /** Of what was paid out, once it was. */
  transactionHash: z.optional(z.string()),
  /** Whole units, decimal. */
  quoteCurrencyAmount: z.optional(decimalText),
})
export type MoonpayStatus = z.infer<typeof moonpayStatus>

export const coinbaseInitRequest = z.object({
  addresses: z
    .array(z.object({ address, blockchains: z.array(text(32)).check(z.minLength(1), z.maxLength(10)) }))
    .check(z.minLength(1), z.maxLength(4)),
  assets: z.optional(z.array(z.enum(COINBASE_ASSETS)).check(z.maxLength(5))),
})
export type CoinbaseInitRequest = z.infer<typeof coinbaseInitRequest>

export const coinbaseInitialised = z.object({
  /** Good for one window, for five minutes. */
  session_token: z.string(),
  app_id: z.string(),
  channel_id: z.string(),
  partner_user_id: z.string(),
  /** Coinbase's page, without a query; see `coinbasePayUrl`. */
  pay_url: z.string(),
  /** Where Coinbase leads back to: a page of the wallet origin, of which nothing is believed. */
  redirect_url: z.string(),
})
export type CoinbaseInitialised = z.infer<typeof coinbaseInitialised>

export const coinbaseStatus = z.object({
  status: z.enum(['pending', 'success', 'failure']),
  transactionHash: z.optional(z.string()),
  /** Whole units, decimal. */
  amount: z.optional(decimalText),
})
export type CoinbaseStatus = z.infer<typeof coinbaseStatus>

export const bridgeQuoteRequest = z.object({
  /** Whose money it is: an Ethereum address, which need not be the user's. */
  from: z.object({
    address,
    chain,
    /** A token's contract; `null` for the native currency. */
    currency: z.nullable(address),
  }),
  /** One of the user's wallets. */
  to: z.object({ address, chain, currency: z.nullable(address) }),
  /** What is to arrive. */
  amount: units,
})
export type BridgeQuoteRequest = z.infer<typeof bridgeQuoteRequest>

const bridgeTransaction = z.object({
  /** `approve`: lets the bridge take exactly what it is to bring; `deposit`: gives it. */
  kind: z.enum(['approve', 'deposit']),
  chain,
  from: address,
  to: address,
  data: text(100_000),
  /** Wei. */
  value: unitsOrZero,
})
export type BridgeTransaction = z.infer<typeof bridgeTransaction>

export const bridgeQuote = z.object({
  quoteId: z.string(),
  /** Who brings it, for the screen. */
  provider: z.string(),
  /** For the person's wallet to send, in this order; each waits for the one before. */
  transactions: z.array(bridgeTransaction).check(z.minLength(1), z.maxLength(4)),
  /** What leaves, of `from.currency`, without the fee of the network. */
  amountIn: units,
  /** What is expected to arrive, and the least that may. */
  amountOut: units,
  minimumAmountOut: units,
  /** US dollars, decimal: what the bridge keeps; `null` where it does not say. */
  feeUsd: z.nullable(decimalText),
  /** Seconds that it takes; `null` where it does not say. */
  timeEstimate: z.nullable(z.number()),
  /** Unix ms: ask anew after that. */
  expiresAt: z.number(),
})
export type BridgeQuote = z.infer<typeof bridgeQuote>

export const bridgeStatus = z.object({
  /** `refunded`: the money is back where it came from. */
  status: z.enum(['waiting', 'pending', 'success', 'failure', 'refunded']),
  /** On the chain that was funded, once it arrived. */
  transactionHash: z.optional(z.string()),
})
export type BridgeStatus = z.infer<typeof bridgeStatus>

const transferId = z.string().check(z.regex(/^[\w-]{16,64}$/))

/** Says that a transfer is about to be asked of a wallet: of all who say it of one id, on any device, one may. */
export const transferClaimRequest = z.object({ transferId })
export const transferClaim = z.object({
  /** Nobody did before. */
  isFirst: z.boolean(),
  /** What the first one sent; `null` while it is not known. */
  transactionHash: z.nullable(z.string()),
})
export type TransferClaim = z.infer<typeof transferClaim>

export const transferSentRequest = z.object({
  transferId,
  /** `null`: the wallet refused, so that nothing was sent and the transfer may be asked for again. */
  transactionHash: z.nullable(text(100)),
})
