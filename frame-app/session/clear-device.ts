import type { WireUser } from '@vitrine/shared/api/user.ts'
import type { SetOwner } from '@vitrine/shared/wallet/set-statement.ts'
import type { CallsOptions } from './calls.ts'

/** Who was deleted, and whom they had taken in: what is kept for those is theirs too. */
export interface DeletedUser extends Pick<SetOwner, 'appId'> {
  readonly userIds: readonly SetOwner['userId'][]
}

/**
 * Deletes what this browser keeps of a user who was deleted, besides session and device key, which a logout takes: the shares of
 * on-device wallets, and what is remembered of them (`Kept` of `storage.ts`).
 * @returns whether all of it is gone; `false` where the browser refuses its storage now
 */
export async function clearDevice({ appId, userIds }: DeletedUser): Promise<boolean> {
  const { forgetShares } = await import('../vault/set/forget-shares.ts')
  const forgotten = await Promise.all(userIds.map(userId => forgetShares({ appId, userId })))
  return forgetTexts(appId, userIds) && forgotten.every(Boolean)
}

/**
 * The same of a user as the server told of them, and of those whom they took in, as far as wallets of theirs came along; and what the
 * vault has of them, with the device's key.
 */
export const clearDeviceOf = async (
  { appId, vault }: Pick<CallsOptions, 'appId' | 'vault'>,
  { id, linked_accounts: linked }: Pick<WireUser, 'id' | 'linked_accounts'>,
): Promise<boolean> => {
  await vault.use(it => it.forget()).catch(() => {})
  const takenIn = linked.flatMap(account =>
    'sealed_for' in account && account.sealed_for ? [account.sealed_for.user_id] : [],
  )
  return clearDevice({ appId, userIds: [id, ...takenIn] })
}

/** Of the app or one of its pages, and yet of the person: who is greeted, by what they came, what they sent. */
const OF_THE_PERSON = ['greeting', 'last_login', 'solana_sent', 'solana_history', 'calls']

function forgetTexts(appId: string, userIds: readonly string[]): boolean {
  const begins = [
    ...OF_THE_PERSON.map(name => `vitrine:${name}:${appId}`),
    ...userIds.map(userId => `${appId}:${userId}`),
  ]
  const isTheirs = (key: string) => {
    const [, ofUser = ''] = /^vitrine:[a-z_]+:(.*)$/.exec(key) ?? []
    return begins.some(it => [key, ofUser].some(text => text === it || text.startsWith(`${it}:`)))
  }
  try {
    for (const key of Object.keys(localStorage).filter(isTheirs)) localStorage.removeItem(key)
    return true
  } catch {
    return false
  }
}
