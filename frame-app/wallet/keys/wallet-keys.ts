import { IMPORT_FAILED } from '@vitrine/shared/errors/messages.ts'
import { clientError, VitrineError } from '@vitrine/shared/errors/vitrine-error.ts'
import type { EmbeddedWallets } from '../../config/embedded-wallets.ts'
import type { Mfa } from '../../mfa/mfa.ts'
import { type EmbeddedWallet, isSameAddress } from '../../session/held-wallet.ts'
import type { Session } from '../../session/session.ts'
import { type Announcer, unauthenticated } from '../create/announce.ts'
import { within } from '../create/within.ts'
import { addressOnDevice } from '../device/on-device.ts'
import type { SetsOfPerson } from '../device/sets-of-person.ts'
import { refusalOf } from '../device/vault-problem.ts'
import type { ImportedKey, WalletKeys } from '../wallet-keys.ts'
import { createServerKeys, type ServerKeysParts } from './server-keys.ts'

/** Specification §9: how long an import may take. */
export const IMPORT_TIMEOUT_MS = 15_000

export interface WalletKeysParts extends Omit<ServerKeysParts, 'userId'> {
  readonly sets: SetsOfPerson
  readonly session: Session
  readonly announcer: Announcer
  readonly mfa: Pick<Mfa, 'run'>
  config(): Pick<EmbeddedWallets, 'mode' | 'requireUserOwnedRecoveryOnCreate'>
}

/** Keys that are brought and shown, at the server and on the person's devices. */
export function createWalletKeys(parts: WalletKeysParts): WalletKeys {
  const { sets, session, announcer, mfa } = parts
  const user = () => {
    const snapshot = session.current.get()
    if (snapshot.status === 'anonymous') throw unauthenticated()
    return snapshot
  }
  const server = createServerKeys({ ...parts, userId: () => user().user.id })
  const isOnDevice = () => parts.config().mode === 'legacy-embedded-wallets-only'

  /** @throws VitrineError for a wallet that the user has, whoever has its key */
  const requireNew = ({ chainType, address }: ImportedKey) => {
    const isIt = (it: { readonly chainType: string; readonly address: string }) =>
      it.chainType === chainType &&
      (chainType === 'ethereum' ? isSameAddress(it.address, address) : it.address === address)
    if (user().wallets.some(isIt))
      throw clientError('embedded_wallet_already_exists', 'You have this wallet already.')
  }

  return {
    async exportKey(wallet, secret, recipient, proof, signal) {
      if (secret === 'seed-phrase' && wallet.imported && wallet.custody === 'device')
        throw clientError(
          'not_supported',
          'This wallet was imported, so it has no recovery phrase here. Export its key.',
        )
      const idempotencyKey = crypto.randomUUID()
      return mfa.run(
        () =>
          wallet.custody === 'device'
            ? sets.of(wallet).exportKey(wallet, secret, recipient, proof, signal)
            : server.exportKey(wallet, { secret, recipient, proof, idempotencyKey }, signal),
        { signal },
      )
    },

    beginImport: (key, signal) =>
      mfa.run(
        () =>
          importing(signal, async limit => {
            requireNew(key)
            const recipient = isOnDevice() ? await sets.own.importRecipient() : await server.begin(key, limit)
            return { ...key, recipient }
          }),
        { signal },
      ),

    async importKey(begun, sealed, { proof, recovery }, signal) {
      const isHere = isOnDevice()
      if (isHere && !recovery && parts.config().requireUserOwnedRecoveryOnCreate && !addressOnDevice(session))
        throw clientError('embedded_wallet_password_unconfirmed', 'Set a recovery of your own first.')
      const idempotencyKey = crypto.randomUUID()
      const work = async (limit: AbortSignal): Promise<EmbeddedWallet> => {
        requireNew(begun)
        const before = announcer.before(begun.chainType)
        if (!isHere) {
          const made = await server.submit(begun, { sealed, proof, idempotencyKey }, limit)
          return announcer.announce(
            { ...made, wallet_index: null, custody: 'server', recovery_method: 'privy-v2' },
            before,
          )
        }
        const set = await sets.own.importKey({ ...begun, sealed }, recovery ?? null, proof, limit)
        const made = set.imported.find(
          it => it.chain_type === begun.chainType && isSameAddress(it.address, begun.address),
        )
        if (!made) throw importFailed()
        return announcer.announce(
          { ...made, wallet_index: null, custody: 'device', recovery_method: set.recovery_method },
          before,
        )
      }
      return mfa.run(() => importing(signal, work), { signal })
    },
  }
}

const importFailed = (options?: ErrorOptions) =>
  clientError('unknown_embedded_wallet_error', IMPORT_FAILED, options)

/** An import within its time; what fails without a closer reason has the specification's words. */
async function importing<T>(signal: AbortSignal, work: (limit: AbortSignal) => Promise<T>): Promise<T> {
  try {
    return await within(IMPORT_TIMEOUT_MS, signal, work, importFailed())
  } catch (error) {
    if (signal.aborted) throw error
    const isUnknown =
      !(error instanceof VitrineError) ||
      error.code === 'internal_error' ||
      error.message === refusalOf('internal').message
    throw isUnknown ? importFailed({ cause: error }) : error
  }
}
