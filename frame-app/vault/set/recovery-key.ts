import { base64urlText } from '@vitrine/shared/encoding.ts'
import type { RecoveryMethod } from '@vitrine/shared/wallet/embedded.ts'
import { shareKey } from './envelope.ts'

/** OWASP's and RFC 9106's second choice for Argon2id: 64 MiB, three passes, one lane. */
const ARGON2ID = { memorySize: 64 * 1024, iterations: 3, parallelism: 1, hashLength: 32 } as const

/** What a recovery key is made of besides the provider's part. */
export type RecoverySource =
  | { readonly method: 'user-passcode'; readonly text: string; readonly salt: Uint8Array }
  | {
      readonly method: Exclude<RecoveryMethod, 'privy' | 'user-passcode'>
      /** Random, 32 bytes or more: there is nothing to stretch. */
      readonly secret: Uint8Array<ArrayBuffer>
    }

export interface RecoveryKey {
  readonly key: CryptoKey
  /** Proves the secret to the server and opens nothing; base64url of 32 bytes. */
  readonly verifier: string
}

/**
 * The key of a recovery share: HKDF-SHA256 (RFC 5869) over the stretched passcode, over another secret as it is, or
 * over nothing where recovery is automatic, with the provider's part as salt. Neither part is enough: a stolen database cannot be
 * searched for the passcode, and the provider's signer cannot open it without the secret.
 *
 * @param provider 32 bytes of the signer; wiped
 * @param source wiped; a passcode is compared by its NFKC form, so that two keyboards type the same one
 */
export async function recoveryKey(
  provider: Uint8Array<ArrayBuffer>,
  source: RecoverySource | null,
): Promise<RecoveryKey> {
  let secret = new Uint8Array()
  try {
    if (source) secret = 'secret' in source ? source.secret : await stretch(source.text, source.salt)
    const base = await crypto.subtle.importKey('raw', secret, 'HKDF', false, ['deriveBits'])
    const bits = async (info: string) => {
      const algorithm = {
        name: 'HKDF',
        hash: 'SHA-256',
        salt: provider,
        info: new TextEncoder().encode(info),
      }
      return new Uint8Array(await crypto.subtle.deriveBits(algorithm, base, 256))
    }
    const suffix = source === null || source.method === 'user-passcode' ? '' : `/${source.method}`
    return {
      key: await shareKey(await bits(`vitrine/recovery-share/v1${suffix}`)),
      verifier: base64urlText(await bits(`vitrine/recovery-verifier/v1${suffix}`)),
    }
  } finally {
    secret.fill(0)
    provider.fill(0)
  }
}

/** Argon2id (RFC 9106) by WebAssembly, whose code comes with the first passcode. */
async function stretch(passcode: string, salt: Uint8Array): Promise<Uint8Array<ArrayBuffer>> {
  const { argon2id } = await import('hash-wasm')
  const password = new TextEncoder().encode(passcode.normalize('NFKC'))
  try {
    const stretched = await argon2id({ password, salt, ...ARGON2ID, outputType: 'binary' })
    const copy = Uint8Array.from(stretched)
    stretched.fill(0)
    return copy
  } finally {
    password.fill(0)
  }
}
