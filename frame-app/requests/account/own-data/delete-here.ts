import { ACCOUNT_TYPES, isGuestAccount, wayOfAccount } from '@vitrine/shared/account/login-facts.ts'
import { meResponse } from '@vitrine/shared/api/session-calls.ts'
import { ACCOUNT_DELETED } from '@vitrine/shared/errors/account-deleted.ts'
import { MUST_BE_AUTHENTICATED } from '@vitrine/shared/errors/messages.ts'
import { clientError, VitrineError } from '@vitrine/shared/errors/vitrine-error.ts'
import { clearDevice } from '../../../session/clear-device.ts'
import type { EmbeddedWallet } from '../../../session/held-wallet.ts'
import type { ChangedAccount, StepUp } from '../../../step-up/step-up.ts'
import type { Kernel } from '../../../ui/kernel-context.ts'
import { deleteAccount } from './own-data-api.ts'

/**
 * Deletes the account at the server, then what this device keeps of it. Once the server has deleted it nothing stops the rest.
 * @param wallets all that the person was shown: of others nothing is deleted
 * @returns whether this device keeps nothing
 * @throws VitrineError `resource_conflict` when they are others by now; the session knows them then
 */
export async function deleteHere(
  kernel: Kernel,
  stepUp: StepUp,
  account: ChangedAccount,
  wallets: readonly EmbeddedWallet[],
  signal: AbortSignal,
): Promise<boolean> {
  const { operations, app } = kernel
  const { calls } = operations
  const snapshot = kernel.session.get()
  if (snapshot.status === 'anonymous') throw clientError('must_be_authenticated', MUST_BE_AUTHENTICATED)
  const { user } = snapshot
  const addresses = wallets.map(({ address }) => address)
  try {
    const mfa = await operations.mfa()
    const send = () => stepUp.change(account, signal, proof => deleteAccount(calls, addresses, proof, signal))
    await mfa.run(send, { signal })
  } catch (error) {
    if (error instanceof VitrineError && error.code === 'resource_conflict')
      await calls.getAuthorized('/users/me', meResponse, signal).then(it => calls.takeUser(it.user))
    // An answer before this one got lost on its way.
    if (!(error instanceof VitrineError) || error.message !== ACCOUNT_DELETED) throw error
  }
  const owners = wallets.flatMap(it => (it.custody === 'device' && it.sealedFor ? [it.sealedFor.userId] : []))
  if (user.isGuest) for (const method of GUEST_METHODS) kernel.keptBy(method).write('')
  await operations.logout('device')
  return clearDevice({ appId: app.id, userIds: [user.id, ...owners] })
}

/** By what this browser is a guest: the next one is another. */
const GUEST_METHODS = ACCOUNT_TYPES.filter(isGuestAccount).flatMap(
  type => wayOfAccount({ type })?.method ?? [],
)
