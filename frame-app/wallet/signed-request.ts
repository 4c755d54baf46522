import { APP_ID_HEADER, IDEMPOTENCY_KEY_HEADER, REQUEST_EXPIRY_HEADER } from '@vitrine/shared/api/headers.ts'
import type { AuthorizationPayload } from '@vitrine/shared/wallet/authorization.ts'
import type { HttpClient, HttpRequest } from '../http/client.ts'
import type { AuthorizedRequests } from '../session/authorized-request.ts'

/** How long a signed request is good; the server takes at most five minutes (`MAX_AUTHORIZATION_AGE_MS`). */
const EXPIRES_AFTER_MS = 2 * 60_000

export interface SignedRequest<T> extends Pick<HttpRequest<T>, 'path' | 'answer' | 'signal'> {
  readonly body: object
  /** At least 16 characters. The same key with the same body gets the same answer and no second effect. */
  readonly idempotencyKey: string
  readonly vaultTimeoutMs?: number
  readonly method?: 'PATCH'
}

export interface SignedRequests {
  /** Sends what changes something, by `POST` unless it says otherwise. */
  post<T>(request: SignedRequest<T>): Promise<T>
}

export interface SignedRequestParts {
  readonly appId: string
  readonly http: HttpClient
  readonly requests: AuthorizedRequests
  /** The server's clock, unix ms. */
  now(): number
}

/** Wallet requests, which the device key authorizes word for word (contract §6.2). */
export function createSignedRequests(parts: SignedRequestParts): SignedRequests {
  const { appId, http, requests } = parts
  return {
    async post({ method = 'POST' as const, path, body, idempotencyKey, answer, signal, vaultTimeoutMs }) {
      const payload: AuthorizationPayload = {
        version: 1,
        method,
        url: http.url(path),
        body,
        headers: {
          [APP_ID_HEADER]: appId,
          [IDEMPOTENCY_KEY_HEADER]: idempotencyKey,
          [REQUEST_EXPIRY_HEADER]: String(parts.now() + EXPIRES_AFTER_MS),
        },
      }
      const request = { method, path, body, answer, ...(signal && { signal }) } as const
      return requests.send(request, { payload, vaultTimeoutMs })
    },
  }
}
