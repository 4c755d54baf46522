import { clientError } from '@vitrine/shared/errors/vitrine-error.ts'
import type { DeviceWallet, EmbeddedWallet } from '../session/held-wallet.ts'
import type { Session } from '../session/session.ts'
import type { StepUpBody } from '../step-up/step-up.ts'
import type { RecoveryPurpose } from './asks-for-passcode.ts'
import type { WalletCreation } from './create/wallet-creation.ts'
import { recoverSets, type SetsOfPerson } from './device/sets-of-person.ts'

export interface WalletRecovery {
  /**
   * Makes a wallet on the person's devices, and all of its set, usable here, by itself where it can.
   * @throws VitrineError `embedded_wallet_needs_recovery`
   */
  openHere(wallet: DeviceWallet, signal?: AbortSignal): Promise<void>
  /** With the passcode of before. @throws VitrineError `invalid_credentials`, `too_many_requests` */
  recover(passcode: string, signal: AbortSignal): Promise<void>
  /** @returns the wallet that was made, or whose recovery is new: it holds for all wallets of the user's devices */
  setRecovery(
    purpose: RecoveryPurpose,
    passcode: string,
    signal: AbortSignal,
    proof?: StepUpBody,
  ): Promise<EmbeddedWallet>
}

export interface WalletRecoveryParts {
  readonly sets: SetsOfPerson
  readonly creation: WalletCreation
  readonly session: Session
  refreshUser(): Promise<void>
}

export function createWalletRecovery({
  sets,
  creation,
  session,
  refreshUser,
}: WalletRecoveryParts): WalletRecovery {
  return {
    openHere: (wallet, signal) => sets.of(wallet).open(signal),
    recover: (passcode, signal) => recoverSets(sets.all(), passcode, signal),
    async setRecovery(purpose, passcode, signal, proof) {
      if (purpose.type === 'create') return creation.createWithPasscode(purpose.place, passcode, signal)
      await sets.of(purpose.wallet).setPasscode(passcode, signal, proof)
      await refreshUser().catch(() => {})
      const snapshot = session.current.get()
      const wallets = snapshot.status === 'authenticated' ? snapshot.wallets : []
      const wallet = wallets
        .filter(it => it.custody === 'device')
        .find(({ address }) => address === purpose.wallet.address)
      if (!wallet) throw clientError('embedded_wallet_not_found', 'The user has no such wallet any more.')
      // A profile that could not be read just now must not deny what happened.
      return { ...wallet, recoveryMethod: 'user-passcode' }
    },
  }
}
