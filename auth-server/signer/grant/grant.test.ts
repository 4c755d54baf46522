import { createHash } from 'node:crypto'
import { type SecretBelonging, sealSecret } from '@vitrine/shared/hpke/login-secret.ts'
import { sealAnswer } from '@vitrine/shared/hpke/oauth-answer.ts'
import { beforeEach, describe, expect, test } from 'vitest'
import type { ClientSettings } from '../../oauth-providers/client-settings.ts'
import type { LoginProof, SignerRequest } from '../operations.ts'
import { isOperation, perform } from '../process/handlers.ts'
import { verifyLogin } from '../proof/verify-login.ts'
import { sealStatement } from '../seal.ts'
import { createTestCustody, NOW, sealedDevice, type TestCustody } from '../testing/custody.ts'
import { createTestDevice } from '../testing/device.ts'
import { recipientOf, signedLogin } from '../testing/logins.ts'
import { sealOauthClient } from './client-seal.ts'
import { redeemGrant } from './redeem-grant.ts'
import { startGrant } from './start-grant.ts'

const device = await createTestDevice()
/** Of who took over the API process. */
const stranger = await createTestDevice()
const verifier = 'v'.repeat(48)
const settings: ClientSettings = {
  client_id: 'shop',
  issuer: 'https://accounts.google.com',
  authorization_endpoint: 'https://accounts.google.com/auth',
  token_endpoint: 'https://accounts.google.com/token',
  userinfo_endpoint: null,
  jwks_uri: 'https://accounts.google.com/keys',
  emails_endpoint: null,
  scopes: ['openid'],
  team_id: null,
  key_id: null,
}
const BEGUN = {
  appId: 'app_1',
  provider: 'google',
  state: 's'.repeat(48),
  codeChallenge: createHash('sha256').update(verifier).digest('base64url'),
  device: device.thumbprint,
  purpose: 'login',
  userId: null,
  expiresAt: NOW + 600_000,
} as const

let custody: TestCustody
let client: { settings: ClientSettings; sealed: string }
beforeEach(() => {
  custody = createTestCustody()
  const sealing = { appId: 'app_1', provider: 'google', settings, secret: 'secret-of-the-shop' }
  client = { settings, ...sealOauthClient(custody, sealing) }
  custody.redeem = async () => ({
    ok: true,
    profile: { subject: 'ada', email: 'Ada@Mail.example', isEmailVerified: true },
  })
})

type Begun = Omit<SignerRequest<'startGrant'>, 'client' | 'flowId' | 'redirectTo'>
const start = (begun: Begun = BEGUN) =>
  startGrant(custody, { ...begun, client, flowId: 'f'.repeat(43), redirectTo: null })

const sealVerifier = (change: Partial<SecretBelonging> = {}) =>
  sealSecret(
    recipientOf(custody),
    {
      purpose: 'login',
      appId: 'app_1',
      identity: { type: 'google_oauth', subject: BEGUN.state },
      userId: null,
      device: device.thumbprint,
      ...change,
    },
    verifier,
  )
const answerFor = (state: string) => sealAnswer(recipientOf(custody), state, { code: 'c', iss: null })

async function request(
  change: Partial<SignerRequest<'redeemGrant'>> = {},
): Promise<SignerRequest<'redeemGrant'>> {
  const { seal } = start()
  return {
    client,
    grant: { ...BEGUN, seal },
    answer: await answerFor(BEGUN.state),
    verifier: await sealVerifier(),
    ...change,
  }
}
const refused = (reason: string) => ({ ok: false, reason })

describe('who took over the API process', () => {
  test.each<[string, Partial<Begun>]>([
    ['app', { appId: 'app_2' }],
    ['provider', { provider: 'apple' }],
    ['state', { state: 'x'.repeat(48) }],
    ['challenge', { codeChallenge: 'c'.repeat(43) }],
    ['device', { device: stranger.thumbprint }],
    ['purpose', { purpose: 'link' }],
    ['user', { userId: 'user_1' }],
    ['end', { expiresAt: NOW + 700_000 }],
  ])('cannot exchange the %s of a login that was begun', async (_, change) => {
    const { seal } = start()
    expect(await redeemGrant(custody, await request({ grant: { ...BEGUN, ...change, seal } }))).toEqual(
      refused('grant'),
    )
  })

  test('cannot redeem what somebody brought in a login of its own', async () => {
    const own = { ...BEGUN, device: stranger.thumbprint }
    const { seal } = start(own)
    expect(await redeemGrant(custody, await request({ grant: { ...own, seal } }))).toEqual(refused('sealed'))
    const other = { ...BEGUN, state: 'x'.repeat(48) }
    const grant = { ...other, seal: start(other).seal }
    const identity = { type: 'google_oauth', subject: other.state }
    expect(
      await redeemGrant(custody, await request({ grant, verifier: await sealVerifier({ identity }) })),
    ).toEqual(refused('sealed'))
  })

  test('cannot have the secret sent, or people, to an address of its own', async () => {
    const moved = { ...client, settings: { ...settings, token_endpoint: 'https://evil.example/token' } }
    await expect(redeemGrant(custody, await request({ client: moved }))).rejects.toMatchObject({
      code: 'unreadable_envelope',
    })
    expect(() => {
      client = moved
      start()
    }).toThrow()
    expect(isOperation('sealOauthClient', false)).toBe(false)
  })

  test('cannot begin a login that lasts', async () => {
    const long = { ...BEGUN, expiresAt: NOW + 600_000 }
    const { seal } = start(long)
    const late = createTestCustody(undefined, NOW + 600_000)
    late.redeem = custody.redeem
    expect(await redeemGrant(late, { ...(await request()), grant: { ...long, seal } })).toEqual(
      refused('expired'),
    )
  })
})

test('a verifier that is not the challenge’s redeems nothing', async () => {
  const sealed = await sealSecret(
    recipientOf(custody),
    {
      purpose: 'login',
      appId: 'app_1',
      identity: { type: 'google_oauth', subject: BEGUN.state },
      userId: null,
      device: device.thumbprint,
    },
    'another',
  )
  let isAsked = false
  custody.redeem = async () => {
    isAsked = true
    return { ok: false, reason: 'refused' }
  }
  expect(await redeemGrant(custody, await request({ verifier: sealed }))).toEqual(refused('verifier'))
  expect(isAsked).toBe(false)
})

test('the provider’s address is asked with the secret, the callback and the nonce of this flow alone', async () => {
  const nonce = new URL(start().url).searchParams.get('nonce')
  const sent: SignerRequest<'redeemGrant'>[] = []
  custody.redeem = async grant => {
    sent.push(grant as never)
    return { ok: false, reason: 'refused' }
  }
  await redeemGrant(custody, await request())
  expect(sent).toMatchObject([
    {
      secret: 'secret-of-the-shop',
      callbackUrl: 'https://wallet.example/oauth/callback',
      nonce,
      verifier,
      code: 'c',
    },
  ])
})

describe('the receipt of a redeemed grant', () => {
  type GrantProof = Extract<LoginProof, { type: 'grant' }>
  async function proofOf(): Promise<GrantProof> {
    const asked = await request()
    const redeemed = await redeemGrant(custody, asked)
    if (!redeemed.ok) throw new Error('refused')
    const { verifier } = asked
    return {
      type: 'grant',
      method: 'oauth',
      provider: 'google',
      appId: 'app_1',
      verifier,
      ...redeemed.receipt,
    }
  }
  const PATH = '/oauth/authenticate'
  const enter = (proof: GrantProof, by = device, change: Parameters<typeof signedLogin>[3] = {}) =>
    verifyLogin(custody, signedLogin(by, PATH, proof, change))

  test('logs the device in that began it', async () => {
    expect(await enter(await proofOf())).toMatchObject({
      ok: true,
      identity: { type: 'google_oauth', subject: 'ada' },
      device: { thumbprint: device.thumbprint },
    })
  })

  test('is worth nothing changed, for another device, or later', async () => {
    const proof = await proofOf()
    for (const change of [
      { subject: 'eve' },
      { provider: 'apple' },
      { mailbox: 'eve@mail.example' },
      { expiresAt: proof.expiresAt + 1 },
      { appId: 'app_2' },
    ]) {
      expect(await enter({ ...proof, ...change })).toEqual(refused('grant'))
    }
    expect(await enter(proof, stranger)).toEqual(refused('grant'))
    const link = {
      userId: 'user_1',
      device: sealedDevice(custody, { appId: 'app_1', userId: 'user_1' }, device),
    }
    expect(await verifyLogin(custody, signedLogin(device, '/oauth/link', proof, { link }))).toEqual(
      refused('grant'),
    )
    custody = createTestCustody(undefined, NOW + 61_000)
    expect(await enter(proof, device, { payload: { expiry: NOW + 120_000 } })).toEqual(refused('expired'))
  })

  test('opens the account of the mailbox that the provider vouches for, and no other', async () => {
    const sealed = (address: string) => ({
      userId: 'user_ada',
      seal: sealStatement(custody.keyring.accountSeal, {
        ...{ kind: 'account', appId: 'app_1', channel: 'email', address, userId: 'user_ada' },
      }),
    })
    const proof = await proofOf()
    expect(await enter(proof, device, { mailboxAccount: sealed('ada@mail.example') })).toMatchObject({
      ok: true,
      userId: 'user_ada',
    })
    expect(await enter(proof, device, { mailboxAccount: sealed('eve@mail.example') })).toEqual(
      refused('account'),
    )
    custody.redeem = async () => ({ ok: true, profile: { subject: 'ada', email: 'ada@mail.example' } })
    expect(await enter(await proofOf(), device, { mailboxAccount: sealed('ada@mail.example') })).toEqual(
      refused('account'),
    )
  })
})

test('nobody is asked for it by the wrong name', async () => {
  await expect(perform(custody, 'startGrant', { provider: 'google' })).rejects.toMatchObject({
    code: 'invalid_request',
  })
})
