import { createPublicKey } from 'node:crypto'
import type { TokenIssuer } from '@vitrine/shared/config/token-issuer.ts'
import { createRemoteJWKSet, customFetch, errors, type JWTVerifyGetKey } from 'jose'
import type { MailerClient } from '../mailer/operations.ts'
import { TOKEN_ALGORITHMS } from '../token-algorithms.ts'
import { algorithmsOf } from './key-algorithms.ts'

/** The issuer answers while a person waits for the login. */
const FETCH_TIMEOUT_MS = 3000
const CACHE_MAX_AGE_MS = 10 * 60_000
/** A token with an unknown `kid` fetches the keys anew, for all such tokens together at most this often. */
const COOLDOWN_MS = 30_000

export interface KeysOfIssuer {
  /** It throws `KeysUnavailable` when the keys cannot be had, which says nothing of the token. */
  readonly getKey: JWTVerifyGetKey
  /** What a key of this issuer may be used with. */
  readonly algorithms: readonly string[]
}
export type IssuerKeys = (issuer: TokenIssuer) => KeysOfIssuer

export class KeysUnavailable extends Error {
  override readonly name = 'KeysUnavailable'
}

/**
 * Finds the keys of apps' issuers. Key sets are fetched when they are first needed and kept. This process has no network:
 * the mailer, which leaves the server for it, fetches what the operator named.
 */
export function createIssuerKeys(mailer: Pick<MailerClient, 'fetchKeySet'>): IssuerKeys {
  const keySets = new Map<string, JWTVerifyGetKey>()
  return issuer => {
    if ('public_key' in issuer) {
      const key = createPublicKey(issuer.public_key)
      return { getKey: async () => key, algorithms: algorithmsOf(key) }
    }
    const url = issuer.jwks_url
    const getKey = keySets.get(url) ?? remoteKeys(mailer, url)
    keySets.set(url, getKey)
    return { getKey, algorithms: TOKEN_ALGORITHMS }
  }
}

function remoteKeys(mailer: Pick<MailerClient, 'fetchKeySet'>, url: string): JWTVerifyGetKey {
  const find = createRemoteJWKSet(new URL(url), {
    timeoutDuration: FETCH_TIMEOUT_MS,
    cacheMaxAge: CACHE_MAX_AGE_MS,
    cooldownDuration: COOLDOWN_MS,
    [customFetch]: async (_url, { signal }) => {
      const late = new Promise<never>((_, reject) => {
        signal.addEventListener('abort', () => reject(signal.reason), { once: true })
      })
      return new Response((await Promise.race([mailer.fetchKeySet({ url }), late])).keySet)
    },
  })
  return async (header, token) => {
    try {
      return await find(header, token)
    } catch (cause) {
      if (cause instanceof errors.JWKSNoMatchingKey || cause instanceof errors.JWKSMultipleMatchingKeys)
        throw cause
      throw new KeysUnavailable('The issuer’s keys cannot be had.', { cause })
    }
  }
}
