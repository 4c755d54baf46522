import { randomInt } from 'node:crypto'
import { CODE_LENGTH, CODE_LIFETIME_MS } from '@vitrine/shared/otp/code.ts'
import type { Custody } from './custody.ts'
import type { SignerRequest, SignerResponse } from './operations.ts'
import { SignerRefusal } from './refusal.ts'
import { sealStatement } from './seal.ts'

/** How far the clocks of two machines may differ. */
export const CLOCK_SKEW_MS = 60_000

/**
 * Makes a login code and its digest. A million codes are found from a plain hash in a second, so the digest is an HMAC
 * under a key that only this process has; it covers the identity, the code's purpose and id, and its end.
 *
 * @throws SignerRefusal `invalid_request` when the code would live longer than ten minutes.
 */
export function issueCode(
  custody: Custody,
  request: SignerRequest<'issueCode'>,
): SignerResponse<'issueCode'> {
  if (request.expiresAt > custody.now() + CODE_LIFETIME_MS + CLOCK_SKEW_MS) {
    throw new SignerRefusal('invalid_request', 'A login code lives ten minutes at most.')
  }
  const { appId, channel, address, purpose, codeId, expiresAt, fixedCode } = request
  const code =
    fixedCode ??
    randomInt(10 ** CODE_LENGTH)
      .toString()
      .padStart(CODE_LENGTH, '0')
  const test = fixedCode !== undefined
  const issued = { appId, channel, address, ...(purpose && { purpose }), codeId, expiresAt, test }
  const statement = { kind: 'code', ...issued, code } as const
  return { code, digest: sealStatement(custody.keyring.otp, statement) }
}
