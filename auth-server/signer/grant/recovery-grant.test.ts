import { createHash } from 'node:crypto'
import { sealSecret } from '@vitrine/shared/hpke/login-secret.ts'
import { sealAnswer } from '@vitrine/shared/hpke/oauth-answer.ts'
import { beforeEach, describe, expect, test } from 'vitest'
import { type ClientSettings, clientSettings } from '../../oauth-providers/client-settings.ts'
import { googleDrive } from '../../oauth-providers/google-drive.ts'
import type { SignerRequest } from '../operations.ts'
import { perform } from '../process/handlers.ts'
import { createTestCustody, NOW, payloadFor, sealedDevice, type TestCustody } from '../testing/custody.ts'
import { createTestDevice } from '../testing/device.ts'
import { recipientOf } from '../testing/logins.ts'
import { sealOauthClient } from './client-seal.ts'
import { redeemGrant } from './redeem-grant.ts'
import { redeemRecovery } from './redeem-recovery.ts'
import { startGrant } from './start-grant.ts'
import { isAppleLogin, startRecovery } from './start-recovery.ts'

const device = await createTestDevice()
const stranger = await createTestDevice()
const verifier = 'v'.repeat(48)
const owner = { appId: 'app_1', userId: 'user_1' }
const BEGUN = {
  ...owner,
  provider: 'google-drive',
  state: 's'.repeat(48),
  codeChallenge: createHash('sha256').update(verifier).digest('base64url'),
  device: device.thumbprint,
  expiresAt: NOW + 600_000,
} as const
const WHERE = { flowId: 'f'.repeat(43), redirectTo: null }
const settings: ClientSettings = clientSettings.parse({
  ...googleDrive.endpoints,
  ...{ client_id: 'shop', team_id: null, key_id: null },
})

let custody: TestCustody
let client: { settings: ClientSettings; sealed: string }
let asked: number
beforeEach(() => {
  custody = createTestCustody()
  const sealing = { appId: 'app_1', provider: 'google-drive', settings, secret: 'secret-of-the-shop' }
  client = { settings, ...sealOauthClient(custody, sealing) }
  asked = 0
  custody.cloud = {
    async redeemRecovery() {
      asked++
      return { ok: true, accessToken: 'token' }
    },
    askCloudLogin: async () => ({ url: 'https://idmsa.apple.com/auth' }),
  }
})

async function start(begun: Partial<SignerRequest<'startRecovery'>> = {}): Promise<string> {
  const started = await startRecovery(custody, { ...BEGUN, client, ...WHERE, ...begun } as never)
  if (!started.ok) throw new Error(started.reason)
  return started.seal
}

type Redeemed = SignerRequest<'redeemRecovery'>
async function redeem({
  grant = {},
  body = {},
  purpose = 'recovery',
  signer = device,
}: {
  grant?: Partial<Redeemed['grant']>
  body?: object
  purpose?: 'recovery' | 'login' | 'link'
  signer?: typeof device
} = {}) {
  const { provider, state } = BEGUN
  const belonging = { purpose, appId: 'app_1', identity: { type: provider, subject: state } } as const
  const sealedFor = { ...belonging, userId: 'user_1', device: device.thumbprint }
  const signed = {
    provider,
    state_code: state,
    authorization_code: await sealAnswer(recipientOf(custody), state, { code: 'c', iss: null }),
    code_verifier: await sealSecret(recipientOf(custody), sealedFor, verifier),
    recipient: stranger.publicKey,
    ...body,
  }
  const payload = payloadFor('app_1', '/recovery/oauth/authenticate', signed)
  return redeemRecovery(custody, {
    client,
    grant: { ...BEGUN, seal: grant.seal ?? (await start()), ...grant },
    device: sealedDevice(custody, owner, signer),
    authorization: { payload, signature: signer.authorize(payload) },
  })
}
const refused = (reason: string) => ({ ok: false, reason })

test('a recovery that was begun here, by this device, for this user, is redeemed', async () => {
  expect(await redeem()).toMatchObject({ ok: true })
})

describe('who took over the API process', () => {
  test.each<[string, Partial<Redeemed['grant']>]>([
    ['challenge', { codeChallenge: 'c'.repeat(43) }],
    ['end', { expiresAt: NOW + 700_000 }],
    ['device', { device: stranger.thumbprint }],
  ])('cannot exchange the %s of a recovery that was begun', async (_, grant) => {
    expect(await redeem({ grant })).toEqual(refused('grant'))
    expect(asked).toBe(0)
  })

  test('cannot redeem for a device what another one of the same user began', async () => {
    expect(await redeem({ signer: stranger })).toEqual(refused('grant'))
  })

  test('cannot have a recovery redeemed after its end', async () => {
    const seal = await start({ expiresAt: NOW - 1 })
    expect(await redeem({ grant: { seal, expiresAt: NOW - 1 } })).toEqual(refused('expired'))
  })

  test('cannot redeem a cloud or a flow that the device did not sign for', async () => {
    const other = { provider: 'icloud' } as const
    for (const body of [other, { state_code: 'x'.repeat(48) }, { recipient: 7 }])
      await expect(redeem({ body })).rejects.toMatchObject({ code: 'invalid_authorization' })
  })

  test('cannot have the secret sent to an address of its own', async () => {
    const seal = await start()
    client = { ...client, settings: { ...settings, token_endpoint: 'https://evil.example/token' } }
    await expect(redeem({ grant: { seal } })).rejects.toMatchObject({ code: 'unreadable_envelope' })
    await expect(start()).rejects.toMatchObject({ code: 'unreadable_envelope' })
    expect(asked).toBe(0)
  })

  test('cannot use the Drive’s secret for logins, nor a login’s for the Drive', async () => {
    const begun = { ...BEGUN, purpose: 'login', userId: null, provider: 'google' } as const
    expect(() => startGrant(custody, { ...begun, client, ...WHERE })).toThrow()
    const sealing = { appId: 'app_1', provider: 'google', settings, secret: 's' }
    client = { settings, ...sealOauthClient(custody, sealing) }
    await expect(start()).rejects.toMatchObject({ code: 'unreadable_envelope' })
  })

  test('cannot make a login or a link of a recovery', async () => {
    const seal = await start()
    const answer = await sealAnswer(recipientOf(custody), BEGUN.state, { code: 'c', iss: null })
    const request = { client, answer, verifier: answer }
    for (const provider of ['google-drive', 'google']) {
      for (const purpose of ['login', 'link'] as const) {
        const grant = { ...BEGUN, provider, purpose, seal }
        expect(await redeemGrant(custody, { ...request, grant })).toEqual(refused('grant'))
      }
      const grant = { ...BEGUN, provider, purpose: 'recovery', seal }
      const invalid = { code: 'invalid_request' }
      await expect(perform(custody, 'redeemGrant', { ...request, grant })).rejects.toMatchObject(invalid)
    }
  })

  test('cannot make a recovery of a login or a link', async () => {
    for (const purpose of ['login', 'link'] as const) {
      const begun = { ...BEGUN, provider: 'google', purpose } as const
      const sealing = { appId: 'app_1', provider: 'google', settings, secret: 's' }
      const ofLogin = { settings, ...sealOauthClient(custody, sealing) }
      const { seal } = startGrant(custody, { ...begun, client: ofLogin, ...WHERE })
      expect(await redeem({ grant: { seal } })).toEqual(refused('grant'))
    }
  })
})

test.each(['login', 'link'] as const)('a verifier that was sealed for a %s redeems none', async purpose => {
  expect(await redeem({ purpose })).toEqual(refused('sealed'))
  expect(asked).toBe(0)
})

test('a verifier that is not the challenge’s redeems none', async () => {
  const codeChallenge = 'c'.repeat(43)
  const seal = await start({ codeChallenge })
  expect(await redeem({ grant: { seal, codeChallenge } })).toEqual(refused('verifier'))
  expect(asked).toBe(0)
})

const APPLE = 'https://api.apple-cloudkit.com'
test.each([
  ['https://idmsa.apple.com/IDMSWebAuth/auth?oauth_token=x', APPLE, true],
  ['https://www.icloud.com/x', APPLE, true],
  ['http://idmsa.apple.com/', APPLE, false],
  ['https://evil.example/', APPLE, false],
  ['https://notapple.com/', APPLE, false],
  ['https://apple.com.evil.example/', APPLE, false],
  ['https://idmsa.apple.com@evil.example/', APPLE, false],
  ['https://x:y@idmsa.apple.com/', APPLE, false],
  ['https://idmsa.apple.com:444/', APPLE, false],
  ['http://127.0.0.1:9/', APPLE, false],
  ['javascript:alert(1)', APPLE, false],
  ['no address', APPLE, false],
  // Who names whom to ask has no say in where people go.
  ['https://cloudkit.evil.example/auth', 'https://cloudkit.evil.example', false],
  ['http://127.0.0.1:8/auth', 'http://127.0.0.1:9', true],
  ['javascript:alert(1)', 'http://127.0.0.1:9', false],
  ['https://evil.example/', 'http://127.0.0.1:9', false],
])('a person goes to %s, as %s says: %s', (url, cloudKit, isSent) => {
  expect(isAppleLogin(url, cloudKit)).toBe(isSent)
})

test.each([
  ['https://api.apple-cloudkit.com', true],
  ['http://127.0.0.1:9', true],
  ['https://db.evil.example', false],
  ['https://evil-apple-cloudkit.com', false],
  ['https://api.apple-cloudkit.com.evil.example', false],
  ['http://api.apple-cloudkit.com', false],
  ['https://api.apple-cloudkit.com/x', false],
])('CloudKit is asked at %s, whoever names it: %s', async (url, isAsked) => {
  const container = { container_identifier: 'iCloud.shop', api_token: 'a1', environment: 'production', url }
  const request = { ...BEGUN, provider: 'icloud', container, ...WHERE }
  const asked = await perform(custody, 'startRecovery', request).catch(error => error)
  expect(asked).toMatchObject(isAsked ? { ok: url.startsWith('https') } : { code: 'invalid_request' })
})
