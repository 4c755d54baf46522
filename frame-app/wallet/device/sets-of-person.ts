import type { WireUser } from '@vitrine/shared/api/user.ts'
import { VitrineError } from '@vitrine/shared/errors/vitrine-error.ts'
import { toClientWallets } from '../../session/client-user.ts'
import type { DeviceWallet } from '../../session/held-wallet.ts'
import type { RecoverySecret } from '../recovery-secret.ts'
import type { DeviceWallets } from './device-wallets.ts'
import { isOnDevice } from './on-device.ts'

/** The sets on a person's devices: that of their own account, and those of accounts that they brought to it. */
export interface SetsOfPerson {
  /** Where new wallets are made. */
  readonly own: DeviceWallets
  /** The one that a wallet is of. */
  of(wallet: DeviceWallet): DeviceWallets
  /** Those that the person has a wallet of, their own first; that alone when there is none yet. */
  all(): readonly [DeviceWallets, ...DeviceWallets[]]
}

/** @param make for an owner other than who is logged in; `null`: for themselves */
export function createSetsOfPerson(
  session: { wireUser(): WireUser | null },
  make: (ownerId: string | null) => DeviceWallets,
): SetsOfPerson {
  const made = new Map<string | null, DeviceWallets>()
  const setOf = (ownerId: string | null): DeviceWallets => {
    const set = made.get(ownerId) ?? make(ownerId)
    made.set(ownerId, set)
    return set
  }
  const ownerOf = ({ sealedFor }: DeviceWallet) => sealedFor?.userId ?? null
  const own = setOf(null)
  return {
    own,
    of: wallet => setOf(ownerOf(wallet)),
    all() {
      const user = session.wireUser()
      const owners = new Set((user ? toClientWallets(user) : []).filter(isOnDevice).map(ownerOf))
      const others = [...owners].filter(owner => owner !== null).map(setOf)
      const [first, ...rest] = owners.has(null) ? [own, ...others] : others
      return first ? [first, ...rest] : [own]
    },
  }
}

/**
 * Opens with a secret what it is the secret of: each account had its own.
 * @throws VitrineError of the first set that needs one, when it opens none
 */
export async function recoverSets(
  sets: ReturnType<SetsOfPerson['all']>,
  secret: RecoverySecret,
  signal: AbortSignal,
): Promise<void> {
  const [only, ...others] = sets
  if (others.length === 0) return only.recover(secret, signal)
  const failures: unknown[] = []
  let opened = 0
  for (const set of sets) {
    if (await opensByItself(set, signal)) continue
    await set.recover(secret, signal).then(
      () => opened++,
      error => failures.push(error),
    )
    signal.throwIfAborted()
  }
  if (opened === 0 && failures.length > 0) throw failures[0]
}

async function opensByItself(set: DeviceWallets, signal: AbortSignal): Promise<boolean> {
  try {
    await set.open(signal)
    return true
  } catch (error) {
    if (error instanceof VitrineError && error.code === 'embedded_wallet_needs_recovery') return false
    throw error
  }
}
