import type { RelayedWallet } from '@vitrine/shared/bridge/wallet-relay.ts'
import type { WalletName } from '../external-wallets/catalogue.ts'
import type { ChainType, ConnectedWallet, WalletConnection } from '../external-wallets/ports.ts'

/** By what line a wallet is reached. */
export type Line =
  | { readonly type: 'injected'; readonly wallet: RelayedWallet }
  | { readonly type: 'connected'; readonly wallet: ConnectedWallet }
  | {
      readonly type: 'pairing'
      readonly chainType: ChainType
      /** Links that open an app with the code; without them there is the code alone. */
      readonly hasLinks: boolean
    }

/** A wallet that a person chose, and of which of its chains. */
export interface Chosen {
  readonly name: string
  /** `data:` address. */
  readonly icon: string | null
  /** Which of the list it says it is; `null`: none of them. */
  readonly entry: WalletName | null
  readonly line: Line
}

/** A wallet that has answered: its connection, and the account of it that is in use. */
export interface Reached {
  readonly connection: WalletConnection
  readonly address: string
}

/**
 * How a wallet is asked for the proof. `sign-in` is Solana's own request for it; `transaction` is for hardware that signs
 * nothing else, and `offchain-message` for wallets that refuse plain text.
 */
export type Manner = 'plain' | 'sign-in' | 'transaction' | 'offchain-message'

export const chainTypeOf = ({ line }: Pick<Chosen, 'line'>): ChainType =>
  line.type === 'pairing' ? line.chainType : line.wallet.chainType
