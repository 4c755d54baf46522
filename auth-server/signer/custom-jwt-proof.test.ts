import { beforeEach, describe, expect, test, vi } from 'vitest'
import type { SignerRequest } from './operations.ts'
import { isOperation, perform } from './process/handlers.ts'
import { verifyLogin } from './proof/verify-login.ts'
import { createTestCustody, NOW, sealedDevice, type TestCustody } from './testing/custody.ts'
import { createTestDevice } from './testing/device.ts'
import { signedLogin } from './testing/logins.ts'
import { createTestIssuer, type TokenProof, tokenProof } from './testing/tokens.ts'

const device = await createTestDevice()
/** Of who took over the API process. */
const stranger = await createTestDevice()
const site = await createTestIssuer()
const strangers = await createTestIssuer()
const LOGIN = '/custom_jwt_account/authenticate'
const LINK = '/custom_jwt_account/link'
const SECONDS = Math.floor(NOW / 1000)

let custody: TestCustody
beforeEach(() => {
  custody = createTestCustody()
})

const proofOf = async (token: string, change: Parameters<typeof tokenProof>[4] = {}, by = device) =>
  tokenProof(custody, by, token, site.settings, change)
const login = (proof: TokenProof, by = device, change: Parameters<typeof signedLogin>[3] = {}) =>
  verifyLogin(custody, signedLogin(by, LOGIN, proof, change))
const refused = (reason: string) => ({ ok: false, reason })

test('a token of the site’s login logs its user in', async () => {
  expect(await login(await proofOf(await site.sign()))).toMatchObject({
    ok: true,
    identity: { type: 'custom_auth', subject: '42' },
    device: { thumbprint: device.thumbprint },
  })
})

describe('who took over the API process cannot log in by a token', () => {
  test('that they make up, under a key of theirs', async () => {
    expect(await login(await proofOf(await strangers.sign()))).toEqual(refused('token'))
  })

  test('by settings of theirs: the operator seals whom to believe', async () => {
    const own = await proofOf(await strangers.sign())
    const settings = strangers.settings
    expect(await login({ ...own, issuer: { ...own.issuer, settings } })).toEqual(refused('issuer'))
    for (const seal of ['', 'A'.repeat(43)])
      expect(await login({ ...own, issuer: { settings, seal } })).toEqual(refused('issuer'))
  })

  test('by settings that were sealed for another app, or under another master key', async () => {
    const own = await proofOf(await site.sign())
    expect(await login({ ...own, appId: 'app_2' })).toEqual(refused('issuer'))
    const elsewhere = createTestCustody(Buffer.alloc(32, 9))
    const { issuer } = await tokenProof(elsewhere, device, await site.sign(), site.settings)
    expect(await login({ ...own, issuer })).toEqual(refused('issuer'))
  })

  test('by settings with any of them changed', async () => {
    const own = await proofOf(await site.sign())
    for (const change of [{ issuer: 'https://x.example' }, { audience: 'x' }, { subject_claim: 'email' }]) {
      const settings = { ...own.issuer.settings, ...change }
      expect(await login({ ...own, issuer: { ...own.issuer, settings } })).toEqual(refused('issuer'))
    }
  })

  test('that passes by: it is sealed for the device of the person, whose request it is in', async () => {
    const passing = await proofOf(await site.sign())
    expect(await login(passing, stranger)).toEqual(refused('sealed'))
    const request = signedLogin(device, LOGIN, passing)
    expect(await verifyLogin(custody, { ...request, publicKey: stranger.publicKey })).toEqual(
      refused('authorization'),
    )
  })

  test('of one user as another', async () => {
    const own = await proofOf(await site.sign({ sub: 'eve' }), { subject: 'ada' })
    expect(await login(own)).toEqual(refused('token'))
    expect(await login({ ...(await proofOf(await site.sign())), subject: 'ada' })).toEqual(refused('sealed'))
  })

  test('to which no account of another user leads', async () => {
    const eve = await login(await proofOf(await site.sign({ sub: 'eve' }), { subject: 'eve' }))
    const ada = await login(await proofOf(await site.sign()))
    if (!eve.ok || !ada.ok) throw new Error('refused')
    const account = { userId: ada.userId, seal: ada.accountSeal }
    const own = await proofOf(await site.sign({ sub: 'eve' }), { subject: 'eve' })
    expect(await login(own, device, { account })).toEqual(refused('account'))
  })

  test('sent for another purpose', async () => {
    const owner = { appId: 'app_1', userId: 'user_1' }
    const link = { userId: 'user_1', device: sealedDevice(custody, owner, device) }
    const forLogin = await proofOf(await site.sign())
    expect(await verifyLogin(custody, signedLogin(device, LINK, forLogin, { link }))).toEqual(
      refused('sealed'),
    )
    const forLink = await proofOf(await site.sign(), { belonging: { purpose: 'link', userId: 'user_1' } })
    expect(await verifyLogin(custody, signedLogin(device, LINK, forLink, { link }))).toMatchObject({
      ok: true,
      userId: 'user_1',
    })
  })

  test('after having settings sealed: the server’s signer does not, and the operator’s does', async () => {
    expect(isOperation('sealIssuer', false)).toBe(false)
    expect(isOperation('sealIssuer', true)).toBe(true)
    const request = { appId: 'app_1', method: 'custom-jwt', settings: strangers.settings } as const
    const { seal } = await perform(custody, 'sealIssuer', request satisfies SignerRequest<'sealIssuer'>)
    const own = await proofOf(await strangers.sign())
    expect(await login({ ...own, issuer: { settings: strangers.settings, seal } })).toMatchObject({
      ok: true,
    })
  })
})

describe('a token that does not hold', () => {
  test.each<[string, Readonly<Record<string, unknown>>]>([
    ['of another issuer', { iss: 'https://accounts.other.example' }],
    ['for another audience', { aud: 'other' }],
    ['that has expired', { exp: SECONDS - 31 }],
    ['that never expires', { exp: undefined }],
    ['that lasts longer than a day', { exp: SECONDS + 24 * 60 * 60 + 60 }],
    ['that is not valid yet', { nbf: SECONDS + 60 }],
    ['of a name that is no text', { sub: 42 }],
  ])('%s', async (_name, claims) => {
    expect(await login(await proofOf(await site.sign(claims)))).toEqual(refused('token'))
  })

  test('that has ended by the signer’s clock', async () => {
    const later = NOW + 2 * 24 * 60 * 60_000
    const token = await site.sign()
    custody = createTestCustody(undefined, later)
    expect(await login(await proofOf(token), device, { payload: { expiry: later + 60_000 } })).toEqual(
      refused('token'),
    )
  })

  test.each(['', 'jwt', 'a.b', 'a.b.c.d.e'])('that is none: %j', async token => {
    expect(await login(await proofOf(token))).toEqual(refused('token'))
  })
})

describe('a key set', () => {
  const remote = async (token: string) => tokenProof(custody, device, token, site.remote)

  test('is fetched once for many logins, and for unknown keys at most every half minute', async () => {
    custody.keySet = site.keySet
    for (let i = 0; i < 3; i++)
      expect(await login(await remote(await site.sign()))).toMatchObject({ ok: true })
    expect(custody.fetches).toBe(1)
    const next = await createTestIssuer('key-2')
    custody.keySet = next.keySet
    const token = await next.sign()
    expect(await login(await remote(token))).toEqual(refused('token'))
    expect(custody.fetches).toBe(1)
    // The key set counts by the process's own clock.
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 31_000 })
    try {
      expect(await login(await remote(token))).toMatchObject({ ok: true })
    } finally {
      vi.useRealTimers()
    }
    expect(custody.fetches).toBe(2)
  })

  test.each([null, '', '<html>', '{}', '{"keys": {}}'])(
    'that is %j is told apart from a bad token, and asked for again',
    async keySet => {
      custody.keySet = keySet
      expect(await login(await remote(await site.sign()))).toEqual(refused('keys'))
      custody.keySet = site.keySet
      expect(await login(await remote(await site.sign()))).toMatchObject({ ok: true })
    },
  )
})
