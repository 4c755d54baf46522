import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  accounts,
  embeddedSets,
  embeddedWallets,
  entryRules,
  oneTimeCodes,
  sessions,
  wallets,
} from '../database/schema.ts'
import {
  askForCode,
  call,
  callAs,
  type LoggedIn,
  logIn,
  otherCode,
  type SignedCall,
  signedCall,
  tryCode,
} from '../testing/client.ts'
import { createDevice } from '../testing/device.ts'
import { guessInRounds, SIXTY_OF_65 } from '../testing/guess.ts'
import { ORIGIN, startTestServer, type TestServer } from '../testing/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.stop())

const LINK = '/api/v1/passwordless/link'
const UNLINK = '/api/v1/passwordless/unlink'
const UPDATE = '/api/v1/passwordless/update'

let people = 0
const address = () => `person${++people}@accounts.example`
const subjects = async (userId: string) =>
  (await server.ctx.db.select().from(accounts).where(eq(accounts.userId, userId)))
    .map(({ subject }) => subject)
    .sort()
const triesOf = async (email: string) =>
  (await server.ctx.db.select().from(oneTimeCodes).where(eq(oneTimeCodes.address, email)))[0]?.tries

/** A user who has no email account yet: the row of the login is given another type. */
async function loggedInWithout(type: 'guest' | 'passkey'): Promise<LoggedIn> {
  const person = await logIn(server, address())
  await server.ctx.db.update(accounts).set({ type }).where(eq(accounts.userId, person.user.id))
  return person
}

const as = ({ user, token }: LoggedIn) => ({ userId: user.id, token })
const link = (who: LoggedIn, email: string, code: string, options: Pick<SignedCall, 'wrong'> = {}) =>
  signedCall<{ id: string; code: string; error: string; is_guest: boolean; linked_accounts: object[] }>(
    server,
    who.device,
    LINK,
    {
      body: { email },
      secret: { member: 'code', value: code, identity: { type: 'email', subject: email } },
      as: as(who),
      ...options,
    },
  )
const askLink = (who: LoggedIn, email: string) => askForCode(server, who.device, email, { purpose: 'link' })
const askUpdate = (who: LoggedIn, email: string) =>
  askForCode(server, who.device, email, { purpose: 'update' })

describe('linking an address', () => {
  test('gives the user another way in', async () => {
    const person = await loggedInWithout('passkey')
    const email = address()
    const linked = await link(person, email, await askLink(person, email))
    expect(linked).toMatchObject({ status: 200, body: { id: person.user.id } })
    expect(linked.body.linked_accounts).toContainEqual(
      expect.objectContaining({ type: 'email', address: email, verified_at: expect.any(Number) }),
    )
    expect((await logIn(server, email)).user.id).toBe(person.user.id)
  })

  test('makes a guest a user: id and wallets stay, the credential no longer logs in', async () => {
    const person = await loggedInWithout('guest')
    const wallet = { id: 'wallet_guest', chainType: 'ethereum', walletIndex: 0, address: '0x1' } as const
    await server.ctx.db
      .insert(wallets)
      .values({ ...wallet, appId: server.appId, userId: person.user.id, publicKey: '0x', sealedKey: 'v1' })
    const { body: before } = await callAs<{ user: object }>(server, person, '/api/v1/users/me', {
      method: 'GET',
    })
    expect(before.user).toMatchObject({ is_guest: true, linked_accounts: [{ type: 'wallet' }] })
    const email = address()
    const { body } = await link(person, email, await askLink(person, email))
    expect(body).toMatchObject({
      id: person.user.id,
      is_guest: false,
      linked_accounts: [
        { type: 'email', address: email },
        { type: 'wallet', id: 'wallet_guest' },
      ],
    })
    expect(await subjects(person.user.id)).toEqual([email])
  })

  test('is refused for another user’s, but only to who has the code', async () => {
    const owner = address()
    await logIn(server, owner)
    const person = await loggedInWithout('passkey')
    const code = await askLink(person, owner)
    const wrong = await link(person, owner, otherCode(code))
    expect(wrong).toMatchObject({ status: 422, body: { code: 'invalid_credentials' } })
    expect(await link(person, owner, code)).toMatchObject({
      status: 409,
      body: { code: 'account_transfer_required' },
    })
    // The code is used up by it.
    expect((await link(person, owner, code)).body.code).toBe('invalid_credentials')
    expect((await subjects(person.user.id)).includes(owner)).toBe(false)
  })

  test('is refused to who has one already; again the same is no mistake', async () => {
    const own = address()
    const person = await logIn(server, own)
    const second = address()
    const code = await askLink(person, second)
    expect(await link(person, second, code)).toMatchObject({
      status: 409,
      body: { code: 'cannot_link_more_of_type' },
    })
    // The code is used up by it, as by every refusal after the proof.
    expect((await link(person, second, code)).body.code).toBe('invalid_credentials')
    const again = await link(person, own, await askLink(person, own))
    expect(again.status).toBe(200)
    expect(await subjects(person.user.id)).toEqual([own])
  })

  test('of two at once with one code, one happens', async () => {
    const person = await loggedInWithout('passkey')
    const email = address()
    const code = await askLink(person, email)
    const answers = await Promise.all([1, 2].map(() => link(person, email, code)))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 422])
  })

  test('of two addresses at once, one is linked', async () => {
    const person = await loggedInWithout('passkey')
    const emails = [address(), address()]
    const codes = await Promise.all(emails.map(email => askLink(person, email)))
    const answers = await Promise.all(emails.map((email, i) => link(person, email, codes[i] ?? '')))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
    expect(await subjects(person.user.id)).toHaveLength(2)
  })

  test('a code that links does not log in as well, nor one that logs in link', async () => {
    const person = await loggedInWithout('passkey')
    const email = address()
    const linking = await askLink(person, email)
    expect((await tryCode(server, person.device, { email, code: linking })).status).toBe(422)
    const entering = await askForCode(server, person.device, email)
    expect((await link(person, email, entering === linking ? otherCode(entering) : entering)).status).toBe(
      422,
    )
    expect((await link(person, email, linking)).status).toBe(200)
  })

  test.each([
    ['no session', { authorization: '' }, 401],
    ['no proof', { dpop: '' }, 401],
    ['another origin', { origin: 'https://evil.example' }, 403],
  ])('%s is refused and costs no try', async (_name, headers, status) => {
    const person = await loggedInWithout('passkey')
    const email = address()
    const code = await askLink(person, email)
    const answer = await link(person, email, code, { wrong: { headers } })
    expect(answer.status).toBe(status)
    expect(await triesOf(email)).toBe(0)
  })

  test('a stolen access token does not link, even with a key of the thief’s', async () => {
    const device = await createDevice()
    const person = await loggedInWithout('passkey')
    const email = address()
    const code = await askLink(person, email)
    expect((await link({ ...person, device }, email, code)).status).toBe(401)
    expect(await triesOf(email)).toBe(0)
  })

  test('a proof is worth nothing a second time', async () => {
    const person = await loggedInWithout('passkey')
    const email = address()
    const code = await askLink(person, email)
    const dpop = await person.device.prove('POST', `${ORIGIN}${LINK}`, {
      accessToken: person.token,
      now: server.clock.now,
    })
    const send = (code: string) => link(person, email, code, { wrong: { headers: { dpop } } })
    expect((await send(otherCode(code))).status).toBe(422)
    expect(await send(code)).toMatchObject({ status: 401, body: { code: 'missing_or_invalid_token' } })
  })

  test('guesses of a device at an address are counted together, whatever for', async () => {
    const person = await loggedInWithout('passkey')
    const email = address()
    const guess = (code: string, index: number) =>
      index % 2 ? tryCode(server, person.device, { email, code }) : link(person, email, code)
    const ask = async () => {
      await askForCode(server, person.device, email)
      return askLink(person, email)
    }
    expect(await guessInRounds(server, ask, guess)).toEqual(SIXTY_OF_65)
  })
})

describe('unlinking', () => {
  const unlink = (who: LoggedIn, of: string) =>
    callAs<{ code: string; linked_accounts: object[] }>(server, who, UNLINK, { body: { address: of } })

  test('takes the address; a login with it is another user then', async () => {
    const person = await loggedInWithout('passkey')
    const email = address()
    await link(person, email, await askLink(person, email))
    const { status, body } = await unlink(person, email)
    expect(status).toBe(200)
    expect(JSON.stringify(body)).not.toContain(email)
    expect((await logIn(server, email)).user.id).not.toBe(person.user.id)
  })

  test('never takes the last way in', async () => {
    const email = address()
    const person = await logIn(server, email)
    expect(await unlink(person, email)).toMatchObject({
      status: 422,
      body: { code: 'cannot_unlink_sole_account' },
    })
    expect(await subjects(person.user.id)).toEqual([email])
  })

  test('of two at once, one way in stays', async () => {
    const person = await loggedInWithout('passkey')
    const email = address()
    await link(person, email, await askLink(person, email))
    const phone = '+12025550199'
    await server.ctx.db
      .update(accounts)
      .set({ type: 'phone', subject: phone })
      .where(eq(accounts.subject, (await subjects(person.user.id)).find(each => each !== email) ?? ''))
    const answers = await Promise.all([
      unlink(person, email),
      callAs(server, person, '/api/v1/passwordless_sms/unlink', { body: { phoneNumber: '202 555 0199' } }),
    ])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 422])
    expect(await subjects(person.user.id)).toHaveLength(1)
  })

  test('refuses what is another user’s, unknown, or a wallet', async () => {
    const [email, stranger] = [address(), address()]
    const person = await logIn(server, email)
    await logIn(server, stranger)
    const wallet = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'
    await server.ctx.db.insert(wallets).values({
      id: 'wallet_unlink',
      appId: server.appId,
      userId: person.user.id,
      chainType: 'ethereum',
      walletIndex: 0,
      address: wallet,
      publicKey: '0x',
      sealedKey: 'v1',
    })
    const notFound = { status: 404, body: { code: 'linked_account_not_found' } }
    const onDevice = '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359'
    const recovery = { recoveryMethod: 'privy', recoveryShare: 'v1', recoverySharingId: 'sharing' } as const
    const { id: userId } = person.user
    await server.ctx.db
      .insert(embeddedSets)
      .values({ id: 'set_unlink', appId: server.appId, userId, ...recovery })
    await server.ctx.db.insert(embeddedWallets).values({
      setId: 'set_unlink',
      userId,
      chainType: 'ethereum',
      walletIndex: 1,
      address: onDevice,
      publicKey: '0x',
    })
    expect(await unlink(person, stranger)).toMatchObject(notFound)
    expect(await unlink(person, address())).toMatchObject(notFound)
    for (const each of [wallet, onDevice]) {
      expect(await unlink(person, each)).toMatchObject({
        status: 422,
        body: { code: 'cannot_unlink_embedded_wallet' },
      })
    }
  })

  test('a login that was under way with the address opens no session', async () => {
    const device = await createDevice()
    const person = await loggedInWithout('passkey')
    const email = address()
    await link(person, email, await askLink(person, email))
    const code = await askForCode(server, device, email)
    const racing = server.second({
      signer: {
        ...server.ctx.signer,
        async verifyLogin(request) {
          const proven = await server.ctx.signer.verifyLogin(request)
          await unlink(person, email)
          return proven
        },
      },
    })
    const answer = await tryCode(server, device, { email, code }, { app: racing })
    expect(answer).toMatchObject({ status: 422, body: { code: 'invalid_credentials' } })
    expect(await subjects(person.user.id)).toHaveLength(1)
  })

  test('a login that was under way when the address went to another user opens no session of either', async () => {
    const device = await createDevice()
    const email = address()
    const former = await logIn(server, email)
    const next = await loggedInWithout('passkey')
    const code = await askForCode(server, device, email)
    const racing = server.second({
      signer: {
        ...server.ctx.signer,
        async verifyLogin(request) {
          const proven = await server.ctx.signer.verifyLogin(request)
          await server.ctx.db
            .update(accounts)
            .set({ userId: next.user.id })
            .where(eq(accounts.userId, former.user.id))
          return proven
        },
      },
    })
    const answer = await tryCode(server, device, { email, code }, { app: racing })
    expect(answer.status).toBe(422)
    for (const { user } of [former, next]) {
      expect(await server.ctx.db.$count(sessions, eq(sessions.userId, user.id))).toBe(1)
    }
  })

  test('takes session and device', async () => {
    const person = await logIn(server, address())
    expect((await call(server, UNLINK, { body: { address: 'a@b.example' } })).status).toBe(401)
    const thief = { token: person.token, device: await createDevice() }
    expect((await callAs(server, thief, UNLINK, { body: { address: 'a@b.example' } })).status).toBe(401)
  })
})

describe('updating', () => {
  const update = (who: LoggedIn, oldAddress: string, newAddress: string, code: string) =>
    signedCall<{ id: string; code: string; linked_accounts: object[] }>(server, who.device, UPDATE, {
      body: { oldAddress, newAddress },
      secret: { member: 'code', value: code, identity: { type: 'email', subject: newAddress } },
      as: as(who),
    })

  test('replaces the address: the new one logs in to the same user, the former to another', async () => {
    const [former, next] = [address(), address()]
    const person = await logIn(server, former)
    const { status, body } = await update(person, former, next, await askUpdate(person, next))
    expect(status).toBe(200)
    expect(body).toMatchObject({ id: person.user.id, linked_accounts: [{ type: 'email', address: next }] })
    expect((await logIn(server, next)).user.id).toBe(person.user.id)
    expect((await logIn(server, former)).user.id).not.toBe(person.user.id)
  })

  test('takes the code of the new address, not of the former', async () => {
    const [former, next] = [address(), address()]
    const person = await logIn(server, former)
    await askUpdate(person, next)
    const answer = await update(person, former, next, await askUpdate(person, former))
    expect(answer).toMatchObject({ status: 422, body: { code: 'invalid_credentials' } })
    expect(await subjects(person.user.id)).toEqual([former])
  })

  test('refuses an address of another user, and an account that is not the user’s', async () => {
    const [own, taken] = [address(), address()]
    const person = await logIn(server, own)
    await logIn(server, taken)
    const code = await askUpdate(person, taken)
    expect(await update(person, own, taken, code)).toMatchObject({
      status: 409,
      body: { code: 'linked_to_another_user' },
    })
    expect((await update(person, own, taken, code)).body.code).toBe('invalid_credentials')
    const free = address()
    expect(await update(person, taken, free, await askUpdate(person, free))).toMatchObject({
      status: 404,
      body: { code: 'linked_account_not_found' },
    })
    // Nothing was tried with the code.
    expect(await triesOf(free)).toBe(0)
    expect(await subjects(person.user.id)).toEqual([own])
  })

  test('keeps off an address that the site denies', async () => {
    const [former, next] = [address(), address()]
    const person = await logIn(server, former)
    await server.database.db.insert(entryRules).values({
      id: 'rule_update',
      appId: server.appId,
      list: 'deny',
      type: 'email',
      value: next,
    })
    expect(await update(person, former, next, await askUpdate(person, next))).toMatchObject({
      status: 403,
      body: { code: 'allowlist_rejected' },
    })
    expect(await subjects(person.user.id)).toEqual([former])
  })

  test('a stolen access token does not update', async () => {
    const device = await createDevice()
    const [former, next] = [address(), address()]
    const person = await logIn(server, former)
    const code = await askUpdate(person, next)
    const thief = { ...person, device }
    expect(await update(thief, former, next, code)).toMatchObject({
      status: 401,
      body: { code: 'missing_or_invalid_token' },
    })
    expect(await triesOf(next)).toBe(0)
  })

  test('takes at most sixty guesses at an address a day', async () => {
    const [former, next] = [address(), address()]
    const person = await logIn(server, former)
    const guess = (code: string) => update(person, former, next, code)
    expect(await guessInRounds(server, () => askUpdate(person, next), guess)).toEqual(SIXTY_OF_65)
  })

  test('of two at once with one code, one happens', async () => {
    const [former, next] = [address(), address()]
    const person = await logIn(server, former)
    const code = await askUpdate(person, next)
    const answers = await Promise.all([1, 2].map(() => update(person, former, next, code)))
    // The second finds the code used, or its former address gone.
    const [done, refused] = answers.sort((a, b) => a.status - b.status)
    expect(done?.status).toBe(200)
    expect(['invalid_credentials', 'linked_account_not_found']).toContain(refused?.body.code)
    expect(await subjects(person.user.id)).toEqual([next])
  })
})
