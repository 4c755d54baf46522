import { createHmac, type KeyObject, timingSafeEqual } from 'node:crypto'
import { canonicalJson } from '@vitrine/shared/wallet/canonical-json.ts'

/**
 * What the signer vouches for. `kind` keeps the statements apart: a digest of one can never pass for another.
 * - `account`: this identity belongs to this user.
 * - `device`: this P-256 key (base64 SPKI) was proven at a login of this user.
 * - `code`: this six-digit code was issued for this identity and is good until `expiresAt` (unix ms).
 */
export type Statement =
  | {
      readonly kind: 'account'
      readonly appId: string
      readonly channel: string
      readonly address: string
      readonly userId: string
    }
  | { readonly kind: 'device'; readonly appId: string; readonly userId: string; readonly publicKey: string }
  | {
      readonly kind: 'code'
      readonly appId: string
      readonly channel: string
      readonly address: string
      readonly codeId: string
      readonly expiresAt: number
      readonly code: string
    }

/** HMAC-SHA256 over the canonical statement (RFC 2104, RFC 8785), base64url. */
export const sealStatement = (key: KeyObject, statement: Statement): string =>
  digest(key, statement).toString('base64url')

/** Compares in constant time. */
export function isSealOf(key: KeyObject, statement: Statement, seal: string): boolean {
  const given = Buffer.from(seal, 'base64url')
  const expected = digest(key, statement)
  return given.length === expected.length && timingSafeEqual(given, expected)
}

const digest = (key: KeyObject, statement: Statement): Buffer =>
  createHmac('sha256', key).update(canonicalJson(statement), 'utf8').digest()
