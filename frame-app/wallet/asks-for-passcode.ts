import type { DeviceWallet, EmbeddedWallet } from '../session/held-wallet.ts'
import type { WalletPlace } from '../vault/set/device-set.ts'

/** What a passcode is set for: the first wallet of a user, or one that they have. */
export type RecoveryPurpose =
  | { readonly type: 'create'; readonly place: WalletPlace }
  | { readonly type: 'change'; readonly wallet: DeviceWallet }

/** Screens that ask a person for a recovery passcode. Each rejects when the person leaves it. */
export interface AsksForPasscode {
  /** The one that opens the wallets on this device. */
  recover(): Promise<unknown>
  /** A new one, with which the screen makes the wallet. */
  setRecovery(purpose: RecoveryPurpose): Promise<{ readonly wallet: EmbeddedWallet }>
}
