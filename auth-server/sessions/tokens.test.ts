import { exportJWK, generateKeyPair, type JWK, SignJWT } from 'jose'
import { beforeAll, expect, test } from 'vitest'
import type { TokenKeys } from './token-keys.ts'
import { createTokenIssuer, type TokenIssuer } from './tokens.ts'

const ISSUER = 'https://wallet.example'
const NOW = Date.UTC(2026, 0, 1)

let issuer: TokenIssuer
let keys: TokenKeys
let now = NOW
let sign: (claims: Record<string, unknown>, header?: { typ?: string; kid?: string }) => Promise<string>

async function newKey(kid: string, times: { signsFrom: number; expiresAt: number | null }) {
  const { publicKey, privateKey } = await generateKeyPair('ES256', { extractable: true })
  const { kty, crv, x, y } = await exportJWK(publicKey)
  return {
    kid,
    publicJwk: { kty, crv, x, y } as JWK,
    privateJwk: await exportJWK(privateKey),
    privateKey,
    ...times,
  }
}

beforeAll(async () => {
  const [newest, older] = [
    await newKey('newest', { signsFrom: NOW - 60_000, expiresAt: null }),
    await newKey('older', { signsFrom: 0, expiresAt: NOW + 60_000 }),
  ]
  keys = [newest, older]
  issuer = createTokenIssuer({ keys: () => keys, issuer: ISSUER, now: () => now })
  sign = (claims, { typ = 'at+jwt', kid = 'older' } = {}) =>
    new SignJWT({ ...good, ...claims }).setProtectedHeader({ alg: 'ES256', typ, kid }).sign(older.privateKey)
})

const good = { aud: 'app_1', iss: ISSUER, sub: 'user_1', sid: 'session_1', exp: NOW / 1000 + 60 }

test('a token of any known key is good', async () => {
  expect(await issuer.verifyAccessToken(await sign({}), 'app_1')).toEqual({ sub: 'user_1', sid: 'session_1' })
})

// One claim at a time is wrong: each check stands on its own.
type Wrong = [string, Record<string, unknown>, { typ?: string; kid?: string }]

test.each<Wrong>([
  ['another kind of token', {}, { typ: 'id+jwt' }],
  ['another app', { aud: 'app_2' }, {}],
  ['another issuer', { iss: 'https://evil.example' }, {}],
  ['an expired one', { exp: NOW / 1000 - 1 }, {}],
  ['one without a session', { sid: undefined }, {}],
  ['one without a user', { sub: undefined }, {}],
  ['one that names an unknown key', {}, { kid: 'unknown' }],
  ['one that names a key that did not sign it', {}, { kid: 'newest' }],
])('%s is refused', async (_name, claims, header) => {
  expect(await issuer.verifyAccessToken(await sign(claims, header), 'app_1')).toBeNull()
})

test('an access token is bound to the device’s key and lives an hour', async () => {
  const token = await issuer.issueAccessToken({
    appId: 'app_1',
    userId: 'user_1',
    sessionId: 'session_1',
    thumbprint: 'print',
  })
  const payload = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString())
  expect(payload).toEqual({
    aud: 'app_1',
    iss: ISSUER,
    sub: 'user_1',
    sid: 'session_1',
    cnf: { jkt: 'print' },
    iat: NOW / 1000,
    exp: NOW / 1000 + 3600,
  })
})

test('the published keys hold no private part', () => {
  expect(issuer.jwks.keys.map(key => Object.keys(key).sort())).toEqual(
    Array.from({ length: 2 }, () => ['alg', 'crv', 'kid', 'kty', 'use', 'x', 'y']),
  )
})

const kidOf = async () => {
  const token = await issuer.issueAccessToken({
    ...{ appId: 'app_1', userId: 'user_1', sessionId: 'session_1', thumbprint: 'print' },
  })
  return JSON.parse(Buffer.from(token.split('.')[0] ?? '', 'base64url').toString()).kid
}
const published = () => issuer.jwks.keys.map(({ kid }) => kid)

test('a key that follows is published before it signs, and the one before goes when no token of it lives', async () => {
  const [newest] = keys
  const moments = {
    // Of which `newest` is the next one.
    before: newest.signsFrom - 1,
    from: newest.signsFrom,
    last: NOW + 59_999,
    after: NOW + 60_000,
  }
  const seen: unknown[] = []
  const verifications = new Set<string>()
  const tokenOfOlder = await sign({ exp: NOW / 1000 + 3600 })
  for (const [name, at] of Object.entries(moments)) {
    now = at
    const isGood = (await issuer.verifyAccessToken(tokenOfOlder, 'app_1')) !== null
    seen.push([name, await kidOf(), published(), isGood])
    verifications.add(issuer.verificationKey)
  }
  now = NOW
  expect(seen).toEqual([
    ['before', 'older', ['newest', 'older'], true],
    ['from', 'newest', ['newest', 'older'], true],
    ['last', 'newest', ['newest', 'older'], true],
    ['after', 'newest', ['newest'], false],
  ])
  expect(verifications.size).toBe(2)
})
