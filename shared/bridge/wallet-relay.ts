import * as z from 'zod/mini'
import type { HostKeyCall } from './host-key.ts'
import { ACCOUNT_LIMIT, ICON_LIMIT, MESSAGE_LIMIT, SIGNATURE_LIMIT, WALLET_LIMIT } from './relay-limits.ts'

/**
 * What the frame asks of the wallets that are in the page, through the host SDK: `HOST_METHODS.wallets` with a `RelayCall`, and what
 * the page tells of them, `FRAME_METHODS.walletEvent` with a `RelayEvent`. The page is believed in nothing: the frame reads every
 * answer by these schemas, and what a signature proves is checked where it is used.
 */

/** Opaque; the page's name for one of its wallets, good while the page lives. */
const handle = z.string().check(z.regex(/^[\w-]{1,64}$/))
const chainType = z.enum(['ethereum', 'solana'])
/** Drawn by an `<img>` alone, in which no script of an SVG runs; an address of another server would tell it who is here. */
const icon = z
  .string()
  .check(z.maxLength(ICON_LIMIT), z.regex(/^data:image\/(png|jpeg|gif|webp|svg\+xml)[;,]/))
const ethereumAddress = z.string().check(z.regex(/^0x[\da-fA-F]{40}$/))
const solanaAddress = z.string().check(z.regex(/^[1-9A-HJ-NP-Za-km-z]{32,44}$/))
const address = z.union([ethereumAddress, solanaAddress])
const accounts = z.array(address).check(z.maxLength(ACCOUNT_LIMIT))
const chainId = z.number().check(z.positive(), z.maximum(Number.MAX_SAFE_INTEGER))
const bytes = z.instanceof(Uint8Array)
const signature = z.object({
  signature: z.string().check(z.maxLength(SIGNATURE_LIMIT), z.regex(/^0x(?:[\da-f]{2})+$/i)),
})

/** A wallet in the page, of one chain; one of both chains is two of them with one name. */
export const relayedWallet = z.object({
  handle,
  name: z.string().check(z.minLength(1), z.maxLength(64)),
  /** EIP-6963 `rdns`; a wallet of the Wallet Standard has its name; `window.ethereum` that nobody announced has none. */
  id: z.nullable(z.string().check(z.maxLength(128))),
  icon: z.nullable(icon),
  chainType,
  source: z.enum(['eip6963', 'legacy', 'wallet-standard']),
  /** What it can besides connecting; of a Wallet Standard wallet the features that it has. */
  verbs: z.array(z.string().check(z.maxLength(64))).check(z.maxLength(16)),
})
export type RelayedWallet = z.infer<typeof relayedWallet>

/** Of `connect` and `accounts`: the present account first. `chainId` is `null` on Solana, and where the wallet does not say. */
const held = z.object({ accounts, chainId: z.nullable(chainId) })
/** Not `z.null()`: a kind of its own would be in every page's kernel. */
const nothing = z.literal(null)

/** What each verb answers. Anything else than these verbs the page refuses, and the frame does not ask. */
export const RELAY_RESULTS = {
  discover: z.object({ wallets: z.array(relayedWallet).check(z.maxLength(WALLET_LIMIT)) }),
  connect: held,
  accounts: held,
  disconnect: nothing,
  personal_sign: signature,
  eth_signTypedData_v4: signature,
  eth_sendTransaction: z.object({ hash: z.string().check(z.regex(/^0x[\da-f]{64}$/i)) }),
  wallet_switchEthereumChain: nothing,
  wallet_addEthereumChain: nothing,
  'solana:signIn': z.object({ address: solanaAddress, signedMessage: bytes, signature: bytes }),
  'solana:signMessage': z.object({ signedMessage: bytes, signature: bytes }),
  'solana:signTransaction': z.object({ signedTransaction: bytes }),
  'solana:signAndSendTransaction': z.object({ signature: bytes }),
} as const
export type RelayVerb = keyof typeof RELAY_RESULTS
export type RelayResult<V extends RelayVerb> = z.infer<(typeof RELAY_RESULTS)[V]>

/** EIP-1193 quantities and bytes are hex text. */
export interface RelayedTransaction {
  readonly from: string
  /** A wallet that is elsewhere by then refuses. */
  readonly chainId?: string
  readonly to?: string
  readonly value?: string
  readonly data?: string
  readonly gas?: string
  readonly maxFeePerGas?: string
  readonly maxPriorityFeePerGas?: string
  readonly gasPrice?: string
  readonly nonce?: string
}
/** EIP-3085. */
export interface RelayedChain {
  /** Hex. */
  readonly chainId: string
  readonly chainName: string
  readonly nativeCurrency: { readonly name: string; readonly symbol: string; readonly decimals: number }
  readonly rpcUrls: readonly string[]
  readonly blockExplorerUrls?: readonly string[]
}
/** Sign In With Solana, `SolanaSignInInput` of `@solana/wallet-standard-features`, as far as it is asked for. */
export interface SolanaSignInRequest {
  readonly domain: string
  readonly address?: string
  readonly statement: string
  readonly uri: string
  readonly version: '1'
  readonly chainId: string
  readonly nonce: string
  readonly issuedAt: string
  readonly resources: readonly string[]
}

/** What each verb takes besides the wallet's handle. */
export interface RelayArguments {
  discover: object
  /** `isSilent`: only where the person has connected this site before, without asking them (`eth_accounts`, `silent: true`). */
  connect: { readonly isSilent: boolean }
  accounts: object
  disconnect: object
  /** `message`: bytes as hex. */
  personal_sign: { readonly address: string; readonly message: string }
  /** `typedData`: EIP-712 as JSON text. */
  eth_signTypedData_v4: { readonly address: string; readonly typedData: string }
  eth_sendTransaction: { readonly transaction: RelayedTransaction }
  wallet_switchEthereumChain: { readonly chainId: number }
  wallet_addEthereumChain: { readonly chain: RelayedChain }
  'solana:signIn': { readonly input: SolanaSignInRequest }
  'solana:signMessage': { readonly address: string; readonly message: Uint8Array }
  /** `chain`: e.g. `solana:mainnet`. */
  'solana:signTransaction': {
    readonly address: string
    readonly transaction: Uint8Array
    readonly chain: string
  }
  'solana:signAndSendTransaction': {
    readonly address: string
    readonly transaction: Uint8Array
    readonly chain: string
  }
}
export type RelayCall = {
  readonly [V in RelayVerb]: { readonly verb: V } & RelayArguments[V] &
    (V extends 'discover' ? object : { readonly handle: string })
}[RelayVerb]
/** All that the frame asks by the same method: its wallets, or its key (`host-key.ts`). A method of its own would be code in every page. */
export type PageCall = RelayCall | ({ readonly verb: 'hostKey' } & HostKeyCall)

/** Why a wallet in the page did not do what was asked. Whatever it threw, of it these plain values are left. */
export const relayError = z.object({
  /** EIP-1193 or EIP-1474, where the wallet gave one. */
  code: z.nullable(z.number()),
  /** The wallet's own words, cut; shown to nobody but a developer. */
  message: z.string().check(z.maxLength(MESSAGE_LIMIT)),
  /** `gone`: the page has no such wallet any more. `unsupported`: it cannot do this. `buffer`: it needs a `Buffer` that the page lacks. `answer`: it answered with something else. */
  reason: z.optional(z.enum(['gone', 'unsupported', 'buffer', 'answer'])),
})
export type RelayError = z.infer<typeof relayError>
export const relayAnswer = z.union([
  z.object({ ok: z.literal(true), value: z.unknown() }),
  z.object({ ok: z.literal(false), error: relayError }),
])
export type RelayAnswer = z.infer<typeof relayAnswer>

/** What the page tells by itself. */
export const relayEvent = z.union([
  z.object({ type: z.literal('wallets'), wallets: z.array(relayedWallet).check(z.maxLength(WALLET_LIMIT)) }),
  z.object({ type: z.literal('accounts'), handle, accounts }),
  z.object({ type: z.literal('chain'), handle, chainId }),
  z.object({ type: z.literal('disconnect'), handle }),
])
export type RelayEvent = z.infer<typeof relayEvent>
