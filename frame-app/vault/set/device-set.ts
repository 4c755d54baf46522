import type { RecoveryMethod } from '@vitrine/shared/wallet/embedded.ts'
import type { DeviceRecord } from './device-record.ts'

export interface WalletPlace {
  readonly chainType: 'ethereum' | 'solana'
  readonly walletIndex: number
}

/** What this device has of a user's wallets. */
export interface DeviceSet {
  readonly setId: string
  /** Sharings that this device has a share of, the newest first. */
  readonly sharingIds: readonly string[]
  /** The server has confirmed the newest. */
  readonly isStored: boolean
  readonly isUnlocked: boolean
  readonly recovery: { readonly method: RecoveryMethod; readonly salt: string | null }
  readonly wallets: readonly WalletPlace[]
}

/** @param unlocked the sharing whose auth share is in the worker */
export function describeDevice(
  { current, previous, wallets }: DeviceRecord,
  unlocked: string | undefined,
): DeviceSet {
  const { setId, recovery, state } = current
  const shares = [current, ...(previous?.setId === setId ? [previous] : [])]
  return {
    setId,
    sharingIds: shares.map(({ sharingId }) => sharingId),
    isStored: state === 'stored',
    isUnlocked: shares.some(({ sharingId }) => sharingId === unlocked),
    recovery: { method: recovery.method, salt: recovery.method === 'privy' ? null : recovery.salt },
    wallets,
  }
}
