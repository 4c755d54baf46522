import { eq, inArray } from 'drizzle-orm'
import type { Hono } from 'hono'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { configure } from '../account-changes/testing/steps.ts'
import { type Connection, connectDatabase } from '../database/connect.ts'
import { accounts, rateLimits, users } from '../database/schema.ts'
import { SignerRefusal } from '../signer/refusal.ts'
import { breakAt, type Fault } from '../testing/break-at.ts'
import { startTestServer, type TestServer } from '../testing/server.ts'
import { create, logInOnNewDevice, type Person, sign } from '../wallet/testing/wallet-calls.ts'
import {
  askedToTransfer,
  linkPhone,
  personByMail,
  personByPhone,
  smsCode,
  transfer,
} from './testing/transfer-steps.ts'

/**
 * The API process dies at every await of a merge: before a statement reaches Postgres, and after Postgres has performed it but
 * before the answer is here; and as the signer is asked. What is left are two whole accounts or one, and every wallet signs.
 */
let server: TestServer
let connection: Connection
let fault: Fault
let app: Hono

beforeAll(async () => {
  server = await startTestServer()
  await configure(server, { sms_auth: true, added_login_hold_hours: 0 })
  connection = connectDatabase(server.database.url)
  fault = breakAt(connection.db.$client)
  app = server.second({ db: connection.db })
})
afterAll(async () => {
  await connection.close()
  await server.stop()
})

const walletOf = async (who: Person): Promise<string> => (await (await create(server, who)).json()).id
const statusOf = async (who: Person, wallet: string) => (await sign(server, who, wallet, 'hello')).status

/** More comes from here than from a network of people. */
const forgetLimits = () => server.ctx.db.delete(rateLimits)

async function twoAccounts() {
  const [own, other] = [await personByMail(server), await personByPhone(server)]
  return { own, other, wallets: [await walletOf(own), await walletOf(other)] as const }
}
type Two = Awaited<ReturnType<typeof twoAccounts>>

/** @returns whether they are one. */
async function isWhole({ own, other, wallets }: Two): Promise<boolean> {
  const rows = await server.ctx.db.select().from(users).where(eq(users.id, other.userId))
  const isOne = rows[0]?.mergedInto === own.userId
  expect([null, own.userId]).toContain(rows[0]?.mergedInto)
  const logins = await server.ctx.db
    .select()
    .from(accounts)
    .where(inArray(accounts.subject, [own.email, other.number]))
  const owners = new Map(logins.map(({ subject, userId }) => [subject, userId]))
  expect([owners.get(own.email), owners.get(other.number)]).toEqual([
    own.userId,
    isOne ? own.userId : other.userId,
  ])
  // By each login, on a device that is new.
  const mine = await logInOnNewDevice(server, own.email)
  const theirs = await personByPhone(server, other.number)
  for (const who of [mine, theirs]) {
    const reached = wallets.map((_, index) => isOne || who === [mine, theirs][index])
    expect(await Promise.all(wallets.map(wallet => statusOf(who, wallet)))).toEqual(
      reached.map(it => (it ? 200 : 404)),
    )
  }
  return isOne
}

test.each(['before', 'after'] as const)(
  'a transfer that breaks off %s any statement leaves two whole accounts or one',
  async when => {
    const log = vi.spyOn(process.stderr, 'write').mockReturnValue(true)
    const outcomes = new Set<boolean>()
    let two = await twoAccounts()
    for (let step = 1; ; step++) {
      const { own, other } = two
      await forgetLimits()
      const { nonce } = await askedToTransfer(server, own, other.number)
      const body = { nonce, phoneNumber: other.number }
      fault.arm(step, when)
      const { status } = await transfer(server, own, body, { app })
      // What tells the addresses of it goes on beside the answer.
      if (!fault.disarm() || status === 200) {
        expect([status, step > 20]).toEqual([200, true])
        expect(await isWhole(two)).toBe(true)
        break
      }
      expect(status).toBe(503)
      const isOne = await isWhole(two)
      outcomes.add(isOne)
      if (isOne) two = await twoAccounts()
    }
    log.mockRestore()
    // From the commit on they are one, though the answer may not come.
    expect([...outcomes].sort()).toEqual([false, true])
  },
  120_000,
)

test.each(['before', 'after'] as const)(
  'a link that breaks off %s any statement moves nothing, and the nonce that was lost with it is nobody’s',
  async when => {
    const log = vi.spyOn(process.stderr, 'write').mockReturnValue(true)
    const two = await twoAccounts()
    for (let step = 1; ; step++) {
      await forgetLimits()
      const code = await smsCode(server, two.own.device, two.other.number, 'link')
      fault.arm(step, when)
      const { status, body } = await linkPhone(server, two.own, two.other.number, { code, app })
      if (!fault.disarm()) {
        expect([status, body.code, step > 8]).toEqual([409, 'account_transfer_required', true])
        break
      }
      expect(status).toBe(503)
      expect(await isWhole(two)).toBe(false)
    }
    log.mockRestore()
  },
  60_000,
)

test('a signer that is away, or goes while it is asked, leaves two whole accounts', async () => {
  const log = vi.spyOn(process.stderr, 'write').mockReturnValue(true)
  const two = await twoAccounts()
  const { signer } = server.ctx
  for (const isAsked of [false, true]) {
    const gone = server.second({
      signer: {
        ...signer,
        async adoptUser(request) {
          if (isAsked) await signer.adoptUser(request)
          throw new SignerRefusal('unavailable', 'The signer does not answer.')
        },
      },
    })
    const { nonce } = await askedToTransfer(server, two.own, two.other.number)
    const body = { nonce, phoneNumber: two.other.number }
    expect((await transfer(server, two.own, body, { app: gone })).status).toBe(503)
    expect(await isWhole(two)).toBe(false)
  }
  log.mockRestore()
})
