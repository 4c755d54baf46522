import { clientError } from '@vitrine/shared/errors/vitrine-error.ts'
import type { ExportedSecret } from '@vitrine/shared/wallet/embedded.ts'
import {
  exportResponse,
  type HpkeSealed,
  type ImportSubmitRequest,
  importInitResponse,
  type SealedKey,
} from '@vitrine/shared/wallet/import-export.ts'
import { type WalletResource, walletResource } from '@vitrine/shared/wallet/wallet-resource.ts'
import type { ServerWallet } from '../../session/held-wallet.ts'
import type { SignerIdentity } from '../../session/signer-identity.ts'
import type { StepUpBody } from '../../step-up/step-up.ts'
import type { SignedRequests } from '../signed-request.ts'
import type { BegunImport, ImportedKey } from '../wallet-keys.ts'

export interface ServerKeysParts {
  readonly appId: string
  readonly requests: SignedRequests
  readonly signer: Pick<SignerIdentity, 'vouches'>
  /** @throws VitrineError `must_be_authenticated` */
  userId(): string
}

/** Keys that the server's signer holds (contract §2.9). The device signs every request, its proof of a way in with it. */
export interface ServerKeys {
  /**
   * POST /wallets/import/init.
   * @returns the signer's public key for this import, base64 SPKI
   * @throws VitrineError `configuration_error` for a key that the signer has not signed
   */
  begin(key: ImportedKey, signal: AbortSignal): Promise<string>
  /** POST /wallets/import/submit. @throws VitrineError `step_up_required` */
  submit(
    begun: BegunImport,
    submitted: {
      readonly sealed: HpkeSealed
      readonly proof: StepUpBody
      readonly idempotencyKey: string
    },
    signal: AbortSignal,
  ): Promise<WalletResource>
  /** POST /wallets/:id/export. @throws VitrineError `step_up_required` */
  exportKey(
    wallet: ServerWallet,
    asked: {
      readonly secret: ExportedSecret
      readonly recipient: string
      readonly proof: StepUpBody
      readonly idempotencyKey: string
    },
    signal: AbortSignal,
  ): Promise<HpkeSealed>
}

const HPKE = { encryption_type: 'HPKE' } as const

export function createServerKeys({ appId, requests, signer, userId }: ServerKeysParts): ServerKeys {
  return {
    async begin(key, signal) {
      const { chainType, address } = key
      const {
        encryption_public_key: recipient,
        import_id: importId,
        signature,
      } = await requests.post({
        path: '/wallets/import/init',
        body: { ...named(key), ...HPKE },
        idempotencyKey: crypto.randomUUID(),
        answer: importInitResponse,
        signal,
      })
      const statement = { appId, userId: userId(), importId, chainType, address, recipient }
      // To a key of the API process's it would be encrypted just as well.
      if (!(await signer.vouches({ kind: 'import-key', ...statement }, signature)))
        throw clientError('configuration_error', NOT_BY_SIGNER)
      return recipient
    },

    async submit(begun, { sealed, proof, idempotencyKey }, signal) {
      const wallet: SealedKey = { ...named(begun), ...HPKE, ...sealed }
      const body: ImportSubmitRequest = { wallet, ...proof }
      return requests.post({
        path: '/wallets/import/submit',
        body,
        idempotencyKey,
        answer: walletResource,
        signal,
      })
    },

    async exportKey(wallet, { secret, recipient, proof, idempotencyKey }, signal) {
      const { ciphertext, encapsulated_key } = await requests.post({
        path: `/wallets/${encodeURIComponent(wallet.id)}/export`,
        body: {
          ...HPKE,
          recipient_public_key: recipient,
          ...(secret === 'seed-phrase' && { export_seed_phrase: true }),
          ...proof,
        },
        idempotencyKey,
        answer: exportResponse,
        signal,
      })
      return { ciphertext, encapsulated_key }
    },
  }
}

const NOT_BY_SIGNER =
  'The key to encrypt this import to is not from the wallet’s signer, and was not used. Tell the wallet’s operator.'

const named = ({ chainType, address, entropy }: ImportedKey) => ({
  chain_type: chainType,
  address,
  entropy_type: entropy.type,
  ...(entropy.type === 'hd' && { index: entropy.index }),
})
