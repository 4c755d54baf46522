import { APP_ID_HEADER, IDEMPOTENCY_KEY_HEADER, REQUEST_EXPIRY_HEADER } from '@vitrine/shared/api/headers.ts'
import type { SealedPurpose } from '@vitrine/shared/hpke/login-secret.ts'
import type { AuthorizationPayload } from '@vitrine/shared/wallet/authorization.ts'
import type { HttpClient } from '../http/client.ts'
import type { VaultClient } from '../vault/client.ts'
import type { SignerIdentity } from './signer-identity.ts'

/** How long a signed login is good; the server takes at most five minutes (`MAX_AUTHORIZATION_AGE_MS`). */
const EXPIRES_AFTER_MS = 2 * 60_000

/** What proves a login. It leaves the frame sealed for the server's signer, as a member of the body. */
export interface LoginSecret {
  readonly member: string
  readonly value: string
  /** Account type (contract §3) and its subject as the server normalises it; of a cloud its name and the flow's state. */
  readonly identity: { readonly type: string; readonly subject: string }
}

/** A login, a link or an update, before the device signs it. */
export interface UnsignedLogin {
  readonly path: string
  readonly body: object
  readonly purpose: SealedPurpose
  /** Whose account is changed; `null` for a login. */
  readonly userId: string | null
  readonly secret: LoginSecret | undefined
}

export interface SignedLoginParts {
  readonly appId: string
  readonly http: HttpClient
  readonly vault: VaultClient
  readonly signer: Pick<SignerIdentity, 'recipient' | 'vouches'>
  /** The server's clock, unix ms. */
  now(): number
}

export interface SignedLogins {
  /**
   * Seals the secret and says what the device is to sign (contract §6.2): the same that wallet calls are signed by. So
   * the server's API process can put neither another device nor another login in the place of this one.
   */
  prepare(login: UnsignedLogin): Promise<{ readonly body: object; readonly payload: AuthorizationPayload }>
}

export const createSignedLogins = ({ appId, http, vault, signer, now }: SignedLoginParts): SignedLogins => ({
  async prepare({ path, body: plain, purpose, userId, secret }) {
    const seal = async ({ member, value, identity }: LoginSecret) => {
      const belonging = { purpose, appId, identity, userId }
      const recipient = await signer.recipient()
      return { [member]: await vault.use(it => it.sealSecret(recipient, belonging, value)) }
    }
    const body = {
      ...plain,
      ...(secret && (await seal(secret))),
      ...(userId !== null && { user_id: userId }),
    }
    return {
      body,
      payload: {
        version: 1,
        method: 'POST',
        url: http.url(path),
        body,
        headers: {
          [APP_ID_HEADER]: appId,
          [IDEMPOTENCY_KEY_HEADER]: crypto.randomUUID(),
          [REQUEST_EXPIRY_HEADER]: String(now() + EXPIRES_AFTER_MS),
        },
      },
    }
  },
})
