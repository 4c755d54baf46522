import {
  APP_ID_HEADER,
  AUTHORIZATION_SIGNATURE_HEADER,
  IDEMPOTENCY_KEY_HEADER,
  REQUEST_EXPIRY_HEADER,
} from '@vitrine/shared/api/headers.ts'
import type { AuthorizationPayload } from '@vitrine/shared/wallet/authorization.ts'
import type { HttpClient, HttpRequest } from '../http/client.ts'
import type { AuthorizedRequests } from '../session/authorized-request.ts'
import type { VaultClient } from '../vault/client.ts'

/** How long a signed request is good; the server takes at most five minutes (`MAX_AUTHORIZATION_AGE_MS`). */
const EXPIRES_AFTER_MS = 2 * 60_000

export interface SignedRequest<T> extends Pick<HttpRequest<T>, 'path' | 'answer' | 'signal'> {
  readonly body: object
  /** At least 16 characters. The same key with the same body gets the same answer and no second effect. */
  readonly idempotencyKey: string
  readonly vaultTimeoutMs?: number
}

export interface SignedRequests {
  post<T>(request: SignedRequest<T>): Promise<T>
}

export interface SignedRequestParts {
  readonly appId: string
  readonly http: HttpClient
  readonly requests: AuthorizedRequests
  readonly vault: VaultClient
  /** The server's clock, unix ms. */
  now(): number
}

/** Wallet requests, which the device key authorizes word for word (contract §6.2). */
export function createSignedRequests(parts: SignedRequestParts): SignedRequests {
  const { appId, http, requests, vault } = parts
  return {
    async post({ path, body, idempotencyKey, answer, signal, vaultTimeoutMs }) {
      const expiry = String(parts.now() + EXPIRES_AFTER_MS)
      const payload: AuthorizationPayload = {
        version: 1,
        method: 'POST',
        url: http.url(path),
        body,
        headers: {
          [APP_ID_HEADER]: appId,
          [IDEMPOTENCY_KEY_HEADER]: idempotencyKey,
          [REQUEST_EXPIRY_HEADER]: expiry,
        },
      }
      const signature = await vault.use(it => it.authorize(payload), vaultTimeoutMs)
      return requests.send(
        { method: 'POST', path, body, answer, ...(signal && { signal }) },
        {
          [AUTHORIZATION_SIGNATURE_HEADER]: signature,
          [IDEMPOTENCY_KEY_HEADER]: idempotencyKey,
          [REQUEST_EXPIRY_HEADER]: expiry,
        },
      )
    },
  }
}
