import type { WireUser } from '@vitrine/shared/api/user.ts'
import { createTestSet } from '@vitrine/shared/wallet/testing/test-set.ts'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import {
  configure,
  isAlive,
  later,
  linkEmail,
  PATIENCE,
  tokenIn,
  undo,
} from '../account-changes/testing/steps.ts'
import { accountTransfers } from '../database/change-tables.ts'
import { accounts, users } from '../database/schema.ts'
import { callSet } from '../embedded-wallets/testing/set-calls.ts'
import { callAs, type LoggedIn, logIn, signedCall } from '../testing/client.ts'
import { startTestServer, type TestServer } from '../testing/server.ts'
import {
  asDevice,
  create,
  createSolana,
  logInOnNewDevice,
  type Person,
  refusal,
  rpc,
  sign,
} from '../wallet/testing/wallet-calls.ts'
import {
  askedToTransfer,
  bringTogether,
  linkPhone,
  newNumber,
  personByMail,
  personByPhone,
  smsCode,
  transfer,
} from './testing/transfer-steps.ts'

const DAY_MS = 24 * 60 * 60_000

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.stop())
beforeEach(() =>
  configure(server, {
    sms_auth: true,
    added_login_hold_hours: 24,
    embedded_wallet_config: { mode: 'user-controlled-server-wallets-only' },
  }),
)

const walletsOf = ({ linked_accounts }: Pick<WireUser, 'linked_accounts'>) =>
  linked_accounts.flatMap(it => (it.type === 'wallet' && it.wallet_client === 'vitrine' ? [it] : []))
const me = async (who: Person) =>
  (await callAs<{ user: WireUser }>(server, loggedIn(who), '/api/v1/users/me', { method: 'GET' })).body.user
const idsOf = async (response: Response): Promise<string> => (await response.json()).id
const signs = async (who: Person, walletId: string) => (await sign(server, who, walletId, 'hello')).status
/** For the steps that other tests share. */
const loggedIn = ({ device, accessToken, userId }: Person): LoggedIn =>
  ({ device: asDevice(device), token: accessToken, user: { id: userId } }) as unknown as LoggedIn
const alive = (who: Person) => isAlive(server, loggedIn(who))
const userRow = async (id: string) => (await server.ctx.db.select().from(users).where(eq(users.id, id)))[0]
const waiting = (userId: string) =>
  server.ctx.db.$count(accountTransfers, eq(accountTransfers.userId, userId))

/** What is told to an address of two accounts that became one. */
const toldOfMerge = (address: string) =>
  vi.waitFor(
    () =>
      server.notices.find(it => it.to === address && it.text.includes('combined')) ??
      expect.fail(`nothing was told to ${address}`),
    PATIENCE,
  )

/** Somebody with two accounts, each with a wallet. */
async function twoAccounts() {
  const [own, other] = [await personByMail(server), await personByPhone(server)]
  const ownWallet = await idsOf(await create(server, own))
  const otherWallet = await idsOf(await create(server, other))
  return { own, other, ownWallet, otherWallet }
}

describe('a link of what is another user’s', () => {
  test('asks its owner whether both become one, with what would come, and changes nothing', async () => {
    const { own, other, otherWallet } = await twoAccounts()
    const { status, body } = await linkPhone(server, own, other.number)
    expect({ status, code: body.code }).toEqual({ status: 409, code: 'account_transfer_required' })
    expect(body.data).toEqual({
      type: 'phone',
      nonce: expect.stringMatching(/^[\w-]{43}$/),
      account: {
        type: 'phone',
        subject: other.number,
        ends: [],
        linked_accounts: [
          expect.objectContaining({ type: 'phone' }),
          expect.objectContaining({ type: 'wallet', id: otherWallet }),
        ],
      },
    })
    expect(await alive(other)).toBe(true)
    expect((await userRow(other.userId))?.mergedInto).toBeNull()
  })

  test('asks once for one code, and nobody who has not got it', async () => {
    const { own, other } = await twoAccounts()
    const code = await smsCode(server, own.device, other.number, 'link')
    const wrong = await linkPhone(server, own, other.number, {
      code: code === '000000' ? '000001' : '000000',
    })
    expect(wrong.body.code).toBe('invalid_credentials')
    expect(await waiting(own.userId)).toBe(0)
    // Both are verified before either is used up.
    const { signer } = server.ctx
    let verified = 0
    let meet = () => {}
    const met = new Promise<void>(resolve => {
      meet = resolve
    })
    const app = server.second({
      signer: {
        ...signer,
        async verifyLogin(request) {
          const answer = await signer.verifyLogin(request)
          if (++verified === 2) meet()
          await met
          return answer
        },
      },
    })
    const both = await Promise.all([1, 2].map(() => linkPhone(server, own, other.number, { code, app })))
    expect(both.map(({ body }) => body.code).sort()).toEqual([
      'account_transfer_required',
      'invalid_credentials',
    ])
    expect(await waiting(own.userId)).toBe(1)
  })

  test.each([
    [
      'a login of it',
      (userId: string, heldUntil: Date) =>
        server.ctx.db.update(accounts).set({ heldUntil }).where(eq(accounts.userId, userId)),
    ],
    [
      'it',
      (userId: string, heldUntil: Date) =>
        server.ctx.db.update(users).set({ heldUntil }).where(eq(users.id, userId)),
    ],
  ] as const)('is refused while %s is held', async (_, hold) => {
    const { own, other } = await twoAccounts()
    await hold(other.userId, new Date(server.clock.now + DAY_MS))
    expect((await linkPhone(server, own, other.number)).body.code).toBe('linked_to_another_user')
    expect(await waiting(own.userId)).toBe(0)
    await hold(other.userId, new Date(server.clock.now - 1))
    expect((await linkPhone(server, own, other.number)).body.code).toBe('account_transfer_required')
  })

  test('is refused where one account is a test account, whose code others know', async () => {
    const { own, other } = await twoAccounts()
    await server.ctx.db
      .update(accounts)
      .set({ details: { test: true } })
      .where(eq(accounts.userId, own.userId))
    expect((await linkPhone(server, own, other.number)).body.code).toBe('linked_to_another_user')
  })

  test('is refused where the proven login itself would have no place', async () => {
    const [own, other] = [await personByPhone(server), await personByPhone(server)]
    expect((await linkPhone(server, own, other.number)).body.code).toBe('cannot_link_more_of_type')
  })
})

describe('a transfer', () => {
  test('brings all logins and wallets to the user of the session, and each wallet signs', async () => {
    const { own, other, ownWallet, otherWallet } = await twoAccounts()
    const solana = await idsOf(await createSolana(server, other))
    const laptop = await logInOnNewDevice(server, own.email)
    const user = await bringTogether(server, own, other.number)
    expect(user.id).toBe(own.userId)
    expect(user.linked_accounts).toContainEqual(expect.objectContaining({ type: 'phone' }))
    expect(walletsOf(user).map(it => [it.id, it.chain_type, it.wallet_index])).toEqual([
      [ownWallet, 'ethereum', 0],
      [otherWallet, 'ethereum', 1],
      [solana, 'solana', 0],
    ])
    expect(await Promise.all([ownWallet, otherWallet].map(id => signs(own, id)))).toEqual([200, 200])
    const body = { method: 'signMessage', params: { message: 'aGk=', encoding: 'base64' } }
    expect((await rpc(server, own, solana, body)).status).toBe(200)

    // Both users' sessions end but this one.
    expect(await Promise.all([own, other, laptop].map(alive))).toEqual([true, false, false])
    expect((await personByPhone(server, other.number)).userId).toBe(own.userId)
    // The next wallet is another one than those that came.
    const next = await (await create(server, own, {}, true)).json()
    expect(next).toMatchObject({ wallet_index: 2, owner_id: own.userId })
    expect(walletsOf(user).map(({ address }) => address)).not.toContain(next.address)
    expect(await signs(own, next.id)).toBe(200)
    expect(await refusal(await sign(server, await personByMail(server), otherWallet, 'hello'))).toEqual([
      404,
      'embedded_wallet_not_found',
    ])
  })

  test('makes a guest a user who has what they had elsewhere', async () => {
    const { own, other, ownWallet, otherWallet } = await twoAccounts()
    await server.ctx.db.update(accounts).set({ type: 'guest' }).where(eq(accounts.userId, own.userId))
    const user = await bringTogether(server, own, other.number)
    expect(user).toMatchObject({ id: own.userId, is_guest: false })
    expect(user.linked_accounts.map(({ type }) => type)).toEqual(['phone', 'wallet', 'wallet'])
    expect(await Promise.all([ownWallet, otherWallet].map(id => signs(own, id)))).toEqual([200, 200])
  })

  test('holds the logins that came as added ones, and where new devices are held the wallets too', async () => {
    await configure(server, { hold_new_devices: true })
    const { own, other, ownWallet, otherWallet } = await twoAccounts()
    await bringTogether(server, own, other.number)
    const [phone] = await server.ctx.db.select().from(accounts).where(eq(accounts.subject, other.number))
    expect(phone).toMatchObject({ userId: own.userId, heldUntil: new Date(server.clock.now + DAY_MS) })
    expect(await signs(own, ownWallet)).toBe(200)
    expect(await refusal(await sign(server, own, otherWallet, 'hello'))).toEqual([403, 'policy_violation'])
    await configure(server, { hold_new_devices: false })
  })

  test('ends the login of a kind of which the person has one that stays, as they were told', async () => {
    const { own, other, otherWallet } = await twoAccounts()
    const email = `ending-${own.email}`
    const linked = await linkEmail(
      server,
      { ...loggedIn(other), user: { id: other.userId } } as LoggedIn,
      email,
      {
        from_account: true,
      },
    )
    expect(linked.status).toBe(200)
    await server.ctx.db.update(accounts).set({ heldUntil: null }).where(eq(accounts.userId, other.userId))
    const asked = await askedToTransfer(server, own, other.number)
    expect(asked.account.ends).toEqual(['email'])
    const { body } = await transfer(server, own, { nonce: asked.nonce, phoneNumber: other.number })
    expect(body.linked_accounts.filter(({ type }) => type === 'email')).toMatchObject([
      { address: own.email },
    ])
    expect(await signs(own, otherWallet)).toBe(200)
    // Its id is not given out again, with all that is sealed for it.
    const anew = await logInOnNewDevice(server, email)
    expect([own.userId, other.userId]).not.toContain(anew.userId)
    expect(await refusal(await sign(server, anew, otherWallet, 'hello'))).toEqual([
      404,
      'embedded_wallet_not_found',
    ])
    // Both sides hear of it, the login that ended too.
    for (const address of [own.email, email]) expect(await toldOfMerge(address)).toBeDefined()
  })

  test('ends nothing that the person was not told of', async () => {
    const { own, other } = await twoAccounts()
    const { nonce } = await askedToTransfer(server, own, other.number)
    await linkEmail(server, loggedIn(other), `late-${own.email}`, { from_account: true })
    await server.ctx.db.update(accounts).set({ heldUntil: null }).where(eq(accounts.userId, other.userId))
    const { status, body } = await transfer(server, own, { nonce, phoneNumber: other.number })
    expect({ status, code: body.code }).toEqual({ status: 409, code: 'resource_conflict' })
    expect(await alive(other)).toBe(true)
  })
})

describe('the nonce of a transfer', () => {
  test('is good once, however many use it at once', async () => {
    const { own, other } = await twoAccounts()
    const { nonce } = await askedToTransfer(server, own, other.number)
    const body = { nonce, phoneNumber: other.number }
    const answers = await Promise.all(Array.from({ length: 200 }, () => transfer(server, own, body)))
    const codes = answers.map(({ status, body: { code } }) => (status === 200 ? 'done' : code))
    expect(codes.filter(code => code === 'done')).toHaveLength(1)
    expect(new Set(codes.filter(code => code !== 'done'))).toEqual(new Set(['invalid_credentials']))
  }, 60_000)

  test('is worth nothing to anybody else, for anything else, or later', async () => {
    const { own, other } = await twoAccounts()
    const over = { status: 422, body: { code: 'invalid_credentials' } }
    const phoneNumber = other.number
    const made = { nonce: 'n'.repeat(43), phoneNumber }
    expect(await transfer(server, own, made)).toMatchObject(over)

    const { nonce } = await askedToTransfer(server, own, phoneNumber)
    expect(await transfer(server, await personByMail(server), { nonce, phoneNumber })).toMatchObject(over)
    expect(
      await transfer(server, await logInOnNewDevice(server, own.email), { nonce, phoneNumber }),
    ).toMatchObject(over)
    const { token } = await logIn(server, own.email, asDevice(own.device))
    expect(await transfer(server, { ...own, accessToken: token }, { nonce, phoneNumber })).toMatchObject(over)
    // It was not theirs to use up.
    expect(await waiting(own.userId)).toBe(1)
    expect(await transfer(server, own, { nonce, phoneNumber: newNumber() })).toMatchObject(over)
    expect(await transfer(server, own, { nonce, phoneNumber })).toMatchObject(over)

    const next = await askedToTransfer(server, own, phoneNumber)
    const late = { nonce: next.nonce, phoneNumber }
    expect(await later(server, 10 * 60_000 + 1, () => transfer(server, own, late))).toMatchObject(over)
    expect((await userRow(other.userId))?.mergedInto).toBeNull()
  })

  test('takes the signature of the device, over this very transfer', async () => {
    const { own, other } = await twoAccounts()
    const { nonce } = await askedToTransfer(server, own, other.number)
    const body = { nonce, phoneNumber: other.number }
    const wrong = { body: { ...body, nonce: 'n'.repeat(43), user_id: own.userId } }
    expect(await transfer(server, own, body, { wrong })).toMatchObject({
      status: 403,
      body: { code: 'expired_or_invalid_authorization' },
    })
    expect(await alive(other)).toBe(true)
  })
})

describe('wallets on the devices', () => {
  test('keep the owner whom their shares are sealed for, and open for who took that one in', async () => {
    await configure(server, { embedded_wallet_config: { mode: 'legacy-embedded-wallets-only' } })
    const [own, other] = [await personByMail(server), await personByPhone(server)]
    const sets = [own, other].map(({ userId }) => createTestSet({ appId: server.appId, userId }))
    const [ownSet, otherSet] = sets as [(typeof sets)[0], (typeof sets)[0]]
    const registrations = sets.map(set => set.registration())
    for (const [index, who] of [own, other].entries())
      expect((await callSet(server, who, '', registrations[index])).status).toBe(200)
    const user = await bringTogether(server, own, other.number)
    expect(walletsOf(user).map(it => [it.wallet_index, it.sealed_for])).toEqual([
      [0, undefined],
      [1, { user_id: other.userId, wallet_index: 0 }],
    ])

    const shareOf = (who: Person, index: number) =>
      callSet(server, who, '/shares', {
        set_id: sets[index]?.setId,
        sharing_id: registrations[index]?.sharing.id,
      })
    expect((await shareOf(own, 0)).body.auth_share).toBe(registrations[0]?.sharing.auth_share)
    expect((await shareOf(own, 1)).body.auth_share).toBe(registrations[1]?.sharing.auth_share)
    const address = registrations[1]?.wallets[0]?.address
    expect((await callSet(server, own, `/${address}/recovery/shares`, {})).status).toBe(200)
    const sharing = { set_id: otherSet.setId, sharing: otherSet.sharing() }
    expect((await callSet(server, own, '/sharings', otherSet.proven('add-sharing', sharing))).status).toBe(
      200,
    )

    // New ones are made in the person's own set, after all that they have.
    const added = (set: typeof ownSet, index: number) =>
      set.proven('add-wallet', { set_id: set.setId, wallet: set.wallet(index) })
    expect((await callSet(server, own, '/wallets', added(ownSet, 1))).body.code).toBe('invalid_data')
    expect((await callSet(server, own, '/wallets', added(ownSet, 2))).status).toBe(200)
    const into = otherSet.proven(
      'add-wallet',
      {
        set_id: otherSet.setId,
        wallet: otherSet.wallet(3, 'ethereum', { appId: server.appId, userId: own.userId }),
      },
      { appId: server.appId, userId: own.userId },
    )
    expect((await callSet(server, own, '/wallets', into)).body.code).toBe('embedded_wallet_not_found')

    const stranger = await personByMail(server)
    for (const index of [0, 1])
      expect((await shareOf(stranger, index)).body.code).toBe('embedded_wallet_not_found')
  })
})

describe('accounts that took others in', () => {
  /** A has B, who has C. */
  async function chain() {
    await configure(server, { added_login_hold_hours: 0 })
    const [a, b, c] = [await personByMail(server), await personByPhone(server), await personByMail(server)]
    const wallets = []
    for (const who of [a, b, c]) wallets.push(await idsOf(await create(server, who)))
    // B takes C in, which has an email; A then takes in what has one too, which ends.
    const email = c.email
    const linked = await linkEmailOf(b, email)
    expect(linked.status).toBe(200)
    const asked = await askedToTransfer(server, a, b.number)
    expect(asked.account.ends).toEqual(['email'])
    expect((await transfer(server, a, { nonce: asked.nonce, phoneNumber: b.number })).status).toBe(200)
    return { a, b, c, wallets }
  }
  /** Brings the account of an address to somebody who has none. */
  async function linkEmailOf(who: Person, email: string) {
    const { body } = await linkEmail(server, loggedIn(who), email, { from_account: true })
    const { nonce } = (body as unknown as { data: { nonce: string } }).data
    return transferEmail(who, nonce, email)
  }
  const transferEmail = async (
    { device, userId, accessToken: token }: Person,
    nonce: string,
    email: string,
  ) => {
    return signedCall<WireUser>(server, asDevice(device), '/api/v1/passwordless/transfer', {
      body: { nonce, email },
      as: { userId, token },
    })
  }

  test('go on: every wallet signs, with an index of its own', async () => {
    const { a, wallets } = await chain()
    expect(await Promise.all(wallets.map(id => signs(a, id)))).toEqual([200, 200, 200])
    expect(walletsOf(await me(a)).map(({ wallet_index }) => wallet_index)).toEqual([0, 1, 2])
  })

  test('come apart again, the last one first, from the link of the first', async () => {
    const { a, b, c, wallets } = await chain()
    expect((await undo(server, tokenIn(await toldOfMerge(c.email)))).outcome).toBe('done')
    await configure(server, { added_login_hold_hours: 0 })
    await server.ctx.db.update(users).set({ heldUntil: null })
    const people = [
      await logInOnNewDevice(server, a.email),
      await personByPhone(server, b.number),
      await logInOnNewDevice(server, c.email),
    ]
    expect(people.map(({ userId }) => userId)).toEqual([a.userId, b.userId, c.userId])
    for (const [index, who] of people.entries())
      expect(await Promise.all(wallets.map(id => signs(who, id)))).toEqual(
        wallets.map((_, each) => (each === index ? 200 : 404)),
      )
  })

  test('never each other: of two that begin at once, one takes the other in', async () => {
    await configure(server, { added_login_hold_hours: 0 })
    const { own, other, ownWallet, otherWallet } = await twoAccounts()
    const there = await askedToTransfer(server, own, other.number)
    const back = await linkEmail(server, loggedIn(other), own.email, { from_account: true })
    const { nonce } = (back.body as unknown as { data: { nonce: string } }).data
    const answers = await Promise.all([
      transfer(server, own, { nonce: there.nonce, phoneNumber: other.number }),
      transferEmail(other, nonce, own.email),
    ])
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    const winner = answers[0]?.status === 200 ? own : other
    expect(await Promise.all([ownWallet, otherWallet].map(id => signs(winner, id)))).toEqual([200, 200])
    const rows = [await userRow(own.userId), await userRow(other.userId)]
    expect(rows.filter(row => row?.mergedInto === null)).toHaveLength(1)
  })

  test('are one account, whichever of two tabs links what', async () => {
    const { own, other, otherWallet } = await twoAccounts()
    const third = await personByPhone(server)
    const thirdWallet = await idsOf(await create(server, third))
    const [one, two] = [
      await askedToTransfer(server, own, other.number),
      await askedToTransfer(server, own, third.number),
    ]
    const answers = await Promise.all([
      transfer(server, own, { nonce: one.nonce, phoneNumber: other.number }),
      transfer(server, own, { nonce: two.nonce, phoneNumber: third.number }),
    ])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
    const isFirst = answers[0]?.status === 200
    expect(await signs(own, isFirst ? otherWallet : thirdWallet)).toBe(200)
    expect(await signs(isFirst ? third : other, isFirst ? thirdWallet : otherWallet)).toBe(200)
  })
})

test('the link of a mail puts both accounts apart, as they were', async () => {
  const { own, other, ownWallet, otherWallet } = await twoAccounts()
  const email = `undone-${own.email}`
  await linkEmail(server, loggedIn(other), email, { from_account: true })
  await server.ctx.db.update(accounts).set({ heldUntil: null }).where(eq(accounts.userId, other.userId))
  await bringTogether(server, own, other.number)
  expect((await undo(server, tokenIn(await toldOfMerge(email)))).outcome).toBe('done')
  expect(await alive(own)).toBe(false)
  await server.ctx.db.update(users).set({ heldUntil: null })
  const [first, second] = [
    await logInOnNewDevice(server, own.email),
    await personByPhone(server, other.number),
  ]
  expect([first.userId, second.userId]).toEqual([own.userId, other.userId])
  expect((await logInOnNewDevice(server, email)).userId).toBe(other.userId)
  expect([await signs(first, ownWallet), await signs(first, otherWallet)]).toEqual([200, 404])
  expect([await signs(second, ownWallet), await signs(second, otherWallet)]).toEqual([404, 200])
  // And again, since nothing of it is left.
  await server.ctx.db.update(accounts).set({ heldUntil: null })
  await bringTogether(server, first, other.number)
  expect(await signs(first, otherWallet)).toBe(200)
})

test('a wallet that is being made for who is taken in is not made for nobody', async () => {
  const { own, other } = await twoAccounts()
  const { signer } = server.ctx
  // The session is looked at before, the key is derived, and then they are one.
  const app = server.second({
    signer: {
      ...signer,
      async createWallet(request) {
        await bringTogether(server, own, other.number)
        return signer.createWallet(request)
      },
    },
  })
  expect(await refusal(await create(server, other, { app }, true))).toEqual([401, 'missing_or_invalid_token'])
  expect(walletsOf(await me(own))).toHaveLength(2)
})
