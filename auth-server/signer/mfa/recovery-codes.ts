import { randomBytes } from 'node:crypto'
import { RECOVERY_CODE_COUNT } from '@vitrine/shared/mfa/limits.ts'
import type { Custody } from '../custody.ts'
import { encryptForDevice } from '../encrypt-for-device.ts'
import { signStatement } from '../identity.ts'
import { sealStatement } from '../seal.ts'
import { base32 } from './totp.ts'

/** 80 bits: nobody guesses one, so that a keyed hash is enough to keep it by. */
const CODE_BYTES = 10

interface Owner {
  readonly appId: string
  readonly userId: string
}

/**
 * Makes a user's recovery codes: what is kept of them, and they themselves, encrypted for the device and signed, so that who relays
 * them can neither read them nor have the person write down others.
 * @param device base64 SPKI, as is `recipient`
 * @throws SignerRefusal `invalid_authorization` when the recipient is no P-256 key
 */
export async function makeRecoveryCodes(
  custody: Custody,
  owner: Owner,
  { device, recipient }: { readonly device: string; readonly recipient: string },
): Promise<{ readonly hashes: string[]; readonly told: { codes: string; signature: string } }> {
  const codes = Array.from({ length: RECOVERY_CODE_COUNT }, newCode)
  const content = Buffer.from(JSON.stringify({ codes }), 'utf8')
  try {
    const sealed = await encryptForDevice(recipient, content)
    const asked = { ...owner, device, recipient }
    return {
      hashes: codes.map(code => hashOf(custody, owner, code)),
      told: {
        codes: sealed,
        signature: signStatement(custody, { kind: 'recovery-codes', ...asked, sealed }),
      },
    }
  } finally {
    content.fill(0)
  }
}

const newCode = (): string => (base32(randomBytes(CODE_BYTES)).match(/.{4}/g) ?? []).join('-')

/** Of a code as a person writes it: in any case, and with 0, 1 and 8 for the letters that they look like. */
export function recoveryCodeHash(custody: Custody, owner: Owner, written: string): string {
  const code = written
    .toUpperCase()
    .replace(/[^A-Z\d]/g, '')
    .replaceAll('0', 'O')
    .replaceAll('1', 'I')
    .replaceAll('8', 'B')
  return hashOf(custody, owner, code)
}

const hashOf = ({ keyring }: Custody, { appId, userId }: Owner, code: string): string =>
  sealStatement(keyring.mfa, { kind: 'recovery-code', appId, userId, code: code.replaceAll('-', '') })
