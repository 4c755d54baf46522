import { createHash } from 'node:crypto'
import {
  AUTOMATIC,
  createTestSet,
  envelope,
  PASSCODE,
  randomText,
} from '@vitrine/shared/wallet/testing/test-set.ts'
import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { findApp, replaceConfig } from '../apps/registry.ts'
import { embeddedSets, embeddedSharings, embeddedWallets, rateLimits } from '../database/schema.ts'
import { createTestDevice } from '../signer/testing/device.ts'
import { startTestServer, type TestServer } from '../testing/server.ts'
import { logInOnNewDevice, type Person } from '../wallet/testing/wallet-calls.ts'
import { callSet, setWalletConfig } from './testing/set-calls.ts'

let server: TestServer
let user: Person
let set: ReturnType<typeof createTestSet>

beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.stop())
beforeEach(async () => {
  await setWalletConfig(server, { user_owned_recovery_options: ['user-passcode'] })
  user = await logInOnNewDevice(server)
  set = createTestSet(ownerOf(user))
})

const ownerOf = ({ userId }: Person) => ({ appId: server.appId, userId })
const rows = () => server.ctx.db.select().from(embeddedSets).where(eq(embeddedSets.userId, user.userId))
const post = (path: string, body: unknown, who = user) => callSet(server, who, path, body)
const outcome = async (answer: ReturnType<typeof post>) => {
  const { status, body } = await answer
  return body.code === undefined ? [status] : [status, body.code]
}

describe('registering', () => {
  test('stores all of it and tells of it, to the user’s profile too', async () => {
    const request = set.registration()
    const { status, body } = await post('', request)
    expect(status).toBe(200)
    expect(body.set).toMatchObject({
      set_id: set.setId,
      recovery_method: 'privy',
      recovery_sharing_id: request.sharing.id,
      wallets: [{ chain_type: 'ethereum', wallet_index: 0, address: request.wallets[0]?.address }],
    })
    const url = 'http://localhost:4401/api/v1/users/me'
    const { accessToken } = user
    const me = await server.app.request(url, {
      headers: {
        origin: 'http://localhost:4401',
        'vitrine-app-id': server.appId,
        authorization: `Bearer ${accessToken}`,
        dpop: await user.device.prove({ method: 'GET', url, accessToken }),
      },
    })
    const { user: wire } = await me.json()
    expect(wire.linked_accounts).toContainEqual(
      expect.objectContaining({
        type: 'wallet',
        id: null,
        address: request.wallets[0]?.address,
        recovery_method: 'privy',
      }),
    )
  })

  test('ten devices at once make one set, which all get', async () => {
    const sets = Array.from({ length: 10 }, () => createTestSet(ownerOf(user)))
    const answers = await Promise.all(sets.map(it => post('', it.registration())))
    expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 10 }, () => 200))
    expect(new Set(answers.map(({ body }) => JSON.stringify(body))).size).toBe(1)
    expect(await rows()).toHaveLength(1)
  })

  test('a failure between set and wallets leaves neither', async () => {
    const { db } = server.database
    await db.execute(sql`
      create function refuse_wallet() returns trigger language plpgsql as $$ begin raise 'disk full'; end $$`)
    await db.execute(
      sql`create trigger refuse_wallet before insert on embedded_wallets execute function refuse_wallet()`,
    )
    const failed = await outcome(post('', set.registration()))
    await db.execute(sql`drop function refuse_wallet cascade`)
    expect(failed).toEqual([500, 'internal_error'])
    expect(await rows()).toEqual([])
    expect(await outcome(post('', set.registration()))).toEqual([200])
  })

  test('a set of another account is refused', async () => {
    await post('', set.registration())
    const other = await logInOnNewDevice(server)
    const body = { ...set.registration() }
    const { proof: _, ...rest } = body
    const wallets = [set.wallet(0, 'ethereum', ownerOf(other))]
    const stolen = set.proven('register', { ...rest, wallets }, ownerOf(other))
    expect(await outcome(post('', stolen, other))).toEqual([409, 'resource_conflict'])
  })

  test.each([
    [
      'a proof by another set',
      () => ({ ...set.registration(), proof: createTestSet(ownerOf(user)).registration().proof }),
    ],
    [
      'a proof for another user',
      () => {
        const { proof: _, ...body } = set.registration()
        return set.proven('register', body, { appId: server.appId, userId: 'user_other' })
      },
    ],
    [
      'a proof of another change',
      () => {
        const { proof: _, ...body } = set.registration()
        return set.proven('add-wallet', body)
      },
    ],
    ['a recovery that was swapped after the proof', () => ({ ...set.registration(), recovery: AUTOMATIC() })],
    [
      'a wallet whose key says another user',
      () =>
        set.registration(AUTOMATIC(), [
          set.wallet(0, 'ethereum', { appId: server.appId, userId: 'user_other' }),
        ]),
    ],
    [
      'an address of somebody else, which the key claims to have',
      () => set.registration(AUTOMATIC(), [set.wallet(0, 'ethereum', ownerOf(user), set.wallet().address)]),
    ],
    [
      'a Solana address of somebody else, which the key claims to have',
      () => {
        const { address } = set.wallet(0, 'solana')
        return set.registration(AUTOMATIC(), [set.wallet(0, 'solana', ownerOf(user), address)])
      },
    ],
    [
      'a set id of small order, which anyone can sign for',
      () => {
        const identity = Buffer.concat([Buffer.of(1), Buffer.alloc(31)])
        const weak = createTestSet(ownerOf(user), undefined, identity.toString('base64url'))
        return {
          ...weak.registration(),
          proof: Buffer.concat([identity, Buffer.alloc(32)]).toString('base64url'),
        }
      },
    ],
    ['a set id that is no key', () => ({ ...set.registration(), set_id: 'A'.repeat(43) })],
  ])('%s is refused', async (_, request) => {
    expect(await outcome(post('', request()))).toEqual([422, 'invalid_credentials'])
    expect(await rows()).toEqual([])
  })

  test.each([
    ['an index that is not the next', () => set.registration(AUTOMATIC(), [set.wallet(1)]), 'invalid_data'],
    [
      'two wallets of one index',
      () => set.registration(AUTOMATIC(), [set.wallet(0), set.wallet(0)]),
      'invalid_data',
    ],
    ['a negative index', () => set.registration(AUTOMATIC(), [set.wallet(-1)]), 'invalid_data'],
    ['no wallet', () => set.registration(AUTOMATIC(), []), 'invalid_data'],
    ['an envelope that is none', () => set.registration({ method: 'privy', share: 'share' }), 'invalid_data'],
    ['a field that nobody knows', () => ({ ...set.registration(), policy: 1 }), 'invalid_data'],
  ])('%s is refused', async (_, request, code) => {
    expect(await outcome(post('', request()))).toEqual([400, code])
    expect(await rows()).toEqual([])
  })

  test('keeps the rules of the app’s config', async () => {
    await setWalletConfig(server, { require_user_owned_recovery_on_create: true })
    expect(await outcome(post('', set.registration()))).toEqual([403, 'disallowed_recovery_method'])
    expect(await outcome(post('', set.registration(PASSCODE())))).toEqual([200])
    await setWalletConfig(server)
    const other = await logInOnNewDevice(server)
    const theirs = createTestSet(ownerOf(other))
    expect(await outcome(post('', theirs.registration(PASSCODE()), other))).toEqual([
      403,
      'disallowed_recovery_method',
    ])
    await setWalletConfig(server, { mode: 'user-controlled-server-wallets-only' })
    expect(await outcome(post('', theirs.registration(), other))).toEqual([422, 'not_supported'])
  })
})

describe('a further wallet', () => {
  const add = (wallet = set.wallet(1)) => set.proven('add-wallet', { set_id: set.setId, wallet })
  beforeEach(() => post('', set.registration()))

  test('takes the next index; the same one again is no error, another one in its place is', async () => {
    const request = add()
    expect(await outcome(post('/wallets', request))).toEqual([200])
    expect(await outcome(post('/wallets', request))).toEqual([200])
    expect(await outcome(post('/wallets', add()))).toEqual([409, 'resource_conflict'])
    expect(await outcome(post('/wallets', add(set.wallet(3))))).toEqual([400, 'invalid_data'])
    expect(await outcome(post('/wallets', add(set.wallet(0, 'solana'))))).toEqual([200])
  })

  test('beyond as many as the app allows is refused', async () => {
    await setWalletConfig(server, { max_wallets_per_chain_type: 2 })
    expect(await outcome(post('/wallets', add()))).toEqual([200])
    expect(await outcome(post('/wallets', add(set.wallet(2))))).toEqual([403, 'policy_violation'])
    expect(await outcome(post('/wallets', add(set.wallet(0, 'solana'))))).toEqual([200])
  })

  test('ten at once of one index make one', async () => {
    const answers = await Promise.all(Array.from({ length: 10 }, () => outcome(post('/wallets', add()))))
    expect(answers.filter(([status]) => status === 200)).toHaveLength(1)
    const wallets = await server.ctx.db
      .select()
      .from(embeddedWallets)
      .where(eq(embeddedWallets.userId, user.userId))
    expect(wallets).toHaveLength(2)
  })

  test('that only its own key vouches for, or only the set’s, is refused', async () => {
    const thief = createTestSet(ownerOf(user))
    const request = add()
    const { proof } = thief.proven('add-wallet', { set_id: set.setId, wallet: request.wallet })
    expect(await outcome(post('/wallets', { ...request, proof }))).toEqual([422, 'invalid_credentials'])
    const foreign = { ...set.wallet(1), address: set.wallet(1).address }
    expect(await outcome(post('/wallets', add(foreign)))).toEqual([422, 'invalid_credentials'])
  })

  test('of another set or without its key is refused', async () => {
    const { setId } = createTestSet(ownerOf(user))
    const foreign = createTestSet(ownerOf(user))
    const body = { set_id: foreign.setId, wallet: foreign.wallet(1) }
    expect(await outcome(post('/wallets', foreign.proven('add-wallet', body)))).toEqual([
      404,
      'embedded_wallet_not_found',
    ])
    expect(await outcome(post('/wallets', { ...add(), set_id: setId }))).toEqual([422, 'invalid_credentials'])
  })
})

describe('the shares', () => {
  test('of a device come back as they were; of no other user, set or device', async () => {
    const request = set.registration()
    await post('', request)
    const ask = { set_id: set.setId, sharing_id: request.sharing.id }
    const { body } = await post('/shares', ask)
    expect(body.auth_share).toBe(request.sharing.auth_share)
    const stranger = await logInOnNewDevice(server)
    expect(await outcome(post('/shares', ask, stranger))).toEqual([404, 'embedded_wallet_not_found'])
    expect(await outcome(post('/shares', { ...ask, sharing_id: randomText(16) }))).toEqual([
      409,
      'embedded_wallet_needs_recovery',
    ])
  })

  test('a new device adds its own and lets go of its earlier one, never of the recovery’s', async () => {
    const request = set.registration()
    await post('', request)
    const add = (retires?: string) => {
      const sharing = set.sharing()
      const body = { set_id: set.setId, sharing, ...(retires !== undefined && { retires }) }
      return { sharing, request: set.proven('add-sharing', body) }
    }
    const first = add(request.sharing.id)
    expect(await outcome(post('/sharings', first.request))).toEqual([200])
    expect(await outcome(post('/sharings', first.request))).toEqual([200])
    const second = add(first.sharing.id)
    expect(await outcome(post('/sharings', second.request))).toEqual([200])
    const kept = await server.ctx.db
      .select({ id: embeddedSharings.id })
      .from(embeddedSharings)
      .where(eq(embeddedSharings.setId, set.setId))
    expect(kept.map(it => it.id).sort()).toEqual([request.sharing.id, second.sharing.id].sort())
    const unproven = { ...second.request, sharing: set.sharing() }
    expect(await outcome(post('/sharings', unproven))).toEqual([422, 'invalid_credentials'])
    const changed = set.proven('add-sharing', {
      set_id: set.setId,
      sharing: { id: second.sharing.id, auth_share: envelope() },
    })
    expect(await outcome(post('/sharings', changed))).toEqual([409, 'resource_conflict'])
  })

  test('of forty devices the newest are kept, and the recovery’s', async () => {
    const request = set.registration()
    await post('', request)
    for (let count = 0; count < 40; count++) {
      server.clock.now += 1
      await post('/sharings', set.proven('add-sharing', { set_id: set.setId, sharing: set.sharing() }))
    }
    const kept = await server.ctx.db
      .select()
      .from(embeddedSharings)
      .where(eq(embeddedSharings.setId, set.setId))
    expect(kept).toHaveLength(32)
    expect(kept.map(it => it.id)).toContain(request.sharing.id)
  })
})

describe('recovering', () => {
  const register = async (recovery = PASSCODE('V'.repeat(43))) => {
    const request = set.registration(recovery)
    await post('', request)
    return { ...request, path: `/${request.wallets[0]?.address}/recovery` }
  }

  test('by a passcode: the salt for who is logged in, the shares for who proves the passcode', async () => {
    const { path, recovery, sharing } = await register()
    const material = await post(`${path}/key_material`, {})
    expect(material.body).toMatchObject({
      recovery_type: 'user_passcode_derived_recovery_key',
      recovery_key_derivation_salt: recovery.method === 'user-passcode' && recovery.salt,
      recovery_key: null,
      set_id: set.setId,
    })
    const { status, body } = await post(`${path}/shares`, { verifier: 'V'.repeat(43) })
    expect(status).toBe(200)
    expect(body).toMatchObject({ auth_share: sharing.auth_share, recovery_share: recovery.share })
    for (const wrong of [{ verifier: 'W'.repeat(43) }, {}])
      expect(await outcome(post(`${path}/shares`, wrong))).toEqual([422, 'invalid_credentials'])
  })

  test('ten tries an hour, right or wrong, however many at once', async () => {
    const { path } = await register()
    const wrong = { verifier: 'W'.repeat(43) }
    const answers = await Promise.all(
      Array.from({ length: 14 }, () => outcome(post(`${path}/shares`, wrong))),
    )
    expect(answers.filter(([status]) => status === 422)).toHaveLength(10)
    expect(await outcome(post(`${path}/shares`, { verifier: 'V'.repeat(43) }))).toEqual([
      429,
      'too_many_requests',
    ])
    await server.ctx.db.delete(rateLimits).where(eq(rateLimits.key, `embedded-recovery:${user.userId}`))
    expect(await outcome(post(`${path}/shares`, { verifier: 'V'.repeat(43) }))).toEqual([200])
  })

  test('of itself, where the recovery is automatic', async () => {
    const { path, recovery } = await register(AUTOMATIC())
    expect((await post(`${path}/key_material`, {})).body).toMatchObject({
      recovery_type: 'privy_generated_recovery_key',
      recovery_key_derivation_salt: null,
    })
    expect((await post(`${path}/shares`, {})).body).toMatchObject({ recovery_share: recovery.share })
  })

  test('of a stranger’s wallet finds nothing', async () => {
    const { path } = await register(AUTOMATIC())
    const stranger = await logInOnNewDevice(server)
    await post('', createTestSet(ownerOf(stranger)).registration(), stranger)
    for (const call of ['key_material', 'shares'])
      expect(await outcome(post(`${path}/${call}`, {}, stranger))).toEqual([404, 'embedded_wallet_not_found'])
    expect(await outcome(post(`/${'x'.repeat(500)}/recovery/key_material`, {}))).toEqual([
      404,
      'embedded_wallet_not_found',
    ])
  })
})

describe('a change of the recovery', () => {
  // As from the account screen, just after the login; the door is in `recovery-door.test.ts`.
  const change = (replaces: string, recovery = PASSCODE()) => ({
    ...set.proven('change-recovery', { set_id: set.setId, replaces, sharing: set.sharing(), recovery }),
    from_account: true,
  })

  test('puts the new one in place with its sharing; the same again is no error, the one of before is', async () => {
    const first = set.registration()
    await post('', first)
    const path = `/${first.wallets[0]?.address}/recovery`
    const request = change(first.sharing.id)
    expect(await outcome(post(path, request))).toEqual([200])
    expect(await outcome(post(path, request))).toEqual([200])
    expect(await rows()).toMatchObject([
      { recoveryMethod: 'user-passcode', recoverySharingId: request.sharing.id },
    ])
    expect(await outcome(post(path, change(first.sharing.id)))).toEqual([
      409,
      'embedded_wallet_password_already_exists',
    ])
  })

  test('a stolen login without the wallet’s key changes nothing', async () => {
    const first = set.registration()
    await post('', first)
    const path = `/${first.wallets[0]?.address}/recovery`
    const thief = createTestSet(ownerOf(user))
    const body = { ...change(first.sharing.id), recovery: PASSCODE() }
    const { from_account: _, ...statement } = body
    const forged = { ...body, proof: thief.proven('change-recovery', statement).proof }
    expect(await outcome(post(path, forged))).toEqual([422, 'invalid_credentials'])
    expect(await rows()).toMatchObject([{ recoveryMethod: 'privy', recoverySharingId: first.sharing.id }])
  })

  test('a method that the config does not have is refused', async () => {
    const first = set.registration()
    await post('', first)
    await setWalletConfig(server)
    const path = `/${first.wallets[0]?.address}/recovery`
    expect(await outcome(post(path, change(first.sharing.id)))).toEqual([403, 'disallowed_recovery_method'])
  })

  test('the verifier is stored as its hash only', async () => {
    const verifier = randomText(32)
    await post('', set.registration(PASSCODE(verifier)))
    const [row] = await rows()
    expect(row?.recoveryVerifierHash).toBe(createHash('sha256').update(verifier).digest('base64url'))
    expect(JSON.stringify(row)).not.toContain(verifier)
  })
})

describe('the way in', () => {
  const PATHS = ['', '/wallets', '/shares', '/sharings', '/0x0/recovery', '/0x0/recovery/shares', '/keys']
  test.each([
    ['without an origin', { origin: null }, 403, 'missing_origin'],
    ['from another origin', { origin: 'https://evil.example' }, 403, 'invalid_origin'],
    ['without an app', { 'vitrine-app-id': null }, 400, 'missing_or_invalid_privy_app_id'],
  ] as const)('%s it is shut', async (_, headers, status, code) => {
    for (const path of PATHS) {
      const answer = await callSet(server, user, path, set.registration(), headers)
      expect([path, answer.status, answer.body.code]).toEqual([path, status, code])
    }
  })

  test('a stolen access token without the device’s key gets no share', async () => {
    const request = set.registration()
    await post('', request)
    const thief = { ...user, device: await createTestDevice() }
    const ask = { set_id: set.setId, sharing_id: request.sharing.id }
    expect(await outcome(post('/shares', ask, thief))).toEqual([401, 'missing_or_invalid_token'])
    expect(await outcome(post('/shares', ask, { ...user, accessToken: 'x.y.z' }))).toEqual([
      401,
      'missing_or_invalid_token',
    ])
    expect((await callSet(server, user, '/shares', ask, { dpop: null })).status).toBe(401)
  })

  test('a proof can be sent once', async () => {
    const url = 'http://localhost:4401/api/v1/embedded_wallets'
    const { accessToken } = user
    const dpop = await user.device.prove({ method: 'POST', url, accessToken })
    const request = set.registration()
    expect((await callSet(server, user, '', request, { dpop })).status).toBe(200)
    expect((await callSet(server, user, '', request, { dpop })).status).toBe(401)
  })

  test('who has not accepted the terms that the operator requires registers nothing', async () => {
    const app = await findApp(server.ctx.db, server.appId)
    if (!app) throw new Error('The app of the server is gone')
    await replaceConfig(server.ctx.db, app.id, { ...app.config, require_users_accept_terms: true })
    expect(await outcome(post('', set.registration()))).toEqual([403, 'policy_violation'])
    expect(await rows()).toEqual([])
  })

  test('one network’s and one user’s calls are limited', async () => {
    const app = server.second({ settings: { ...server.ctx.settings, networkLimit: 0 } })
    const limited = await callSet(server, user, '', set.registration(), {}, app)
    expect([limited.status, limited.body.code]).toEqual([429, 'too_many_requests'])
    await post('', set.registration())
    await server.ctx.db
      .update(rateLimits)
      .set({ points: 300 })
      .where(eq(rateLimits.key, `embedded-user:${user.userId}`))
    expect(await outcome(post('', set.registration()))).toEqual([429, 'too_many_requests'])
  })
})
