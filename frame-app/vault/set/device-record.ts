import * as z from 'zod/mini'
import { VaultRefusal } from './refusal.ts'

/** The recovery share of a device's own sharing, as it was encrypted: a database that lost the set can be given it again. */
const share = z.string()
const recoveryCopy = z.union([
  z.object({ method: z.literal('privy'), share }),
  z.object({ method: z.literal('user-passcode'), share, salt: z.string() }),
  z.object({ method: z.literal('recovery-encryption-key'), share }),
  z.object({ method: z.literal('google-drive'), share, file_id: z.string() }),
  z.object({ method: z.literal('icloud'), share, icloud_record_name: z.string() }),
  z.object({ method: z.literal('passkey'), share, salt: z.string(), credential_id: z.string() }),
])
export type RecoveryCopy = z.infer<typeof recoveryCopy>

const deviceShare = z.object({
  setId: z.string(),
  sharingId: z.string(),
  /** Envelope by the device's own key. */
  share: z.string(),
  recovery: recoveryCopy,
  /** `pending` until the server has confirmed that it stores the rest. */
  state: z.enum(['pending', 'stored']),
})
export type DeviceShare = z.infer<typeof deviceShare>

const chainType = z.enum(['ethereum', 'solana'])
const places = z.array(z.object({ chainType, walletIndex: z.number() }))
/** A key that was brought, as it is sealed by its set's seed. */
const heldImport = z.object({ chainType, address: z.string(), envelope: z.string() })
export type HeldImport = z.infer<typeof heldImport>
const imported = z._default(z.array(heldImport), [])

/** A share of another set than the present one, with the wallets that the set has. */
const asideShare = z.object({ share: deviceShare, wallets: places, imported })

/**
 * What a device keeps of a user's wallets. `previous` is the share before the last change: it is what fits when the change
 * did not reach the server, or when the server went back to a database of before. `aside` are shares of other sets, the
 * newest first: of a set that another device's took the place of in such a database, or whose registration got lost on the
 * way. They are never dropped for a newer one, since they may be the last of a key.
 */
const deviceRecord = z.object({
  version: z.union([z.literal(1), z.literal(2)]),
  current: deviceShare,
  previous: z.nullable(deviceShare),
  wallets: places,
  imported,
  aside: z._default(z.array(asideShare), []),
})
export type DeviceRecord = z.infer<typeof deviceRecord>

/**
 * A record as it came from the disk. One that cannot be read holds nothing to go by: the wallet is recovered as on a new
 * device.
 * @throws VaultRefusal `newer-version`: a later release wrote it, and it must not be written over
 */
export function readRecord(stored: unknown): DeviceRecord | null {
  const { version } = (stored ?? {}) as { version?: unknown }
  if (typeof version === 'number' && version > 2) throw new VaultRefusal('newer-version')
  const { success, data } = deviceRecord.safeParse(stored)
  return success ? data : null
}

/**
 * The record as it goes to the disk. What an older release would drop or could not read has version 2, which that release leaves
 * alone; all else stays 1, and readable to it.
 */
export function written(record: DeviceRecord): DeviceRecord {
  const isNew =
    sharesOf(record).some(({ recovery: { method } }) => method !== 'privy' && method !== 'user-passcode') ||
    [record, ...record.aside].some(it => it.imported.length > 0)
  return { ...record, version: isNew ? 2 : 1 }
}

/** All shares of a record, the one in use first. */
export const sharesOf = ({ current, previous, aside }: DeviceRecord): readonly DeviceShare[] => [
  current,
  ...(previous ? [previous] : []),
  ...aside.map(({ share }) => share),
]

/** The keys that were brought to a set. */
export const importsOf = (record: DeviceRecord, setId: string): readonly HeldImport[] =>
  record.current.setId === setId
    ? record.imported
    : (record.aside.find(({ share }) => share.setId === setId)?.imported ?? [])

/** The share that the server is given again when it lost the set: the newest that it had confirmed. */
export function restorable({ current, previous, wallets, imported, aside }: DeviceRecord) {
  const held = { wallets, imported }
  const shares = [{ share: current, ...held }, ...(previous ? [{ share: previous, ...held }] : []), ...aside]
  return shares.find(({ share }) => share.state === 'stored') ?? null
}

/** Wallets of a set. */
export interface HeldWallets {
  readonly wallets: readonly DeviceRecord['wallets'][number][]
  readonly imported: readonly HeldImport[]
}

/** The record with the wallets that the server has of a sharing's set; the sharing in use is stored from here on. */
export function withWallets(record: DeviceRecord, sharingId: string, told: HeldWallets): DeviceRecord {
  const { current, previous, aside } = record
  const held = (before: HeldWallets) => ({
    wallets: [...told.wallets],
    // Nothing else makes a brought key again: one that the server lost, or tells in another envelope, is kept.
    imported: [
      ...before.imported,
      ...told.imported.filter(it => !before.imported.some(other => isSamePlace(it, other))),
    ],
  })
  if (current.sharingId === sharingId)
    return { ...record, ...held(record), current: { ...current, state: 'stored' } }
  if (previous?.sharingId === sharingId) return { ...record, ...held(record) }
  const isIt = (it: (typeof aside)[number]) => it.share.sharingId === sharingId
  return { ...record, aside: aside.map(it => (isIt(it) ? { ...it, ...held(it) } : it)) }
}

export const isSamePlace = (
  a: Pick<HeldImport, 'chainType' | 'address'>,
  b: Pick<HeldImport, 'chainType' | 'address'>,
): boolean => a.chainType === b.chainType && a.address === b.address

/**
 * The record with a new share in front. What the server has confirmed stays as the share to go back to; else the pending
 * one does, whose request may still arrive after it was given up.
 */
export function withShare(record: DeviceRecord | null, share: DeviceShare): DeviceRecord {
  if (record === null)
    return { version: 1, current: share, previous: null, wallets: [], imported: [], aside: [] }
  if (record.current.setId === share.setId)
    return { ...record, current: share, previous: shareToKeep(record) }
  const known = record.aside.find(it => it.share.setId === share.setId)
  return {
    version: 1,
    current: share,
    previous: known?.share ?? null,
    wallets: known?.wallets ?? [],
    imported: known?.imported ?? [],
    aside: bounded([
      { share: shareToKeep(record), wallets: record.wallets, imported: record.imported },
      ...record.aside.filter(it => it !== known),
    ]),
  }
}

/** The record without its present share; `null` when no other is left. */
export function withoutCurrent(record: DeviceRecord): DeviceRecord | null {
  const { previous, aside } = record
  if (previous) return { ...record, current: previous, previous: null }
  const [newest, ...rest] = aside
  if (!newest) return null
  const { share, wallets, imported } = newest
  return { version: 1, current: share, previous: null, wallets, imported, aside: rest }
}

const shareToKeep = ({ current, previous }: DeviceRecord): DeviceShare =>
  current.state === 'stored' || previous === null ? current : previous

/** Requests that were given up and may still arrive. Retries must not fill the disk. */
const MAX_PENDING = 4

/** Every share that the server has confirmed, and the newest of those that it has not. */
function bounded(shares: DeviceRecord['aside']): DeviceRecord['aside'] {
  const surplus = shares.filter(({ share }) => share.state === 'pending').slice(MAX_PENDING)
  return shares.filter(it => !surplus.includes(it))
}
