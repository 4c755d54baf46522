import * as z from 'zod/mini'
import { base64urlBytes, base64urlText } from '../encoding.ts'
import type { SentCodePurpose } from '../otp/code.ts'
import { canonicalJson } from '../wallet/canonical-json.ts'
import { type HpkeContext, type HpkeRecipient, hpkeOpen, hpkeSeal } from './hpke.ts'

/**
 * What proves a login, such as a code that a person typed, on its way from the device to the signer process: encrypted
 * (HPKE), so that the server's API process relays what it cannot read.
 */

const VERSION = 'v1.'
const INFO = 'vitrine/login-secret/v1'

/** On the wire: the version, then base64url of `hpkeSeal`. A site's token of 16 kB fits. */
export const sealedSecret = z.string().check(z.maxLength(24_000), z.regex(/^v1\.[\w-]{110,}$/))

/** `recovery`: leave to keep something in the person's own cloud. Its `identity` is the cloud's name and the flow's state. */
export type SealedPurpose = SentCodePurpose | 'recovery'

/**
 * What the secret is for. All of it is authenticated: whoever relays the secret cannot use it for another device, user,
 * address or purpose.
 */
export interface SecretBelonging {
  readonly purpose: SealedPurpose
  readonly appId: string
  /** Account type (contract §3) and normalised subject; of a second factor `mfaIdentity`. */
  readonly identity: { readonly type: string; readonly subject: string }
  /** Whose account is changed; `null` for a login. */
  readonly userId: string | null
  /** RFC 7638 thumbprint of the device key that signs the request. */
  readonly device: string
}

/** @param recipient the signer's public key, base64url. @throws TypeError | DOMException when it is none */
export async function sealSecret(
  recipient: string,
  belonging: SecretBelonging,
  secret: string,
): Promise<string> {
  const key = base64urlBytes(recipient)
  if (!key) throw new TypeError('The signer’s key is not base64url.')
  return VERSION + base64urlText(await hpkeSeal(key, contextOf(belonging), new TextEncoder().encode(secret)))
}

/** @returns `null` for what was sealed for something else, or by nobody */
export async function openSecret(
  recipient: HpkeRecipient,
  belonging: SecretBelonging,
  sealed: string,
): Promise<string | null> {
  const bytes = sealed.startsWith(VERSION) ? base64urlBytes(sealed.slice(VERSION.length)) : null
  if (!bytes) return null
  let context: HpkeContext
  try {
    context = contextOf(belonging)
  } catch {
    // Nothing is sealed for a name that UTF-8 cannot write.
    return null
  }
  const secret = await hpkeOpen(recipient, context, bytes)
  if (!secret) return null
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(secret)
  } catch {
    return null
  } finally {
    secret.fill(0)
  }
}

const contextOf = ({ purpose, appId, identity, userId, device }: SecretBelonging): HpkeContext => {
  const { type, subject } = identity
  const aad = canonicalJson({ purpose, appId, identity: { type, subject }, userId, device })
  const text = new TextEncoder()
  return { info: text.encode(INFO), aad: text.encode(aad) }
}
