import type { SolanaChain } from '@vitrine/shared/chains/solana-clusters.ts'
import type { ReadableStore } from '../../core/store.ts'
import type { SentAbout } from '../sent-about.ts'

/** A cluster that the app knows. Without an RPC endpoint its wallets sign there, and neither read nor send. */
export interface SolanaCluster {
  readonly chain: SolanaChain
  readonly rpcUrl: string | null
  /** WebSocket endpoint on which the node reports a transaction's progress; `null`: it is polled. */
  readonly socketUrl: string | null
  readonly blockExplorerUrl: string | null
}

/** An account as a node holds it; `null` in its place: there is none at the address. */
export interface ChainAccount {
  readonly lamports: bigint
  /** The owning program, base58. */
  readonly owner: string
  readonly data: Uint8Array
}

export type Commitment = 'processed' | 'confirmed' | 'finalized'

/** What a dapp may ask for besides (`SolanaSignAndSendTransactionOptions` of the Wallet Standard; contract §12.3). */
export interface SendOptions {
  /** How sure to be before the call is answered; `confirmed` by default. */
  readonly commitment?: Commitment | undefined
  readonly preflightCommitment?: Commitment | undefined
  readonly skipPreflight?: boolean | undefined
  readonly maxRetries?: number | undefined
  readonly minContextSlot?: number | undefined
  /** Answers as soon as a node has taken the transaction; it is followed all the same. */
  readonly optimisticBroadcast?: boolean | undefined
  /** No simulation before the approval; the node's own check before it takes the transaction stays. */
  readonly skipSimulation?: boolean | undefined
}

/** The runtime's error, as far as a person sees it. Names are the runtime's own identifiers, in no language. */
export type TransactionError =
  | { readonly kind: 'short' }
  | { readonly kind: 'refused'; readonly name: string }
  /** `step` from 1; a program's own error is a number. */
  | { readonly kind: 'step'; readonly step: number; readonly name: string }

export interface Simulation {
  /** The runtime's reason why the transaction would fail; `null`: it would not. */
  readonly error: TransactionError | null
  /** Accounts after it, by address, as far as the node reported them; `null`: closed. */
  readonly accounts: ReadonlyMap<string, ChainAccount | null>
}

/** One cluster, as screens and handlers use it. Every function rejects with `VitrineError`; an aborted signal with its reason. */
export interface SolanaNetwork {
  readonly cluster: SolanaCluster
  /** @throws VitrineError `service_unavailable` when the node does not answer, or answers nonsense */
  accounts(
    addresses: readonly string[],
    signal: AbortSignal,
  ): Promise<ReadonlyMap<string, ChainAccount | null>>
  /** A recent blockhash, base58: a transaction with it is good for about a minute. @throws VitrineError as `accounts` */
  latestBlockhash(signal: AbortSignal): Promise<string>
  /** Lamports; `null` when the blockhash has expired. @param message what is signed */
  fee(message: Uint8Array, signal: AbortSignal): Promise<bigint | null>
  /** `null` when the node does not simulate. @param addresses whose state after it is wanted */
  simulate(
    transaction: Uint8Array,
    addresses: readonly string[],
    signal: AbortSignal,
  ): Promise<Simulation | null>
  /**
   * Gives a signed transaction to the node, remembers it, and follows it from then on, also after a reload. Sent twice, it
   * has one effect: its signature is its identity.
   * @param sender whose it is and what was approved, to be told later; without it, it is not told
   * @returns its first signature, base58
   * @throws VitrineError `transaction_failure`, `insufficient_balance`, `service_unavailable`
   */
  broadcast(
    transaction: Uint8Array,
    options: SendOptions,
    signal: AbortSignal,
    sender?: Pick<SolanaSent, 'wallet' | 'about'>,
  ): Promise<string>
  /**
   * Settles when a transaction of `broadcast` has come as far as `commitment`.
   * @throws VitrineError `transaction_failure` when it failed or expired
   */
  confirm(signature: string, commitment: Commitment, signal: AbortSignal): Promise<void>
  /**
   * The newest transactions that name an account, newest first.
   * @throws VitrineError `service_unavailable`
   */
  signatures(address: string, limit: number, signal: AbortSignal): Promise<readonly ChainSignature[]>
}

/** A transaction on chain, as far as a list of them tells. */
export interface ChainSignature {
  /** Base58. */
  readonly signature: string
  readonly hasFailed: boolean
  /** Unix ms; `null`: the node does not say. */
  readonly at: number | null
}

/** A transaction that was sent from this browser, and what became of it. */
export interface SolanaSent {
  readonly chain: SolanaChain
  /** Base58. */
  readonly signature: string
  /** Base58. */
  readonly wallet: string
  /** Unix ms. */
  readonly sentAt: number
  /** `unknown`: no node could say in time. */
  readonly status: 'pending' | 'done' | 'failed' | 'unknown'
  readonly about?: SentAbout | undefined
}

export interface SolanaNetworks {
  readonly clusters: readonly SolanaCluster[]
  /** `null` for a cluster without an RPC endpoint. @throws VitrineError `unsupported_chain_id` for one the app does not have */
  of(chain: SolanaChain): SolanaNetwork | null
  /** What was sent from this browser, newest first. */
  readonly sent: ReadableStore<readonly SolanaSent[]>
  /** Goes on with what an earlier page of this app sent and did not see through. */
  resume(): void
}
