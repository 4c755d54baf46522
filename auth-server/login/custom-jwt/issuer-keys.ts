import { createPublicKey } from 'node:crypto'
import type { CustomJwtConfig } from '@vitrine/shared/config/app-config.ts'
import { createRemoteJWKSet, errors, type JWTVerifyGetKey } from 'jose'
import { apiError } from '../../errors/api-error.ts'
import { algorithmsOf } from './key-algorithms.ts'

/** Asymmetric only: under HS256 whoever knows the public key could write tokens. `none` is in no list of jose. */
export const ALGORITHMS: readonly string[] = ['ES256', 'RS256', 'PS256', 'EdDSA']

/** The issuer answers while a person waits for the login. */
const FETCH_TIMEOUT_MS = 3000
const CACHE_MAX_AGE_MS = 10 * 60_000
/** A token with an unknown `kid` fetches the keys anew, for all such tokens together at most this often. */
const COOLDOWN_MS = 30_000

export interface IssuerKeys {
  readonly getKey: JWTVerifyGetKey
  /** What a key of this issuer may be used with. */
  readonly algorithms: readonly string[]
}

/**
 * Finds the keys of apps' issuers. Key sets are fetched when they are first needed and kept; jose follows no redirect, so
 * the configured host is the only one that is asked.
 */
export function createIssuerKeys(): (config: CustomJwtConfig) => IssuerKeys {
  const keySets = new Map<string, JWTVerifyGetKey>()
  return config => {
    if ('public_key' in config) {
      const key = createPublicKey(config.public_key)
      return { getKey: async () => key, algorithms: algorithmsOf(key) }
    }
    const url = config.jwks_url
    const getKey = keySets.get(url) ?? remoteKeys(url)
    keySets.set(url, getKey)
    return { getKey, algorithms: ALGORITHMS }
  }
}

/** @throws `service_unavailable` (503) when the keys cannot be had, which says nothing of the token. */
function remoteKeys(url: string): JWTVerifyGetKey {
  const find = createRemoteJWKSet(new URL(url), {
    timeoutDuration: FETCH_TIMEOUT_MS,
    cacheMaxAge: CACHE_MAX_AGE_MS,
    cooldownDuration: COOLDOWN_MS,
  })
  return async (header, token) => {
    try {
      return await find(header, token)
    } catch (cause) {
      if (cause instanceof errors.JWKSNoMatchingKey || cause instanceof errors.JWKSMultipleMatchingKeys)
        throw cause
      throw apiError(
        'service_unavailable',
        'The site’s own login cannot be checked just now. Try again in a moment.',
        {
          cause,
        },
      )
    }
  }
}
