import { join } from 'node:path'
import { isStatementOf } from '@vitrine/shared/signer/statement.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { TestDevice } from './signer/testing/device.ts'
import { isRoot, type Stranger, startStranger } from './testing/stranger.ts'
import { forge, tap } from './testing/tapped-call.ts'
import { keysInDocument, MASTER_KEY } from './testing/whole-server.ts'
import { create, type Person, rpc, sign, signBody } from './wallet/testing/wallet-calls.ts'

/**
 * A stranger in the API process, on the whole server as an operator starts it: a program of theirs runs as that process's
 * user, with its environment, its role in the database and its sockets. They have every call of a person before it is served.
 * Each test ends with the person's own call, which succeeds: what was refused was refused to the stranger.
 */
let stranger: Stranger
let server: Stranger['server']
let hands: Stranger['hands']
/** Of the stranger. */
let own: TestDevice

beforeAll(async () => {
  stranger = await startStranger({})
  ;({ server, hands } = stranger)
}, 120_000)
afterAll(() => stranger?.stop())
beforeEach(async () => {
  own = await server.createDevice()
})

let people = 0
const address = (): string => `victim${++people}@api-user.example`

test('the stranger is the API process’s user, and has what that process has', async () => {
  expect((await hands.whoami()).uid).toBe(server.api.uid)
  expect(await hands.sql('select id from apps')).toEqual([{ id: server.appId }])
  expect(await hands.signer('readClock', {})).toEqual({ now: expect.any(Number) })
  await hands.mailer('sendMail', { to: 'ann@api-user.example', subject: 'Hello', text: 'Code: 000000' })
  expect(server.mails.at(-1)).toMatchObject({ to: 'ann@api-user.example' })
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
    const person = await stranger.logInAnew(address())
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
    const device = await stranger.sealOf(person)
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
    const person = await stranger.logInAnew(address())
    const device = await stranger.sealOf(person)
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
      { ...honest, userId: (await stranger.logInAnew(address())).userId },
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
  expect((await stranger.logInAnew(address())).userId).toMatch(/./)
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
  expect(told).not.toContain(MASTER_KEY)
  expect(told).not.toContain(Buffer.from(MASTER_KEY, 'hex').toString('base64url'))
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
