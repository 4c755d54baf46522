import type { Recovery } from '@vitrine/shared/wallet/embedded.ts'

/** The recovery share of a device's own sharing, as it was encrypted: a database that lost the set can be given it again. */
export type RecoveryCopy =
  | Pick<Extract<Recovery, { method: 'privy' }>, 'method' | 'share'>
  | Pick<Extract<Recovery, { method: 'user-passcode' }>, 'method' | 'share' | 'salt'>

export interface DeviceShare {
  readonly setId: string
  readonly sharingId: string
  /** Envelope by the device's own key. */
  readonly share: string
  readonly recovery: RecoveryCopy
  /** `pending` until the server has confirmed that it stores the rest. */
  readonly state: 'pending' | 'stored'
}

/**
 * What a device keeps of a user's wallets. `previous` is the share before the last change: it is what fits when the change
 * did not reach the server, or when the server went back to a database of before.
 */
export interface DeviceRecord {
  readonly version: 1
  readonly current: DeviceShare
  readonly previous: DeviceShare | null
  readonly wallets: readonly { readonly chainType: 'ethereum' | 'solana'; readonly walletIndex: number }[]
}

/**
 * The record with a new share in front. What the server has confirmed stays as the share to go back to; else the pending
 * one does, whose request may still arrive after it was given up.
 */
export const withShare = (record: DeviceRecord | null, share: DeviceShare): DeviceRecord => ({
  version: 1,
  current: share,
  previous: record === null ? null : shareToKeep(record),
  wallets: record?.current.setId === share.setId ? record.wallets : [],
})

const shareToKeep = ({ current, previous }: DeviceRecord): DeviceShare =>
  current.state === 'stored' || previous === null ? current : previous
