import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import { canonicalJson } from '@vitrine/shared/wallet/canonical-json.ts'
import type { PartySettings } from '../oauth-providers/telegram-bot.ts'
import type { EnvelopeKeys } from './keyring.ts'
import { SignerRefusal } from './refusal.ts'

const VERSION = 'v1'
const IV_BYTES = 12
const TAG_BYTES = 16

/** What an envelope belongs to. A row copied to another user, app, wallet, chain or address does not open. */
export type EnvelopeContext =
  | {
      readonly purpose: 'wallet-key'
      readonly walletId: string
      readonly appId: string
      readonly userId: string
      readonly chainType: string
      readonly address: string
    }
  | {
      /** A key that was brought from elsewhere: never to be taken for one that a user's entropy makes. */
      readonly purpose: 'imported-key'
      readonly walletId: string
      readonly appId: string
      readonly userId: string
      readonly chainType: string
      readonly address: string
    }
  | {
      /** One that waits for the first login of an identity (account type and normalised subject). */
      readonly purpose: 'pending-import'
      readonly pendingId: string
      readonly appId: string
      readonly type: string
      readonly subject: string
      readonly chainType: string
      readonly address: string
    }
  | {
      /** One that was made for who first logs in as one of these identities, by type and subject. */
      readonly purpose: 'expected-key'
      readonly walletId: string
      readonly appId: string
      readonly identities: readonly { readonly type: string; readonly subject: string }[]
      readonly chainType: string
      readonly address: string
    }
  | { readonly purpose: 'user-entropy'; readonly appId: string; readonly userId: string }
  | {
      readonly purpose: 'recovery-key'
      readonly appId: string
      readonly userId: string
      readonly expiresAt: number
    }
  | {
      /** Of an authenticator app; `expiresAt` until it is enrolled. */
      readonly purpose: 'totp-secret'
      readonly appId: string
      readonly userId: string
      readonly expiresAt: number | null
    }
  | { readonly purpose: 'token-signing-key' }
  | { readonly purpose: 'entropy-salt' }
  | { readonly purpose: 'provider-secret'; readonly appId: string; readonly provider: string }
  | {
      readonly purpose: 'oauth-client'
      readonly appId: string
      readonly provider: string
      readonly settings: PartySettings
    }

/** What is sealed under envelope keys, and so sealed anew when these rotate; see `totpKeys` for the other. */
export type RotatedContext = Exclude<EnvelopeContext, { readonly purpose: 'totp-secret' }>

/**
 * Seals a secret as `v1.<key id>.<iv>.<ciphertext and tag>` (each base64url): AES-256-GCM with a fresh 96-bit random IV
 * (NIST SP 800-38D §8.2.2, good for 2^32 envelopes of one key). Header and context are authenticated.
 */
export function seal(
  { current: keyId, byId }: EnvelopeKeys,
  context: EnvelopeContext,
  secret: Uint8Array,
): string {
  const key = byId.get(keyId)
  if (!key) throw new Error('There is no key to seal with')
  const iv = randomBytes(IV_BYTES)
  const cipher = createCipheriv('aes-256-gcm', key, iv, { authTagLength: TAG_BYTES })
  cipher.setAAD(authenticated(keyId, context))
  const sealed = Buffer.concat([cipher.update(secret), cipher.final(), cipher.getAuthTag()])
  return [VERSION, keyId, iv.toString('base64url'), sealed.toString('base64url')].join('.')
}

/**
 * Opens an envelope that was sealed for exactly this context. The caller wipes the bytes that it gets.
 *
 * @throws SignerRefusal `unknown_key`: sealed under a key that this set of roots does not hold, or not any more;
 *   `unreadable_envelope`: another version, another context, or damage.
 */
export function open({ byId }: EnvelopeKeys, context: EnvelopeContext, envelope: string): Uint8Array {
  const [version, keyId = '', iv, sealed, ...rest] = envelope.split('.')
  if (version !== VERSION) {
    throw /^v\d+$/.test(version ?? '')
      ? unreadable('The envelope was made by a newer release of Vitrine.')
      : unreadable('The envelope is damaged.')
  }
  const key = byId.get(keyId)
  if (!key)
    throw new SignerRefusal(
      'unknown_key',
      'The envelope was sealed under a key that this signer does not hold.',
    )
  const ivBytes = strictBase64url(iv)
  const sealedBytes = strictBase64url(sealed)
  if (ivBytes?.length !== IV_BYTES || !sealedBytes || sealedBytes.length < TAG_BYTES || rest.length > 0) {
    throw unreadable('The envelope is damaged.')
  }
  const decipher = createDecipheriv('aes-256-gcm', key, ivBytes, { authTagLength: TAG_BYTES })
  decipher.setAAD(authenticated(keyId, context))
  decipher.setAuthTag(sealedBytes.subarray(-TAG_BYTES))
  // GCM is a stream: `update` gives every byte, before the tag is checked.
  const secret = decipher.update(sealedBytes.subarray(0, -TAG_BYTES))
  try {
    decipher.final()
  } catch {
    secret.fill(0)
    throw unreadable('The envelope is damaged or belongs to another wallet or user.')
  }
  return secret
}

const unreadable = (message: string) => new SignerRefusal('unreadable_envelope', message)

const authenticated = (keyId: string, context: EnvelopeContext) =>
  Buffer.from(`${VERSION}.${keyId}.${canonicalJson(context)}`, 'utf8')

/** Node skips characters that are not base64url; two spellings of one envelope must not both open. */
function strictBase64url(text: string | undefined): Buffer | null {
  if (text === undefined) return null
  const bytes = Buffer.from(text, 'base64url')
  return bytes.toString('base64url') === text ? bytes : null
}
