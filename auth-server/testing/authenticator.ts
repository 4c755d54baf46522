import { createHash, generateKeyPairSync, type JsonWebKey, randomBytes, sign } from 'node:crypto'
import { isoCBOR } from '@simplewebauthn/server/helpers'
import type { Assertion, Attestation } from '@vitrine/shared/api/login/passkey.ts'

/** What a browser and an authenticator put into a response; an override makes a wrong one. */
export interface Ceremony {
  readonly challenge: string
  /** Thumbprint of the device that an assertion is for; left out: it answers the challenge as it is. */
  readonly device?: string
  readonly origin: string
  /** The origin's host by default. */
  readonly rpId?: string
  readonly crossOrigin?: boolean
  readonly topOrigin?: string
  readonly type?: 'webauthn.create' | 'webauthn.get'
  /** Authenticator flags; user present and verified by default. */
  readonly flags?: number
  readonly counter?: number
  readonly userHandle?: string
}

export interface TestPasskey {
  readonly id: string
  /** Base64 SPKI. */
  readonly publicKey: string
  register(ceremony: Ceremony): Attestation
  assert(ceremony: Ceremony): Assertion
}

const PRESENT_AND_VERIFIED = 0x05
const ATTESTED = 0x40
const sha256 = (value: string | Uint8Array) => createHash('sha256').update(value).digest()

/** Names the key of an attestation that `register` makes, for a signer's test that has the passkey's id and key alone. */
export const madeBy = (passkey: TestPasskey, origin: string) => ({
  authenticator_response: passkey.register({ challenge: 'AAAA', origin }),
})

/** An authenticator with one passkey in software (Web Authentication Level 3, §6), attestation `none`. */
export function createPasskey(alg: keyof typeof PAIRS = 'ES256'): TestPasskey {
  const { privateKey, publicKey } = PAIRS[alg]()
  const credential = randomBytes(32)
  const id = credential.toString('base64url')
  const envelope = { id, raw_id: id, type: 'public-key', client_extension_results: {} } as const

  const clientData = (ceremony: Ceremony, type: string) => {
    const { challenge, origin, crossOrigin = false, topOrigin } = ceremony
    return Buffer.from(
      JSON.stringify({
        type: ceremony.type ?? type,
        challenge,
        origin,
        crossOrigin,
        ...(topOrigin && { topOrigin }),
      }),
    )
  }
  const authenticatorData = (ceremony: Ceremony, extra: number) => {
    const head = Buffer.alloc(5)
    head.writeUInt8((ceremony.flags ?? PRESENT_AND_VERIFIED) | extra)
    head.writeUInt32BE(ceremony.counter ?? 0, 1)
    return Buffer.concat([sha256(ceremony.rpId ?? new URL(ceremony.origin).hostname), head])
  }

  return {
    id,
    publicKey: publicKey.export({ type: 'spki', format: 'der' }).toString('base64'),
    register(ceremony) {
      const length = Buffer.alloc(2)
      length.writeUInt16BE(credential.length)
      const authData = Buffer.concat([
        authenticatorData(ceremony, ATTESTED),
        Buffer.alloc(16),
        length,
        credential,
        isoCBOR.encode(coseKey(alg, publicKey.export({ format: 'jwk' }))),
      ])
      const object = new Map<string, string | Uint8Array | Map<string, string>>([
        ['fmt', 'none'],
        ['attStmt', new Map<string, string>()],
        ['authData', new Uint8Array(authData)],
      ])
      return {
        ...envelope,
        response: {
          client_data_json: clientData(ceremony, 'webauthn.create').toString('base64url'),
          attestation_object: Buffer.from(isoCBOR.encode(object)).toString('base64url'),
          transports: ['internal'],
        },
      }
    },
    assert({ device, ...ceremony }) {
      const challenge = device === undefined ? ceremony.challenge : challengeFor(ceremony.challenge, device)
      const client = clientData({ ...ceremony, challenge }, 'webauthn.get')
      const data = authenticatorData(ceremony, 0)
      const signed = Buffer.concat([data, sha256(client)])
      return {
        ...envelope,
        response: {
          client_data_json: client.toString('base64url'),
          authenticator_data: data.toString('base64url'),
          signature: sign(alg === 'EdDSA' ? null : 'sha256', signed, privateKey).toString('base64url'),
          ...(ceremony.userHandle && { user_handle: ceremony.userHandle }),
        },
      }
    },
  }
}

/** Written a second time on purpose: see `shared/api/login/passkey-device.ts`. */
const challengeFor = (challenge: string, device: string) =>
  sha256(`vitrine/passkey-device/v1\n${challenge}\n${device}`).toString('base64url')

const PAIRS = {
  ES256: () => generateKeyPairSync('ec', { namedCurve: 'P-256' }),
  /** Not one that a passkey may have here. */
  ES384: () => generateKeyPairSync('ec', { namedCurve: 'P-384' }),
  RS256: () => generateKeyPairSync('rsa', { modulusLength: 2048 }),
  EdDSA: () => generateKeyPairSync('ed25519'),
}

/** COSE_Key (RFC 9053 §7, RFC 8230 §4). */
function coseKey(alg: keyof typeof PAIRS, { x, y, n, e }: JsonWebKey): Map<number, number | Uint8Array> {
  const bytes = (text = '') => new Uint8Array(Buffer.from(text, 'base64url'))
  switch (alg) {
    case 'ES256':
    case 'ES384':
      return new Map<number, number | Uint8Array>([
        [1, 2],
        [3, alg === 'ES256' ? -7 : -35],
        [-1, alg === 'ES256' ? 1 : 2],
        [-2, bytes(x)],
        [-3, bytes(y)],
      ])
    case 'RS256':
      return new Map<number, number | Uint8Array>([
        [1, 3],
        [3, -257],
        [-1, bytes(n)],
        [-2, bytes(e)],
      ])
    case 'EdDSA':
      return new Map<number, number | Uint8Array>([
        [1, 1],
        [3, -8],
        [-1, 6],
        [-2, bytes(x)],
      ])
  }
}
