import { createHmac, type KeyObject, timingSafeEqual } from 'node:crypto'
import type { TokenIssuer } from '@vitrine/shared/config/token-issuer.ts'
import type { CodePurpose, SentCodePurpose } from '@vitrine/shared/otp/code.ts'
import { canonicalJson } from '@vitrine/shared/wallet/canonical-json.ts'
import type { DelegationStatement } from './delegation-operations.ts'

/**
 * What the signer vouches for. `kind` keeps the statements apart: a digest of one can never pass for another.
 * - `account`: this identity belongs to this user. `channel` and `address` are its type and subject, under the names that
 *   the first release sealed; `facts` is what else the proof established, and is left out when there is nothing.
 * - `device`: this P-256 key (base64 SPKI) was proven at a login of this user.
 * - `code`: this six-digit code was issued for this address, to the device with this key's thumbprint (RFC 7638) and for
 *   this purpose, and is good until `expiresAt` (unix ms); `test` when it is a test account's, known to whoever set it.
 * - `challenge`: this passkey challenge was issued for this app and is good until `expiresAt`.
 * - `grant`: a login at a provider, or leave to keep something in the person's cloud, was begun here by this device, for this
 *   purpose and user, with this PKCE challenge (RFC 7636), and is good until `expiresAt`.
 * - `granted`: that provider then said that it is this subject, who reads this mailbox; `verifier` is the sealed one of the
 *   request.
 * - `channel`: a message that a person approves in an app of theirs was asked for by this device, for this purpose and user, and
 *   is good until `expiresAt`.
 * - `sign-in`: a message that a wallet of the person's signs was asked for by this device, for this address (a wallet's subject),
 *   purpose and user, and is good until `expiresAt`.
 * - `transfer`: who holds this device, as user `to`, has just proven this identity, which is user `from`'s; good until `expiresAt`.
 * - `adoption`: user `adopter` has taken user `adopted` in: what is sealed for the latter is the former's to use.
 * - `presence`: who holds this device (RFC 7638 thumbprint) has proven a way into this user's account at `at` (unix ms): at a login
 *   (purpose `login`, no target), or for one change, as the device signed it.
 * - `factors`: these second factors, and hashes of recovery codes, are the user's as of this version.
 * - `mfa`: who holds this device has proven a second factor of this user's at `at` (unix ms).
 * - `recovery-code`: this code is one of the user's.
 * - `factor-reset`: at `at` (unix ms) the operator began to take away the factors that the user has as of this version; they wait `waitMs`.
 * Of `account` and `device`, `factors` is the version from which on the user has second factors: see `guarded-seal.ts`.
 * - `issuer`: the operator says that tokens of this app's login are checked by these settings.
 */
export type Statement =
  | DelegationStatement
  | {
      readonly kind: 'account'
      readonly appId: string
      readonly channel: string
      readonly address: string
      readonly userId: string
      readonly facts?: Readonly<Record<string, string | number | boolean>>
      readonly factors?: number
    }
  | {
      readonly kind: 'device'
      readonly appId: string
      readonly userId: string
      readonly publicKey: string
      readonly factors?: number
    }
  | {
      readonly kind: 'factors'
      readonly appId: string
      readonly userId: string
      readonly version: number
      readonly list: readonly object[]
      readonly recoveryCodes: readonly string[]
    }
  | {
      readonly kind: 'mfa'
      readonly appId: string
      readonly userId: string
      readonly device: string
      readonly at: number
    }
  | {
      readonly kind: 'recovery-code'
      readonly appId: string
      readonly userId: string
      readonly code: string
    }
  | {
      readonly kind: 'factor-reset'
      readonly appId: string
      readonly userId: string
      readonly version: number
      readonly at: number
      readonly waitMs: number
    }
  | {
      readonly kind: 'code'
      readonly appId: string
      readonly channel: string
      readonly address: string
      readonly device: string
      readonly purpose: SentCodePurpose
      readonly codeId: string
      readonly expiresAt: number
      readonly test: boolean
      readonly code: string
    }
  | {
      readonly kind: 'challenge'
      readonly appId: string
      readonly challengeId: string
      readonly expiresAt: number
    }
  | ({ readonly kind: 'grant' } & BegunGrant)
  | {
      readonly kind: 'granted'
      readonly appId: string
      readonly type: string
      readonly subject: string
      readonly mailbox: string | null
      readonly device: string
      readonly purpose: CodePurpose
      readonly userId: string | null
      readonly verifier: string
      readonly expiresAt: number
    }
  | ({ readonly kind: 'channel' } & BegunChannel)
  | ({ readonly kind: 'sign-in' } & BegunSignIn)
  | {
      readonly kind: 'transfer'
      readonly appId: string
      readonly from: string
      readonly to: string
      readonly identity: { readonly type: string; readonly subject: string }
      /** RFC 7638 thumbprint. */
      readonly device: string
      readonly nonce: string
      readonly expiresAt: number
    }
  | {
      readonly kind: 'adoption'
      readonly appId: string
      readonly adopter: string
      readonly adopted: string
    }
  | ({ readonly kind: 'presence' } & SeenPresence)
  | {
      readonly kind: 'issuer'
      readonly appId: string
      readonly method: string
      readonly settings: TokenIssuer
    }

/** `userId`: whose account is changed; `null` for a login. */
export interface BegunGrant {
  readonly appId: string
  readonly provider: string
  readonly state: string
  readonly codeChallenge: string
  /** RFC 7638 thumbprint. */
  readonly device: string
  readonly purpose: 'login' | 'link' | 'recovery'
  readonly userId: string | null
  readonly expiresAt: number
}

/** `userId` as of a grant. */
export interface BegunChannel extends Pick<BegunGrant, 'appId' | 'device' | 'userId' | 'expiresAt'> {
  readonly purpose: 'login' | 'link'
  readonly channelId: string
}

/** `userId` as of a grant. */
export interface BegunSignIn extends Omit<BegunChannel, 'channelId'> {
  readonly nonceId: string
  /** Of the wallet's account: its chain and address, normalised. */
  readonly subject: string
}

export interface SeenPresence {
  readonly appId: string
  readonly userId: string
  readonly device: string
  readonly purpose: string
  readonly target: string
  readonly at: number
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
