import { SignJWT } from 'jose'
import { expect, test } from 'vitest'
import { provenKey } from './dpop-proof.ts'
import { NOW } from './testing/custody.ts'
import { createTestDevice } from './testing/device.ts'

const url = 'https://wallet.example/api/v1/passwordless/authenticate'
const request = { method: 'POST', url, now: NOW }
const device = await createTestDevice()
const check = (proof: string, now = NOW) => provenKey({ proof, method: 'POST', url }, now)

test('tells the key of a proof as SPKI and as RFC 7638 thumbprint', async () => {
  expect(await check(await device.prove(request))).toEqual({
    publicKey: device.publicKey,
    thumbprint: device.thumbprint,
  })
})

test('the proof of RFC 9449 §4.1 has the thumbprint that §6.1 prints', async () => {
  const proof =
    'eyJ0eXAiOiJkcG9wK2p3dCIsImFsZyI6IkVTMjU2IiwiandrIjp7Imt0eSI6IkVDIiwieCI6Imw4dEZyaHgtMzR0VjNoUklDUkRZOXpDa0RscEJoRjQyVVFVZldWQVdCRnMiLCJ5IjoiOVZFNGpmX09rX282NHpiVFRsY3VOSmFqSG10NnY5VERWclUwQ2R2R1JEQSIsImNydiI6IlAtMjU2In19.eyJqdGkiOiItQndDM0VTYzZhY2MybFRjIiwiaHRtIjoiUE9TVCIsImh0dSI6Imh0dHBzOi8vc2VydmVyLmV4YW1wbGUuY29tL3Rva2VuIiwiaWF0IjoxNTYyMjYyNjE2fQ.2-GxA6T8lP4vfrg8v-FdWP0A0zdrj8igiMLvqRMUvwnQg4PtFLbdLXiOSsX0x7NVY-FNyJK70nfbV37xRZT3Lg'
  const proven = await provenKey(
    { proof, method: 'POST', url: 'https://server.example.com/token' },
    1_562_262_616_000,
  )
  expect(proven?.thumbprint).toBe('0ZcOCORZNYy-DWpqq30jZyJGHTN0d2HglBV3uiguA4I')
})

test.each([-300_000, 300_000])('accepts a clock that is off by %i ms', async skew => {
  expect(await check(await device.prove({ ...request, now: NOW + skew }))).not.toBeNull()
})

test.each([-301_000, 301_000])('refuses a proof made %i ms away', async skew => {
  expect(await check(await device.prove({ ...request, now: NOW + skew }))).toBeNull()
})

test.each([
  ['another method', { claims: { htm: 'GET' } }],
  ['another address', { claims: { htu: 'https://wallet.example/api/v1/sessions' } }],
  ['no jti', { claims: { jti: undefined } }],
  ['no iat', { claims: { iat: undefined } }],
  ['another type', { header: { typ: 'JWT' } }],
  ['no key', { header: { jwk: undefined } }],
])('refuses a proof with %s', async (_, change) => {
  expect(await check(await device.prove({ ...request, ...change }))).toBeNull()
})

test('refuses a proof that carries a private key', async () => {
  const jwk = device.privateKey.export({ format: 'jwk' })
  expect(await check(await device.prove({ ...request, header: { jwk } }))).toBeNull()
})

test('refuses a proof signed by another key than the one it shows', async () => {
  const other = await createTestDevice()
  expect(await check(await device.prove({ ...request, header: { jwk: other.publicJwk } }))).toBeNull()
})

test('refuses another algorithm', async () => {
  const jwt = new SignJWT({ jti: 'j', htm: 'POST', htu: url, iat: NOW / 1000 })
  const symmetric = { typ: 'dpop+jwt', alg: 'HS256', jwk: { kty: 'oct', k: 'AAAA' } }
  expect(await check(await jwt.setProtectedHeader(symmetric).sign(new Uint8Array(32)))).toBeNull()
})

test.each(['', 'a.b.c', '{}', '....'])('refuses %j', async proof => {
  expect(await check(proof)).toBeNull()
})
