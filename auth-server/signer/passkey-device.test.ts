import { type Assertion, CHALLENGE_LIFETIME_MS } from '@vitrine/shared/api/login/passkey.ts'
import { beforeEach, describe, expect, test } from 'vitest'
import { type Ceremony, createPasskey, madeBy } from '../testing/authenticator.ts'
import type { Custody } from './custody.ts'
import { STEP_UP_PATH } from './login-paths.ts'
import type { LoginProof } from './operations.ts'
import { issueChallenge } from './passkey-challenge.ts'
import { verifyLogin } from './proof/verify-login.ts'
import { createTestCustody, NOW, ORIGIN, sealedDevice } from './testing/custody.ts'
import { createTestDevice } from './testing/device.ts'
import { signedLogin } from './testing/logins.ts'

/** The person's, and that of whoever relays what the person's sends. */
const device = await createTestDevice()
const stranger = await createTestDevice()
const passkey = createPasskey()
const credential = { id: passkey.id, publicKey: passkey.publicKey }
const issued = { appId: 'app_1', challengeId: 'challenge_1', expiresAt: NOW + CHALLENGE_LIFETIME_MS }
const LOGIN = '/passkeys/authenticate'

let custody: Custody
let challenge: string
let account: { userId: string; seal: string }

beforeEach(async () => {
  custody = createTestCustody()
  challenge = issueChallenge(custody, issued).challenge
  const proof = { type: 'new-credential', appId: 'app_1', credential } as const
  const payload = { body: madeBy(passkey, ORIGIN) }
  const made = await verifyLogin(custody, signedLogin(device, '/passkeys/register', proof, { payload }))
  if (!made.ok) throw new Error('refused')
  account = { userId: made.userId, seal: made.accountSeal }
})

/** What the person's passkey answers. */
const answer = (ceremony: Partial<Ceremony> = {}) =>
  answerOf(passkey.assert({ challenge, device: device.thumbprint, origin: ORIGIN, ...ceremony }))

function answerOf({ response }: Assertion): Extract<LoginProof, { type: 'assertion' }> {
  return {
    type: 'assertion',
    ...issued,
    credential,
    assertion: {
      clientDataJson: response.client_data_json,
      authenticatorData: response.authenticator_data,
      signature: response.signature,
    },
  }
}
const REFUSED = { ok: false, reason: 'assertion' }

describe('an assertion', () => {
  test('logs in the device that it names', async () => {
    expect(await verifyLogin(custody, signedLogin(device, LOGIN, answer(), { account }))).toMatchObject({
      ok: true,
      userId: account.userId,
      device: { thumbprint: device.thumbprint },
    })
  })

  test('seals no other device, whoever relays it and signs the request anew', async () => {
    expect(await verifyLogin(custody, signedLogin(stranger, LOGIN, answer(), { account }))).toEqual(REFUSED)
  })

  test('that names no device logs in none', async () => {
    const proof = answerOf(passkey.assert({ challenge, origin: ORIGIN }))
    for (const by of [device, stranger])
      expect(await verifyLogin(custody, signedLogin(by, LOGIN, proof, { account }))).toEqual(REFUSED)
  })

  test('for a challenge that a stranger made of ours and a device of theirs logs in neither', async () => {
    // The API process gives the frame what it likes in the place of the challenge.
    const proof = answer({ challenge: `${challenge}\n${stranger.thumbprint}` })
    for (const by of [device, stranger])
      expect(await verifyLogin(custody, signedLogin(by, LOGIN, proof, { account }))).toEqual(REFUSED)
  })
})

describe('a step-up by passkey', () => {
  const confirm = (by = device, change: Parameters<typeof signedLogin>[3] = {}, proof = answer()) => {
    const owner = { appId: 'app_1', userId: account.userId }
    const link = { userId: account.userId, device: sealedDevice(custody, owner, device) }
    return verifyLogin(custody, signedLogin(by, STEP_UP_PATH, proof, { account, link, ...change }))
  }

  test('proves a passkey of the user, on a device of theirs', async () => {
    expect(await confirm()).toMatchObject({ ok: true, userId: account.userId })
  })

  test('is refused for another device, and for one that is not the user’s', async () => {
    expect(await confirm(stranger)).toEqual(REFUSED)
    expect(await confirm(stranger, {}, answer({ device: stranger.thumbprint }))).toEqual({
      ok: false,
      reason: 'device',
    })
  })

  test('is refused by a passkey that is nobody’s account yet', async () => {
    expect(await confirm(device, { account: null })).toEqual({ ok: false, reason: 'account' })
  })

  test('is no login, and a login no step-up', async () => {
    expect(await verifyLogin(custody, signedLogin(device, STEP_UP_PATH, answer(), { account }))).toEqual({
      ok: false,
      reason: 'authorization',
    })
    const owner = { appId: 'app_1', userId: account.userId }
    const link = { userId: account.userId, device: sealedDevice(custody, owner, device) }
    expect(await verifyLogin(custody, signedLogin(device, LOGIN, answer(), { account, link }))).toEqual({
      ok: false,
      reason: 'authorization',
    })
  })
})
