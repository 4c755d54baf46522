import type { Authorization } from '@vitrine/shared/wallet/sign-authorization.ts'
import type { UnsignedTransaction } from '@vitrine/shared/wallet/sign-transaction.ts'
import type { ReadableStore } from '../../core/store.ts'
import type { HeldWallet } from '../../session/held-wallet.ts'
import type { SentAbout } from '../sent-about.ts'

/** 20 bytes, 0x-prefixed. */
export type Address = `0x${string}`
/** 0x-prefixed bytes. */
export type Hex = `0x${string}`

/** Answers on the chain with US dollars for one whole unit (Chainlink `AggregatorV3Interface`). */
export interface PriceFeed {
  readonly address: Address
  /** Seconds after which an answer is too old. */
  readonly maxAge: number
}

/** A token that the operator vouches for. */
export interface ConfiguredToken {
  readonly address: Address
  readonly symbol: string
  readonly name: string
  readonly decimals: number
  readonly logoUrl: string | null
  readonly priceFeed: PriceFeed | null
}

/** A chain that the app knows. Without RPC URLs it signs, and cannot read or send. */
export interface EthereumChain {
  /** EIP-155. */
  readonly id: number
  readonly name: string
  /** Asked in this order. */
  readonly rpcUrls: readonly string[]
  readonly nativeCurrency: { readonly name: string; readonly symbol: string; readonly decimals: number }
  readonly blockExplorerUrl: string | null
  readonly isTestnet: boolean
  /** Named by the operator; without it the feeds of known main networks count. */
  readonly nativePriceFeed?: PriceFeed
  /** Those that every wallet shows, by the operator's word. */
  readonly tokens?: readonly ConfiguredToken[]
}

export interface AccessListEntry {
  readonly address: Address
  readonly storageKeys: readonly Hex[]
}

/** The price of one gas, in wei: one price (EIP-2718 types 0 and 1), or a limit and a tip (EIP-1559). */
export type GasPrice =
  | { readonly gasPrice: bigint }
  | { readonly maxFeePerGas: bigint; readonly maxPriorityFeePerGas: bigint }

/** How a waiting transaction is replaced by one of the same nonce: it does the same for a higher fee, or nothing. */
export type ReplacementKind = 'speed-up' | 'cancel'

/** Which transaction of this browser another one replaces. */
export interface Replaces {
  readonly hash: Hex
  readonly kind: ReplacementKind
}

/** What a dapp asks for, checked in shape. What is missing is filled in by `prepare`. */
export interface EthereumTransactionInput {
  /** Absent: a contract is created. */
  readonly to?: Address
  /** Wei. */
  readonly value?: bigint
  readonly data?: Hex
  readonly nonce?: number
  readonly gas?: bigint
  /** Wei for one gas. */
  readonly gasPrice?: bigint
  readonly maxFeePerGas?: bigint
  readonly maxPriorityFeePerGas?: bigint
  readonly type?: 0 | 1 | 2 | 4
  readonly accessList?: readonly AccessListEntry[]
  readonly authorizationList?: readonly Authorization[]
  /** Set by the wallet's own screens alone: the fees are then above `price`, the replaced transaction's. */
  readonly replaces?: Replaces & { readonly price: GasPrice }
}

/** What a person must read before they approve. */
export type TransactionWarning =
  /** The node expects the transaction to fail; `reason` is the contract's own word, where it gave one. */
  | { readonly kind: 'will-fail'; readonly reason: string | null }
  /** The chosen nonce is not the account's next one: the transaction waits, or replaces another. */
  | { readonly kind: 'nonce-gap' | 'nonce-replaces'; readonly expected: number }
  /** No node was asked: whether it can be paid, succeeds and has the right nonce is unknown. */
  | { readonly kind: 'not-checked' }
  /** More than the account has, in wei. The screen refuses with `insufficient_balance`. */
  | { readonly kind: 'insufficient-balance'; readonly balance: bigint; readonly needed: bigint }

/** Lacks nothing but the signature: nothing is guessed after a person has approved. */
export interface PreparedTransaction {
  readonly unsigned: UnsignedTransaction
  /** Wei: gas × the highest price. */
  readonly maxFee: bigint
  /** Wei: gas × the price of the present block. */
  readonly expectedFee: bigint
  /** Wei: the gas that it needs × what one gas has cost lately on this chain. `null`: not known. */
  readonly usualFee: bigint | null
  /** Wei; the account's, when the transaction was prepared. `null`: no node was asked. */
  readonly balance: bigint | null
  /** The dapp named the nonce itself: it is not read anew when the transaction is sent. */
  readonly hasFixedNonce: boolean
  /** The dapp named the price of gas itself, or a part of it. */
  readonly hasFixedPrice: boolean
  readonly replaces?: Replaces | undefined
  readonly warnings: readonly TransactionWarning[]
}

export type TransactionStatus = 'pending' | 'confirmed' | 'reverted' | 'replaced' | 'dropped'

/** A transaction that was sent from this browser, and what became of it. */
export interface SentTransaction {
  readonly hash: Hex
  readonly chainId: number
  readonly from: Address
  readonly to: Address | null
  readonly nonce: number
  /** Unix ms. */
  readonly sentAt: number
  readonly status: TransactionStatus
  /** Set once it is in a block. */
  readonly blockNumber: number | null
  /** It cannot change any more: in a block that stays, or beaten by another transaction of its nonce, or forgotten. */
  readonly isFinal: boolean
  /** Absent in what an earlier release sent. */
  readonly about?: SentAbout | undefined
  /** Set where it is the replacement of another one. Whichever is in a block first, the other never will be. */
  readonly replaces?: Replaces | undefined
}

/** One chain, as screens and handlers use it. Every function rejects with `VitrineError`; an aborted signal with its reason. */
export interface EthereumNetwork {
  readonly chain: EthereumChain
  /**
   * One JSON-RPC request: one more try per URL, then the next URL.
   * @throws VitrineError `service_unavailable` (EIP-1193 4901) when the chain has no RPC URL or none answers; what the node
   *   refuses comes as `transaction_failure` with the node's own sentence and `data.eipCode`
   */
  request<T>(method: string, params: readonly unknown[], signal?: AbortSignal): Promise<T>
  /** Fills in type, nonce, gas and fees. @throws VitrineError as `request`; `invalid_data` for what contradicts itself */
  prepare(from: Address, input: EthereumTransactionInput, signal: AbortSignal): Promise<PreparedTransaction>
  /**
   * The same for what is signed and not sent. Where the chain has no RPC URL, a transaction that lacks nothing is taken as
   * it is, with the warning `not-checked`. @throws VitrineError as `prepare`
   */
  prepareToSign(
    from: Address,
    input: EthereumTransactionInput,
    signal: AbortSignal,
  ): Promise<PreparedTransaction>
  /**
   * Signs and broadcasts, one at a time for this address and chain across tabs; remembers the transaction and follows it.
   * The nonce is read anew unless the dapp named it.
   * @param about what was approved, to be told later
   * @throws VitrineError
   */
  send(
    wallet: HeldWallet,
    prepared: PreparedTransaction,
    signal: AbortSignal,
    about?: SentAbout,
  ): Promise<{ readonly hash: Hex }>
  /** Signs what `prepare` gave, without sending it. */
  sign(
    wallet: HeldWallet,
    prepared: PreparedTransaction,
    signal: AbortSignal,
  ): Promise<{ readonly signedTransaction: Hex }>
  /** How a transaction that was sent from here can be replaced; nothing where it waits no more, or another app has its key. */
  replaceable(hash: Hex): readonly ReplacementKind[]
  /** The request that replaces it. @throws VitrineError `invalid_data` where it cannot be replaced any more */
  replacement(hash: Hex, kind: ReplacementKind): Promise<EthereumTransactionInput>
  /**
   * Settles when the transaction is in a block, replaced or dropped. For one that was sped up, with the one that took its place.
   * @throws VitrineError as `request`
   */
  wait(hash: Hex, signal: AbortSignal): Promise<SentTransaction>
}

export interface EthereumNetworks {
  /** @throws VitrineError `unsupported_chain_id` (EIP-1193 4902) for a chain that the app does not have */
  of(chainId: number): EthereumNetwork
  readonly chains: readonly EthereumChain[]
  /** Chain id that the page's first provider is on. Kept over a reload, shared by the tabs of this page's origin. */
  readonly current: ReadableStore<number>
  /** The same for the provider of one wallet, by its address in lower case. */
  currentOf(address?: string): number
  /** @throws VitrineError `unsupported_chain_id` (EIP-1193 4902) */
  switchTo(chainId: number, address?: string): void
  /**
   * Takes a chain that the page brings, whose endpoints `isAllowedRpc`, once they answer with its id; the page is not moved
   * to it. @throws VitrineError as `EthereumNetwork.request`; `unsupported_chain_id` when they are of another chain
   */
  add(chain: EthereumChain): Promise<void>
  /**
   * Whether a page may have the frame ask there about a chain: of the operator's own chains the operator's endpoints alone, of
   * others what the app's config lets the frame connect to. Its CSP blocks all else.
   */
  isAllowedRpc(url: string, chainId: number): boolean
  /** What was sent from this browser, newest first. */
  readonly sent: ReadableStore<readonly SentTransaction[]>
  readonly batches: CallBatches
  readonly assets: WatchedAssets
}

/** A token that the person has added to those that the wallet shows (EIP-747). */
export interface WatchedAsset {
  readonly chainId: number
  /** The wallet that it was added for. */
  readonly owner: Address
  readonly standard: 'ERC20' | 'ERC721' | 'ERC1155'
  readonly address: Address
  /** Decimal; `null` for an ERC-20 token. */
  readonly tokenId: string | null
  /** As the contract had it, fit to be shown. */
  readonly symbol: string | null
  /** `null` unless it is an ERC-20 token. */
  readonly decimals: number | null
}

export interface WatchedAssets {
  /** Of who is logged in, newest first. */
  readonly all: ReadableStore<readonly WatchedAsset[]>
  has(asset: WatchedAsset): boolean
  add(asset: WatchedAsset): void
  remove(asset: WatchedAsset): void
}

/** What `wallet_sendCalls` (EIP-5792) sent under one id. */
export interface CallBatch {
  readonly id: string
  readonly chainId: number
  readonly from: Address
  /** How many calls were asked for; fewer hashes mean that the rest was not sent. */
  readonly count: number
  readonly hashes: readonly Hex[]
  /** Whom each call is to (`null`: a contract is created), and its value in wei; absent where they were not kept. */
  readonly calls?: readonly { readonly to: Address | null; readonly value: Hex }[] | undefined
}

/** `reverted`: in a block, and failed. `gone`: a block has another transaction of its nonce. `unsent`: an earlier one failed. */
export type CallStatus = 'pending' | 'confirmed' | 'reverted' | 'gone' | 'unsent'

export interface CallBatches {
  get(id: string): CallBatch | undefined
  /** Keeps others from the id while its calls are approved; `false` when it is taken. */
  hold(id: string): boolean
  /** The approval is over, whatever came of it. */
  release(id: string): void
  add(batch: CallBatch): void
}
