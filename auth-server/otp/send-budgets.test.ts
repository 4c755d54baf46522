import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { rateLimits } from '../database/schema.ts'
import { initCode, logIn } from '../testing/client.ts'
import { createDevice, type Device } from '../testing/device.ts'
import { startTestServer, type TestServer } from '../testing/server.ts'

const MAIL = '/api/v1/passwordless/init'
const TEXT = '/api/v1/passwordless_sms/init'

let server: TestServer
let someone: Device
beforeAll(async () => {
  server = await startTestServer()
  someone = await createDevice()
})
afterAll(() => server.stop())
beforeEach(async () => {
  await server.ctx.db.delete(rateLimits)
})

/** For what is counted; codes are the signer's, whose clock is no test's. */
const hoursPass = (hours: number) =>
  server.ctx.db.update(rateLimits).set({ expiresAt: sql`expires_at - make_interval(hours => ${hours})` })

const within = (budgets: Partial<TestServer['ctx']['settings']['budgets']>) => {
  const { settings } = server.ctx
  return server.second({ settings: { ...settings, budgets: { ...settings.budgets, ...budgets } } })
}
const newApp = async () => (await server.registerApp({ sms_auth: true })).id

let people = 0
/** Asks for a code as somebody of a network of their own. @returns the status, 429 with when to come back */
async function ask(path: string, body: object, appId: string, app = server.app) {
  const from = `10.${(++people >> 8) % 256}.${people % 256}.1`
  const options = { app, from, headers: { 'vitrine-app-id': appId } }
  const { status, headers } = await initCode(server, someone, { ...body }, options, path)
  return status === 429 ? `429 in ${headers.get('retry-after')} s` : status
}
const mail = (email: string, appId: string, app?: TestServer['app']) => ask(MAIL, { email }, appId, app)
const text = (phoneNumber: string, appId: string, app?: TestServer['app']) =>
  ask(TEXT, { phoneNumber }, appId, app)
const person = () => `person${++people}@mail.example`

describe('mails of an app', () => {
  test('are so many in an hour, over all processes; another app is not held up', async () => {
    const [id, other] = [await newApp(), await newApp()]
    const processes = [within({ appMailsHour: 3 }), within({ appMailsHour: 3 })]
    for (let i = 0; i < 3; i++) expect(await mail(person(), id, processes[i % 2])).toBe(200)
    expect(await mail(person(), id, processes[1])).toBe('429 in 3600 s')
    expect(await mail(person(), other, processes[1])).toBe(200)
    await hoursPass(1)
    expect(await mail(person(), id, processes[1])).toBe(200)
  })

  test('are so many in a day', async () => {
    const id = await newApp()
    const app = within({ appMailsDay: 2 })
    for (let i = 0; i < 2; i++) expect(await mail(person(), id, app)).toBe(200)
    await hoursPass(2)
    expect(await mail(person(), id, app)).toBe(`429 in ${22 * 3600} s`)
  })

  test('that were refused at an address use nothing up for others', async () => {
    const id = await newApp()
    const app = within({ appMailsHour: 10 })
    const victim = person()
    for (let i = 0; i < 5; i++) expect(await mail(victim, id, app)).toBe(200)
    for (let i = 0; i < 20; i++) expect(await mail(victim, id, app)).toBe('429 in 600 s')
    for (let i = 0; i < 5; i++) expect(await mail(person(), id, app)).toBe(200)
    expect(await mail(person(), id, app)).toBe('429 in 3600 s')
  })
})

describe('mails to one mailbox', () => {
  test('are counted together, however the address is spelt', async () => {
    const id = await newApp()
    const app = within({ mailboxMails: 4, mailboxMailsDay: 28 })
    for (const address of [
      'a.d.a@gmail.com',
      'ada+1@gmail.com',
      'ada@googlemail.com',
      'a.da+2@googlemail.com',
    ])
      expect(await mail(address, id, app)).toBe(200)
    expect(await mail('ad.a+3@gmail.com', id, app)).toBe('429 in 3600 s')
    expect(await mail('grace@gmail.com', id, app)).toBe(200)
    expect(await mail('ada@gmail.com', await newApp(), app)).toBe(200)
  })

  test('are so many in a day, and the next is never far', async () => {
    const id = await newApp()
    const app = within({ mailboxMails: 2, mailboxMailsDay: 6 })
    for (let i = 0; i < 2; i++) expect(await mail(`eve+${i}@mail.example`, id, app)).toBe(200)
    for (let i = 2; i < 6; i++) {
      expect(await mail(`eve+${i}@mail.example`, id, app)).toBe(`429 in ${6 * 3600} s`)
      await hoursPass(6)
      expect(await mail(`eve+${i}@mail.example`, id, app)).toBe(200)
    }
  })

  test('do not hold up a device that the address knows, whatever others have sent there', async () => {
    const email = `known${++people}@mail.example`
    const { device } = await logIn(server, email)
    const app = within({ mailboxMails: 1, mailboxMailsDay: 1 })
    await mail(email.replace('@', '+1@'), server.appId, app)
    expect(await mail(email, server.appId, app)).toMatch('429')
    expect((await initCode(server, device, { email }, { app })).status).toBe(200)
  })

  test('make nobody somebody else: each spelling has its own code', async () => {
    const id = await newApp()
    expect(await mail('a.b@gmail.com', id)).toBe(200)
    expect(await mail('ab@gmail.com', id)).toBe(200)
    expect(server.mails.slice(-2).map(({ to }) => to)).toEqual(['a.b@gmail.com', 'ab@gmail.com'])
  })
})

describe('text messages', () => {
  test('to one country are so many in an hour, and use nothing up for other countries', async () => {
    const id = await newApp()
    const app = within({ countryTextsHour: 2, appTextsHour: 4 })
    expect(await text('+447911123456', id, app)).toBe(200)
    expect(await text('+447911123457', id, app)).toBe(200)
    for (let i = 0; i < 5; i++) expect(await text('+447911123458', id, app)).toBe('429 in 3600 s')
    // One calling code, two countries.
    expect(await text('+12025550123', id, app)).toBe(200)
    expect(await text('+12045550123', id, app)).toBe(200)
    expect(await text('+33612345678', id, app)).toBe('429 in 3600 s')
    await hoursPass(1)
    expect(await text('+447911123458', id, app)).toBe(200)
  })

  test('of an app are so many in a day', async () => {
    const id = await newApp()
    const app = within({ appTextsDay: 1 })
    expect(await text('+447911123456', id, app)).toBe(200)
    expect(await text('+33612345678', id, app)).toBe(`429 in ${24 * 3600} s`)
  })
})

test('of calls at once with the last of a budget one is taken', async () => {
  const id = await newApp()
  const processes = [within({ appMailsHour: 1 }), within({ appMailsHour: 1 })]
  const answers = await Promise.all(Array.from({ length: 8 }, (_, i) => mail(person(), id, processes[i % 2])))
  expect(answers.filter(answer => answer === 200)).toHaveLength(1)
})
