import type { HeldItem } from '@vitrine/shared/api/held-back.ts'
import type { WireUser } from '@vitrine/shared/api/user.ts'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { accounts, devices } from '../database/schema.ts'
import { askForCode, callAs, type LoggedIn, logIn, tryCode } from '../testing/client.ts'
import { createDevice } from '../testing/device.ts'
import { startTestServer, type TestServer } from '../testing/server.ts'
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

const HELD = '/api/v1/account/held'
const DAY_MS = 24 * 3_600_000

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
  await configure(server, { sms_auth: true })
})
afterAll(() => server.stop())

let people = 0
const address = () => `person${++people}@held.example`
const number = () => `+1415555${String(100 + people++).padStart(4, '0')}`
const held = { status: 403, body: { code: 'policy_violation' } }
const required = { status: 403, body: { code: 'step_up_required' } }

const list = async (who: LoggedIn) =>
  (await callAs<{ held: HeldItem[] }>(server, who, HELD, { body: {} })).body.held
const answer = (
  who: LoggedIn,
  what: 'allow' | 'refuse',
  id: string,
  proof: object = { from_account: true },
) => callAs<WireUser & { code?: string }>(server, who, `${HELD}/${what}`, { body: { id, ...proof } })
const subjects = async ({ user }: LoggedIn) =>
  (await server.ctx.db.select().from(accounts).where(eq(accounts.userId, user.id)))
    .map(({ subject }) => subject)
    .sort()

/** Somebody with a phone who added an address, and a device that came in by that address. */
async function withNewcomer() {
  const [phone, email] = [number(), address()]
  const person = await logInBySms(server, phone)
  expect((await linkEmail(server, person, email, { from_account: true })).status).toBe(200)
  const newcomer = await enter(email)
  return { phone, email, person, newcomer }
}

async function enter(email: string): Promise<LoggedIn> {
  const device = await createDevice()
  const code = await askForCode(server, device, email)
  const headers = { 'user-agent': 'Mozilla/5.0 (X11; Linux) Firefox/150.0' }
  const { body } = await tryCode(server, device, { email, code }, { headers })
  if (!body.token || !body.refresh_token) throw new Error('not logged in')
  return { device, token: body.token, refreshToken: body.refresh_token, user: body.user }
}

/** Where the operator holds every new device. */
async function whereNewDevicesWait<T>(work: () => Promise<T>): Promise<T> {
  await configure(server, { hold_new_devices: true })
  try {
    return await work()
  } finally {
    await configure(server, { hold_new_devices: false })
  }
}

/** The message to an address that has these words, once it was sent. */
const toldOf = (to: string, words: string) =>
  vi.waitFor(
    () =>
      server.notices.findLast(it => it.to === to && it.text.includes(words)) ??
      expect.fail('nothing was told'),
    PATIENCE,
  )

const idOf = async (who: LoggedIn, kind: 'device' | 'way') =>
  (await list(who)).find(({ id }) => id.startsWith(`${kind}:`))?.id ?? expect.fail(`no ${kind} is held`)

describe('what is held', () => {
  test('is shown to an older device, with where it comes from and until when; and to no device that is held', async () => {
    const { email, person, newcomer } = await withNewcomer()
    const shown = await list(person)
    const way = { type: 'email', name: email }
    expect(shown).toMatchObject([
      { id: expect.stringMatching(/^way:/), way, made_with: null },
      { id: expect.stringMatching(/^device:/), way, made_with: 'Firefox · Linux' },
    ])
    for (const { held_until } of shown)
      expect(Math.abs(held_until - server.clock.now - DAY_MS)).toBeLessThan(60_000)
    expect(await list(newcomer)).toEqual([])
    for (const table of [accounts, devices])
      await server.ctx.db.update(table).set({ heldUntil: new Date(server.clock.now) })
    expect(await list(person)).toEqual([])
  })

  test('is nobody else’s', async () => {
    const { person, newcomer } = await withNewcomer()
    const stranger = await logIn(server, address())
    expect(await list(stranger)).toEqual([])
    const id = await idOf(person, 'device')
    expect(await answer(stranger, 'allow', id)).toMatchObject({
      status: 409,
      body: { code: 'resource_conflict' },
    })
    expect(await tryToChange(server, newcomer)).toMatchObject(held)
  })

  test('is a new device too, where the operator holds them', () =>
    whereNewDevicesWait(async () => {
      const email = address()
      const person = await logIn(server, email)
      const newcomer = await enter(email)
      expect(await tryToChange(server, newcomer)).toMatchObject(held)
      expect(await list(person)).toMatchObject([{ way: { name: email }, made_with: 'Firefox · Linux' }])
      expect((await answer(person, 'allow', await idOf(person, 'device'))).status).toBe(200)
      expect(await tryToChange(server, newcomer)).not.toMatchObject(held)
    }))
})

describe('an older device says yes', () => {
  test('and the one that waited signs and changes ways in with its next call', async () => {
    const { person, newcomer } = await withNewcomer()
    expect(await tryToChange(server, newcomer)).toMatchObject(held)
    const id = await idOf(person, 'device')
    expect((await answer(person, 'allow', id)).status).toBe(200)
    expect(await tryToChange(server, newcomer)).not.toMatchObject(held)
    expect(await answer(person, 'allow', id)).toMatchObject({ status: 409 })
    // The way in itself still waits.
    expect((await list(person)).map(({ id }) => id.split(':')[0])).toEqual(['way'])
  })

  test('to a way in, and to all devices that came by it, and to come', async () => {
    const { email, person, newcomer } = await withNewcomer()
    expect((await answer(person, 'allow', await idOf(person, 'way'))).status).toBe(200)
    expect(await tryToChange(server, newcomer)).not.toMatchObject(held)
    expect(await tryToChange(server, await enter(email))).not.toMatchObject(held)
    expect(await list(person)).toEqual([])
  })

  test('with a proof of a way in, unless it has just logged in; and never the one that is held', async () => {
    const { person, newcomer } = await withNewcomer()
    const id = await idOf(person, 'device')
    expect(await answer(person, 'allow', id, {})).toMatchObject(required)
    expect(await later(server, 5 * 60_000, () => answer(person, 'allow', id))).toMatchObject(required)
    expect(await answer(newcomer, 'allow', id)).toMatchObject(held)
    const way = await idOf(person, 'way')
    const other = await stepUp(server, person, { purpose: 'allow', target: way, way: 'sms' })
    expect(await answer(person, 'allow', id, { step_up: other })).toMatchObject(required)
    const refusal = await stepUp(server, person, { purpose: 'refuse', target: id, way: 'sms' })
    expect(await answer(person, 'allow', id, { step_up: refusal })).toMatchObject(required)
    expect(await tryToChange(server, newcomer)).toMatchObject(held)
    const step_up = await stepUp(server, person, { purpose: 'allow', target: id, way: 'sms' })
    expect((await answer(person, 'allow', id, { step_up })).status).toBe(200)
    // One proof is one answer, also where the same device has to wait again.
    await server.ctx.db
      .update(devices)
      .set({ heldUntil: new Date(server.clock.now + DAY_MS) })
      .where(eq(devices.thumbprint, id.slice('device:'.length)))
    expect(await answer(person, 'allow', id, { step_up })).toMatchObject(required)
  })

  test('every address is told, and the link takes it back with the way in', async () => {
    const { phone, email, person, newcomer } = await withNewcomer()
    await toldAt(server, phone)
    expect((await answer(person, 'allow', await idOf(person, 'device'))).status).toBe(200)
    const told = await toldOf(phone, 'may now sign')
    expect((await undo(server, tokenIn(told))).outcome).toBe('done')
    expect([await isAlive(server, newcomer), await isAlive(server, person)]).toEqual([false, false])
    expect(await subjects(person)).toEqual([phone.replace(/[^+\d]/g, '')])
    expect((await enter(email)).user.id).not.toBe(person.user.id)
    expect(await tryToChange(server, await logInBySms(server, phone))).toMatchObject(held)
  })
})

describe('the link of an older notice', () => {
  test('takes a change back that was allowed since, and says that all of it is undone', async () => {
    const [old, next] = [address(), address()]
    const person = await logIn(server, old)
    await updateEmail(server, person, old, next)
    const [told] = await toldAt(server, old)
    expect((await answer(person, 'allow', await idOf(person, 'way'))).status).toBe(200)
    expect((await undo(server, tokenIn(told))).outcome).toBe('done')
    expect(await subjects(person)).toEqual([old])
  })

  test('has a way in wait again that was allowed since, and that another change had added', async () => {
    const { phone, email, person } = await withNewcomer()
    const told = await toldOf(phone, 'on a new device')
    expect((await answer(person, 'allow', await idOf(person, 'way'))).status).toBe(200)
    expect((await undo(server, tokenIn(told))).outcome).toBe('done')
    const [way] = await server.ctx.db.select().from(accounts).where(eq(accounts.subject, email))
    expect(way?.heldUntil?.getTime()).toBeGreaterThan(server.clock.now)
  })
})

describe('“This wasn’t me” on an older device', () => {
  test('ends every other session, takes the way in back, and leaves this device as it is', async () => {
    const { phone, email, person, newcomer } = await withNewcomer()
    const second = await logInBySms(server, phone)
    expect(await answer(person, 'refuse', await idOf(person, 'device'))).toMatchObject({
      status: 200,
      body: { linked_accounts: [{ type: 'phone' }] },
    })
    expect(await isAlive(server, newcomer)).toBe(false)
    expect(await isAlive(server, second)).toBe(false)
    expect(await isAlive(server, person)).toBe(true)
    expect(await tryToChange(server, person)).not.toMatchObject(held)
    expect(await subjects(person)).toEqual([phone.replace(/[^+\d]/g, '')])
    expect((await enter(email)).user.id).not.toBe(person.user.id)
    // Whatever the stranger has besides waits as well: nobody new signs until the hold is over, or this device says yes.
    expect(await tryToChange(server, await logInBySms(server, phone))).toMatchObject(held)
    expect((await answer(person, 'allow', await idOf(person, 'device'))).status).toBe(200)
  })

  test('of a way in that nobody came by yet takes it back', async () => {
    const phone = number()
    const person = await logInBySms(server, phone)
    await linkEmail(server, person, address(), { from_account: true })
    const id = await idOf(person, 'way')
    expect(await answer(person, 'refuse', id, {})).toMatchObject(required)
    expect((await answer(person, 'refuse', id)).status).toBe(200)
    expect(await subjects(person)).toEqual([phone])
    expect(await list(person)).toEqual([])
  })

  test('says so when what the way in replaced belongs to somebody else by now; the rest is done', async () => {
    const [old, next] = [address(), address()]
    const person = await logIn(server, old)
    await updateEmail(server, person, old, next)
    const other = await logIn(server, old)
    await linkPhone(server, other, number())
    const second = await enter(next)
    expect(await answer(person, 'refuse', await idOf(person, 'way'))).toMatchObject({
      status: 422,
      body: { code: 'failed_to_update_account' },
    })
    expect(await isAlive(server, second)).toBe(false)
    expect(await isAlive(server, person)).toBe(true)
  })

  test('of a new device by an old way takes its key, and the way stays', () =>
    whereNewDevicesWait(async () => {
      const email = address()
      const person = await logIn(server, email)
      const newcomer = await enter(email)
      expect((await answer(person, 'refuse', await idOf(person, 'device'))).status).toBe(200)
      expect(await isAlive(server, newcomer)).toBe(false)
      expect(await subjects(person)).toEqual([email])
      const told = await toldOf(email, 'was refused')
      // What was refused is not brought back by a link.
      expect(tokenIn(told)).toBeUndefined()
    }))
})
