import { randomBytes } from 'node:crypto'
import { totpInitRequest } from '@vitrine/shared/api/mfa.ts'
import { TOTP_PERIOD_MS, TOTP_SECRET_BYTES } from '@vitrine/shared/mfa/limits.ts'
import { CODE_LIFETIME_MS } from '@vitrine/shared/otp/code.ts'
import { requireOwnRequest } from '../authorization.ts'
import type { Custody } from '../custody.ts'
import { encryptForDevice } from '../encrypt-for-device.ts'
import { seal } from '../envelope.ts'
import { signStatement } from '../identity.ts'
import { CLOCK_SKEW_MS } from '../issue-code.ts'
import type { SignerRequest, SignerResponse } from '../operations.ts'
import { SignerRefusal } from '../refusal.ts'
import { base32 } from './totp.ts'
import { totpKeys } from './totp-key.ts'

/**
 * Makes the secret of an authenticator app (RFC 6238) and gives it out this once, encrypted for the device that signed and signed for
 * it: who relays it can neither read it nor have the person keep one that they know.
 * @throws SignerRefusal of `requireOwnRequest`; `invalid_authorization` when the signed body asks for something else;
 *   `invalid_request` when it would wait longer than ten minutes
 */
export async function beginTotp(
  custody: Custody,
  { appId, userId, device, authorization, appName, account, expiresAt }: SignerRequest<'beginTotp'>,
): Promise<SignerResponse<'beginTotp'>> {
  const path = '/mfa/totp/init'
  const { body } = requireOwnRequest(custody, { appId, userId, device, authorization, path })
  const signed = totpInitRequest.safeParse(body)
  if (!signed.success)
    throw new SignerRefusal('invalid_authorization', 'The signed body does not ask for a secret.')
  if (expiresAt > custody.now() + CODE_LIFETIME_MS + CLOCK_SKEW_MS)
    throw new SignerRefusal('invalid_request', 'A secret waits ten minutes at most.')
  const { recipient } = signed.data
  const secret = randomBytes(TOTP_SECRET_BYTES)
  const content = Buffer.from(JSON.stringify(told(secret, appName, account)), 'utf8')
  try {
    const totp = await encryptForDevice(recipient, content)
    const asked = { appId, userId, device: device.publicKey, recipient }
    return {
      sealed: seal(totpKeys(custody.keyring), { purpose: 'totp-secret', appId, userId, expiresAt }, secret),
      totp,
      signature: signStatement(custody, { kind: 'totp-secret', ...asked, sealed: totp }),
    }
  } finally {
    secret.fill(0)
    content.fill(0)
  }
}

/** The address that a QR code has, by the convention of authenticator apps ("Key Uri Format"), and the secret to type. */
function told(secret: Uint8Array, appName: string, account: string) {
  const totpSecret = base32(secret)
  // A colon in the name would end it.
  const [issuer, name] = [appName, account].map(text => encodeURIComponent(text.replaceAll(':', ' ').trim()))
  const settings = `algorithm=SHA1&digits=6&period=${TOTP_PERIOD_MS / 1000}`
  return {
    totpAuthUrl: `otpauth://totp/${issuer}:${name}?secret=${totpSecret}&issuer=${issuer}&${settings}`,
    totpSecret,
  }
}
