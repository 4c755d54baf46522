import type { SessionSnapshot } from '../../session/session.ts'
import type { RecoveryPurpose } from '../../wallet/asks-for-recovery.ts'

/**
 * Whether the first wallet, which the passcode was to be for, is there by now: made by another call or in another tab while
 * the screen waited for its turn. A second passcode would seem to be set and open nothing.
 */
export const isMadeMeanwhile = (purpose: RecoveryPurpose, snapshot: SessionSnapshot): boolean =>
  purpose.type === 'create' &&
  snapshot.status === 'authenticated' &&
  snapshot.wallets.some(wallet => wallet.custody === 'device' && !wallet.sealedFor)

/** For who waits for the screen; the person sees no more of it. */
export const MADE_MEANWHILE = [
  'embedded_wallet_already_exists',
  'The wallet was created in the meantime.',
] as const
