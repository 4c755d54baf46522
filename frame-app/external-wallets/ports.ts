import type {
  RelayArguments,
  RelayedWallet,
  RelayResult,
  RelayVerb,
} from '@vitrine/shared/bridge/wallet-relay.ts'
import type { ReadableStore } from '../core/store.ts'

export type ChainType = 'ethereum' | 'solana'
/** Contract §4.5. */
export type ConnectorType = 'injected' | 'wallet_connect_v2' | 'solana_adapter'

/** What a connected wallet is asked for; finding, connecting and leaving one are its connector's. */
export type WalletVerb = Exclude<RelayVerb, 'discover' | 'connect' | 'accounts' | 'disconnect'>

export type ConnectionEvent =
  /** The present one first; none is the end of the connection. */
  | { readonly type: 'accounts'; readonly accounts: readonly string[] }
  | { readonly type: 'chain'; readonly chainId: number }
  | { readonly type: 'disconnect' }

/** How a wallet is known to people. */
export interface WalletMeta {
  readonly name: string
  /** EIP-6963 `rdns`, the Wallet Standard's name, or what a phone's wallet calls itself. */
  readonly id: string | null
  /** `data:` address, for an `<img>` alone. */
  readonly icon: string | null
}

/** An open line to one wallet app of one chain: in the page, by the host SDK's relay; or on a phone, by WalletConnect. */
export interface WalletConnection {
  /** E.g. `metamask`; contract §4.5 where the wallet is one of the list. */
  readonly walletClientType: string
  readonly connectorType: ConnectorType
  readonly chainType: ChainType
  readonly meta: WalletMeta
  /** Ethereum's with the checksum of EIP-55; the present one first. */
  accounts(): readonly string[]
  /** `null` on Solana, and while the wallet does not say. */
  chainId(): number | null
  /** The verbs that it can. */
  can(verb: WalletVerb): boolean
  on(listener: (event: ConnectionEvent) => void): () => void
  /**
   * @throws VitrineError, type `connector_error` (see `wallet-failure.ts`); what an aborted `signal` says. Never pending for
   *   longer than the wallet's time limit
   */
  ask<V extends WalletVerb>(
    verb: V,
    argument: RelayArguments[V],
    signal: AbortSignal,
  ): Promise<RelayResult<V>>
  /** Never rejects. */
  disconnect(): Promise<void>
  /** What `vitrine:connections` keeps to find it again without asking anybody. */
  readonly kept: KeptConnection
  /**
   * Of a phone's wallet: the link that brings its app to the front, on the phone it is on. `https:` or a scheme of the app's own;
   * it says nothing of what is asked. `null` or absent: it named none.
   */
  readonly openApp?: string | null
}

export interface KeptConnection {
  readonly walletClientType: string
  readonly connectorType: ConnectorType
  readonly chainType: ChainType
  /** As of `WalletMeta`. */
  readonly id: string | null
  readonly name: string
  /** The account that was in use. */
  readonly address: string
  /** WalletConnect's topic. */
  readonly topic?: string
}

/** A wallet that is connected, whether or not it is linked to who is logged in. */
export interface ConnectedWallet {
  /** Of its present account. */
  readonly address: string
  readonly chainType: ChainType
  /** Ethereum's chain, `null` on Solana. */
  readonly chainId: number | null
  readonly connection: WalletConnection
  /** Unix ms. */
  readonly connectedAt: number
}

/** The wallets in the page, as it tells of them. */
export type Detected =
  | { readonly status: 'looking'; readonly wallets: readonly RelayedWallet[] }
  | { readonly status: 'known'; readonly wallets: readonly RelayedWallet[] }
  /** The page's script is of an older release, or did not get its part. */
  | { readonly status: 'failed'; readonly wallets: readonly RelayedWallet[] }

/** How far a connection to a phone is. */
export interface PairingOptions {
  readonly chainType: ChainType
  readonly signal: AbortSignal
  /** What the QR code stands for (`wc:…`); again with a new one after `onReset`. */
  onUri(uri: string): void
  /**
   * The code that was shown is void: nobody took it in five minutes, or the phone let go of it. A new one follows by `onUri`, and
   * the person reads "Connection request reset. Please try again."
   */
  onReset?(): void
}

/** The person's own wallets, in the page and on their phone. One for each frame; its code comes with the first use. */
export interface ExternalWallets {
  readonly detected: ReadableStore<Detected>
  /** Looks for the wallets in the page; the first call loads the page's part. */
  discover(): void
  /** All that are connected; the active one first. */
  readonly connected: ReadableStore<readonly ConnectedWallet[]>
  /** @throws VitrineError `connector_error` */
  connectInjected(wallet: RelayedWallet, signal: AbortSignal): Promise<WalletConnection>
  /** WalletConnect. @throws VitrineError `connector_error` */
  connectPhone(options: PairingOptions): Promise<WalletConnection>
  /** Puts a connection among those that are connected, as the active one, and keeps it for the next visit. */
  keep(connection: WalletConnection): ConnectedWallet
  /** @throws VitrineError `not_found` */
  setActive(address: string): void
  /** Ends the connection of the wallet that has this address. Never rejects. */
  disconnect(address: string): Promise<void>
  /** `walletClientType`s, the last used first. */
  recent(): readonly string[]
}
