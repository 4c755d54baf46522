import { claimRecoveryKeyResponse } from '@vitrine/shared/api/recovery.ts'
import { clientError } from '@vitrine/shared/errors/vitrine-error.ts'
import {
  type AddImportedRequest,
  type AddSharingRequest,
  type AddWalletRequest,
  type ChangeRecoveryRequest,
  type EmbeddedSet,
  type exportFromDeviceRequest,
  type KeyMaterial,
  keyMaterialResponse,
  type RecoveryShareResponse,
  type RegisterSetRequest,
  recoveryShareResponse,
  releaseKeysResponse,
  type ShareKeyPurpose,
  setResponse,
  shareResponse,
} from '@vitrine/shared/wallet/embedded.ts'
import type { SetOwner } from '@vitrine/shared/wallet/set-statement.ts'
import * as z from 'zod/mini'
import type { AuthorizedRequests } from '../../session/authorized-request.ts'
import type { SignerIdentity } from '../../session/signer-identity.ts'
import type { VaultClient } from '../../vault/client.ts'
import type { ReleasedKeys } from '../../vault/set/set-vault.ts'
import type { SignedRequests } from '../signed-request.ts'
import type { SealedSiteKey } from './persons-secret.ts'

/** The server's part of on-device wallets; see `shared/wallet/embedded.ts`. Every call rejects with `VitrineError`. */
export interface SetCalls {
  /**
   * POST /keys, which the device signs: only `recipient` can read the answer.
   * @throws VitrineError `unknown_embedded_wallet_error` also for an answer that the signer has not signed
   */
  keys(recipient: string, purposes: readonly ShareKeyPurpose[], signal?: AbortSignal): Promise<ReleasedKeys>
  share(
    setId: string,
    sharingId: string,
    signal?: AbortSignal,
  ): Promise<{ readonly set: EmbeddedSet; readonly authShare: string }>
  register(request: RegisterSetRequest, signal?: AbortSignal): Promise<EmbeddedSet>
  addWallet(request: AddWalletRequest, signal?: AbortSignal): Promise<EmbeddedSet>
  /** A key more, which was brought. @throws VitrineError `step_up_required` */
  addImported(request: AddImportedRequest, signal?: AbortSignal): Promise<EmbeddedSet>
  /** POST /:address/export: leave to show a key. @throws VitrineError `step_up_required` */
  exportKey(
    address: string,
    request: z.infer<typeof exportFromDeviceRequest>,
    signal?: AbortSignal,
  ): Promise<void>
  addSharing(request: AddSharingRequest, signal?: AbortSignal): Promise<EmbeddedSet>
  keyMaterial(address: string, signal?: AbortSignal): Promise<KeyMaterial>
  recoveryShares(
    address: string,
    verifier: string | undefined,
    signal?: AbortSignal,
  ): Promise<RecoveryShareResponse>
  changeRecovery(address: string, request: ChangeRecoveryRequest, signal?: AbortSignal): Promise<EmbeddedSet>
  /**
   * POST /recovery/encryption_key/claim, which the device signs: the site's own key, which only `recipient` can read. The server
   * gives it once.
   * @throws VitrineError as of `keys`
   */
  claimSiteKey(recipient: string, signal?: AbortSignal): Promise<SealedSiteKey>
}

/** What the leave is, the server has written down. */
const exported = z.object({})

const NOT_BY_SIGNER =
  'The answer about this wallet’s keys is not from the wallet’s signer, and was not used. Tell the wallet’s operator.'

const ROOT = '/embedded_wallets'

/** What tells the signer's own answer to this device from another. */
export interface SetCallsParts {
  readonly signer: Pick<SignerIdentity, 'vouches'>
  readonly vault: VaultClient
  /** @throws VitrineError `must_be_authenticated` */
  owner(): SetOwner
  /** Who is logged in. @throws as `owner` */
  person(): SetOwner
  /** Whether the owner is one whose account the person brought to theirs. */
  readonly isOthers: boolean
}

export function createSetCalls(
  requests: AuthorizedRequests,
  signed: SignedRequests,
  { signer, vault, owner, person, isOthers }: SetCallsParts,
): SetCalls {
  const post = <T>(path: string, body: object, answer: z.ZodMiniType<T>, signal: AbortSignal | undefined) =>
    requests.send({ method: 'POST', path: ROOT + path, body, answer, ...(signal && { signal }) })
  const change = async (path: string, body: object, signal: AbortSignal | undefined) =>
    (await post(path, body, setResponse, signal)).set
  const recovery = (address: string) => `/${encodeURIComponent(address)}/recovery`

  return {
    async keys(recipient, purposes, signal) {
      const { appId, userId } = owner()
      const asked = { recipient, purposes }
      const { keys, signature } = await signed.post({
        path: `${ROOT}/keys`,
        body: { ...asked, ...(isOthers && { owner_id: userId }) },
        idempotencyKey: crypto.randomUUID(),
        answer: releaseKeysResponse,
        ...(signal && { signal }),
      })
      const device = await vault.use(it => it.publicKey())
      // Anybody can encrypt to the recipient: shares that are stored under keys of the API process's it could read.
      if (!(await signer.vouches({ kind: 'share-keys', appId, userId, device, ...asked, keys }, signature)))
        throw clientError('unknown_embedded_wallet_error', NOT_BY_SIGNER)
      return { recipient, keys }
    },
    async share(setId, sharingId, signal) {
      const body = { set_id: setId, sharing_id: sharingId }
      const { set, auth_share: authShare } = await post('/shares', body, shareResponse, signal)
      return { set, authShare }
    },
    register: (request, signal) => change('', request, signal),
    addWallet: (request, signal) => change('/wallets', request, signal),
    addImported: (request, signal) => change('/imported', request, signal),
    async exportKey(address, request, signal) {
      await post(`/${encodeURIComponent(address)}/export`, request, exported, signal)
    },
    addSharing: (request, signal) => change('/sharings', request, signal),
    keyMaterial: (address, signal) =>
      post(`${recovery(address)}/key_material`, {}, keyMaterialResponse, signal),
    recoveryShares: (address, verifier, signal) =>
      post(
        `${recovery(address)}/shares`,
        verifier === undefined ? {} : { verifier },
        recoveryShareResponse,
        signal,
      ),
    changeRecovery: (address, request, signal) => change(recovery(address), request, signal),
    async claimSiteKey(recipient, signal) {
      const { appId, userId } = person()
      const { sealed, signature } = await signed.post({
        path: '/recovery/encryption_key/claim',
        body: { recipient },
        idempotencyKey: crypto.randomUUID(),
        answer: claimRecoveryKeyResponse,
        ...(signal && { signal }),
      })
      const device = await vault.use(it => it.publicKey())
      // A key that somebody else chose would open the recovery to them.
      const statement = { kind: 'recovery-key', appId, userId, device, recipient, sealed } as const
      if (!(await signer.vouches(statement, signature)))
        throw clientError('unknown_embedded_wallet_error', NOT_BY_SIGNER)
      return { recipient, sealed }
    },
  }
}
