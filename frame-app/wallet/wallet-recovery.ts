import { clientError } from '@vitrine/shared/errors/vitrine-error.ts'
import type { Mfa, RunOptions } from '../mfa/mfa.ts'
import type { DeviceWallet, EmbeddedWallet } from '../session/held-wallet.ts'
import type { Session } from '../session/session.ts'
import type { StepUpBody } from '../step-up/step-up.ts'
import type { RecoveryFacts } from '../vault/set/recovery-facts.ts'
import type { RecoveryPurpose } from './asks-for-recovery.ts'
import type { WalletCreation } from './create/wallet-creation.ts'
import { recoverSets, type SetsOfPerson } from './device/sets-of-person.ts'
import type { RecoverySecret } from './recovery-secret.ts'

export interface WalletRecovery {
  /**
   * Makes a wallet on the person's devices, and all of its set, usable here, by itself where it can.
   * @param options whether a second factor may be asked for
   * @throws VitrineError `embedded_wallet_needs_recovery`, and what `Mfa.run` throws
   */
  openHere(wallet: DeviceWallet, signal?: AbortSignal, options?: Pick<RunOptions, 'mayAsk'>): Promise<void>
  /**
   * How a wallet is recovered: what a screen needs to know to get at the secret on a new device.
   * @throws VitrineError of the server; `embedded_wallet_needs_recovery` where neither it nor this device knows the wallet
   */
  recoveryOf(wallet: DeviceWallet, signal: AbortSignal): Promise<RecoveryFacts>
  /**
   * With the secret of before.
   * @throws VitrineError `invalid_credentials`, `too_many_requests`; `embedded_wallet_needs_recovery` for a secret of another kind
   *   than the recovery has by now
   */
  recover(secret: RecoverySecret, signal: AbortSignal): Promise<void>
  /**
   * @returns the wallet that was made, or whose recovery is new: it holds for all wallets of the user's devices
   * @throws VitrineError as `DeviceWallets.create` and `DeviceWallets.setRecovery`
   */
  setRecovery(
    purpose: RecoveryPurpose,
    secret: RecoverySecret,
    signal: AbortSignal,
    proof?: StepUpBody,
  ): Promise<EmbeddedWallet>
}

export interface WalletRecoveryParts {
  readonly sets: SetsOfPerson
  readonly creation: WalletCreation
  readonly session: Session
  readonly mfa: Pick<Mfa, 'run'>
  refreshUser(): Promise<void>
}

export function createWalletRecovery({
  sets,
  creation,
  session,
  mfa,
  refreshUser,
}: WalletRecoveryParts): WalletRecovery {
  return {
    openHere: (wallet, signal, options) =>
      mfa.run(() => sets.of(wallet).open(signal), { signal, ...options }),
    recoveryOf: (wallet, signal) => sets.of(wallet).recoveryFacts(signal),
    recover: (secret, signal) => mfa.run(() => recoverSets(sets.all(), secret, signal), { signal }),
    async setRecovery(purpose, secret, signal, proof) {
      if (purpose.type === 'create') return creation.createWithRecovery(purpose.place, secret, signal)
      const { recoveryMethod: seen } = purpose.wallet
      const set = sets.of(purpose.wallet)
      await mfa.run(() => set.setRecovery(secret, { seen, proof }, signal), { signal })
      await refreshUser().catch(() => {})
      const snapshot = session.current.get()
      const wallets = snapshot.status === 'authenticated' ? snapshot.wallets : []
      const wallet = wallets
        .filter(it => it.custody === 'device')
        .find(({ address }) => address === purpose.wallet.address)
      if (!wallet) throw clientError('embedded_wallet_not_found', 'The user has no such wallet any more.')
      // A profile that could not be read just now must not deny what happened.
      return { ...wallet, recoveryMethod: secret.method }
    },
  }
}
