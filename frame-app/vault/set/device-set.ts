import { type DeviceRecord, type RecoveryCopy, restorable, sharesOf } from './device-record.ts'
import type { RecoveryFacts } from './recovery-facts.ts'

export interface WalletPlace {
  readonly chainType: 'ethereum' | 'solana'
  readonly walletIndex: number
}

/** A wallet whose key this worker can make. `walletIndex: null`: the key was brought. */
export interface VaultWallet {
  readonly chainType: 'ethereum' | 'solana'
  readonly walletIndex: number | null
  readonly address: string
}

/** A sharing that this device has a share of. */
export interface DeviceSharing {
  readonly setId: string
  readonly sharingId: string
  /** The server has confirmed it. */
  readonly isStored: boolean
}

/** What this device has of a user's wallets. */
export interface DeviceSet {
  /** The one in use first; the set of the others may be another one. */
  readonly sharings: readonly [DeviceSharing, ...DeviceSharing[]]
  readonly isUnlocked: boolean
  /** How a set is opened that the server can be given again; `null`: it has confirmed none of them. */
  readonly restorable: RecoveryFacts | null
}

/** @param unlocked the sharing whose auth share is in the worker */
export function describeDevice(record: DeviceRecord, unlocked: string | undefined): DeviceSet {
  const recovery = restorable(record)?.share.recovery
  const [first, ...others] = sharesOf(record).map(({ setId, sharingId, state }) => ({
    setId,
    sharingId,
    isStored: state === 'stored',
  }))
  return {
    sharings: [first as DeviceSharing, ...others],
    isUnlocked: [first, ...others].some(it => it?.sharingId === unlocked),
    restorable: recovery ? factsOf(recovery) : null,
  }
}

const factsOf = (recovery: RecoveryCopy): RecoveryFacts => ({
  method: recovery.method,
  fileId: recovery.method === 'google-drive' ? recovery.file_id : null,
  recordName: recovery.method === 'icloud' ? recovery.icloud_record_name : null,
  credentialId: recovery.method === 'passkey' ? recovery.credential_id : null,
  salt: 'salt' in recovery ? recovery.salt : null,
})
