import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { SettingsError } from '../settings.ts'
import type { KeyWrapper } from './key-wrapper.ts'

/** An AES key in a token of PKCS#11: of an HSM, or of what speaks as one does, such as SoftHSM. */
export interface Pkcs11Key {
  /** The library of the token's maker. */
  readonly module: string
  /** Label of the token. */
  readonly token: string
  /** Label of the key. */
  readonly key: string
  /** Of the token's user; read at each call. */
  readonly pinFile: string
}

/** `pkcs11:v1:<IV, ciphertext and tag, base64url>` */
export const PKCS11_CIPHERTEXT = /^pkcs11:v1:[\w-]+$/

const PREFIX = 'pkcs11:v1:'
const IV_BYTES = 12
const TAG_BITS = 128
/** Longer than a master key with its tag, whatever the token answers. */
const MOST_BYTES = 256
/** What was encrypted for something else with the same key is no master key. */
const PURPOSE = Buffer.from('vitrine/master-key/v1', 'utf8')

/** As much of `pkcs11js` as is used here. Handles are the library's own. */
interface Pkcs11 {
  load(path: string): void
  close(): void
  C_Initialize(): void
  C_Finalize(): void
  C_GetSlotList(withToken: boolean): readonly Buffer[]
  C_GetTokenInfo(slot: Buffer): { readonly label: string }
  C_OpenSession(slot: Buffer, flags: number): Buffer
  C_CloseSession(session: Buffer): void
  C_Login(session: Buffer, user: number, pin: string): void
  C_FindObjectsInit(session: Buffer, template: readonly { type: number; value: number | string }[]): void
  C_FindObjects(session: Buffer, most: number): readonly Buffer[]
  C_FindObjectsFinal(session: Buffer): void
  C_EncryptInit(session: Buffer, mechanism: unknown, key: Buffer): void
  C_Encrypt(session: Buffer, input: Buffer, output: Buffer): Buffer
  C_DecryptInit(session: Buffer, mechanism: unknown, key: Buffer): void
  C_Decrypt(session: Buffer, input: Buffer, output: Buffer): Buffer
}

/** Its numbers: PKCS #11 v2.40, `pkcs11t.h`. */
type Constants = Readonly<
  Record<
    | 'CKF_SERIAL_SESSION'
    | 'CKU_USER'
    | 'CKA_CLASS'
    | 'CKA_LABEL'
    | 'CKA_KEY_TYPE'
    | 'CKO_SECRET_KEY'
    | 'CKK_AES'
    | 'CKM_AES_GCM'
    | 'CK_PARAMS_AES_GCM',
    number
  >
>
type Library = Constants & { readonly PKCS11: new () => Pkcs11 }

/** Not named where a compiler reads it: the package is optional, and missing where nobody asks for it. */
const PACKAGE: string = 'pkcs11js'

/** AES-256-GCM inside of the token; the key of it never leaves. */
export function pkcs11(of: Pkcs11Key): KeyWrapper {
  return {
    wrap: key =>
      withKey(of, ({ token, session, handle, mechanism }) => {
        const iv = randomBytes(IV_BYTES)
        token.C_EncryptInit(session, mechanism(iv), handle)
        const sealed = token.C_Encrypt(session, key, Buffer.alloc(MOST_BYTES))
        return PREFIX + Buffer.concat([iv, sealed]).toString('base64url')
      }),
    unwrap: wrapped =>
      withKey(of, ({ token, session, handle, mechanism }) => {
        const bytes = Buffer.from(wrapped.slice(PREFIX.length), 'base64url')
        token.C_DecryptInit(session, mechanism(bytes.subarray(0, IV_BYTES)), handle)
        const clear = Buffer.alloc(MOST_BYTES)
        try {
          return Buffer.from(token.C_Decrypt(session, bytes.subarray(IV_BYTES), clear))
        } finally {
          clear.fill(0)
        }
      }),
  }
}

interface Opened {
  readonly token: Pkcs11
  readonly session: Buffer
  readonly handle: Buffer
  mechanism(iv: Buffer): unknown
}

/** Opens the token, works with its key, and leaves nothing open. @throws SettingsError */
async function withKey<T>(of: Pkcs11Key, work: (opened: Opened) => T): Promise<T> {
  const pin = readPin(of.pinFile)
  const library = await loadLibrary()
  const token = new library.PKCS11()
  try {
    token.load(of.module)
  } catch {
    throw new SettingsError(`The PKCS#11 library ${of.module} cannot be loaded.`)
  }
  let isInitialized = false
  try {
    token.C_Initialize()
    isInitialized = true
    const session = token.C_OpenSession(findToken(token, of), library.CKF_SERIAL_SESSION)
    token.C_Login(session, library.CKU_USER, pin)
    const handle = findKey(token, session, of, library)
    return work({ token, session, handle, mechanism: iv => gcm(library, iv) })
  } catch (error) {
    if (error instanceof SettingsError) throw error
    // Its message has a return value and no secret: `CKR_PIN_INCORRECT:160`.
    const why = error instanceof Error ? error.message.slice(0, 100) : 'unknown error'
    throw new SettingsError(`The token ${of.token} refuses the key ${of.key} (${why}).`)
  } finally {
    // Ends sessions and the login with them.
    if (isInitialized) token.C_Finalize()
    token.close()
  }
}

async function loadLibrary(): Promise<Library> {
  try {
    const { default: library } = (await import(PACKAGE)) as { default: Library }
    return library
  } catch {
    throw new SettingsError(
      'The master key is wrapped by PKCS#11, and the package pkcs11js is not there: `npm install` builds it where Python, make and a C++ compiler are.',
    )
  }
}

const gcm = ({ CKM_AES_GCM, CK_PARAMS_AES_GCM }: Library, iv: Buffer) => ({
  mechanism: CKM_AES_GCM,
  parameter: { type: CK_PARAMS_AES_GCM, iv, aad: PURPOSE, ivBits: iv.length * 8, tagBits: TAG_BITS },
})

/** Labels are filled up with spaces. */
function findToken(token: Pkcs11, { token: label }: Pkcs11Key): Buffer {
  const named = token.C_GetSlotList(true).filter(slot => token.C_GetTokenInfo(slot).label.trim() === label)
  return only(named, `token ${label}`)
}

function findKey(
  token: Pkcs11,
  session: Buffer,
  { key: label }: Pkcs11Key,
  { CKA_CLASS, CKO_SECRET_KEY, CKA_KEY_TYPE, CKK_AES, CKA_LABEL }: Library,
): Buffer {
  token.C_FindObjectsInit(session, [
    { type: CKA_CLASS, value: CKO_SECRET_KEY },
    { type: CKA_KEY_TYPE, value: CKK_AES },
    { type: CKA_LABEL, value: label },
  ])
  const found = token.C_FindObjects(session, 2)
  token.C_FindObjectsFinal(session)
  return only(found, `AES key ${label}`)
}

/** Of two of one name nobody knows which is meant. */
function only(found: readonly Buffer[], what: string): Buffer {
  const [one, another] = found
  if (!one) throw new SettingsError(`There is no ${what} at the PKCS#11 library.`)
  if (another) throw new SettingsError(`There is more than one ${what} at the PKCS#11 library.`)
  return one
}

function readPin(path: string): string {
  try {
    return readFileSync(path, 'utf8').trim()
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : 'unknown error'
    throw new SettingsError(`The PIN of the PKCS#11 token in ${path} cannot be read (${code}).`)
  }
}
