import { MUST_BE_AUTHENTICATED } from '@vitrine/shared/errors/messages.ts'
import { clientError, VitrineError } from '@vitrine/shared/errors/vitrine-error.ts'
import type { RpcMethod, RpcRequest } from '@vitrine/shared/wallet/rpc.ts'
import { lazily, lazyObject } from '../core/lazy.ts'
import type { Mfa } from '../mfa/mfa.ts'
import { createExclusive } from '../session/exclusive.ts'
import { type DeviceWallet, type ExternalWallet, isEmbedded } from '../session/held-wallet.ts'
import { createReporter } from '../session/report-activity.ts'
import type { SignerIdentity } from '../session/signer-identity.ts'
import { createAnnouncer } from './create/announce.ts'
import {
  createWalletCreation,
  isGiven,
  type RecoverySource,
  type WalletCreation,
  type WalletCreationParts,
} from './create/wallet-creation.ts'
import type { Delegates } from './delegates/delegates.ts'
import { createDeviceWallets } from './device/device-wallets.ts'
import { addressOnDevice, isOnDevice } from './device/on-device.ts'
import { createSetCalls } from './device/set-calls.ts'
import { createSetsOfPerson } from './device/sets-of-person.ts'
import type { ExternalSignerParts } from './external-signer.ts'
import { createSignedRequests, type SignedRequestParts } from './signed-request.ts'
import { createSigner, type MessageSigner, type WalletSigner } from './signer.ts'
import type { WalletKeys } from './wallet-keys.ts'
import { createWalletRecovery, type WalletRecovery } from './wallet-recovery.ts'

export interface WalletOperations
  extends WalletCreation,
    WalletRecovery,
    WalletSigner,
    MessageSigner,
    WalletKeys {
  /**
   * What the config makes on login; resolves at once when there is nothing to make.
   * @param recovery `null` when absent: whoever calls has a screen of its own to ask with
   * A wallet that takes a second factor is asked for in the login's dialog; without one on show it waits for its first use.
   * @throws VitrineError `embedded_wallet_password_unconfirmed` when it takes a recovery of the person's own
   */
  createOnLogin(signal?: AbortSignal, recovery?: RecoverySource): Promise<void>
  /** What asks for second factors. */
  mfa(): Promise<Mfa>
  /** Who may use the person's wallets besides them. Its code comes with the first use. */
  delegates(): Promise<Delegates>
}

export type WalletOperationParts = SignedRequestParts &
  ExternalSignerParts &
  Omit<WalletCreationParts, 'requests' | 'device' | 'announcer'> & {
    readonly locks: LockManager | undefined
    readonly signer: Pick<SignerIdentity, 'vouches'>
    readonly mfa: Mfa
    /** Whether a login's dialog is on show. */
    isLoginShown(): boolean
  }

const notHere = async () => {
  throw clientError('not_supported', 'Keys of this wallet are not brought in or taken out here.')
}
const NO_KEYS: WalletKeys = { exportKey: notHere, beginImport: notHere, importKey: notHere }

const CHAIN_TYPES = ['ethereum', 'solana'] as const

/** All that makes and uses keys, in either custody mode. Nobody needs it before they log in: the kernel loads it on demand. */
export function createWalletOperations(parts: WalletOperationParts): WalletOperations {
  const { appId, session } = parts
  const requests = createSignedRequests(parts)
  const { signer, vault } = parts
  const exclusive = createExclusive('vitrine:wallets', parts.locks)
  const sets = createSetsOfPerson(session, ownerId => {
    const knownAddress = () => addressOnDevice(session, ownerId)
    const person = () => {
      const snapshot = session.current.get()
      // Another person may have logged in, who did not bring that account to theirs.
      if (snapshot.status === 'anonymous' || (ownerId !== null && knownAddress() === null))
        throw clientError('must_be_authenticated', MUST_BE_AUTHENTICATED)
      return { appId, userId: snapshot.user.id }
    }
    const owner = () => {
      const { userId } = person()
      return { appId, userId: ownerId ?? userId }
    }
    const calls = createSetCalls(parts.requests, requests, {
      ...{ signer, vault, owner, person },
      isOthers: ownerId !== null,
    })
    return createDeviceWallets({ vault, calls, exclusive, owner, knownAddress })
  })
  let person = session.wireUser()?.id
  session.current.subscribe(() => {
    const before = person
    person = session.wireUser()?.id
    // This tab's vault keeps what is this tab's, also when the person left in another one.
    if (before !== undefined && before !== person) parts.vault.use(it => it.lock()).catch(() => {})
  })
  const announcer = createAnnouncer(parts)
  const creation = createWalletCreation({ ...parts, requests, device: sets.own, announcer })
  return {
    ...creation,
    async createOnLogin(signal, recovery = null) {
      const snapshot = session.current.get()
      if (snapshot.status === 'anonymous') throw clientError('must_be_authenticated', MUST_BE_AUTHENTICATED)
      const wallets = snapshot.wallets.filter(isEmbedded)
      // Who has linked a wallet of their own, of whichever chain, is no user without one. What was made here of the other chain
      // does not count: a login that made one and failed at the second makes that later.
      const hasOwn = wallets.length < snapshot.wallets.length
      const missing = CHAIN_TYPES.filter(chainType => {
        const { createOnLogin } = parts.config()[chainType]
        const isFor = createOnLogin === 'all-users' || (createOnLogin === 'users-without-wallets' && !hasOwn)
        return isFor && !wallets.some(it => it.chainType === chainType)
      })
      let source = recovery
      const made = wallets.filter(isOnDevice).find(({ sealedFor, imported }) => !sealedFor && !imported)
      // Another tab was faster: a recovery that is not the one it set must not seem to be set.
      if (isGiven(source) && missing.length === 0 && made)
        await creation.createWithRecovery(
          { ...made, walletIndex: made.walletIndex ?? 0 },
          source.given,
          signal ?? new AbortController().signal,
        )
      for (const chainType of missing) {
        try {
          await creation.createFirst(chainType, signal, source, parts.isLoginShown() ? 'seen' : 'quiet')
        } catch (error) {
          if (error instanceof VitrineError && error.code === 'missing_or_invalid_mfa') return
          throw error
        }
        // It covers all wallets of the entropy.
        if (isGiven(source)) source = null
      }
    },
    mfa: async () => parts.mfa,
    ...NO_KEYS,
    ...createWalletRecovery({ ...parts, sets, creation }),
    ...lazyObject(
      // Few bring a key, or take one out.
      lazily(async () =>
        (await import('./keys/wallet-keys.ts')).createWalletKeys({ ...parts, requests, sets, announcer }),
      ),
      ['beginImport', 'importKey', 'exportKey'],
    ),
    delegates: lazily(async () =>
      (await import('./delegates/delegates.ts')).createDelegates({ ...parts, signed: requests }),
    ),
    ...createSigner(
      requests,
      {
        perform: <M extends RpcMethod>(
          wallet: DeviceWallet,
          request: RpcRequest<M> & { readonly method: M },
          signal: AbortSignal,
        ) => sets.of(wallet).perform<M>(wallet, request, signal),
      },
      lazyObject(
        // Few have a wallet elsewhere.
        lazily(async () => (await import('./external-signer.ts')).createExternalSigner(parts)),
        ['perform'],
      ) as WalletSigner<ExternalWallet>,
      createReporter(parts.requests),
      parts.mfa,
    ),
  }
}
