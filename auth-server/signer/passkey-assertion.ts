import { createHash, createPublicKey, type KeyObject, verify } from 'node:crypto'
import * as z from 'zod'

/** What `navigator.credentials.get` gave; base64url. */
export interface PasskeyAssertion {
  readonly clientDataJson: string
  readonly authenticatorData: string
  readonly signature: string
}

export interface ExpectedAssertion {
  readonly challenge: string
  /** The wallet origin; its host is the relying party. */
  readonly origin: string
  /** Base64 SPKI. */
  readonly publicKey: string
}

const clientData = z.object({
  type: z.literal('webauthn.get'),
  challenge: z.string(),
  origin: z.string(),
})

/** Web Authentication Level 3, §6.1: rpIdHash (32), flags (1), signCount (4), then what is not read here. */
const FLAGS_AT = 32
const MIN_LENGTH = 37
const USER_PRESENT = 0x01
const USER_VERIFIED = 0x04

/**
 * Checks an assertion (Web Authentication Level 3, §7.2, the steps that the signer's word depends on): that a person
 * verified themselves (steps 16, 17) at an authenticator with this key (21), for this relying party (15), on a page of
 * this origin (12), for this challenge (11), and for a login rather than a registration (10).
 * Counter and embedding site are the API process's part: it knows the rows.
 */
export function holdsAssertion(assertion: PasskeyAssertion, expected: ExpectedAssertion): boolean {
  const client = readClientData(bytesOf(assertion.clientDataJson))
  if (client === null) return false
  if (client.challenge !== expected.challenge || client.origin !== expected.origin) return false

  const authenticator = bytesOf(assertion.authenticatorData)
  if (authenticator.length < MIN_LENGTH) return false
  if (!authenticator.subarray(0, FLAGS_AT).equals(sha256(new URL(expected.origin).hostname))) return false
  const flags = authenticator[FLAGS_AT] ?? 0
  if ((flags & USER_PRESENT) === 0 || (flags & USER_VERIFIED) === 0) return false

  const signed = Buffer.concat([authenticator, sha256(bytesOf(assertion.clientDataJson))])
  const key = readPasskey(expected.publicKey)
  return key !== null && holdsSignature(key, signed, bytesOf(assertion.signature))
}

function readClientData(bytes: Buffer): z.infer<typeof clientData> | null {
  try {
    return clientData.safeParse(JSON.parse(bytes.toString('utf8'))).data ?? null
  } catch {
    return null
  }
}

function readPasskey(publicKey: string): KeyObject | null {
  try {
    return createPublicKey({ key: Buffer.from(publicKey, 'base64'), format: 'der', type: 'spki' })
  } catch {
    return null
  }
}

/** ES256, RS256 (PKCS #1 v1.5) or EdDSA, as the key says; what a passkey may have and nothing else. */
function holdsSignature(key: KeyObject, signed: Buffer, signature: Buffer): boolean {
  const { namedCurve, modulusLength = 0 } = key.asymmetricKeyDetails ?? {}
  if (key.asymmetricKeyType === 'ed25519') return verify(null, signed, key, signature)
  const isKnown =
    (key.asymmetricKeyType === 'ec' && namedCurve === 'prime256v1') ||
    (key.asymmetricKeyType === 'rsa' && modulusLength >= 2048)
  return isKnown && verify('sha256', signed, key, signature)
}

const bytesOf = (text: string) => Buffer.from(text, 'base64url')
const sha256 = (value: string | Buffer) => createHash('sha256').update(value).digest()
