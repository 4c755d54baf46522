import { calculateJwkThumbprint, exportJWK, generateKeyPair } from 'jose'
import * as z from 'zod'
import type { Custody } from './custody.ts'
import { type EnvelopeContext, open, seal } from './envelope.ts'
import type { SignerRequest, SignerResponse } from './operations.ts'
import { SignerRefusal } from './refusal.ts'

const CONTEXT = { purpose: 'token-signing-key' } as const satisfies EnvelopeContext

const privateJwk = z.strictObject({
  kty: z.literal('EC'),
  crv: z.literal('P-256'),
  x: z.string(),
  y: z.string(),
  d: z.string(),
  alg: z.literal('ES256'),
  use: z.literal('sig'),
  kid: z.string(),
})

/**
 * Opens the key that signs access tokens, or makes one (ES256; `kid` is its RFC 7638 thumbprint). The API process gets
 * the key itself, since it signs every token; a wallet signature takes a device's authorization besides.
 *
 * @throws SignerRefusal `unreadable_envelope`.
 */
export async function openTokenKey(
  { keyring }: Custody,
  { sealed }: SignerRequest<'openTokenKey'>,
): Promise<SignerResponse<'openTokenKey'>> {
  const key = keyring.tokenKey
  if (sealed !== null) return { sealed, privateJwk: parse(open(key, CONTEXT, sealed)) }

  const pair = await generateKeyPair('ES256', { extractable: true })
  const jwk = await exportJWK(pair.privateKey)
  const made = privateJwk.parse({ ...jwk, alg: 'ES256', use: 'sig', kid: await calculateJwkThumbprint(jwk) })
  const bytes = Buffer.from(JSON.stringify(made), 'utf8')
  try {
    return { sealed: seal(key, CONTEXT, bytes), privateJwk: made }
  } finally {
    bytes.fill(0)
  }
}

function parse(bytes: Uint8Array): z.infer<typeof privateJwk> {
  try {
    return privateJwk.parse(JSON.parse(new TextDecoder().decode(bytes)))
  } catch {
    throw new SignerRefusal('unreadable_envelope', 'The envelope holds no token-signing key.')
  } finally {
    bytes.fill(0)
  }
}
