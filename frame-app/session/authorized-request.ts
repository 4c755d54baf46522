import { AUTHORIZATION_SIGNATURE_HEADER, DPOP_HEADER, MFA_TOKEN_HEADER } from '@vitrine/shared/api/headers.ts'
import { base64urlText } from '@vitrine/shared/encoding.ts'
import { ACCOUNT_DELETED } from '@vitrine/shared/errors/account-deleted.ts'
import { VitrineError } from '@vitrine/shared/errors/vitrine-error.ts'
import type { AuthorizationPayload } from '@vitrine/shared/wallet/authorization.ts'
import type { HttpClient, HttpRequest } from '../http/client.ts'
import type { VaultClient } from '../vault/client.ts'
import type { Session } from './session.ts'

type Headers = Readonly<Record<string, string>>

/** What the device key signs of a wallet request or a login besides its proof (contract §6.2). */
export interface RequestAuthorization {
  readonly payload: AuthorizationPayload
  readonly vaultTimeoutMs?: number | undefined
}

export interface Prover {
  /**
   * Headers that prove the device key, and carry the access token when there is one (RFC 9449 §7.1, contract §1). With an
   * authorization its signature is among them: both are made by one message to the vault and one answer.
   */
  headers(
    method: string,
    url: string,
    accessToken?: string,
    authorization?: RequestAuthorization,
  ): Promise<Headers>
}

/**
 * @param now the server's clock, unix ms: a proof of a device whose clock is wrong would be refused
 * @param nonce `HttpClient.dpopNonce`
 */
export function createProver(
  vault: VaultClient,
  now: () => number,
  nonce: () => string | undefined = () => undefined,
): Prover {
  return {
    async headers(method, address, accessToken, authorization) {
      // RFC 9449 §4.2: `htu` is without a query.
      const [url = ''] = address.split('?')
      const iat = Math.floor(now() / 1000)
      const known = nonce()
      const withToken = accessToken !== undefined
      const hash = withToken && { accessTokenHash: await accessTokenHash(accessToken) }
      const request = { method, url, iat, ...(known !== undefined && { nonce: known }), ...hash }
      const bearer = withToken && { authorization: `Bearer ${accessToken}` }
      if (!authorization) return { ...bearer, [DPOP_HEADER]: await vault.use(it => it.proveRequest(request)) }
      const { payload, vaultTimeoutMs } = authorization
      const { signature, proof } = await vault.use(it => it.authorize(payload, request), vaultTimeoutMs)
      return {
        ...bearer,
        ...payload.headers,
        [DPOP_HEADER]: proof,
        [AUTHORIZATION_SIGNATURE_HEADER]: signature,
      }
    },
  }
}

export interface AuthorizedRequests {
  /** Sends a request of the logged-in user. @throws VitrineError `must_be_authenticated` and those of `HttpClient` */
  send<T>(request: Omit<HttpRequest<T>, 'headers'>, authorization?: RequestAuthorization): Promise<T>
}

/**
 * Requests with access token and proof. A token that the server refuses is refreshed once and the request sent again: a
 * 401 is given before any work (contract §8.2), so nothing is done twice.
 * @param mfaToken the proof of a second factor that the person gave, if they just did
 * @param onDeleted the user is no more: no token of theirs will ever be good again
 */
export function createAuthorizedRequests(
  http: HttpClient,
  session: Session,
  prover: Prover,
  mfaToken: () => string | undefined = () => undefined,
  onDeleted: () => void = () => {},
): AuthorizedRequests {
  return {
    async send(request, authorization) {
      const sendWith = (token: string) =>
        http.request({
          ...request,
          async headers(url) {
            const proven = await prover.headers(request.method, url, token, authorization)
            const mfa = mfaToken()
            return mfa === undefined ? proven : { ...proven, [MFA_TOKEN_HEADER]: mfa }
          },
        })
      const token = await session.accessToken()
      try {
        return await sendWith(token)
      } catch (error) {
        if (!(error instanceof VitrineError) || error.code !== 'missing_or_invalid_token') throw error
        if (error.message === ACCOUNT_DELETED) {
          onDeleted()
          throw error
        }
        return sendWith(await session.accessToken(token))
      }
    },
  }
}

/** `ath` of RFC 9449 §4.2: base64url of SHA-256 of the token's ASCII. */
export async function accessTokenHash(token: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(token))
  return base64urlText(new Uint8Array(digest))
}
