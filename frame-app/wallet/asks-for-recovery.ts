import type { DeviceWallet, EmbeddedWallet } from '../session/held-wallet.ts'
import type { WalletPlace } from '../vault/set/device-set.ts'

/** What a recovery is set for: the first wallet of a user, or one that they have. */
export type RecoveryPurpose =
  | { readonly type: 'create'; readonly place: WalletPlace }
  | { readonly type: 'change'; readonly wallet: DeviceWallet }

/** Screens that ask a person for what opens their wallets. Each rejects when the person leaves it. */
export interface AsksForRecovery {
  /** What opens the wallets on this device. @param wallet the one that is asked for; absent: any of them */
  recover(wallet?: DeviceWallet): Promise<unknown>
  /** A new recovery, with which the screen makes the wallet. */
  setRecovery(purpose: RecoveryPurpose): Promise<{ readonly wallet: EmbeddedWallet }>
}
