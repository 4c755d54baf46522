import { clientError } from '@vitrine/shared/errors/vitrine-error.ts'
import { CompactEncrypt, importSPKI } from 'jose'
import { expect, test, vi } from 'vitest'
import type { Calls } from '../session/calls.ts'
import { fakeCalls } from '../ui/testing/fake-kernel.ts'
import { initTotp, renewRecoveryCodes, verifyMfaCode } from './mfa-api.ts'

const { signal } = new AbortController()
const SIGNATURE = 's'.repeat(86)
const SECRET = { totpAuthUrl: 'otpauth://totp/Shop:ada?secret=ABC', totpSecret: 'ABC' }

/** As the signer encrypts for the key that the frame made. */
async function encryptFor(recipient: string, content: unknown): Promise<string> {
  const key = await importSPKI(
    `-----BEGIN PUBLIC KEY-----\n${recipient}\n-----END PUBLIC KEY-----`,
    'ECDH-ES',
  )
  return new CompactEncrypt(new TextEncoder().encode(JSON.stringify(content)))
    .setProtectedHeader({ alg: 'ECDH-ES', enc: 'A256GCM' })
    .encrypt(key)
}

/** A server that hands on what the signer made. */
function setUp(content: unknown, requireSealed: Calls['requireSealed'] = async () => {}) {
  const vouched = vi.fn(requireSealed)
  const calls = fakeCalls({
    requireSealed: vouched,
    async signed(_path, body, answer) {
      const sealed = await encryptFor((body as { recipient: string }).recipient, content)
      return answer.parse({ totp: sealed, codes: sealed, signature: SIGNATURE })
    },
  })
  return { calls, vouched }
}
const foreign = async () => Promise.reject(clientError('invalid_credentials', 'Not by the signer.'))

test('the secret of an app is read by the frame that asked, once the signer has vouched for it', async () => {
  const { calls, vouched } = setUp(SECRET)
  expect(await initTotp(calls, signal)).toEqual(SECRET)
  const [kind, recipient, said] = vouched.mock.calls[0] ?? []
  expect([kind, said?.signature]).toEqual(['totp-secret', SIGNATURE])
  expect(recipient).toMatch(/^[\w+/=]{100,}$/)
})

test('a secret, and recovery codes, that the signer has not vouched for are shown to nobody', async () => {
  await expect(initTotp(setUp(SECRET, foreign).calls, signal)).rejects.toThrow('Not by the signer.')
  const codes = setUp({ codes: ['A'] }, foreign)
  await expect(renewRecoveryCodes(codes.calls, {}, signal)).rejects.toThrow('Not by the signer.')
  expect(codes.vouched).toHaveBeenCalledWith('recovery-codes', expect.any(String), expect.anything())
})

test('a secret that would send the person to something else than an authenticator app is refused', async () => {
  const { calls } = setUp({ ...SECRET, totpAuthUrl: 'javascript:alert(1)' })
  await expect(initTotp(calls, signal)).rejects.toThrow()
})

test('a code leaves as a secret, which is sealed for this factor, and not in the body', async () => {
  const signed = vi.fn(async (_path: string, _body: object, answer: { parse(value: unknown): unknown }) =>
    answer.parse({ token: `${'1'.repeat(13)}.${'t'.repeat(43)}` }),
  )
  await verifyMfaCode(fakeCalls({ signed: signed as unknown as Calls['signed'] }), 'totp', '123456', signal)
  const [path, body, , , secret] = signed.mock.calls[0] as unknown as unknown[]
  expect([path, body]).toEqual(['/mfa/totp/verify', {}])
  expect(secret).toMatchObject({ member: 'code', value: '123456', purpose: 'mfa-verify' })
})
