import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { accountNotices } from '../database/change-tables.ts'
import { accounts, devices, users, wallets } from '../database/schema.ts'
import { runJobs } from '../jobs/testing/run-jobs.ts'
import type { Mail } from '../messages/message.ts'
import { askForCode, callAs, type LoggedIn, logIn, tryCode } from '../testing/client.ts'
import { createDevice } from '../testing/device.ts'
import { ORIGIN, startTestServer, type TestServer } from '../testing/server.ts'
import { lockUser } from '../users/lock-user.ts'
import { create, logInOnNewDevice, refusal } from '../wallet/testing/wallet-calls.ts'
import {
  configure,
  isAlive,
  later,
  linkEmail,
  linkPhone,
  logInBySms,
  PATIENCE,
  stepUp,
  tokenIn,
  toldAt,
  tryToChange,
  undo,
  updateEmail,
} from './testing/steps.ts'

const HOUR_MS = 3_600_000
const UNLINK = '/api/v1/passwordless/unlink'
const UNLINK_PHONE = '/api/v1/passwordless_sms/unlink'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
  await configure(server, { sms_auth: true })
})
afterAll(() => server.stop())

let people = 0
const address = () => `person${++people}@doors.example`
const number = () => `+1212555${String(100 + people++).padStart(4, '0')}`
const held = { status: 403, body: { code: 'policy_violation' } }
const subjects = async ({ user }: LoggedIn) =>
  (await server.ctx.db.select().from(accounts).where(eq(accounts.userId, user.id)))
    .map(({ subject }) => subject)
    .sort()

/** Logs in on a new device key, by a mail. */
async function enter(email: string, headers: Record<string, string>) {
  const device = await createDevice()
  const code = await askForCode(server, device, email)
  const { status, body } = await tryCode(server, device, { email, code }, { headers })
  expect(status).toBe(200)
  return body
}

/** Somebody with a phone, whose page has talked them into adding the address of a thief. */
async function robbed() {
  const [phone, thief] = [number(), address()]
  const victim = await logInBySms(server, phone)
  const token = await stepUp(server, victim, { purpose: 'link', target: `email:${thief}`, way: 'sms' })
  expect((await linkEmail(server, victim, thief, { step_up: token })).status).toBe(200)
  return { phone, thief, victim }
}

describe('a thief whose address a page had added', () => {
  test('logs in, and neither signs nor changes ways in, until the hold is over', async () => {
    const { phone, thief } = await robbed()
    const there = await logInOnNewDevice(server, thief)
    expect(await refusal(await create(server, there))).toEqual([403, 'policy_violation'])
    const session = await logIn(server, thief)
    const until = (await tryToChange(server, session)).body.data?.heldUntil ?? 0
    expect(until - server.clock.now).toBeGreaterThan(23.9 * HOUR_MS)
    expect(await callAs(server, session, UNLINK_PHONE, { body: { phoneNumber: phone } })).toMatchObject(held)
    // The added address confirms nothing, least of all itself.
    const ways = await callAs(server, session, '/api/v1/step_up/ways', { body: { purpose: 'release' } })
    expect(ways.body).toMatchObject({ is_required: true, ways: ['sms'] })
    const asked = await callAs(server, session, '/api/v1/step_up/code', {
      body: { purpose: 'release', way: 'email' },
    })
    expect(asked).toMatchObject({ status: 404, body: { code: 'linked_account_not_found' } })

    const change = await later(server, until - server.clock.now, () => tryToChange(server, session))
    expect(change.body.code).not.toBe('policy_violation')
    await server.ctx.db
      .update(accounts)
      .set({ heldUntil: new Date(0) })
      .where(eq(accounts.subject, thief))
    expect(await tryToChange(server, await logIn(server, thief))).not.toMatchObject(held)
  })

  test('is put out by the person, who is told where they were reached before, and has their account back', async () => {
    const { phone, thief, victim } = await robbed()
    const [told, toldThief] = await toldAt(server, phone, thief)
    const session = await logIn(server, thief)
    expect(told?.text).toContain(thief)
    expect(tokenIn(toldThief)).toBeUndefined()
    expect((await undo(server, tokenIn(told))).outcome).toBe('done')
    expect([await isAlive(server, session), await isAlive(server, victim)]).toEqual([false, false])
    expect(await subjects(victim)).toEqual([phone])
    expect((await logIn(server, thief)).user.id).not.toBe(victim.user.id)
    // Until the hold is over nobody signs as this user, whatever the thief did meanwhile.
    const again = await logInBySms(server, phone)
    expect(again.user.id).toBe(victim.user.id)
    expect(await tryToChange(server, again)).toMatchObject(held)
  })
})

describe('a device', () => {
  test('that the user knows is not held, by whichever way it comes in', async () => {
    const person = await logInBySms(server, number())
    const email = address()
    expect((await linkEmail(server, person, email, { from_account: true })).status).toBe(200)
    expect(await tryToChange(server, person)).not.toMatchObject(held)
    const sameDevice = await logIn(server, email, person.device)
    expect(sameDevice.user.id).toBe(person.user.id)
    expect(await tryToChange(server, sameDevice)).not.toMatchObject(held)
  })

  test('is the same browser after a logout, which makes another key, and no other', async () => {
    const phone = number()
    const email = address()
    const [own, foreign] = ['a'.repeat(43), 'b'.repeat(43)]
    await logInBySms(server, phone, own)
    const person = await logInBySms(server, phone, own)
    expect(server.notices.some(({ to }) => to === phone)).toBe(false)
    await linkEmail(server, person, email, { from_account: true })
    const enterFrom = async (browser: string) => {
      const device = await createDevice()
      const code = await askForCode(server, device, email)
      const headers = { 'vitrine-browser': browser }
      const { body } = await tryCode(server, device, { email, code }, { headers })
      return { ...person, device, token: body.token ?? '' }
    }
    expect(await tryToChange(server, await enterFrom(own))).not.toMatchObject(held)
    expect(await tryToChange(server, await enterFrom(foreign))).toMatchObject(held)
    expect(await tryToChange(server, await enterFrom(foreign))).toMatchObject(held)
    expect(await tryToChange(server, await enterFrom('c'.repeat(42)))).toMatchObject(held)
  })

  test('that is held is freed by an older way, and by a login with it', async () => {
    const { phone, thief: own } = await robbed()
    const first = await logIn(server, own)
    expect(await tryToChange(server, first)).toMatchObject(held)
    expect(await stepUp(server, first, { purpose: 'release', way: 'sms' })).toBe('')
    expect(await tryToChange(server, first)).not.toMatchObject(held)

    const second = await logIn(server, own)
    const third = await logIn(server, own, second.device)
    expect(await tryToChange(server, third)).toMatchObject(held)
    const person = await logInBySms(server, phone)
    expect(await tryToChange(server, person)).not.toMatchObject(held)
  })

  test('that is new is told of, and held only where the operator asks', async () => {
    const email = address()
    const known = await logIn(server, email)
    expect(server.notices.some(({ to }) => to === email)).toBe(false)
    const fresh = await logIn(server, email)
    expect(await tryToChange(server, fresh)).not.toMatchObject(held)
    const [told] = await toldAt(server, email)
    expect(told?.text).toContain('on a new device')
    await logIn(server, email, fresh.device)
    expect(server.notices.filter(({ to }) => to === email)).toHaveLength(1)

    await configure(server, { hold_new_devices: true })
    const newcomer = await logIn(server, email)
    expect(await tryToChange(server, newcomer)).toMatchObject(held)
    // The mailbox alone, which it came in by, frees it no second time.
    const again = await logIn(server, email, newcomer.device)
    expect(await tryToChange(server, again)).toMatchObject(held)
    expect(await tryToChange(server, known)).not.toMatchObject(held)
    const first = await logIn(server, address())
    expect(await tryToChange(server, first)).not.toMatchObject(held)
    await configure(server, { hold_new_devices: false })
  })

  test('is not held where the operator holds nothing', async () => {
    await configure(server, { added_login_hold_hours: 0 })
    const person = await logInBySms(server, number())
    const email = address()
    await linkEmail(server, person, email, { from_account: true })
    expect(await tryToChange(server, await logIn(server, email))).not.toMatchObject(held)
    await configure(server, { added_login_hold_hours: 24 })
  })
})

describe('who is told', () => {
  test('all addresses, the removed one too, and only those that were there before can undo it', async () => {
    const [old, next] = [address(), address()]
    const person = await logIn(server, old)
    await updateEmail(server, person, old, next)
    const [toldOld, toldNext] = await toldAt(server, old, next)
    expect(toldOld?.text).toContain(next)
    expect(tokenIn(toldOld)).toBeDefined()
    expect(tokenIn(toldNext)).toBeUndefined()
    expect((await undo(server, tokenIn(toldOld))).outcome).toBe('done')
    expect(await subjects(person)).toEqual([old])
    expect((await logIn(server, old)).user.id).toBe(person.user.id)
  })

  test('a phone hears of it where no older address does', async () => {
    const phone = number()
    const email = address()
    const person = await logIn(server, email)
    expect((await linkPhone(server, person, phone)).status).toBe(200)
    await toldAt(server, email)
    expect(server.notices.some(({ to }) => to === phone)).toBe(false)
  })

  test('in words of the person’s language, whoever does it, with the name of the app on one line', async () => {
    await configure(server, { name: 'Shop\r\nBcc: evil@mail.example' })
    const email = address()
    await enter(email, { 'accept-language': 'ja' })
    // A stranger’s, who reads the mail of a code.
    const headers = { 'accept-language': 'es', 'user-agent': 'Mozilla/5.0 (X11; Linux) Firefox/150.0' }
    await enter(email, { ...headers, 'vitrine-browser': 'd'.repeat(43) })
    await enter(email, { ...headers, 'vitrine-browser': 'd'.repeat(43) })
    const [told] = await toldAt(server, email)
    expect(told).toMatchObject({
      subject: 'Shop Bcc: evil@mail.example のアカウントに新しい端末からログインがありました',
      html: expect.stringContaining('自分ではありません'),
      text: expect.stringContaining('Linux の Firefox'),
    })
    await configure(server, { name: 'Shop' })
  })

  test('in the language that they have come to use, once their browser is known for a day', async () => {
    const email = address()
    const own = { 'vitrine-browser': 'e'.repeat(43) }
    const language = async () =>
      (await server.ctx.db.select().from(users)).find(({ id }) => id === userId)?.language
    const userId = (await enter(email, { ...own, 'accept-language': 'ar' })).user.id
    await enter(email, { ...own, 'accept-language': 'ja' })
    expect(await language()).toBe('ar')
    const came = new Date(server.clock.now - 24 * HOUR_MS - 1)
    await server.ctx.db.update(devices).set({ createdAt: came }).where(eq(devices.userId, userId))
    await enter(email, { ...own, 'accept-language': 'ja' })
    expect(await language()).toBe('ja')
    await enter(email, { 'vitrine-browser': 'f'.repeat(43), 'accept-language': 'es' })
    expect((await toldAt(server, email))[0]).toMatchObject({ subject: expect.stringContaining('新しい端末') })
    expect(await language()).toBe('ja')
  })

  test('in the language of before, where a login would wait for a change that is under way to learn another', async () => {
    const email = address()
    const own = { 'vitrine-browser': 'a'.repeat(43) }
    const { user } = await enter(email, { ...own, 'accept-language': 'ar' })
    await server.ctx.db
      .update(devices)
      .set({ createdAt: new Date(server.clock.now - 24 * HOUR_MS - 1) })
      .where(eq(devices.userId, user.id))
    const language = async () =>
      (await server.ctx.db.select().from(users).where(eq(users.id, user.id)))[0]?.language
    await server.ctx.db.transaction(async tx => {
      await lockUser(tx, user.id)
      await enter(email, { ...own, 'accept-language': 'ja' })
      expect(await language()).toBe('ar')
    })
    await enter(email, { ...own, 'accept-language': 'ja' })
    expect(await language()).toBe('ja')
  })

  test('who has no language yet, of an earlier release, in that of the call', async () => {
    const email = address()
    const { user } = await logIn(server, email)
    await server.ctx.db.update(users).set({ language: null }).where(eq(users.id, user.id))
    await enter(email, { 'accept-language': 'es' })
    expect((await toldAt(server, email))[0]).toMatchObject({
      subject: expect.stringContaining('dispositivo nuevo'),
    })
  })

  test('is told later when the mail server was away, and once', async () => {
    const email = address()
    let isAway = true
    const send = (mail: Mail) => (isAway ? Promise.reject(new Error('away')) : server.ctx.mail.send(mail))
    const broken = server.second({ mail: { send } })
    await logIn(server, email)
    const device = await createDevice()
    const code = await askForCode(server, device, email)
    await tryCode(server, device, { email, code }, { app: broken })
    const waiting = async () =>
      (await server.ctx.db.select().from(accountNotices).where(eq(accountNotices.address, email)))[0]
    await vi.waitFor(async () => expect((await waiting())?.tries).toBe(1), PATIENCE)
    expect(server.notices.some(({ to }) => to === email)).toBe(false)
    await runJobs(server.ctx, ['notices'])
    expect(server.notices.some(({ to }) => to === email)).toBe(false)
    isAway = false
    // Any of the three may take it up: the process whose mail server was away may still be looking for more.
    await later(server, 61_000, async () => {
      await Promise.all([runJobs(server.ctx, ['notices']), runJobs(server.ctx, ['notices'])])
      await vi.waitFor(async () => expect((await waiting())?.nextTryAt).toBeNull(), PATIENCE)
    })
    expect(server.notices.filter(({ to }) => to === email)).toHaveLength(1)
  })
})

describe('“This wasn’t me”', () => {
  test('is a page that does nothing until its button is pressed, by a page of this origin', async () => {
    const { phone, victim } = await robbed()
    const [told] = await toldAt(server, phone)
    const token = tokenIn(told)
    const page = await server.app.request(`${ORIGIN}/account/undo?token=${token}`, {
      headers: { 'accept-language': 'es' },
    })
    expect(page.status).toBe(200)
    expect(await page.text()).toContain('No fui yo')
    expect(page.headers.get('content-security-policy')).toContain("frame-ancestors 'none'")
    expect(page.headers.get('content-security-policy')).toMatch(/script-src 'sha256-[^ ]+';/)
    expect(await isAlive(server, victim)).toBe(true)
    expect((await undo(server, token, 'https://evil.example')).status).toBe(403)
    expect(await isAlive(server, victim)).toBe(true)
  })

  test('works once, also pressed twice at once, and stores nothing that works', async () => {
    const { phone } = await robbed()
    const token = tokenIn((await toldAt(server, phone))[0])
    const rows = await server.ctx.db.select().from(accountNotices)
    expect(JSON.stringify(rows)).not.toContain(token)
    const answers = await Promise.all([undo(server, token), undo(server, token)])
    expect(answers.map(({ outcome }) => outcome).sort()).toEqual(['done', 'over'])
    expect((await undo(server, 'x'.repeat(43))).outcome).toBe('over')
  })

  test('names the app in its link, and undoes nothing under another one’s name', async () => {
    const { phone, victim } = await robbed()
    const [told] = await toldAt(server, phone)
    expect(told?.text).toContain(`&app=${server.appId}`)
    const token = tokenIn(told)
    expect(await undo(server, token, ORIGIN, 'app_other')).toEqual({ status: 200, outcome: 'over' })
    expect(await isAlive(server, victim)).toBe(true)
  })

  test('is over when the hold is', async () => {
    const { phone, victim } = await robbed()
    const token = tokenIn((await toldAt(server, phone))[0])
    expect((await later(server, 24 * HOUR_MS, () => undo(server, token))).outcome).toBe('over')
    expect(await isAlive(server, victim)).toBe(true)
  })

  test('brings a way back that was removed, and takes back what came after', async () => {
    const { phone, thief, victim } = await robbed()
    const token = tokenIn((await toldAt(server, phone))[0])
    // The person notices, and removes the thief: the thief's mail about that must not bring the thief back.
    const spent = await stepUp(server, victim, { purpose: 'unlink', target: `email:${thief}`, way: 'sms' })
    const removed = await callAs(server, victim, UNLINK, {
      body: { address: thief, step_up: spent, from_account: false },
    })
    expect(removed.status).toBe(200)
    await vi.waitFor(() => expect(server.notices.filter(({ to }) => to === thief)).toHaveLength(2), PATIENCE)
    expect(server.notices.filter(({ to }) => to === thief).map(tokenIn)).toEqual([undefined, undefined])
    expect((await undo(server, token)).outcome).toBe('done')
    expect(await subjects(victim)).toEqual([phone])
  })

  test('a removal does not wait for a login under way, which waits for the way in that is removed', async () => {
    const email = address()
    const person = await logIn(server, email)
    expect((await linkPhone(server, person, number())).status).toBe(200)
    await server.ctx.db.transaction(async tx => {
      // As the row of a session locks the user that it refers to.
      await tx.select({ id: users.id }).from(users).where(eq(users.id, person.user.id)).for('key share')
      const removed = await callAs(server, person, UNLINK, { body: { address: email, from_account: true } })
      expect(removed.status).toBe(200)
    })
  })

  test('takes the address back from the empty user that its owner made meanwhile', async () => {
    const [phone, email] = [number(), address()]
    const person = await logIn(server, email)
    expect((await linkPhone(server, person, phone)).status).toBe(200)
    await callAs(server, person, UNLINK, { body: { address: email } })
    const empty = await logIn(server, email)
    expect(empty.user.id).not.toBe(person.user.id)
    const token = await vi.waitFor(() => {
      const told = server.notices.findLast(({ to, text }) => to === email && text.includes('removed'))
      return tokenIn(told) ?? expect.fail('not told')
    }, PATIENCE)
    expect(await undo(server, token)).toEqual({ status: 200, outcome: 'done' })
    expect((await logIn(server, email)).user.id).toBe(person.user.id)
  })

  test('leaves a user with wallets alone, and says so', async () => {
    const [old, next] = [address(), address()]
    const person = await logIn(server, old)
    await updateEmail(server, person, old, next)
    const [told] = await toldAt(server, old)
    const other = await logIn(server, old)
    await server.ctx.db.insert(wallets).values({
      ...{ id: `wallet_${people}`, appId: server.appId, userId: other.user.id, chainType: 'ethereum' },
      ...{ walletIndex: 0, address: `0x${people}`, publicKey: '0x', sealedKey: 'v1' },
    })
    expect(await undo(server, tokenIn(told))).toMatchObject({ outcome: 'kept' })
    expect(await subjects(person)).toEqual([next])
    expect(await subjects(other)).toEqual([old])
    expect(await isAlive(server, person)).toBe(false)
  })

  test('of a new device takes its key and what it changed', async () => {
    const email = address()
    const person = await logIn(server, email)
    const stranger = await logIn(server, email)
    const token = tokenIn((await toldAt(server, email))[0])
    const phone = number()
    expect((await linkPhone(server, stranger, phone)).status).toBe(200)
    expect((await undo(server, token)).outcome).toBe('done')
    expect(await subjects(person)).toEqual([email])
    expect(await isAlive(server, stranger)).toBe(false)
    expect(await tryToChange(server, await logIn(server, email, stranger.device))).toMatchObject(held)
  })
})
