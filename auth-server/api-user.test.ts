import { randomBytes, randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { sealSecret } from '@vitrine/shared/hpke/login-secret.ts'
import { isStatementOf } from '@vitrine/shared/signer/statement.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { LoginProof, SignerRequest } from './signer/operations.ts'
import { secretSubject } from './signer/secret-subject.ts'
import type { TestDevice } from './signer/testing/device.ts'
import { type ApiHands, takeApiHands } from './testing/api-hands.ts'
import { askForCode, initCode, logIn, signedCall, tryCode } from './testing/client.ts'
import { forge, type TappedCall, tap } from './testing/tapped-call.ts'
import { keysInDocument, startWholeServer, type WholeServer } from './testing/whole-server.ts'
import { asDevice, create, type Person, rpc, sign, signBody } from './wallet/testing/wallet-calls.ts'

/**
 * A stranger in the API process, on the whole server as an operator starts it: a program of theirs runs as that process's
 * user, with its environment, its role in the database and its sockets. They have every call of a person before it is served.
 * Each test ends with the person's own call, which succeeds: what was refused was refused to the stranger.
 */
let server: WholeServer
let hands: ApiHands
/** Of the stranger. */
let own: TestDevice
const isRoot = process.getuid?.() === 0

beforeAll(async () => {
  server = await startWholeServer({ sms_auth: true, guest_auth: true })
  hands = await takeApiHands(server, isRoot ? server.api : null)
}, 120_000)
afterAll(async () => {
  await hands?.stop()
  await server?.stop()
})
beforeEach(async () => {
  own = await server.createDevice()
})

let people = 0
const address = (): string => `victim${++people}@api-user.example`
type Code = Extract<LoginProof, { type: 'code' }>

/** What the database has of a code that was sent. */
async function codeRow(to: string): Promise<Code['issued']> {
  const [row] = await hands.sql<Record<string, string> & { test: boolean }>(
    'select * from one_time_codes where address = $1 order by created_at desc limit 1',
    [to],
  )
  if (!row) throw new Error(`no code for ${to}`)
  return {
    appId: server.appId,
    channel: row.channel as Code['issued']['channel'],
    address: to,
    codeId: row.id ?? '',
    purpose: row.purpose as Code['issued']['purpose'],
    expiresAt: Date.parse(row.expires_at ?? ''),
    test: row.test,
    digest: row.digest ?? '',
  }
}

const issue = (to: string, device: string, purpose: Code['issued']['purpose'] = 'login') => {
  const by = to.includes('@') ? 'mail' : 'text'
  const request = {
    appId: server.appId,
    channel: by === 'mail' ? 'email' : 'sms',
    address: to,
    codeId: randomUUID(),
    expiresAt: Date.now() + 600_000,
    device,
    purpose,
    carriage: { by, appName: 'Shop', language: 'en' },
  } as const
  return hands.signer('issueCode', request).then(answer => {
    if (!answer.ok) throw new Error(`not sent: ${answer.reason}`)
    const { device: _, carriage: __, ...issued } = request
    return { issued: { ...issued, test: false, digest: answer.digest }, answer }
  })
}

type Verify = SignerRequest<'verifyLogin'>
const refused: unknown = expect.objectContaining({ ok: false })
/** Asks the signer for each, none of which may give a seal. */
async function expectRefused(...requests: Verify[]): Promise<void> {
  for (const request of requests) {
    expect(await hands.signer('verifyLogin', request)).toEqual(refused)
  }
}

async function logInAnew(email = address()): Promise<Person> {
  const device = await server.createDevice()
  const { user, token } = await logIn(server, email, asDevice(device))
  return { email, userId: user.id, device, accessToken: token }
}
const sealOf = async ({ userId, device }: Person) => {
  const [row] = await hands.sql<{ seal: string }>(
    'select seal from devices where user_id = $1 and thumbprint = $2',
    [userId, device.thumbprint],
  )
  return { publicKey: device.publicKey, seal: row?.seal ?? '' }
}

test('the stranger is the API process’s user, and has what that process has', async () => {
  expect((await hands.whoami()).uid).toBe(server.api.uid)
  expect(await hands.sql('select id from apps')).toEqual([{ id: server.appId }])
  expect(await hands.signer('readClock', {})).toEqual({ now: expect.any(Number) })
  await hands.mailer('sendMail', { to: 'ann@api-user.example', subject: 'Hello', text: 'Code: 000000' })
  expect(server.mails.at(-1)).toMatchObject({ to: 'ann@api-user.example' })
})

describe('a code', () => {
  test.each([
    ['mail', address],
    ['text message', () => '+12025550111'],
  ])('by %s is told to the person, and nowhere to the stranger', async (_, to) => {
    const recipient = to()
    const { answer } = await issue(recipient, own.thumbprint)
    const sent =
      server.mails.findLast(mail => mail.to === recipient)?.code ??
      /\d{6}/.exec(server.texts.findLast(it => it.To === recipient)?.Body ?? '')?.[0]
    expect(sent).toMatch(/^\d{6}$/)
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
    const { issued } = await issue(email, own.thumbprint)
    const right = server.mails.findLast(mail => mail.to === email)?.code ?? ''
    const guess = async (code: string): Promise<Verify> => {
      const identity = { type: 'email', subject: email } as const
      const belonging = { purpose: 'login', appId: server.appId, identity, userId: null } as const
      const device = own.thumbprint
      const sealed = await sealSecret(server.signerKeys.recipient, { ...belonging, device }, code)
      const signed = forge(server, own, '/passwordless/authenticate', { email, code: sealed })
      return { proof: { type: 'code', issued, code: sealed }, account: null, link: null, ...signed }
    }
    const wrong = right === '000000' ? '000001' : '000000'
    for (let n = 0; n < 5; n++) {
      await expectRefused(await guess(wrong))
      await hands.sql('delete from rate_limits')
      await hands.sql('update one_time_codes set tries = 0')
    }
    await expectRefused(await guess(right))
    // The same guess at a code of which none was lost would have been right.
    const again = await issue(email, own.thumbprint)
    const code = server.mails.findLast(mail => mail.to === email)?.code ?? ''
    const request = {
      ...(await guess(code)),
      proof: { type: 'code', issued: again.issued, code: '' },
    } as const
    const sealed = (request.authorization.payload.body as { code: string }).code
    expect(
      await hands.signer('verifyLogin', { ...request, proof: { ...request.proof, code: sealed } }),
    ).toMatchObject({ ok: true, device: { thumbprint: own.thumbprint } })
  })
})

/** Ways to put the stranger's device, code or user in the place of the person's. */
async function swaps(seen: TappedCall, proof: Code, path: string): Promise<Verify[]> {
  const honest: Verify = { proof, account: null, link: null, ...seen.signed }
  const mine = await issue(proof.issued.address, own.thumbprint)
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

const number = (): string => '+12025550112'

describe('a device of the stranger’s is not sealed for a person who logs in', () => {
  test.each([
    ['by e-mail', 'email', address, 'passwordless', 'email'],
    ['by text message', 'sms', number, 'passwordless_sms', 'phoneNumber'],
  ] as const)('%s', async (_, channel, to, path, member) => {
    const [person, recipient] = [await server.createDevice(), to()]
    const device = asDevice(person)
    await initCode(server, device, { [member]: recipient }, {}, `/api/v1/${path}/init`)
    const code =
      server.mails.findLast(mail => mail.to === recipient)?.code ??
      /\d{6}/.exec(server.texts.findLast(it => it.To === recipient)?.Body ?? '')?.[0]
    const identity = { type: channel === 'email' ? 'email' : 'phone', subject: recipient }
    const seen = await tap(server, person, app =>
      signedCall(server, device, `/api/v1/${path}/authenticate`, {
        body: { [member]: recipient },
        secret: { member: 'code', value: code ?? '', identity },
        app,
      }),
    )
    const proof: Code = { type: 'code', issued: await codeRow(recipient), code: String(seen.body.code) }
    await expectRefused(...(await swaps(seen, proof, `/${path}/authenticate`)))
    expect(JSON.stringify(seen.body)).not.toContain(code)
    expect(await seen.deliver()).toMatchObject({ status: 200 })
    // Once more, when it is over.
    await expectRefused({
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
    await expectRefused(
      { ...honest, publicKey: own.publicKey },
      { ...honest, ...forge(server, own, '/guest/authenticate', seen.body) },
      { ...honest, proof: { ...proof, subject: secretSubject(credential) } },
    )
    expect(await seen.deliver()).toMatchObject({ status: 200 })
  })
})

describe('a way in of the stranger’s is not bound to a person', () => {
  test('who links an address', async () => {
    const person = await logInAnew()
    const next = '+12025550113'
    await initCode(
      server,
      asDevice(person.device),
      { phoneNumber: next, purpose: 'link' },
      {},
      '/api/v1/passwordless_sms/init',
    )
    const code = /\d{6}/.exec(server.texts.findLast(it => it.To === next)?.Body ?? '')?.[0] ?? ''
    const seen = await tap(server, person.device, app =>
      signedCall(server, asDevice(person.device), '/api/v1/passwordless_sms/link', {
        body: { phoneNumber: next },
        secret: { member: 'code', value: code, identity: { type: 'phone', subject: next } },
        as: { userId: person.userId, token: person.accessToken },
        app,
      }),
    )
    const proof: Code = { type: 'code', issued: await codeRow(next), code: String(seen.body.code) }
    const link = { userId: person.userId, device: await sealOf(person) }
    const other = await logInAnew()
    const evil = await issue('+12025550199', person.device.thumbprint, 'link')
    const honest: Verify = { proof, account: null, link, ...seen.signed }
    await expectRefused(
      { ...honest, link: { userId: other.userId, device: await sealOf(other) } },
      { ...honest, link: null },
      { ...honest, proof: { ...proof, issued: evil.issued } },
      { ...honest, ...forge(server, own, '/passwordless_sms/link', seen.body) },
      { ...honest, link: { ...link, device: { ...link.device, publicKey: own.publicKey } } },
    )
    expect(await seen.deliver()).toMatchObject({ status: 200 })
  })

  test('who changes theirs', async () => {
    const person = await logInAnew()
    const next = address()
    await initCode(server, asDevice(person.device), { email: next, purpose: 'update' })
    const code = server.mails.findLast(mail => mail.to === next)?.code ?? ''
    const seen = await tap(server, person.device, app =>
      signedCall(server, asDevice(person.device), '/api/v1/passwordless/update', {
        body: { oldAddress: person.email, newAddress: next },
        secret: { member: 'code', value: code, identity: { type: 'email', subject: next } },
        as: { userId: person.userId, token: person.accessToken },
        app,
      }),
    )
    const proof: Code = { type: 'code', issued: await codeRow(next), code: String(seen.body.code) }
    const link = { userId: person.userId, device: await sealOf(person) }
    const evil = await issue(address(), person.device.thumbprint, 'update')
    const honest: Verify = { proof, account: null, link, ...seen.signed }
    await expectRefused(
      { ...honest, proof: { ...proof, issued: evil.issued } },
      { ...honest, link: null },
      { ...honest, ...forge(server, own, '/passwordless/update', seen.body) },
    )
    expect(await seen.deliver()).toMatchObject({ status: 200 })
  })
})

describe('a person’s wallet', () => {
  /** Rows that a stranger writes: a device of theirs, and a session that is bound to it. */
  const enrol = async ({ userId, device }: Person, seal: string) => {
    await hands.sql('insert into devices (thumbprint, user_id, public_key, seal) values ($1, $2, $3, $4)', [
      own.thumbprint,
      userId,
      own.publicKey,
      seal,
    ])
    await hands.sql(`update sessions set thumbprint = $1 where user_id = $2 and thumbprint = $3`, [
      own.thumbprint,
      userId,
      device.thumbprint,
    ])
  }

  test('signs for the person’s device alone: not for a stranger’s rows, session or repeated request', async () => {
    const person = await logInAnew()
    const made = (await (await create(server, person)).json()) as { id: string }
    const [row] = await hands.sql<Record<string, string>>('select * from wallets where id = $1', [made.id])
    const wallet = {
      walletId: made.id,
      appId: server.appId,
      userId: person.userId,
      chainType: 'ethereum',
      address: row?.address ?? '',
      sealedKey: row?.sealed_key ?? '',
    } as const
    const seen = await tap(server, person.device, app => sign(server, person, made.id, 'hello', { app }))
    const device = await sealOf(person)
    const { authorization } = seen.signed
    const other = { ...authorization, payload: { ...authorization.payload, body: signBody('all of it') } }
    const path = `/wallets/${made.id}/rpc`
    const forged = forge(server, own, path, signBody('all of it')).authorization
    for (const request of [
      { wallet, device, authorization: other },
      { wallet, device, authorization: forged },
      { wallet, device: { ...device, publicKey: own.publicKey }, authorization: forged },
      { wallet: { ...wallet, userId: 'another' }, device, authorization },
    ])
      await expect(hands.signer('walletRpc', request)).rejects.toMatchObject({
        code: expect.stringMatching(/^(invalid_|unreadable_)/),
      })
    expect(await seen.deliver()).toMatchObject({ status: 200, body: { method: 'personal_sign' } })

    await enrol(person, device.seal)
    const asStranger = { ...person, device: own }
    const answer = await rpc(server, asStranger, made.id, signBody('all of it'))
    expect(answer.status).toBeGreaterThanOrEqual(400)
    expect(await answer.text()).not.toContain('signature":"0x')
    await hands.sql('update sessions set thumbprint = $1 where user_id = $2', [
      person.device.thumbprint,
      person.userId,
    ])
    expect((await sign(server, person, made.id, 'mine')).status).toBe(200)
  })

  test('on their devices: the keys of its shares go to the vault that asks, and the frame knows others', async () => {
    const person = await logInAnew()
    const device = await sealOf(person)
    const [vault, thief] = [await server.createDevice(), await server.createDevice()]
    const path = '/embedded_wallets/keys'
    const asked = (recipient: string) => ({ recipient, purposes: ['auth-share', 'recovery'] as const })
    const release = (by: TestDevice, body: object) => ({
      appId: server.appId,
      userId: person.userId,
      device,
      authorization: forge(server, by, path, body).authorization,
    })
    const honest = release(person.device, asked(vault.publicKey))
    const { payload } = honest.authorization
    const exchanged = { ...payload, body: asked(thief.publicKey) }
    for (const request of [
      release(own, asked(thief.publicKey)),
      { ...honest, authorization: { ...honest.authorization, payload: exchanged } },
      { ...release(own, asked(thief.publicKey)), device: { ...device, publicKey: own.publicKey } },
      { ...honest, userId: (await logInAnew()).userId },
    ])
      await expect(hands.signer('releaseShareKeys', request)).rejects.toMatchObject({
        code: expect.stringMatching(/^invalid_/),
      })
    // The honest question: its answer opens for the vault alone, and no other one passes for it.
    const { keys, signature } = await hands.signer('releaseShareKeys', honest)
    const said = {
      kind: 'share-keys',
      origin: 'http://localhost:4401',
      appId: server.appId,
      userId: person.userId,
      device: person.device.publicKey,
      ...asked(vault.publicKey),
      keys,
    } as const
    const { identity } = server.signerKeys
    expect(await isStatementOf(identity, said, signature)).toBe(true)
    const before = await hands.signer('releaseShareKeys', release(person.device, asked(thief.publicKey)))
    for (const other of [{ keys: before.keys }, { recipient: thief.publicKey }, { device: own.publicKey }])
      expect(await isStatementOf(identity, { ...said, ...other }, signature)).toBe(false)
    expect(await isStatementOf(identity, { ...said, keys: before.keys }, before.signature)).toBe(false)
  })
})

test('what people encrypt to stays the signer’s, whatever the stranger writes into an app’s config', async () => {
  const genuine = await hands.signer('readPublicKeys', {})
  const [row] = await hands.sql<{ config: object }>('select config from apps where id = $1', [server.appId])
  const name = '"}</script><script id="vitrine-boot">{"signer":{"recipient":"AAAA"}}'
  const config = { ...row?.config, name, approval_surface: 'frame' }
  await hands.sql('update apps set config = $1 where id = $2', [JSON.stringify(config), server.appId])
  const { recipient, identity } = await keysInDocument(server.app, server.appId)
  expect({ recipient, identity }).toEqual({ recipient: genuine.recipient, identity: genuine.identity })
  await hands.sql('update apps set config = $1 where id = $2', [JSON.stringify(row?.config), server.appId])
  expect((await logInAnew()).userId).toMatch(/./)
})

test('the signer tells no key, and takes no other one', async () => {
  for (const operation of ['readMasterKey', 'setKeys', 'exportKeys', 'signStatement', 'constructor'])
    await expect(hands.signer(operation as 'readClock', {})).rejects.toMatchObject({
      code: 'invalid_request',
    })
  await expect(hands.signer('readPublicKeys', { recipient: 'AAAA' } as never)).rejects.toMatchObject({
    code: 'invalid_request',
  })
  const told = JSON.stringify([server.environment, await hands.signer('readPublicKeys', {})])
  expect(told).not.toContain('5e'.repeat(32))
  expect(told).not.toContain(Buffer.alloc(32, 0x5e).toString('base64url'))
})

test('by SQL the stranger reads no file, and becomes nobody else', async () => {
  for (const statement of [
    `select pg_read_binary_file('/proc/${server.pids.supervisor}/environ')`,
    `select pg_read_file('${server.keyFile}')`,
    "copy apps to program 'id'",
    'set role vitrine_owner',
    'alter role current_user superuser',
  ])
    await expect(hands.sql(statement)).rejects.toMatchObject({ code: '42501' })
  expect(await hands.sql('select 1 as one')).toEqual([{ one: 1 }])
})

describe(isRoot ? 'started by root' : 'started by an ordinary user', () => {
  if (!isRoot) {
    test('the server has said that its processes share this user, who can read all of them', () => {
      expect(server.api.uid).toBe(process.getuid?.())
    })
    return
  }

  test('the stranger reads neither the master key nor another process', async () => {
    const { supervisor, signer, mailer, frame, postgres } = server.pids
    for (const pid of [supervisor, signer, mailer, frame, postgres]) {
      expect(pid).toBeGreaterThan(0)
      for (const file of ['environ', 'mem', 'maps'])
        expect([file, await hands.tries('read', `/proc/${pid}/${file}`)]).toEqual([
          file,
          expect.stringMatching(/^(EACCES|EPERM)$/),
        ])
      expect(await hands.tries('list', `/proc/${pid}/fd`)).toBe('EACCES')
      expect(await hands.tries('signal', pid)).toBe('EPERM')
    }
    for (const file of [server.keyFile, join(server.dataDir, 'database-superuser')])
      expect(await hands.tries('read', file)).toBe('EACCES')
    // What is everybody's is read: the others were refused.
    expect(await hands.tries('read', `/proc/${signer}/stat`)).toBe('allowed')
  })

  test('the stranger opens the sockets of the API process, and not the one by which codes are sent', async () => {
    const { VITRINE_SIGNER_SOCKET = '', VITRINE_MAILER_SOCKET = '' } = server.environment
    for (const socket of [VITRINE_SIGNER_SOCKET, VITRINE_MAILER_SOCKET])
      expect(await hands.tries('open', socket)).toBe('allowed')
    const codes = VITRINE_MAILER_SOCKET.replaceAll('mailer', 'codes')
    expect(await hands.tries('open', codes)).toBe('EACCES')
  })
})
