import { randomUUID } from 'node:crypto'
import type { Hono } from 'hono'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { configure } from '../account-changes/testing/steps.ts'
import { type Connection, connectDatabase } from '../database/connect.ts'
import { breakAt, type Fault } from '../testing/break-at.ts'
import { type Answer, type LoggedIn, logIn } from '../testing/client.ts'
import { startTestServer, type TestServer } from '../testing/server.ts'
import { readFactors } from './claim/store-factors.ts'
import { beginTotp, enrollTotp, enrollTotpBy, proofForMfa, proveCode, signedAs } from './testing/mfa-calls.ts'

/**
 * The API process dies at every step of a change: before a statement reaches Postgres, and after Postgres has performed it but
 * before the answer is here. Whatever is left must be the whole change or none, and the wallet must be usable by who has the factors
 * that are there.
 */
let server: TestServer
let connection: Connection
let fault: Fault
let app: Hono

beforeAll(async () => {
  server = await startTestServer()
  await configure(server, { mfa_methods: ['totp'] })
  connection = connectDatabase(server.database.url)
  fault = breakAt(connection.db.$client)
  app = server.second({ db: connection.db })
})
afterAll(async () => {
  await connection.close()
  await server.stop()
})

const newPerson = () => logIn(server, `${randomUUID()}@mfa-faults.example`)

const makeWallet = (who: LoggedIn, token?: string) =>
  signedAs(
    server,
    who,
    '/wallets',
    { chain_type: 'ethereum', owner: { public_key: who.device.publicKey } },
    token === undefined ? {} : { token },
  )

/** Each step of a call from one on, until its answer is whole. What is before only reads, and spends what was sent. */
async function atEachStep(
  first: number,
  when: 'before' | 'after',
  prepare: () => Promise<{ run(): Promise<Answer<object>>; holds(): Promise<void> }>,
): Promise<number> {
  for (let step = first; ; step++) {
    const { run, holds } = await prepare()
    fault.arm(step, when)
    const { status } = await run()
    const isBroken = fault.disarm()
    if (status === 200) return step
    expect(isBroken).toBe(true)
    await holds()
  }
}

test('a first factor is added whole or not at all', async () => {
  const steps = await atEachStep(12, 'after', async () => {
    const me = await newPerson()
    const { app: authenticator } = await beginTotp(server, me)
    const proof = await proofForMfa(server, me)
    return {
      run: async () => (await enrollTotpBy(server, me, authenticator.code(), { proof, app })).answer,
      async holds() {
        const factors = await readFactors(server.ctx.db, me.user.id)
        const left = await makeWallet(me)
        expect(left.status).toBe(factors === null ? 200 : 403)
        if (factors === null) return
        const proven = await proveCode(server, me, 'totp', authenticator.code(1))
        expect(await makeWallet(me, String(proven.body.token))).toMatchObject({ status: 200 })
      },
    }
  })
  expect(steps).toBeGreaterThan(15)
})

test('the last factor is removed whole or not at all', async () => {
  const steps = await atEachStep(10, 'before', async () => {
    const me = await newPerson()
    const { token } = await enrollTotp(server, me)
    const step_up = await proofForMfa(server, me)
    return {
      run: () => signedAs(server, me, '/mfa/totp/unenroll', { step_up }, { token, app }),
      async holds() {
        const isLeft = (await readFactors(server.ctx.db, me.user.id))?.list.length === 1
        expect((await makeWallet(me)).status).toBe(isLeft ? 403 : 200)
        if (isLeft) expect(await makeWallet(me, token)).toMatchObject({ status: 200 })
      },
    }
  })
  expect(steps).toBeGreaterThan(15)
})

test('a recovery code is used, or is there still', async () => {
  const steps = await atEachStep(6, 'after', async () => {
    const me = await newPerson()
    const { codes } = await enrollTotp(server, me)
    return {
      run: () => proveCode(server, me, 'recovery_code', codes[0] ?? '', { app }),
      async holds() {
        const left = (await readFactors(server.ctx.db, me.user.id))?.recoveryCodes.length
        const again = await proveCode(server, me, 'recovery_code', codes[0] ?? '')
        expect(again.status).toBe(left === 10 ? 200 : 403)
      },
    }
  })
  expect(steps).toBeGreaterThan(8)
})
