import { randomBytes, randomUUID } from 'node:crypto'
import { type SecretBelonging, sealSecret } from '@vitrine/shared/hpke/login-secret.ts'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { accounts, devices, oneTimeCodes, testAccounts, wallets } from '../database/schema.ts'
import { askForCode, type LoggedIn, logIn, signedCall } from '../testing/client.ts'
import { createDevice, type Device } from '../testing/device.ts'
import { ORIGIN, startTestServer, type TestServer } from '../testing/server.ts'
import { forge } from '../testing/tapped-call.ts'
import { create, logInOnNewDevice } from '../wallet/testing/wallet-calls.ts'
import type { LoginProof, SignerRequest, SignerResponse } from './operations.ts'
import { secretSubject } from './secret-subject.ts'

/**
 * What runs in the API process in a stranger's hands: it has that process's connection to the signer, its role in the
 * database, and all that people send through it. It tries to become somebody, and to sign as them.
 */
let server: TestServer
/** Of the stranger. */
let own: Device

beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.stop())
beforeEach(async () => {
  own = await createDevice()
})

let people = 0
const person = () => `victim${++people}@compromised.example`
const signer = () => server.ctx.signer

type Code = Extract<LoginProof, { type: 'code' }>
type Verify = SignerRequest<'verifyLogin'>
type Verdict = SignerResponse<'verifyLogin'>
type Issued = SignerResponse<'issueCode'>

/** A person's login as the API process sees it go by: everything that their device sent, and the rows that belong to it. */
interface Seen {
  readonly proof: Code
  readonly request: Verify
}

/** Lets a person log in, or link, and keeps what the API process asked of the signer for it. */
async function watch(act: (app: TestServer['app']) => Promise<unknown>): Promise<Seen> {
  let seen: Verify | null = null
  const app = server.second({
    signer: {
      ...signer(),
      verifyLogin: async request => {
        seen = request
        return { ok: false, reason: 'expired' }
      },
    },
  })
  await act(app)
  const request = seen as Verify | null
  if (request?.proof.type !== 'code') throw new Error('nothing was seen')
  return { proof: request.proof, request }
}

const typeIn = (email: string, device: Device, code: string, app: TestServer['app']) =>
  signedCall(server, device, '/api/v1/passwordless/authenticate', {
    body: { email },
    secret: { member: 'code', value: code, identity: { type: 'email', subject: email } },
    app,
  })

const issue = (address: string, device: string, channel: 'email' | 'sms' = 'email'): Promise<Issued> =>
  signer().issueCode({
    appId: server.appId,
    channel,
    address,
    codeId: randomUUID(),
    expiresAt: Date.now() + 600_000,
    device,
    purpose: 'login',
    carriage: { by: channel === 'email' ? 'mail' : 'text', appName: 'Shop', language: 'en' },
  })

const refused: unknown = expect.objectContaining({ ok: false })

describe('a code', () => {
  test.each([
    ['email', (): string => person()],
    ['sms', (): string => '+12025550111'],
  ] as const)('by %s is told to nobody but the mailer', async (channel, to) => {
    const address = to()
    const answer: Issued = await issue(address, own.thumbprint, channel)
    const sent = channel === 'email' ? server.mails.at(-1) : server.messages.at(-1)
    expect(sent).toMatchObject({ to: address, code: expect.stringMatching(/^\d{6}$/) })
    expect(Object.keys(answer).sort()).toEqual(['digest', 'ok'])
    expect(JSON.stringify(answer)).not.toContain(sent?.code)
  })

  test('is not in the database, and what is there opens nothing', async () => {
    const email = person()
    const device = await createDevice()
    const code = await askForCode(server, device, email)
    const [row] = await server.ctx.db.select().from(oneTimeCodes).where(eq(oneTimeCodes.address, email))
    expect(JSON.stringify(row)).not.toContain(code)
  })

  test('of a test account that somebody wrote down opens nobody’s account', async () => {
    const email = person()
    const { user } = await logIn(server, email)
    const [account] = await server.ctx.db.select().from(accounts).where(eq(accounts.userId, user.id))
    const row = { id: randomUUID(), appId: server.appId, email, otpCode: '111111' }
    // Its own role cannot.
    await server.database.db.insert(testAccounts).values(row)
    const seen = await watch(async app => typeIn(email, own, await fixed(email), app))
    const known = { userId: user.id, seal: account?.seal ?? '' }
    expect(await signer().verifyLogin({ ...seen.request, account: known })).toEqual({
      ok: false,
      reason: 'account',
    })
    expect(await signer().verifyLogin({ ...seen.request, account: null })).not.toMatchObject({
      userId: user.id,
    })
  })

  async function fixed(email: string): Promise<string> {
    const dpop = await own.prove('POST', `${ORIGIN}/api/v1/passwordless/init`, { now: server.clock.now })
    const headers = { origin: ORIGIN, 'vitrine-app-id': server.appId, dpop }
    const init = { method: 'POST', headers, body: JSON.stringify({ email }) }
    await server.app.request(`${ORIGIN}/api/v1/passwordless/init`, init)
    return '111111'
  }

  test('that it has sent to a person for a device of its own is guessed 300 times a day, and no more', async () => {
    const email = person()
    const verdicts = new Set<string>()
    let guesses = 0
    for (; guesses < 400 && !verdicts.has('tries'); guesses++) {
      const issued: Issued = await issue(email, own.thumbprint)
      if (!issued.ok) throw new Error('not sent')
      const sent = server.mails.at(-1)?.code ?? ''
      const answer: Verdict = await guess(email, issued.digest, sent === '000000' ? '000001' : '000000')
      if (!answer.ok) verdicts.add(answer.reason)
    }
    // Its ids and ends are of the stranger's choice, so that every guess is one at a fresh code.
    expect(guesses).toBeLessThanOrEqual(301)
  })

  async function guess(email: string, digest: string, code: string): Promise<Verdict> {
    const purpose = 'login' as const
    const identity = { type: 'email', subject: email }
    const belonging: SecretBelonging = {
      purpose,
      appId: server.appId,
      identity,
      userId: null,
      device: own.thumbprint,
    }
    const sealed = await sealSecret(server.signerKeys.recipient, belonging, code)
    const issued = {
      appId: server.appId,
      channel: 'email' as const,
      address: email,
      codeId: randomUUID(),
      purpose,
      expiresAt: Date.now() + 600_000,
      test: false,
      digest,
    }
    const proof = { type: 'code', issued, code: sealed } as const
    return signer().verifyLogin({
      proof,
      account: null,
      link: null,
      ...forge(server, own, '/passwordless/authenticate', { email, code: sealed }),
    })
  }
})

describe('a login that goes through it', () => {
  async function seenLogin(): Promise<Seen & { readonly device: Device; readonly email: string }> {
    const email = person()
    const device = await createDevice()
    const code = await askForCode(server, device, email)
    return { email, device, ...(await watch(app => typeIn(email, device, code, app))) }
  }

  test('is good, for the person’s own device', async () => {
    const { request, device } = await seenLogin()
    expect(await signer().verifyLogin(request)).toMatchObject({
      ok: true,
      device: { thumbprint: device.thumbprint },
    })
  })

  test('does not tell the code', async () => {
    const { request, email } = await seenLogin()
    const code = server.mails.findLast(({ to }) => to === email)?.code
    expect(JSON.stringify(request)).not.toContain(code)
  })

  test('gives no device of its own to the person: not by its key, its signature or its code', async () => {
    const { request, proof, email } = await seenLogin()
    const { body } = request.authorization.payload as { body: object }
    const mine = await issue(email, own.thumbprint)
    if (!mine.ok) throw new Error('not sent')
    const issued = { ...proof.issued, digest: mine.digest }
    for (const change of [
      { publicKey: own.publicKey },
      forge(server, own, '/passwordless/authenticate', body),
      { ...forge(server, own, '/passwordless/authenticate', body), proof: { ...proof, issued } },
      { proof: { ...proof, issued } },
    ]) {
      expect(await signer().verifyLogin({ ...request, ...change })).toEqual(refused)
    }
  })

  test('links nothing, and is no login at another app', async () => {
    const { request, proof } = await seenLogin()
    const victim = await logIn(server, person())
    const [row] = await server.ctx.db.select().from(devices).where(eq(devices.userId, victim.user.id))
    const device = { publicKey: row?.publicKey ?? '', seal: row?.seal ?? '' }
    const link = { userId: victim.user.id, device }
    const elsewhere = await server.registerApp({})
    for (const change of [
      { link },
      { link, ...forge(server, own, '/passwordless/link', { code: proof.code, user_id: victim.user.id }) },
      { proof: { ...proof, issued: { ...proof.issued, appId: elsewhere.id } } },
    ]) {
      expect(await signer().verifyLogin({ ...request, ...change })).toEqual(refused)
    }
  })
})

describe('a guest', () => {
  test('who enters leaves it nothing to enter with', async () => {
    const value = randomBytes(32).toString('base64url')
    const subject = secretSubject(value)
    const device = await createDevice()
    const { id } = await server.registerApp({ guest_auth: true })
    let seen: Verify | null = null
    const verifyLogin = (request: Verify) => {
      seen = request
      return signer().verifyLogin(request)
    }
    const app = server.second({ signer: { ...signer(), verifyLogin } })
    const entered = await signedCall(server, device, '/api/v1/guest/authenticate', {
      body: { subject },
      secret: { member: 'guest_credential', value, identity: { type: 'guest', subject } },
      headers: { 'vitrine-app-id': id },
      app,
    })
    expect(entered.status).toBe(200)
    const request = seen as Verify | null
    if (request?.proof.type !== 'secret') throw new Error('nothing was seen')
    expect(JSON.stringify(request)).not.toContain(value)
    const { credential } = request.proof
    const body = { guest_credential: credential, subject }
    for (const change of [
      { publicKey: own.publicKey },
      forge(server, own, '/guest/authenticate', body),
      { proof: { ...request.proof, subject: secretSubject(credential) } },
    ]) {
      expect(await signer().verifyLogin({ ...request, ...change })).toEqual(refused)
    }
  })
})

describe('a link that goes through it', () => {
  test('takes no login of its own in the place of the person’s', async () => {
    const victim: LoggedIn = await logIn(server, person())
    const [next, evil] = [person(), person()]
    const code = await askForCode(server, victim.device, next, { purpose: 'link' })
    const seen = await watch(app =>
      signedCall(server, victim.device, '/api/v1/passwordless/link', {
        body: { email: next },
        secret: { member: 'code', value: code, identity: { type: 'email', subject: next } },
        as: { userId: victim.user.id, token: victim.token },
        app,
      }),
    )
    await askForCode(server, victim.device, evil, { purpose: 'link' })
    const [row] = await server.ctx.db.select().from(oneTimeCodes).where(eq(oneTimeCodes.address, evil))
    const known = server.mails.at(-1)?.code ?? ''
    const issued = { ...seen.proof.issued, address: evil, codeId: row?.id ?? '', digest: row?.digest ?? '' }
    const belonging: SecretBelonging = {
      purpose: 'link',
      appId: server.appId,
      identity: { type: 'email', subject: evil },
      userId: victim.user.id,
      device: victim.device.thumbprint,
    }
    const itsOwn = await sealSecret(server.signerKeys.recipient, belonging, known)
    for (const proof of [
      { ...seen.proof, issued },
      { ...seen.proof, issued, code: itsOwn },
    ]) {
      expect(await signer().verifyLogin({ ...seen.request, proof })).toEqual(refused)
    }
    // For another user than the person who asked for it.
    const other = await logIn(server, person(), victim.device)
    const [device] = await server.ctx.db.select().from(devices).where(eq(devices.userId, other.user.id))
    const link = {
      userId: other.user.id,
      device: { publicKey: device?.publicKey ?? '', seal: device?.seal ?? '' },
    }
    expect(await signer().verifyLogin({ ...seen.request, link })).toEqual(refused)
  })
})

describe('a wallet', () => {
  test('signs nothing, and gives no keys of shares, for a device that the person has not logged in on', async () => {
    const victim = await logInOnNewDevice(server)
    const { id } = (await (await create(server, victim)).json()) as { id: string }
    const [wallet] = await server.ctx.db.select().from(wallets).where(eq(wallets.id, id))
    const [row] = await server.ctx.db.select().from(devices).where(eq(devices.userId, victim.userId))
    if (!wallet || !row) throw new Error('no rows')
    const { appId, userId, chainType, address, sealedKey } = wallet
    const body = { method: 'personal_sign', params: { message: 'hello', encoding: 'utf-8' } }
    const { authorization } = forge(server, own, `/wallets/${id}/rpc`, body)
    const keys = { recipient: own.publicKey, purposes: ['auth-share'] }
    for (const device of [
      { publicKey: own.publicKey, seal: row.seal },
      { publicKey: row.publicKey, seal: row.seal },
    ]) {
      const key = { walletId: id, appId, userId, chainType, address, sealedKey }
      await expect(signer().walletRpc({ wallet: key, device, authorization })).rejects.toMatchObject({
        code: expect.stringMatching(/^invalid_(seal|authorization)$/),
      })
      const release = forge(server, own, '/embedded_wallets/keys', keys).authorization
      const asking = { appId, userId, device, authorization: release }
      await expect(signer().releaseShareKeys(asking)).rejects.toMatchObject({
        code: expect.stringMatching(/^invalid_(seal|authorization)$/),
      })
    }
  })
})
