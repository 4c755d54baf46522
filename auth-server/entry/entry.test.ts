import type { EditableAppConfig } from '@vitrine/shared/config/app-config.ts'
import { DEVELOPMENT_MODE } from '@vitrine/shared/errors/messages.ts'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { CommandError } from '../commands/command.ts'
import { runCommand } from '../commands/run.ts'
import { accounts, users } from '../database/schema.ts'
import type { SignerRequest } from '../signer/operations.ts'
import { askForCode, call, callAs, initCode, otherCode, signedCall, tryCode } from '../testing/client.ts'
import { createDevice } from '../testing/device.ts'
import { startTestServer, type TestServer } from '../testing/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.stop())

let people = 0
const address = () => `person${++people}@entry.example`

/** A site of its own, and its logins and commands. */
async function site(config: Partial<EditableAppConfig>) {
  const { id } = await server.registerApp(config)
  const headers = { 'vitrine-app-id': id }
  const device = await createDevice()
  const ask = (email: string, purpose?: 'link' | 'update') =>
    askForCode(server, device, email, { headers, ...(purpose && { purpose }) })
  const enter = async (email: string, code?: string, app = server.app) =>
    tryCode(server, device, { email, code: code ?? (await ask(email)) }, { headers, app })
  const command = (...args: string[]) => runCommand(server.database.db, [...args, '--app', id])
  const countUsers = () => server.ctx.db.$count(users, eq(users.appId, id))
  return { id, headers, device, ask, enter, command, countUsers }
}

const REJECTED = { status: 403, body: { code: 'allowlist_rejected' } }

describe('the allowlist', () => {
  test('lets in who is on it, by address or domain, and makes no user for others', async () => {
    const { enter, command, countUsers } = await site({ allowlist_enabled: true })
    await command('allow', 'add', '--email', 'Ada@Guests.example')
    await command('allow', 'add', '--email-domain', 'Team.example')
    expect((await enter('ada@guests.example')).status).toBe(200)
    expect((await enter('anyone@team.example')).status).toBe(200)
    for (const email of ['bob@guests.example', 'anyone@sub.team.example', 'team.example@else.example']) {
      expect(await enter(email)).toMatchObject(REJECTED)
    }
    expect(await countUsers()).toBe(2)
  })

  test('tells nobody but the owner of an address: asking for a code and guessing answer alike', async () => {
    const { headers, device, ask, enter, command } = await site({ allowlist_enabled: true })
    const [on, off] = [address(), address()]
    await command('allow', 'add', '--email', on)
    const init = await Promise.all([on, off].map(email => initCode(server, device, { email }, { headers })))
    expect(init.map(({ status, body }) => ({ status, body }))).toEqual(
      Array(2).fill({ status: 200, body: { success: true } }),
    )
    const guesses = [await enter(on, otherCode(await ask(on))), await enter(off, otherCode(await ask(off)))]
    for (const guess of guesses) expect(guess.body.code).toBe('invalid_credentials')
  })

  test('uses the code up that it rejects', async () => {
    const { ask, enter } = await site({ allowlist_enabled: true })
    const email = address()
    const code = await ask(email)
    expect(await enter(email, code)).toMatchObject(REJECTED)
    expect((await enter(email, code)).body.code).toBe('invalid_credentials')
  })

  test('knows a user by every account', async () => {
    const { id, enter, command } = await site({ allowlist_enabled: true })
    const email = address()
    await command('allow', 'add', '--phone', '(202) 555-0123')
    await command('allow', 'add', '--email', email)
    const { body } = await enter(email)
    await command('allow', 'remove', '--email', email)
    expect(await enter(email)).toMatchObject(REJECTED)
    await server.ctx.db.insert(accounts).values({
      id: `phone_${id}`,
      appId: id,
      userId: body.user.id,
      type: 'phone',
      subject: '+12025550123',
      seal: 'unused',
    })
    expect((await enter(email)).status).toBe(200)
  })

  test.each([
    ['ethereum', '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'],
    ['solana', '8SFqwqnq4whPhs8icwHA2hQg3hUoN1qrCLK1SBx3WKwe'],
  ])('knows a user by a linked wallet on %s, and the denylist does too', async (chain, wallet) => {
    const { id, enter, command } = await site({ allowlist_enabled: true })
    const email = address()
    await command('allow', 'add', '--email', email)
    const { body } = await enter(email)
    await server.ctx.db.insert(accounts).values({
      id: `wallet_${id}`,
      appId: id,
      userId: body.user.id,
      type: 'wallet',
      subject: `${chain}:${chain === 'ethereum' ? wallet.toLowerCase() : wallet}`,
      seal: 'unused',
    })
    await command('allow', 'remove', '--email', email)
    await command('allow', 'add', '--wallet', wallet)
    expect((await enter(email)).status).toBe(200)
    await command('deny', 'add', '--wallet', wallet)
    expect(await enter(email)).toMatchObject(REJECTED)
  })

  test('has no effect while it is off, nor on other sites', async () => {
    const [listed, other] = [await site({}), await site({ allowlist_enabled: true })]
    const email = address()
    await listed.command('allow', 'add', '--email', email)
    expect((await listed.enter(address())).status).toBe(200)
    expect(await other.enter(email)).toMatchObject(REJECTED)
  })
})

describe('a change that would keep its user out at the next login', () => {
  /** A user who is in by an address of the list, at a site that then turns the list on. */
  async function insider() {
    const place = await site({ allowlist_enabled: true })
    const listed = address()
    await place.command('allow', 'add', '--email', listed)
    const { body } = await place.enter(listed)
    const as = { device: place.device, token: body.token ?? '' }
    const change = (path: string, sent: object) =>
      callAs(server, as, `/api/v1/passwordless/${path}`, { body: sent, headers: place.headers })
    const update = async (next: string) =>
      signedCall(server, place.device, '/api/v1/passwordless/update', {
        body: { oldAddress: listed, newAddress: next },
        secret: {
          member: 'code',
          value: await place.ask(next, 'update'),
          identity: { type: 'email', subject: next },
        },
        as: { userId: body.user.id, token: body.token ?? '' },
        headers: place.headers,
      })
    return { ...place, listed, userId: body.user.id, change, update }
  }

  test('by another address is refused, and goes through when that one is on the list', async () => {
    const { command, update } = await insider()
    const next = address()
    expect(await update(next)).toMatchObject(REJECTED)
    await command('allow', 'add', '--email', next)
    expect((await update(next)).status).toBe(200)
  })

  test('by removing the login that is on the list is refused', async () => {
    const { id, listed, userId, change } = await insider()
    const at = new Date(server.clock.now)
    const other = { id: `account-${userId}`, appId: id, userId, type: 'passkey', subject: userId } as const
    await server.ctx.db
      .insert(accounts)
      .values({ ...other, seal: 'seal', details: {}, firstVerifiedAt: at, latestVerifiedAt: at })
    expect(await change('unlink', { address: listed })).toMatchObject(REJECTED)
  })
})

describe('the denylist', () => {
  test('keeps out who is on it, known or not, and who is on both', async () => {
    const { enter, command } = await site({ allowlist_enabled: true })
    const email = address()
    await command('allow', 'add', '--email-domain', 'entry.example')
    expect((await enter(email)).status).toBe(200)
    await command('deny', 'add', '--email', email)
    expect(await enter(email)).toMatchObject(REJECTED)
    await command('deny', 'add', '--email-domain', 'spam.example')
    expect(await enter('new@spam.example')).toMatchObject(REJECTED)
    await command('deny', 'remove', '--email', email)
    expect((await enter(email)).status).toBe(200)
  })

  test.each(['entry.example', 'ｅntry.example', 'ENTRY.example', 'entry。example'])(
    'knows a mailbox under every spelling of its domain: %j',
    async spelling => {
      const { ask, enter, command } = await site({})
      const email = address()
      const [name] = email.split('@')
      await command('deny', 'add', '--email', email)
      expect(await enter(`${name}@${spelling}`, await ask(email))).toMatchObject(REJECTED)
      await command('deny', 'remove', '--email', email)
      await command('deny', 'add', '--email-domain', spelling)
      expect(await enter(email)).toMatchObject(REJECTED)
    },
  )

  test('a denied address is not linked, so that nobody locks themselves out', async () => {
    const { enter, ask, command, device, headers } = await site({})
    const { body } = await enter(address())
    await server.ctx.db.update(accounts).set({ type: 'passkey' }).where(eq(accounts.userId, body.user.id))
    const denied = address()
    await command('deny', 'add', '--email', denied)
    const answer = await signedCall(server, device, '/api/v1/passwordless/link', {
      body: { email: denied },
      secret: {
        member: 'code',
        value: await ask(denied, 'link'),
        identity: { type: 'email', subject: denied },
      },
      as: { userId: body.user.id, token: body.token ?? '' },
      headers,
    })
    expect(answer).toMatchObject(REJECTED)
  })
})

describe('development mode', () => {
  const FULL = { status: 403, body: { code: 'max_accounts_reached', error: DEVELOPMENT_MODE } }

  test('refuses new users beyond the limit, and nobody who is in', async () => {
    const { enter, countUsers } = await site({ max_accounts: 2 })
    const [first, second] = [address(), address()]
    await enter(first)
    await enter(second)
    expect(await enter(address())).toMatchObject(FULL)
    expect((await enter(first)).body.is_new_user).toBe(false)
    expect(await countUsers()).toBe(2)
  })

  test('holds for first logins at once, at two processes', async () => {
    const { ask, enter, countUsers } = await site({ max_accounts: 1 })
    const emails = Array.from({ length: 6 }, address)
    const codes = await Promise.all(emails.map(email => ask(email)))
    // All come to the count at the same moment.
    let arrived = 0
    let open = () => {}
    const all = new Promise<void>(resolve => {
      open = resolve
    })
    const signer = {
      ...server.ctx.signer,
      async verifyLogin(request: SignerRequest<'verifyLogin'>) {
        const proven = await server.ctx.signer.verifyLogin(request)
        if (++arrived === emails.length) open()
        await all
        return proven
      },
    }
    const processes = [server.second({ signer }), server.second({ signer })]
    const answers = await Promise.all(emails.map((email, i) => enter(email, codes[i], processes[i % 2])))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    for (const answer of answers.filter(({ status }) => status !== 200)) expect(answer).toMatchObject(FULL)
    expect(await countUsers()).toBe(1)
  })

  test('is told to the owner of an address alone, and not in the public config', async () => {
    const { id, ask, enter } = await site({ max_accounts: 0 })
    const email = address()
    expect((await enter(email, otherCode(await ask(email)))).body.code).toBe('invalid_credentials')
    const { body } = await call(server, `/api/v1/apps/${id}`, { method: 'GET' })
    expect(body).not.toHaveProperty('max_accounts')
  })
})

describe('terms', () => {
  const ACCEPT = '/api/v1/users/me/accept_terms'

  test('are accepted once, by the user', async () => {
    const { enter, device, headers } = await site({ require_users_accept_terms: true })
    const { body } = await enter(address())
    expect(body.user.has_accepted_terms).toBe(false)
    const who = { device, token: body.token ?? '' }
    expect(await callAs(server, who, ACCEPT, { body: {}, headers })).toMatchObject({
      status: 200,
      body: { id: body.user.id, has_accepted_terms: true },
    })
    const accepted = () =>
      server.ctx.db.select({ at: users.acceptedTermsAt }).from(users).where(eq(users.id, body.user.id))
    const [first] = await accepted()
    server.clock.now += 1000
    await callAs(server, who, ACCEPT, { body: {}, headers })
    expect(await accepted()).toEqual([first])
  })

  test('that are required are accepted before a backend hears of the user', async () => {
    const { enter, device, headers } = await site({ require_users_accept_terms: true })
    const { body } = await enter(address())
    const who = { device, token: body.token ?? '' }
    const code = () =>
      callAs(server, who, '/api/v1/sessions/login_code/create', {
        body: { site: 'https://shop.example', audience: 'https://shop.example' },
        headers,
      })
    expect(await code()).toMatchObject({ status: 403, body: { code: 'policy_violation' } })
    await callAs(server, who, ACCEPT, { body: {}, headers })
    expect((await code()).status).toBe(200)
  })

  test('take session, device and origin', async () => {
    const { enter, headers, device } = await site({})
    const { body } = await enter(address())
    const token = body.token ?? ''
    expect((await call(server, ACCEPT, { body: {}, headers })).status).toBe(401)
    const thief = { token, device: await createDevice() }
    expect((await callAs(server, thief, ACCEPT, { body: {}, headers })).status).toBe(401)
    const elsewhere = { ...headers, origin: 'https://evil.example' }
    expect((await callAs(server, { token, device }, ACCEPT, { headers: elsewhere })).status).toBe(403)
  })
})

describe('the operator’s commands', () => {
  test('list what was added, normalised, and nothing twice', async () => {
    const { command } = await site({})
    const wallet = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'
    expect(await command('deny', 'list')).toBe('The denylist is empty.')
    for (const name of [
      ['--email', ' Ada@Mail.Example '],
      ['--email', 'ada@mail.example'],
      ['--email-domain', 'Mail.Example'],
      ['--phone', '(202) 555-0123'],
      ['--wallet', wallet],
    ]) {
      await command('deny', 'add', ...name)
    }
    expect((await command('deny', 'list')).split('\n').sort()).toEqual([
      'email        ada@mail.example',
      'emailDomain  mail.example',
      'phone        +12025550123',
      `wallet       ${wallet.toLowerCase()}`,
    ])
    expect(await command('allow', 'list')).toBe('The allowlist is empty.')
  })

  test('say that the allowlist is off', async () => {
    const { command } = await site({})
    expect(await command('allow', 'add', '--email', 'a@b.example')).toContain('allowlist_enabled')
  })

  test.each([
    [['allow', 'add']],
    [['allow', 'add', '--email', 'a@b.example', '--phone', '+12025550123']],
    [['allow', 'add', '--email', 'nobody']],
    [['allow', 'add', '--email-domain', '@mail.example']],
    [['allow', 'add', '--phone', '911']],
    [['allow', 'add', '--wallet', '0x12']],
    [['deny', 'remove', '--email', 'never@added.example']],
    [['deny', 'frobnicate']],
  ])('%j is refused with a sentence', async args => {
    const { command } = await site({})
    await expect(command(...args)).rejects.toThrow(CommandError)
  })

  test('need an app that exists', async () => {
    const add = ['allow', 'add', '--email', 'a@b.example', '--app', 'app_unknown']
    await expect(runCommand(server.database.db, add)).rejects.toThrow('app_unknown')
  })
})
