import type { JWK } from 'jose'
import { CompactSign, exportJWK, exportSPKI, generateKeyPair, SignJWT } from 'jose'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { createVitrineServer } from './create-server.ts'
import { startHttpServer } from './testing/http-server.ts'

interface Key {
  readonly kid: string
  readonly privateKey: CryptoKey
  readonly publicKey: CryptoKey
  readonly jwk: JWK
}

const makeKey = async (kid: string): Promise<Key> => {
  const { privateKey, publicKey } = await generateKeyPair('ES256', { extractable: true })
  return {
    kid,
    privateKey,
    publicKey,
    jwk: { ...(await exportJWK(publicKey)), kid, alg: 'ES256', use: 'sig' },
  }
}

let origin: string
let stop: () => Promise<void>
let published: readonly Key[]
let asked = 0
let isDown = false
const [key, next, foreign] = (await Promise.all(['one', 'two', 'one'].map(makeKey))) as [Key, Key, Key]
beforeAll(async () => {
  const server = await startHttpServer((request, response) => {
    asked++
    if (request.url?.includes('app_wrong')) return response.writeHead(404).end('{}')
    expect(request.url).toBe('/api/v1/apps/app_1/jwks.json')
    if (isDown) return response.writeHead(503).end()
    response.end(JSON.stringify({ keys: published.map(({ jwk }) => jwk) }))
  })
  ;({ origin, stop } = server)
})
afterAll(() => stop())
beforeEach(() => {
  published = [key]
  asked = 0
  isDown = false
  return () => void vi.useRealTimers()
})

const verifier = () => createVitrineServer({ appId: 'app_1', appSecret: 'secret', walletOrigin: origin })
const now = () => Math.floor(Date.now() / 1000)
const CLAIMS = {
  created_at: 1_700_000_000,
  is_guest: false,
  linked_accounts: [
    ...[
      {
        type: 'email',
        address: 'ada@mail.example',
        verified_at: 1,
        first_verified_at: 1,
        latest_verified_at: 1,
      },
    ],
  ],
}
const claims = (changes: object = {}) => ({
  ...{ iss: origin, aud: 'app_1', sub: 'user_1', iat: now(), exp: now() + 3600, ...CLAIMS },
  ...changes,
})
const sign = (changes: object = {}, { signer = key, header = {} }: { signer?: Key; header?: object } = {}) =>
  new SignJWT(claims(changes))
    .setProtectedHeader({ alg: 'ES256', typ: 'id+jwt', kid: signer.kid, ...header })
    .sign(signer.privateKey)

test('a token of the app says who the user is, as a page has them', async () => {
  const told = await verifier().verifyIdentityToken(await sign())
  const at = new Date(1000)
  expect(told).toMatchObject({
    id: 'user_1',
    createdAt: new Date(1_700_000_000_000),
    isGuest: false,
    email: { address: 'ada@mail.example' },
    linkedAccounts: [
      { type: 'email', address: 'ada@mail.example', firstVerifiedAt: at, latestVerifiedAt: at },
    ],
  })
  expect(told.expiresAt.getTime() - told.issuedAt.getTime()).toBe(3_600_000)
})

const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')

test.each<[string, () => Promise<unknown>, string]>([
  ['of another app', () => sign({ aud: 'app_2' }), '`aud`'],
  ['of no app', () => sign({ aud: undefined }), '`aud`'],
  ['of another issuer', () => sign({ iss: 'https://evil.example' }), '`iss`'],
  ['of another issuer, by a slash', () => sign({ iss: `${origin}/` }), '`iss`'],
  ['that has expired', () => sign({ iat: now() - 3600, exp: now() - 60 }), 'expired'],
  ['that never expires', () => sign({ exp: undefined }), '`exp`'],
  [
    'that claims to live longer than the server’s do',
    () => sign({ iat: now() - 4000, exp: now() + 9000 }),
    'expired',
  ],
  ['of the future', () => sign({ iat: now() + 600, exp: now() + 900 }), '`iat`'],
  ['that is not good yet', () => sign({ nbf: now() + 600 }), '`nbf`'],
  ['without a time', () => sign({ iat: undefined }), '`iat`'],
  ['of nobody', () => sign({ sub: undefined }), '`sub`'],
  ['that is an access token', () => sign({}, { header: { typ: 'at+jwt' } }), '`typ`'],
  ['that does not say what it is', () => sign({}, { header: { typ: undefined } }), '`typ`'],
  ['signed by another key of the same name', () => sign({}, { signer: foreign }), 'signature'],
  ['signed by a key that is not published', () => sign({}, { signer: next }), 'key is none'],
  ['without a user', () => sign({ linked_accounts: undefined }), 'who the user is'],
  [
    'of algorithm none',
    async () => `${encode({ alg: 'none', typ: 'id+jwt' })}.${encode(claims())}.`,
    'ES256',
  ],
  [
    'signed under the public key as a password',
    async () =>
      new CompactSign(Buffer.from(JSON.stringify(claims())))
        .setProtectedHeader({ alg: 'HS256', typ: 'id+jwt', kid: 'one' })
        .sign(Buffer.from(await exportSPKI(key.publicKey))),
    'ES256',
  ],
  [
    'whose user was changed',
    async () => (await sign()).replace(/\.[^.]+\./, `.${encode(claims({ sub: 'user_2' }))}.`),
    'signature',
  ],
  ['that is no token', async () => 'token', 'form'],
  ['that is no text', async () => ({ token: 1 }), 'no text'],
])('a token %s is refused', async (_, make, why) => {
  const error = await verifier()
    .verifyIdentityToken((await make()) as string)
    .catch((error: unknown) => error)
  expect(error).toMatchObject({ name: 'VitrineError', code: 'missing_or_invalid_token' })
  expect((error as Error).message).toContain(why)
})

test('the keys are asked for once, and anew at one that is not among them, at most each half minute', async () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  const { verifyIdentityToken } = verifier()
  await verifyIdentityToken(await sign())
  await verifyIdentityToken(await sign())
  expect(asked).toBe(1)

  // The next key is published before it signs; a token of the one before is good for an hour more.
  published = [next, key]
  await expect(verifyIdentityToken(await sign({}, { signer: next }))).rejects.toThrow('key is none')
  expect(asked).toBe(1)
  vi.setSystemTime(Date.now() + 31_000)
  await verifyIdentityToken(await sign({}, { signer: next }))
  await verifyIdentityToken(await sign())
  expect(asked).toBe(2)
  // A key that is gone is no key after ten minutes.
  published = [next]
  vi.setSystemTime(Date.now() + 601_000)
  await expect(verifyIdentityToken(await sign())).rejects.toThrow('key is none')
})

test('a wallet that does not answer is no wrong token', async () => {
  isDown = true
  await expect(verifier().verifyIdentityToken(await sign())).rejects.toMatchObject({
    code: 'service_unavailable',
  })
})

test('an app that the wallet does not know is said to be that', async () => {
  const server = createVitrineServer({ appId: 'app_wrong', appSecret: 'secret', walletOrigin: origin })
  await expect(server.verifyIdentityToken(await sign())).rejects.toMatchObject({
    code: 'configuration_error',
    message: `${origin} has no app app_wrong. Compare \`appId\` with what \`app create\` printed.`,
  })
})
