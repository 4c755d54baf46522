import type { User } from '@vitrine/shared/api/client-user.ts'
import type { WireLinkedAccount } from '@vitrine/shared/api/user.ts'
import { clientError, VitrineError } from '@vitrine/shared/errors/vitrine-error.ts'
import { createRemoteJWKSet, customFetch, errors, type JWTPayload, jwtVerify } from 'jose'
import { reachable, unreachable } from './api-client.ts'
import { clientAccounts } from './client-user.ts'
import { configurationError, type VitrineServerOptions } from './server-options.ts'

/** What an identity token says: the user as they were when it was made. */
export type IdentityClaims = Omit<User, 'hasAcceptedTerms' | 'mfaMethods' | 'customMetadata'> & {
  readonly issuedAt: Date
  readonly expiresAt: Date
}

/** Of server clocks. */
const TOLERANCE_S = 5
/** As long as the server's tokens live: one that claims more was not made by it. */
const LIFETIME_S = 3600

/**
 * Verifies identity tokens (RFC 7519, ES256) by the wallet's published keys. Those are kept for ten minutes, and asked for anew at a key that
 * is not among them, twice a minute at most: keys rotate with an overlap, and a stranger's token costs no call each.
 */
export function createTokenVerifier({
  appId,
  walletOrigin,
  timeoutMs = 10_000,
  fetch: send = fetch,
}: VitrineServerOptions): (token: string) => Promise<IdentityClaims> {
  const url = new URL(`/api/v1/apps/${encodeURIComponent(appId)}/jwks.json`, reachable(walletOrigin))
  const keys = createRemoteJWKSet(url, {
    timeoutDuration: timeoutMs,
    cooldownDuration: 30_000,
    cacheMaxAge: 600_000,
    async [customFetch](address, init) {
      const answer = await send(address, { ...init, cache: 'no-store' })
      if (answer.status === 404)
        throw configurationError(
          `${walletOrigin} has no app ${appId}. Compare \`appId\` with what \`app create\` printed.`,
        )
      return answer
    },
  })

  return async token => {
    if (typeof token !== 'string') throw refused('it is no text')
    const { payload } = await jwtVerify(token, keys, {
      // `none`, and HMAC under a public key, are no signatures (RFC 8725 §3.1).
      algorithms: ['ES256'],
      // An access token is for this server alone (RFC 8725 §3.11).
      typ: 'id+jwt',
      issuer: walletOrigin,
      // All apps of the wallet have the same keys.
      audience: appId,
      requiredClaims: ['sub', 'iat', 'exp'],
      maxTokenAge: LIFETIME_S,
      clockTolerance: TOLERANCE_S,
    }).catch((error: unknown) => {
      if (error instanceof VitrineError) throw error
      throw isRefusal(error) ? refused(reasonOf(error)) : unreachable(walletOrigin, error)
    })
    return readClaims(payload)
  }
}

const refused = (why: string) =>
  clientError('missing_or_invalid_token', `This is no identity token of your app: ${why}.`)

/** Whether the token is why, and not that the keys could not be had. */
const isRefusal = (error: unknown): error is errors.JOSEError =>
  error instanceof errors.JOSEError &&
  !(error instanceof errors.JWKSTimeout) &&
  !(error instanceof errors.JWKSInvalid) &&
  error.code !== errors.JOSEError.code

function reasonOf(error: errors.JOSEError): string {
  if (error instanceof errors.JWTExpired) return 'it has expired'
  if (error instanceof errors.JWTClaimValidationFailed) return `its \`${error.claim}\` is wrong`
  if (error instanceof errors.JWKSNoMatchingKey) return 'its key is none of the wallet’s'
  if (error instanceof errors.JOSEAlgNotAllowed) return 'its algorithm is not ES256'
  return 'its signature or its form is wrong'
}

function readClaims({ sub, iat, exp, created_at, is_guest, linked_accounts }: JWTPayload): IdentityClaims {
  if (!sub || !iat || !exp || typeof created_at !== 'number' || !Array.isArray(linked_accounts))
    throw refused('it does not say who the user is')
  return {
    id: sub,
    createdAt: new Date(created_at * 1000),
    isGuest: is_guest === true,
    // Signed by the server, so of its shape.
    ...clientAccounts(linked_accounts as WireLinkedAccount[]),
    issuedAt: new Date(iat * 1000),
    expiresAt: new Date(exp * 1000),
  }
}
