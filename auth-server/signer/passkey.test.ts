import { CHALLENGE_LIFETIME_MS } from '@vitrine/shared/api/login/passkey.ts'
import { beforeEach, describe, expect, test } from 'vitest'
import { type Ceremony, createPasskey, madeBy, type TestPasskey } from '../testing/authenticator.ts'
import type { Custody } from './custody.ts'
import type { LoginProof } from './operations.ts'
import { issueChallenge } from './passkey-challenge.ts'
import { verifyLogin } from './proof/verify-login.ts'
import { createTestCustody, MASTER_KEY, NOW, ORIGIN, sealedDevice } from './testing/custody.ts'
import { createTestDevice } from './testing/device.ts'
import { signedLogin } from './testing/logins.ts'

const device = await createTestDevice()
const issued = { appId: 'app_1', challengeId: 'challenge_1', expiresAt: NOW + CHALLENGE_LIFETIME_MS }

let custody: Custody
let passkey: TestPasskey
let challenge: string

beforeEach(() => {
  custody = createTestCustody()
  passkey = createPasskey()
  challenge = issueChallenge(custody, issued).challenge
})

const credentialOf = ({ id, publicKey }: TestPasskey) => ({ id, publicKey })

type Change = Parameters<typeof signedLogin>[3]
const verify = (proof: LoginProof, change: Change = {}) => {
  const call = change.link ? 'link' : proof.type === 'assertion' ? 'authenticate' : 'register'
  return verifyLogin(custody, signedLogin(device, `/passkeys/${call}`, proof, change))
}

const register = (change: Change = {}, of = passkey) =>
  verify(
    { type: 'new-credential', appId: 'app_1', credential: credentialOf(of) },
    {
      ...change,
      payload: { body: { ...madeBy(of, ORIGIN), ...(change.link && { user_id: change.link.userId }) } },
    },
  )

function proofOf(ceremony: Partial<Ceremony> = {}, of = passkey): Extract<LoginProof, { type: 'assertion' }> {
  const { response } = of.assert({ challenge, device: device.thumbprint, origin: ORIGIN, ...ceremony })
  return {
    type: 'assertion',
    ...issued,
    credential: credentialOf(of),
    assertion: {
      clientDataJson: response.client_data_json,
      authenticatorData: response.authenticator_data,
      signature: response.signature,
    },
  }
}

/** A passkey that is somebody's account. */
async function account(of = passkey) {
  const registered = await register({}, of)
  if (!registered.ok) throw new Error('refused')
  return { userId: registered.userId, seal: registered.accountSeal }
}

test.each(['ES256', 'RS256', 'EdDSA'] as const)(
  'an assertion by %s leads to the user of the account',
  async alg => {
    const other = createPasskey(alg)
    const known = await account(other)
    expect(await verify(proofOf({}, other), { account: known })).toMatchObject({
      ok: true,
      userId: known.userId,
      identity: { type: 'passkey', subject: other.id },
    })
  },
)

describe('an assertion is refused', () => {
  test.each<[string, Partial<Ceremony>]>([
    ['of a registration', { type: 'webauthn.create' }],
    ['for a challenge that is not ours', { challenge: Buffer.alloc(32).toString('base64url') }],
    ['for another site', { origin: 'https://wallet.example.evil.example', rpId: 'wallet.example' }],
    ['for another port of the same host', { origin: 'https://wallet.example:8443' }],
    ['for another relying party on the same page', { rpId: 'other.example' }],
    ['without the person', { flags: 0x04 }],
    ['without verification of the person', { flags: 0x01 }],
  ])('%s', async (_name, ceremony) => {
    expect(await verify(proofOf(ceremony), { account: await account() })).toEqual({
      ok: false,
      reason: 'assertion',
    })
  })

  test('by another passkey', async () => {
    const forged = { ...proofOf({}, createPasskey()), credential: credentialOf(passkey) }
    expect(await verify(forged, { account: await account() })).toEqual({ ok: false, reason: 'assertion' })
  })

  test('when a bit of what it signs was changed', async () => {
    const proof = proofOf()
    const data = Buffer.from(proof.assertion.authenticatorData, 'base64url')
    data.writeUInt32BE(7, 33)
    const changed = { ...proof.assertion, authenticatorData: data.toString('base64url') }
    expect(await verify({ ...proof, assertion: changed })).toEqual({ ok: false, reason: 'assertion' })
  })

  test.each([
    ['challenge id', { challengeId: 'challenge_2' }],
    ['app', { appId: 'app_2' }],
    ['later end', { expiresAt: issued.expiresAt + 1 }],
  ])('under another %s than the challenge was issued for', async (_name, change) => {
    expect(await verify({ ...proofOf(), ...change })).toEqual({ ok: false, reason: 'assertion' })
  })

  test('for a challenge of another master key', async () => {
    const proof = proofOf()
    custody = createTestCustody(Buffer.alloc(32, 9))
    expect(await verify(proof)).toEqual({ ok: false, reason: 'assertion' })
  })

  test('when the challenge has expired by the signer’s clock', async () => {
    const now = issued.expiresAt
    custody = createTestCustody(MASTER_KEY, now)
    const payload = { expiry: now + 60_000 }
    expect(await verify(proofOf(), { payload })).toEqual({ ok: false, reason: 'expired' })
  })

  test('with a key that cannot be read', async () => {
    expect(await verify({ ...proofOf(), credential: { id: passkey.id, publicKey: 'AAAA' } })).toEqual({
      ok: false,
      reason: 'assertion',
    })
  })

  test('by a kind of key that no passkey has here', async () => {
    expect(await verify(proofOf({}, createPasskey('ES384')))).toEqual({ ok: false, reason: 'assertion' })
  })
})

describe('an account', () => {
  test('whose key was exchanged in the database is refused', async () => {
    const known = await account()
    const thief = createPasskey()
    const proof = { ...proofOf({}, thief), credential: { id: passkey.id, publicKey: thief.publicKey } }
    expect(await verify(proof, { account: known })).toEqual({ ok: false, reason: 'account' })
  })

  test('whose row was given to another user is refused', async () => {
    const stolen = { ...(await account()), userId: 'user_attacker' }
    expect(await verify(proofOf(), { account: stolen })).toEqual({ ok: false, reason: 'account' })
  })

  test('that exists is never opened by registering its passkey again', async () => {
    expect(await register({ account: await account() })).toEqual({ ok: false, reason: 'account' })
  })
})

describe('a new passkey', () => {
  const send = (credential: { id: string; publicKey: string }, body: object) =>
    verify({ type: 'new-credential', appId: 'app_1', credential }, { payload: { body } })

  test.each(['ES256', 'RS256', 'EdDSA'] as const)(
    'with a key for %s is the one that the device signed',
    async alg => {
      const own = createPasskey(alg)
      expect((await register({}, own)).ok).toBe(true)
      const body = madeBy(own, ORIGIN)
      for (const other of [createPasskey(alg), createPasskey('ES384')]) {
        const exchanged = { id: own.id, publicKey: other.publicKey }
        expect(await send(exchanged, body)).toEqual({ ok: false, reason: 'assertion' })
      }
    },
  )

  test('is none without an attestation, with a key that cannot be read, or with the key of another in the same request', async () => {
    const credential = credentialOf(passkey)
    const REFUSED = { ok: false, reason: 'assertion' }
    expect(await send(credential, { id: passkey.id })).toEqual(REFUSED)
    expect(await send({ ...credential, publicKey: 'AAAA' }, madeBy(passkey, ORIGIN))).toEqual(REFUSED)
    const thief = createPasskey()
    const both = { ...madeBy(thief, ORIGIN), seen: madeBy(passkey, ORIGIN) }
    expect(await send({ id: passkey.id, publicKey: thief.publicKey }, both)).toEqual(REFUSED)
  })
})

describe('linking a new passkey', () => {
  const owner = { appId: 'app_1', userId: 'user_1' }

  test('binds it to the user whose device asks', async () => {
    const link = { userId: 'user_1', device: sealedDevice(custody, owner, device) }
    const linked = await register({ link })
    if (!linked.ok) throw new Error('refused')
    expect(linked.userId).toBe('user_1')
    const known = { userId: 'user_1', seal: linked.accountSeal }
    expect(await verify(proofOf(), { account: known })).toMatchObject({ ok: true, userId: 'user_1' })
  })

  test('is refused to a device of somebody else', async () => {
    const link = { userId: 'user_2', device: sealedDevice(custody, owner, device) }
    expect(await register({ link })).toEqual({ ok: false, reason: 'device' })
  })
})

test('a challenge cannot be issued for longer than five minutes', () => {
  const long = { ...issued, expiresAt: NOW + 2 * CHALLENGE_LIFETIME_MS }
  expect(() => issueChallenge(custody, long)).toThrow('five minutes')
})
