import type { AppConfig } from '@vitrine/shared/config/app-config.ts'
import { base64urlBytes, base64urlText } from '@vitrine/shared/encoding.ts'
import type { ErrorCode } from '@vitrine/shared/errors/codes.ts'
import { clientError, requestTimedOut } from '@vitrine/shared/errors/vitrine-error.ts'
import type { RecoverySecret } from '../wallet/recovery-secret.ts'
import { say } from '../words/say.ts'

/**
 * A passkey that opens wallets and logs nobody in: its pseudo-random function (WebAuthn Level 3 §10.1.4, `prf`) makes the same
 * 32 bytes of the same salt every time, on whichever device it is. Nothing is proven to a server, so a challenge of our own
 * will do.
 */
export type PasskeySecret = Extract<RecoverySecret, { method: 'passkey' }>
/** Which passkey, and the input of its function. Base64url. */
type Known = Pick<PasskeySecret, 'credentialId' | 'salt'>

/** Without an authenticator `create` and `get` stay pending in some browsers, whatever `timeout` says (contract §9). */
const CEREMONY_LIMIT_MS = 120_000
const SECRET_BYTES = 32
/** ES256, EdDSA, RS256: what authenticators have. */
const ALGORITHMS = [-7, -8, -257]

const random = (bytes: number) => crypto.getRandomValues(new Uint8Array(bytes))
const prfOf = (salt: Uint8Array<ArrayBuffer>) => ({ prf: { eval: { first: salt } } })

/**
 * Makes a passkey for recovery and its secret.
 * @throws VitrineError `not_supported`: this browser or authenticator has no such function; `exited_auth_flow`: the person left
 * @throws the signal's reason when it aborts
 */
export async function createPasskeySecret(
  app: Pick<AppConfig, 'name'>,
  userName: string,
  signal: AbortSignal,
): Promise<PasskeySecret> {
  const salt = random(32)
  const name = say('recovery.passkeyName', { app: app.name, user: userName })
  const made = await ask(signal, limited =>
    navigator.credentials.create({
      signal: limited,
      publicKey: {
        challenge: random(32),
        rp: { id: location.hostname, name: app.name },
        // Of no user: a login's passkey of the same id would be overwritten.
        user: { id: random(32), name, displayName: name },
        pubKeyCredParams: ALGORITHMS.map(alg => ({ type: 'public-key', alg })),
        authenticatorSelection: { residentKey: 'preferred', userVerification: 'required' },
        attestation: 'none',
        timeout: CEREMONY_LIMIT_MS,
        extensions: prfOf(salt),
      },
    }),
  )
  const known = { credentialId: base64urlText(new Uint8Array(made.rawId)), salt: base64urlText(salt) }
  const { prf } = made.getClientExtensionResults()
  try {
    // Few authenticators make it at once; the others say whether they can.
    const first = prf?.results?.first
    if (first !== undefined) return { method: 'passkey', ...known, secret: secretIn(first) }
    if (!prf?.enabled) throw noFunction()
    return await readPasskeySecret(known, signal)
  } catch (error) {
    forget(known)
    throw error
  }
}

/**
 * The secret of a recovery passkey that is there.
 * @throws VitrineError as `createPasskeySecret`; the signal's reason when it aborts
 */
export async function readPasskeySecret(known: Known, signal: AbortSignal): Promise<PasskeySecret> {
  const [id, salt] = [base64urlBytes(known.credentialId), base64urlBytes(known.salt)]
  if (!id || !salt) throw noFunction()
  const used = await ask(signal, limited =>
    navigator.credentials.get({
      signal: limited,
      publicKey: {
        challenge: random(32),
        rpId: location.hostname,
        allowCredentials: [{ type: 'public-key', id }],
        userVerification: 'required',
        timeout: CEREMONY_LIMIT_MS,
        extensions: prfOf(salt),
      },
    }),
  )
  const first = used.getClientExtensionResults().prf?.results?.first
  if (first === undefined) throw noFunction()
  return { method: 'passkey', ...known, secret: secretIn(first) }
}

/** A passkey that opens nothing is taken off the person's list, where the browser can (WebAuthn Level 3 §5.1.10). */
export function forget({ credentialId }: Pick<Known, 'credentialId'>): void {
  const browser = globalThis.PublicKeyCredential as
    | { signalUnknownCredential?(options: { rpId: string; credentialId: string }): Promise<void> }
    | undefined
  browser?.signalUnknownCredential?.({ rpId: location.hostname, credentialId })?.catch(() => {})
}

async function ask(
  signal: AbortSignal,
  run: (signal: AbortSignal) => Promise<Credential | null>,
): Promise<PublicKeyCredential> {
  if (!('PublicKeyCredential' in globalThis)) throw unsupported()
  signal.throwIfAborted()
  const controller = new AbortController()
  let end = () => {}
  try {
    const stopped = new Promise<never>((_, reject) => {
      // Not by the controller's own rejection: some browsers stay pending whatever happens.
      const stop = (reason: unknown) => {
        controller.abort()
        reject(reason)
      }
      const limit = setTimeout(() => stop(requestTimedOut()), CEREMONY_LIMIT_MS)
      const leave = () => stop(signal.reason)
      signal.addEventListener('abort', leave)
      end = () => {
        clearTimeout(limit)
        signal.removeEventListener('abort', leave)
      }
    })
    const credential = await Promise.race([run(controller.signal), stopped])
    if (!(credential instanceof PublicKeyCredential)) throw unsupported()
    return credential
  } catch (error) {
    signal.throwIfAborted()
    throw refusalOf(error)
  } finally {
    end()
  }
}

function secretIn(first: BufferSource): string {
  const bytes = ArrayBuffer.isView(first)
    ? new Uint8Array(first.buffer, first.byteOffset, first.byteLength)
    : new Uint8Array(first)
  if (bytes.length !== SECRET_BYTES) throw noFunction()
  return base64urlText(bytes)
}

const noFunction = () => clientError('not_supported', say('recovery.passkeyNoKey'))
const unsupported = () => clientError('not_supported', say('recovery.passkeyUnsupported'))

/** What the browser's refusal means to a person: Web Authentication Level 3, §5.1.3 and §5.1.4. */
function refusalOf(error: unknown): unknown {
  const name = error instanceof DOMException ? error.name : ''
  const told = (code: ErrorCode, message: string) => clientError(code, message, { cause: error })
  switch (name) {
    // Closed by the person, nothing found, too late, or no right to ask: browsers make these one on purpose.
    case 'NotAllowedError':
    case 'AbortError':
      return told('exited_auth_flow', say('passkey.cancelled'))
    case 'SecurityError':
    case 'NotSupportedError':
    case 'ConstraintError':
      return told('not_supported', say('recovery.passkeyUnsupported'))
    case 'InvalidStateError':
    case 'UnknownError':
      return told('unknown_auth_error', say('passkey.cancelled'))
    default:
      return error
  }
}
