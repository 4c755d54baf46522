import { randomUUID } from 'node:crypto'
import { MFA_REST_MS } from '@vitrine/shared/mfa/limits.ts'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { configure, stepUp, toldAt } from '../account-changes/testing/steps.ts'
import { auditEvents } from '../database/audit-tables.ts'
import { mfaFactors, mfaTries } from '../database/mfa-tables.ts'
import { accounts, devices } from '../database/schema.ts'
import { createPasskey } from '../testing/authenticator.ts'
import { callAs, type LoggedIn, logIn, otherCode } from '../testing/client.ts'
import { startTestServer, type TestServer } from '../testing/server.ts'
import {
  askForFactorCode,
  beginTotp,
  enrollAddress,
  enrollTotp,
  enrollTotpBy,
  linkPasskey,
  type MfaCall,
  newRecipient,
  proofForMfa,
  proveCode,
  provePasskey,
  signedAs,
} from './testing/mfa-calls.ts'

let server: TestServer
let me: LoggedIn
const address = () => `${randomUUID()}@mfa.example`

beforeAll(async () => {
  server = await startTestServer()
  await configure(server, {
    sms_auth: true,
    passkey_auth: true,
    mfa_methods: ['totp', 'sms', 'email', 'passkey'],
  })
})
afterAll(() => server.stop())
beforeEach(async () => {
  me = await logIn(server, address())
})

const needed = { status: 403, body: { code: 'missing_or_invalid_mfa' } }

async function makeWallet(who: LoggedIn, call: MfaCall = {}) {
  const body = { chain_type: 'ethereum', owner: { public_key: who.device.publicKey } }
  return signedAs(server, who, '/wallets', body, call)
}

const sign = (who: LoggedIn, walletId: string, call: MfaCall = {}) =>
  signedAs(
    server,
    who,
    `/wallets/${walletId}/rpc`,
    { method: 'personal_sign', params: { message: 'hello', encoding: 'utf-8' } },
    call,
  )

const eventTypes = async ({ user }: LoggedIn) =>
  (await server.ctx.db.select().from(auditEvents).where(eq(auditEvents.userId, user.id))).map(
    ({ type }) => type,
  )

async function enrollPasskeys(who: LoggedIn, ids: readonly string[], call: MfaCall = {}, more: object = {}) {
  const { recipient } = await newRecipient()
  const body = { credential_ids: ids, recipient, step_up: await proofForMfa(server, who), ...more }
  return signedAs(server, who, '/mfa/passkeys/enrollment', body, call)
}

describe('an authenticator app', () => {
  test('is added by a code of it, with recovery codes; from then on the signer signs with a proof of it alone', async () => {
    const wallet = String((await makeWallet(me)).body.id)
    const { told } = await beginTotp(server, me)
    expect(told?.totpAuthUrl).toContain(
      `secret=${told?.totpSecret}&issuer=Shop&algorithm=SHA1&digits=6&period=30`,
    )
    const { app, codes, answer, token } = await enrollTotp(server, me)
    expect(answer.body.mfa_methods).toMatchObject([{ type: 'totp' }])
    expect([codes.length, new Set(codes).size]).toEqual([10, 10])
    expect(codes[0]).toMatch(/^([A-Z2-7]{4}-){3}[A-Z2-7]{4}$/)

    expect(await sign(me, wallet)).toMatchObject(needed)
    expect((await sign(me, wallet, { token })).status).toBe(200)
    const proven = await proveCode(server, me, 'totp', app.code(1))
    expect(proven.status).toBe(200)
    expect((await sign(me, wallet, { token: String(proven.body.token) })).status).toBe(200)
    expect(await eventTypes(me)).toContain('user.mfa_enrolled')
    const [mail] = await toldAt(server, emailOf(me))
    expect(mail && 'subject' in mail && mail.subject).toBe(
      'The second step of your wallet at Shop was changed',
    )
  })

  test('a step is taken once, whichever server is asked', async () => {
    const { app } = await enrollTotp(server, me)
    const code = app.code(1)
    const second = server.second()
    const answers = await Promise.all([
      proveCode(server, me, 'totp', code),
      proveCode(server, me, 'totp', code, { app: second }),
    ])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 403])
    expect(await proveCode(server, me, 'totp', code)).toMatchObject(needed)
    // One of before is none that comes later.
    expect(await proveCode(server, me, 'totp', app.code())).toMatchObject(needed)
  })

  test('is removed by who proves it and a way in, and not without either', async () => {
    const wallet = String((await makeWallet(me)).body.id)
    const { token } = await enrollTotp(server, me)
    const proof = await proofForMfa(server, me)
    const remove = (body: object, call: MfaCall = {}) =>
      signedAs(server, me, '/mfa/totp/unenroll', { ...body }, call)
    expect(await remove({ step_up: proof })).toMatchObject(needed)
    expect(await remove({ from_account: true }, { token })).toMatchObject({
      status: 403,
      body: { code: 'step_up_required' },
    })
    expect(await remove({ step_up: proof }, { token })).toMatchObject({
      status: 200,
      body: { mfa_methods: [] },
    })
    expect((await sign(me, wallet)).status).toBe(200)
    expect((await makeWallet(await logIn(server, emailOf(me)))).status).toBe(409)
    expect(await eventTypes(me)).toContain('user.mfa_removed')
  })
})

const emailOf = ({ user }: LoggedIn) =>
  user.linked_accounts.flatMap(account => (account.type === 'email' ? [account.address] : []))[0] ?? ''

describe('who has a session alone', () => {
  test('adds no factor, though they come from the account screen just after the login', async () => {
    const { app } = await beginTotp(server, me)
    const sealed = await enrollTotpBy(server, me, app.code(), { proof: null })
    expect(sealed.answer).toMatchObject({ status: 403, body: { code: 'step_up_required' } })
    expect(
      (await callAs<{ methods: unknown[] }>(server, me, '/api/v1/mfa/methods', { body: {} })).body.methods,
    ).toEqual([])
  })

  test('adds no second factor by a proof of a way in, where there is one', async () => {
    await enrollTotp(server, me)
    const phone = '+13125550111'
    const code = await askForFactorCode(server, me, 'sms', phone)
    expect(await enrollAddress(server, me, 'sms', phone, { code })).toMatchObject(needed)
    const renewed = await signedAs(server, me, '/mfa/recovery_codes/regenerate', {
      recipient: (await newRecipient()).recipient,
      step_up: await proofForMfa(server, me),
    })
    expect(renewed).toMatchObject(needed)
  })
})

describe('an address', () => {
  test.each([
    ['sms', '+13125550112'],
    ['email', 'second@mfa.example'],
  ] as const)(
    '%s: is added by the code that it was sent, and proves by one that goes to it',
    async (method, to) => {
      const added = await enrollAddress(server, me, method, to)
      expect(added.status).toBe(200)
      expect(added.body.mfa_methods).toMatchObject([{ type: method }])
      const wallet = await makeWallet(me)
      expect(wallet).toMatchObject(needed)
      const code = await askForFactorCode(server, me, method)
      expect(await proveCode(server, me, method, otherCode(code))).toMatchObject(needed)
      const proven = await proveCode(server, me, method, code)
      expect((await makeWallet(me, { token: String(proven.body.token) })).status).toBe(200)
      // Once.
      expect(await proveCode(server, me, method, code)).toMatchObject({
        status: 422,
        body: { code: 'mfa_timeout' },
      })
      const { body } = await callAs<{ methods: { name: string }[] }>(server, me, '/api/v1/mfa/methods', {
        body: {},
      })
      expect(body.methods[0]?.name).toContain('•••')
    },
  )

  test('stays a factor when it is no login any more', async () => {
    const email = emailOf(me)
    await enrollAddress(server, me, 'email', email)
    await linkPasskey(server, me)
    const step_up = await stepUp(server, me, { purpose: 'unlink', target: `email:${email}` })
    const gone = await callAs(server, me, '/api/v1/passwordless/unlink', {
      body: { address: email, step_up },
    })
    expect(gone.status).toBe(200)
    const code = await askForFactorCode(server, me, 'email')
    expect((await proveCode(server, me, 'email', code)).status).toBe(200)
  })

  test('a code to log in, or to add it, proves no factor', async () => {
    const email = emailOf(me)
    const code = await askForFactorCode(server, me, 'email', email)
    await enrollAddress(server, me, 'email', email, { code })
    expect(await proveCode(server, me, 'email', code)).toMatchObject({ body: { code: 'mfa_timeout' } })
  })
})

describe('a passkey', () => {
  test('that is linked is a factor, by the user’s own word to the signer, and is proven with user verification', async () => {
    const passkey = await linkPasskey(server, me)
    const added = await enrollPasskeys(me, [passkey.id])
    expect(added.body).toMatchObject({ mfa_methods: [{ type: 'passkey' }] })
    expect(added.body.linked_accounts).toContainEqual(
      expect.objectContaining({ credential_id: passkey.id, enrolled_in_mfa: true }),
    )
    expect((await provePasskey(server, me, passkey, 0x01)).answer).toMatchObject(needed)
    const { answer, body } = await provePasskey(server, me, passkey)
    expect(answer.status).toBe(200)
    expect(await signedAs(server, me, '/mfa/passkeys/verify', body)).toMatchObject({
      body: { code: 'mfa_timeout' },
    })
    expect((await makeWallet(me, { token: String(answer.body.token) })).status).toBe(200)
  })

  test('of nobody’s account, or another one’s, is none', async () => {
    const other = await logIn(server, address())
    const theirs = await linkPasskey(server, other)
    for (const id of [theirs.id, createPasskey().id])
      expect(await enrollPasskeys(me, [id])).toMatchObject({
        status: 404,
        body: { code: 'linked_account_not_found' },
      })
  })

  test('with `remove_for_login` those that are no factor any more log nobody in', async () => {
    const passkey = await linkPasskey(server, me)
    await enrollPasskeys(me, [passkey.id])
    const { answer } = await provePasskey(server, me, passkey)
    const token = String(answer.body.token)
    const gone = await enrollPasskeys(me, [], { token }, { remove_for_login: true })
    expect(gone.body).toMatchObject({ mfa_methods: [], linked_accounts: [{ type: 'email' }] })
  })

  test('that is a factor is unlinked by who proves a factor, and then is one no longer, or is still', async () => {
    const [one, two] = [await linkPasskey(server, me), await linkPasskey(server, me)]
    await enrollPasskeys(me, [one.id, two.id])
    const token = String((await provePasskey(server, me, two)).answer.body.token)
    const unlink = (id: string, removes: boolean, call: MfaCall) => {
      const body = { credential_id: id, remove_as_mfa: removes, from_account: true }
      return signedAs(server, me, '/passkeys/unlink', body, call)
    }
    expect(await unlink(one.id, true, {})).toMatchObject(needed)
    expect(await unlink(one.id, false, {})).toMatchObject(needed)
    expect((await unlink(one.id, true, { token })).status).toBe(200)
    expect((await unlink(two.id, false, { token })).body).toMatchObject({
      mfa_methods: [{ type: 'passkey' }],
    })
    const [row] = await server.ctx.db.select().from(mfaFactors).where(eq(mfaFactors.userId, me.user.id))
    expect(row?.factors.list).toMatchObject([{ type: 'passkey', id: two.id }])
    expect((await provePasskey(server, me, two)).answer.status).toBe(200)
    // Its person sees it among the others: what they leave out of them is none any more.
    expect(
      (await callAs<{ methods: unknown[] }>(server, me, '/api/v1/mfa/methods', { body: {} })).body.methods,
    ).toMatchObject([{ type: 'passkey', credential_ids: [two.id] }])
  })

  test('that is not there is not taken away', async () => {
    const gone = { status: 403, body: { code: 'missing_mfa_enrollment' } }
    expect(await enrollPasskeys(me, [])).toMatchObject(gone)
    const { token } = await enrollTotp(server, me)
    expect(await enrollPasskeys(me, [], { token }, { remove_for_login: true })).toMatchObject(gone)
    expect(await eventTypes(me)).not.toContain('user.mfa_removed')
  })
})

describe('recovery codes', () => {
  test('each proves once, however it is written, at one of two servers that are asked at once', async () => {
    const { codes } = await enrollTotp(server, me)
    const [first = '', second = ''] = codes
    const written = first.toLowerCase().replaceAll('-', ' ')
    expect((await proveCode(server, me, 'recovery_code', written)).status).toBe(200)
    expect(await proveCode(server, me, 'recovery_code', first)).toMatchObject(needed)
    const answers = await Promise.all([
      proveCode(server, me, 'recovery_code', second),
      proveCode(server, me, 'recovery_code', second, { app: server.second() }),
    ])
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    const left = await callAs<{ recovery_codes_left: number }>(server, me, '/api/v1/mfa/methods', {
      body: {},
    })
    expect(left.body.recovery_codes_left).toBe(8)
    expect(await eventTypes(me)).toContain('user.mfa_recovery_code_used')
  })

  test('new ones end the former, and whoever lost the factor removes it by one', async () => {
    const { codes, token } = await enrollTotp(server, me)
    const { recipient, open } = await newRecipient()
    const step_up = await proofForMfa(server, me)
    const renewed = await signedAs(
      server,
      me,
      '/mfa/recovery_codes/regenerate',
      { recipient, step_up },
      { token },
    )
    const fresh = await open<{ codes: string[] }>(String(renewed.body.codes))
    expect(await proveCode(server, me, 'recovery_code', codes[0] ?? '')).toMatchObject(needed)
    const proven = await proveCode(server, me, 'recovery_code', fresh.codes[0] ?? '')
    const removed = await signedAs(
      server,
      me,
      '/mfa/totp/unenroll',
      { step_up: await proofForMfa(server, me) },
      { token: String(proven.body.token) },
    )
    expect(removed.body.mfa_methods).toEqual([])
  })
})

describe('wrong codes', () => {
  test('of all devices and servers count together; then all factors rest for a quarter of an hour', async () => {
    const { app } = await enrollTotp(server, me)
    const tablet = await logIn(server, emailOf(me))
    const second = server.second()
    const wrong = otherCode(app.code())
    const left: unknown[] = []
    for (let index = 0; index < 10; index++) {
      const who = index % 2 ? me : tablet
      const answer = await proveCode(server, who, 'totp', wrong, index % 3 ? {} : { app: second })
      left.push(answer.body.data?.triesLeft ?? answer.body.code)
    }
    expect(left).toEqual([9, 8, 7, 6, 5, 4, 3, 2, 1, 'mfa_verification_max_attempts_reached'])
    const rested = await proveCode(server, me, 'totp', app.code(1))
    expect(rested).toMatchObject({ status: 429, body: { code: 'mfa_verification_max_attempts_reached' } })
    expect(Number(rested.headers.get('retry-after'))).toBeGreaterThan(800)
    expect(await proveCode(server, me, 'recovery_code', 'AAAA')).toMatchObject({ status: 429 })
  })

  test('sent at once cannot be more', async () => {
    const { app } = await enrollTotp(server, me)
    const wrong = otherCode(app.code())
    const answers = await Promise.all(
      Array.from({ length: 14 }, (_, index) =>
        proveCode(server, me, 'totp', wrong, index % 2 ? {} : { app: server.second() }),
      ),
    )
    expect(answers.filter(({ status }) => status === 429).length).toBeGreaterThanOrEqual(4)
  })

  test('a row that somebody deleted changes nothing: the signer has counted as well', async () => {
    const { app } = await enrollTotp(server, me)
    for (let index = 0; index < 10; index++) await proveCode(server, me, 'totp', otherCode(app.code()))
    await server.ctx.db.delete(mfaTries).where(eq(mfaTries.userId, me.user.id))
    expect(await proveCode(server, me, 'totp', app.code(1))).toMatchObject({ status: 429 })
  })

  test('a right one costs no try, and the count ends with the rest', async () => {
    const { app } = await enrollTotp(server, me)
    await proveCode(server, me, 'totp', otherCode(app.code()))
    await proveCode(server, me, 'totp', app.code(1))
    const [row] = await server.ctx.db.select().from(mfaTries).where(eq(mfaTries.userId, me.user.id))
    expect(row?.tries).toBe(1)
    expect(row?.expiresAt.getTime()).toBe(server.clock.now + MFA_REST_MS)
  })
})

describe('a proof', () => {
  test('is for its device and its user alone', async () => {
    const { token } = await enrollTotp(server, me)
    const tablet = await logIn(server, emailOf(me))
    expect(await makeWallet(tablet, { token })).toMatchObject(needed)
    const other = await logIn(server, address())
    await enrollTotp(server, other)
    expect(await makeWallet(other, { token })).toMatchObject(needed)
    const [at, seal = ''] = token.split('.')
    expect(await makeWallet(me, { token: `${Number(at) + 1}.${seal}` })).toMatchObject(needed)
    expect(await makeWallet(me, { token: 'x' })).toMatchObject(needed)
    expect((await makeWallet(me, { token })).status).toBe(200)
  })

  test('is demanded on a device that logs in later, and by a login that is added later', async () => {
    await enrollTotp(server, me)
    const tablet = await logIn(server, emailOf(me))
    expect(await makeWallet(tablet)).toMatchObject(needed)
    const seals = await server.ctx.db.select().from(devices).where(eq(devices.userId, me.user.id))
    expect(seals.map(({ seal }) => seal.split('.')[0])).toEqual(['1', '1'])
    await linkPasskey(server, me)
    const logins = await server.ctx.db.select().from(accounts).where(eq(accounts.userId, me.user.id))
    expect(logins.map(({ seal }) => seal.split('.')[0])).toEqual(['1', '1'])
  })
})

test('who took over the API process leaves no factors out, and brings none of before', async () => {
  const { token } = await enrollTotp(server, me)
  const mine = eq(mfaFactors.userId, me.user.id)
  const [first] = await server.ctx.db.select().from(mfaFactors).where(mine)
  if (!first) throw new Error('no factors')
  await server.ctx.db.delete(mfaFactors).where(mine)
  expect(await makeWallet(me, { token })).toMatchObject(needed)
  await server.ctx.db.insert(mfaFactors).values(first)
  await signedAs(server, me, '/mfa/totp/unenroll', { step_up: await proofForMfa(server, me) }, { token })
  const { answer } = await enrollTotpBy(server, me, (await beginTotp(server, me)).app.code())
  expect(answer.status).toBe(200)
  // The former app, which somebody may have, and the statement that there was none.
  for (const version of [first.version, first.version + 1]) {
    await server.ctx.db.update(mfaFactors).set({ version, factors: first.factors }).where(mine)
    expect((await makeWallet(me, { token })).body.code).toBe('expired_or_invalid_authorization')
  }
})

test('a wallet that is made while the first factor is added is guarded, and can be used', async () => {
  const { app } = await beginTotp(server, me)
  const proof = await proofForMfa(server, me)
  const [made, added] = await Promise.all([makeWallet(me), enrollTotpBy(server, me, app.code(), { proof })])
  expect(added.answer.status).toBe(200)
  const token = String(added.answer.body.mfa_token)
  const wallet = made.status === 200 ? made : await makeWallet(me, { token })
  const id = String(wallet.body.id)
  expect(await sign(me, id)).toMatchObject(needed)
  expect((await sign(me, id, { token })).status).toBe(200)
})

test('a method that the operator does not offer cannot be added; one that is there still counts', async () => {
  const { app } = await enrollTotp(server, me)
  await configure(server, { mfa_methods: ['sms'] })
  try {
    expect((await beginTotp(server, me)).answer).toMatchObject({
      status: 422,
      body: { code: 'not_supported' },
    })
    expect(await makeWallet(me)).toMatchObject(needed)
    expect((await proveCode(server, me, 'totp', app.code(1))).status).toBe(200)
  } finally {
    await configure(server, { mfa_methods: ['totp', 'sms', 'email', 'passkey'] })
  }
})

test('who has no factor proves none', async () => {
  expect(await proveCode(server, me, 'totp', '000000')).toMatchObject({
    status: 403,
    body: { code: 'missing_mfa_enrollment' },
  })
})

test('of two changes at once one is done', async () => {
  const { token } = await enrollTotp(server, me)
  const phone = '+13125550114'
  const code = await askForFactorCode(server, me, 'sms', phone)
  const mail = await askForFactorCode(server, me, 'email', emailOf(me))
  const [one, two] = [await proofForMfa(server, me), await proofForMfa(server, me)]
  const answers = await Promise.all([
    enrollAddress(server, me, 'sms', phone, { code, proof: one, token }),
    enrollAddress(server, me, 'email', emailOf(me), { code: mail, proof: two, token, app: server.second() }),
  ])
  const done = answers.flatMap(({ status }, index) => (status === 200 ? [index ? 'email' : 'sms'] : []))
  const over = answers.filter(({ status, body }) => status === 409 && body.code === 'resource_conflict')
  expect([done.length > 0, done.length + over.length]).toEqual([true, 2])
  const { body } = await callAs<{ methods: { type: string }[] }>(server, me, '/api/v1/mfa/methods', {
    body: {},
  })
  expect(body.methods.map(({ type }) => type).sort()).toEqual(['totp', ...done].sort())
})

test('above the operator’s amount a transaction takes a second factor, of who has none', async () => {
  const wallet = String((await makeWallet(me)).body.id)
  const send = (value: string, call: MfaCall = {}) => {
    const fees = {
      max_fee_per_gas: '0x1',
      max_priority_fee_per_gas: '0x1',
      nonce: '0x0',
      gas_limit: '0x5208',
    }
    const transaction = { type: 2, to: `0x${'11'.repeat(20)}`, value, chain_id: 1, ...fees }
    const body = { method: 'eth_signTransaction', params: { transaction } }
    return signedAs(server, me, `/wallets/${wallet}/rpc`, body, call)
  }
  await configure(server, { mfa_required_above: [{ chain: 'eip155:1', amount: '1000' }] })
  try {
    expect(await send('0x3e9')).toMatchObject({ status: 403, body: { code: 'missing_mfa_enrollment' } })
    expect((await send('0x3e8')).status).toBe(200)
    const { token } = await enrollTotp(server, me)
    expect((await send('0x3e9', { token })).status).toBe(200)
  } finally {
    await configure(server, { mfa_required_above: [] })
  }
})
