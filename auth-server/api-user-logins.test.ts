import { randomBytes } from 'node:crypto'
import { sealSecret } from '@vitrine/shared/hpke/login-secret.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { LoginProof } from './signer/operations.ts'
import { secretSubject } from './signer/secret-subject.ts'
import type { TestDevice } from './signer/testing/device.ts'
import { createPasskey } from './testing/authenticator.ts'
import { askForCode, call, initCode, otherCode, signedCall, tryCode } from './testing/client.ts'
import { AUDIENCE, ISSUER, type Issuer, startIssuer } from './testing/issuer.ts'
import { ORIGIN } from './testing/server.ts'
import { type CodeProof, type Stranger, startStranger, type Verify } from './testing/stranger.ts'
import { forge, type TappedCall, tap } from './testing/tapped-call.ts'
import { asDevice } from './wallet/testing/wallet-calls.ts'

/**
 * A stranger in the API process, on the whole server as an operator starts it: a program of theirs runs as that process's
 * user, with its environment, its role in the database and its sockets. They have every call of a person before it is served.
 * Each test ends with the person's own call, which succeeds: what was refused was refused to the stranger.
 */
let stranger: Stranger
let server: Stranger['server']
let hands: Stranger['hands']
/** The site's own login. */
let site: Issuer
/** Of the stranger. */
let own: TestDevice

beforeAll(async () => {
  site = await startIssuer()
  stranger = await startStranger({
    sms_auth: true,
    guest_auth: true,
    passkey_auth: true,
    passkeys_for_signup_enabled: true,
    custom_jwt_auth: true,
    custom_jwt_config: { issuer: ISSUER, audience: AUDIENCE, subject_claim: 'sub', public_key: site.pem },
  })
  ;({ server, hands } = stranger)
}, 120_000)
afterAll(async () => {
  await stranger?.stop()
  await site.stop()
})
beforeEach(async () => {
  own = await server.createDevice()
})

let people = 0
const address = (): string => `victim${++people}@api-user.example`
const number = (): string => '+12025550112'
/** What a call shows of the code that it brings, with what the database has of it. @param to the code's address or number */
const proofIn = async ({ body }: TappedCall, to: string): Promise<CodeProof> => ({
  type: 'code',
  issued: await stranger.codeRow(to),
  code: String(body.code),
})

describe('a code', () => {
  test.each([
    ['mail', address],
    ['text message', () => '+12025550111'],
  ])('by %s is told to the person, and nowhere to the stranger', async (_, to) => {
    const recipient = to()
    const { answer } = await stranger.issue(recipient, own.thumbprint)
    const sent = stranger.codeTo(recipient)
    expect(Object.keys(answer).sort()).toEqual(['digest', 'ok'])
    expect(JSON.stringify(answer)).not.toContain(sent)
    // By a name of the server's own, and by what the process that makes codes might take for its own.
    for (const request of [{}, { to: recipient, by: 'mail', appName: '', language: 'en', purpose: 'login' }])
      await expect(hands.mailer('sendCode', request)).rejects.toMatchObject({ code: 'invalid_request' })
    for (const operation of ['readCode', 'listCodes', 'inbox'])
      await expect(hands.mailer(operation, {})).rejects.toMatchObject({ code: 'invalid_request' })
  })

  test('of a person is in no row', async () => {
    const [person, email] = [asDevice(await server.createDevice()), address()]
    const code = await askForCode(server, person, email)
    const tables = await hands.sql<{ name: string }>(
      `select table_name as name from information_schema.tables where table_schema = 'public'`,
    )
    expect(tables.length).toBeGreaterThan(10)
    for (const { name } of tables) {
      const rows = await hands.sql(`select * from "${name}"`)
      // In a word of its own: six digits may stand in a time.
      expect(JSON.stringify(rows)).not.toMatch(new RegExp(`"[^"\\d]*${code}[^"\\d]*"`))
    }
    expect((await tryCode(server, person, { email, code })).status).toBe(200)
  })

  test('is guessed five times, whatever rows of its counters become', async () => {
    const email = address()
    const { issued } = await stranger.issue(email, own.thumbprint)
    const right = stranger.codeTo(email)
    const guess = async (code: string, at = issued): Promise<Verify> => {
      const identity = { type: 'email', subject: email } as const
      const belonging = { purpose: 'login', appId: server.appId, identity, userId: null } as const
      const device = own.thumbprint
      const sealed = await sealSecret(server.signerKeys.recipient, { ...belonging, device }, code)
      const signed = forge(server, own, '/passwordless/authenticate', { email, code: sealed })
      return { proof: { type: 'code', issued: at, code: sealed }, account: null, link: null, ...signed }
    }
    for (let n = 0; n < 5; n++) {
      await stranger.expectRefused(await guess(otherCode(right)))
      await hands.sql('delete from rate_limits')
      await hands.sql('update one_time_codes set tries = 0')
    }
    await stranger.expectRefused(await guess(right))
    // Who reads the mailbox comes in: it is the code that was used up, and not the way of asking that was wrong.
    const again = await stranger.issue(email, own.thumbprint)
    const read = await guess(stranger.codeTo(email), again.issued)
    expect(await hands.signer('verifyLogin', read)).toMatchObject({ ok: true })
  })
})

/** Ways to put the stranger's device, code or user in the place of the person's. */
async function swaps(seen: TappedCall, proof: CodeProof, path: string): Promise<Verify[]> {
  const honest: Verify = { proof, account: null, link: null, ...seen.signed }
  const mine = await stranger.issue(proof.issued.address, own.thumbprint)
  const issued = { ...proof.issued, digest: mine.issued.digest }
  const forged = forge(server, own, path, seen.body)
  return [
    { ...honest, publicKey: own.publicKey },
    { ...honest, ...forged },
    { ...honest, ...forged, proof: { ...proof, issued: mine.issued } },
    { ...honest, ...forged, proof: { ...proof, issued } },
    { ...honest, proof: { ...proof, issued } },
    { ...honest, proof: { ...proof, issued: { ...proof.issued, address: 'mallory@api-user.example' } } },
  ]
}

describe('a device of the stranger’s is not sealed for a person who logs in', () => {
  test.each([
    ['by email', 'email', address, 'passwordless', 'email'],
    ['by text message', 'sms', number, 'passwordless_sms', 'phoneNumber'],
  ] as const)('%s', async (_, channel, to, path, member) => {
    const [person, recipient] = [await server.createDevice(), to()]
    const device = asDevice(person)
    await initCode(server, device, { [member]: recipient }, {}, `/api/v1/${path}/init`)
    const code = stranger.codeTo(recipient)
    const identity = { type: channel === 'email' ? 'email' : 'phone', subject: recipient }
    const seen = await tap(server, person, app =>
      signedCall(server, device, `/api/v1/${path}/authenticate`, {
        body: { [member]: recipient },
        secret: { member: 'code', value: code, identity },
        app,
      }),
    )
    const proof = await proofIn(seen, recipient)
    await stranger.expectRefused(...(await swaps(seen, proof, `/${path}/authenticate`)))
    expect(JSON.stringify(seen.body)).not.toContain(code)
    expect(await seen.deliver()).toMatchObject({ status: 200 })
    // Once more, when it is over.
    await stranger.expectRefused({
      proof,
      account: null,
      link: null,
      ...forge(server, own, `/${path}/authenticate`, seen.body),
    })
  })

  test('as a guest', async () => {
    const person = await server.createDevice()
    const value = randomBytes(32).toString('base64url')
    const subject = secretSubject(value)
    const seen = await tap(server, person, app =>
      signedCall(server, asDevice(person), '/api/v1/guest/authenticate', {
        body: { subject },
        secret: { member: 'guest_credential', value, identity: { type: 'guest', subject } },
        app,
      }),
    )
    const credential = String(seen.body.guest_credential)
    expect(JSON.stringify(seen.body)).not.toContain(value)
    const proof = { type: 'secret', appId: server.appId, subject, credential } as const
    const honest: Verify = { proof, account: null, link: null, ...seen.signed }
    await stranger.expectRefused(
      { ...honest, publicKey: own.publicKey },
      { ...honest, ...forge(server, own, '/guest/authenticate', seen.body) },
      { ...honest, proof: { ...proof, subject: secretSubject(credential) } },
    )
    expect(await seen.deliver()).toMatchObject({ status: 200 })
  })
})

describe('a passkey', () => {
  const at = { origin: ORIGIN, crossOrigin: true, topOrigin: 'https://shop.example' }
  const challengeFor = async (path: string) => {
    type Init = { options: { challenge: string } }
    const { body } = await call<Init>(server, `/api/v1/passkeys/${path}/init`, { body: {} })
    return body.options.challenge
  }

  test('logs in the device that it named, and none of the stranger’s', async () => {
    const [person, passkey] = [await server.createDevice(), createPasskey()]
    const send = (path: string, body: Readonly<Record<string, unknown>>, app = server.app) =>
      signedCall(server, asDevice(person), `/api/v1/passkeys/${path}`, { body, app })
    const made = passkey.register({ challenge: await challengeFor('register'), ...at })
    expect((await send('register', { authenticator_response: made })).status).toBe(200)

    const challenge = await challengeFor('authenticate')
    const answer = passkey.assert({ challenge, device: person.thumbprint, ...at })
    const body = { challenge, authenticator_response: answer }
    const seen = await tap(server, person, app => send('authenticate', body, app))
    const [issued] = await hands.sql<{ id: string; expires_at: string }>(
      'select id, expires_at from passkey_challenges where challenge = $1',
      [challenge],
    )
    const [row] = await hands.sql<{ user_id: string; seal: string }>(
      'select user_id, seal from accounts where subject = $1',
      [passkey.id],
    )
    const { client_data_json, authenticator_data, signature } = answer.response
    const proof = {
      type: 'assertion',
      appId: server.appId,
      challengeId: issued?.id ?? '',
      expiresAt: Date.parse(issued?.expires_at ?? ''),
      credential: { id: passkey.id, publicKey: passkey.publicKey },
      assertion: {
        clientDataJson: client_data_json,
        authenticatorData: authenticator_data,
        signature,
      },
    } as const
    const account = { userId: row?.user_id ?? '', seal: row?.seal ?? '' }
    const honest: Verify = { proof, account, link: null, ...seen.signed }
    const forged = forge(server, own, '/passkeys/authenticate', seen.body)
    const thief = createPasskey()
    const other = thief.assert({ challenge, device: own.thumbprint, ...at }).response
    const byThief = { ...proof.assertion, signature: other.signature, clientDataJson: other.client_data_json }
    await stranger.expectRefused(
      { ...honest, publicKey: own.publicKey },
      { ...honest, ...forged },
      { ...honest, ...forged, proof: { ...proof, assertion: byThief } },
      {
        ...honest,
        ...forged,
        proof: { ...proof, assertion: byThief, credential: { id: passkey.id, publicKey: thief.publicKey } },
      },
    )
    expect(await seen.deliver()).toMatchObject({ status: 200, body: { user: { id: account.userId } } })
  })
})

describe('a token of the site’s own login', () => {
  const path = '/custom_jwt_account/authenticate'
  const subject = 'ada'
  const send = (by: TestDevice, token: string, app = server.app) =>
    signedCall(server, asDevice(by), `/api/v1${path}`, {
      body: { custom_user_id: subject },
      secret: { member: 'token', value: token, identity: { type: 'custom_auth', subject } },
      app,
    })

  test('logs in the person’s device, and the stranger makes none, by no settings of theirs', async () => {
    const [person, thief] = [await server.createDevice(), await startIssuer()]
    await thief.stop()
    const token = await site.sign(Date.now(), { sub: subject })
    const seen = await tap(server, person, app => send(person, token, app))
    const theirs = await tap(server, own, async app =>
      send(own, await thief.sign(Date.now(), { sub: subject }), app),
    )
    expect(JSON.stringify(seen.body)).not.toContain(token.slice(-40))

    type Settings = Extract<LoginProof, { type: 'token' }>['issuer']['settings']
    const [row] = await hands.sql<{ settings: Settings; seal: string }>(
      'select settings, seal from login_issuers',
    )
    if (!row) throw new Error('no issuer')
    const { settings, seal } = row
    const issuer = { settings, seal }
    const proof = (body: TappedCall['body'], by = issuer) =>
      ({
        type: 'token',
        method: 'custom-jwt',
        appId: server.appId,
        subject,
        token: String(body.token),
        issuer: by,
      }) as const
    const honest: Verify = { proof: proof(seen.body), account: null, link: null, ...seen.signed }
    const thiefs = { settings: { ...settings, public_key: thief.pem } as Settings, seal }
    await stranger.expectRefused(
      { ...honest, publicKey: own.publicKey },
      { ...honest, ...forge(server, own, path, seen.body) },
      { ...honest, ...theirs.signed, proof: proof(theirs.body) },
      { ...honest, ...theirs.signed, proof: proof(theirs.body, thiefs) },
    )
    await expect(
      hands.signer('sealIssuer', { appId: server.appId, method: 'custom-jwt', settings: thiefs.settings }),
    ).rejects.toMatchObject({ code: 'invalid_request' })
    await expect(hands.sql('update login_issuers set seal = seal')).rejects.toMatchObject({ code: '42501' })
    expect(await seen.deliver()).toMatchObject({ status: 200 })
  })
})

describe('a way in of the stranger’s is not bound to a person', () => {
  test('who links an address', async () => {
    const person = await stranger.logInAnew(address())
    const next = '+12025550113'
    await initCode(
      server,
      asDevice(person.device),
      { phoneNumber: next, purpose: 'link' },
      {},
      '/api/v1/passwordless_sms/init',
    )
    const code = stranger.codeTo(next)
    const seen = await tap(server, person.device, app =>
      signedCall(server, asDevice(person.device), '/api/v1/passwordless_sms/link', {
        body: { phoneNumber: next },
        secret: { member: 'code', value: code, identity: { type: 'phone', subject: next } },
        as: { userId: person.userId, token: person.accessToken },
        app,
      }),
    )
    const proof = await proofIn(seen, next)
    const link = { userId: person.userId, device: await stranger.sealOf(person) }
    const other = await stranger.logInAnew(address())
    const evil = await stranger.issue('+12025550199', person.device.thumbprint, 'link')
    const honest: Verify = { proof, account: null, link, ...seen.signed }
    await stranger.expectRefused(
      { ...honest, link: { userId: other.userId, device: await stranger.sealOf(other) } },
      { ...honest, link: null },
      { ...honest, proof: { ...proof, issued: evil.issued } },
      { ...honest, ...forge(server, own, '/passwordless_sms/link', seen.body) },
      { ...honest, link: { ...link, device: { ...link.device, publicKey: own.publicKey } } },
    )
    expect(await seen.deliver()).toMatchObject({ status: 200 })
  })

  test('who changes theirs', async () => {
    const person = await stranger.logInAnew(address())
    const next = address()
    await initCode(server, asDevice(person.device), { email: next, purpose: 'update' })
    const code = stranger.codeTo(next)
    const seen = await tap(server, person.device, app =>
      signedCall(server, asDevice(person.device), '/api/v1/passwordless/update', {
        body: { oldAddress: person.email, newAddress: next },
        secret: { member: 'code', value: code, identity: { type: 'email', subject: next } },
        as: { userId: person.userId, token: person.accessToken },
        app,
      }),
    )
    const proof = await proofIn(seen, next)
    const link = { userId: person.userId, device: await stranger.sealOf(person) }
    const evil = await stranger.issue(address(), person.device.thumbprint, 'update')
    const honest: Verify = { proof, account: null, link, ...seen.signed }
    await stranger.expectRefused(
      { ...honest, proof: { ...proof, issued: evil.issued } },
      { ...honest, link: null },
      { ...honest, ...forge(server, own, '/passwordless/update', seen.body) },
    )
    expect(await seen.deliver()).toMatchObject({ status: 200 })
  })
})
