import type { Policy } from '@vitrine/shared/wallet/policy.ts'
import { and, eq, inArray } from 'drizzle-orm'
import type { Hono } from 'hono'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { auditEvents } from '../database/audit-tables.ts'
import { accountChanges, stepUps } from '../database/change-tables.ts'
import { type Connection, connectDatabase } from '../database/connect.ts'
import { walletDelegations } from '../database/delegation-tables.ts'
import { breakAt, type Fault } from '../testing/break-at.ts'
import { type LoggedIn, logIn } from '../testing/client.ts'
import { startTestServer, type TestServer } from '../testing/server.ts'
import {
  allow,
  consentTo,
  createWallet,
  type Delegate,
  proofFor,
  registerDelegate,
  revoke,
  setSigners,
  use,
} from './testing/delegates.ts'

/**
 * The API process dies at every step of a delegation, of a use and of a stop: before a statement reaches Postgres, and after
 * Postgres has performed it but before the answer is here. A delegation is whole or none, no signature leaves that was not counted
 * and told, and what was stopped is stopped.
 */
const SHOP = `0x${'11'.repeat(20)}`
const POLICY: Policy = {
  name: 'Play',
  chain_type: 'ethereum',
  methods: ['eth_signTransaction'],
  rules: { spend: [{ chain: 'eip155:1', asset: 'native', amount: '1000000', per_seconds: 86_400 }] },
}
const send = (nonce: number) => ({
  method: 'eth_signTransaction',
  params: {
    transaction: {
      ...{ type: 2, to: SHOP, value: '0x0', nonce: `0x${nonce.toString(16)}`, chain_id: 1 },
      ...{ gas_limit: '0xa', max_fee_per_gas: '0x1', max_priority_fee_per_gas: '0x0' },
    },
  },
})

let server: TestServer
let connection: Connection
let fault: Fault
let app: Hono
let backend: Delegate
beforeAll(async () => {
  server = await startTestServer()
  connection = connectDatabase(server.database.url)
  fault = breakAt(connection.db.$client)
  app = server.second({ db: connection.db })
  backend = await registerDelegate(server, POLICY)
})
afterAll(async () => {
  await connection.close()
  await server.stop()
})

let people = 0
async function person() {
  const who = await logIn(server, `person${++people}@faults.example`)
  return { who, wallet: await createWallet(server, who) }
}

const types = ['wallet.delegated', 'wallet.delegation_used', 'wallet.delegation_revoked'] as const
async function left({ user: { id } }: LoggedIn) {
  const { db } = server.ctx
  const ofUser = eq(auditEvents.userId, id)
  const events = await db
    .select()
    .from(auditEvents)
    .where(and(ofUser, inArray(auditEvents.type, [...types])))
  const [row] = await db.select().from(walletDelegations).where(eq(walletDelegations.userId, id))
  return {
    delegations: row?.list.delegations.length ?? 0,
    spent: row?.list.delegations[0]?.spent[0]?.reduce((sum, [, amount]) => sum + Number(amount), 0) ?? 0,
    told: await db.$count(
      accountChanges,
      and(eq(accountChanges.userId, id), eq(accountChanges.kind, 'delegate')),
    ),
    ...Object.fromEntries(types.map(type => [type, events.filter(each => each.type === type).length])),
  } as Record<(typeof types)[number] | 'delegations' | 'spent' | 'told', number>
}

async function forget({ user: { id } }: LoggedIn) {
  const { db } = server.ctx
  await db.delete(walletDelegations).where(eq(walletDelegations.userId, id))
  await db.delete(auditEvents).where(eq(auditEvents.userId, id))
  await db.delete(accountChanges).where(eq(accountChanges.userId, id))
}

/** Breaks one call at each of its statements, until one goes through. @returns at how many */
async function breakEach(
  when: 'before' | 'after',
  attempt: (step: number) => Promise<{ readonly status: number }>,
  then: (step: number) => Promise<void>,
): Promise<number> {
  for (let step = 1; ; step++) {
    fault.arm(step, when)
    const { status } = await attempt(step)
    fault.disarm()
    // Every statement before the answer has had its turn.
    if (status === 200) return step
    await then(step)
  }
}

describe.each(['before', 'after'] as const)('a crash %s any statement', when => {
  test('of a delegation leaves all of it with what is told of it, or nothing', async () => {
    const log = vi.spyOn(process.stderr, 'write').mockReturnValue(true)
    const { who, wallet } = await person()
    const additional_signers = [await consentTo(server, who, wallet, backend)]
    const body = { additional_signers, step_up: await proofFor(server, who, wallet) }
    const [proof] = await server.ctx.db.select().from(stepUps).where(eq(stepUps.userId, who.user.id))
    if (!proof) throw new Error('no proof')
    const outcomes = new Set<string>()
    const key = (step: number) => `delegation-that-breaks-${when}-${step}`
    const steps = await breakEach(
      when,
      async step => {
        await forget(who)
        await server.ctx.db.insert(stepUps).values(proof).onConflictDoNothing()
        return setSigners(server, who, wallet, body, { app, key: key(step) })
      },
      async step => {
        const { delegations, told, 'wallet.delegated': event } = await left(who)
        outcomes.add([delegations, told, event].join())
        // The same call gets what is there; else it does it, unless its proof is used up.
        const isSpent = (await server.ctx.db.$count(stepUps, eq(stepUps.userId, who.user.id))) === 0
        const again = await setSigners(server, who, wallet, body, { key: key(step) })
        expect(again.status).toBe(delegations === 0 && isSpent ? 403 : 200)
      },
    )
    log.mockRestore()
    expect(steps).toBeGreaterThan(10)
    expect([...outcomes].sort()).toEqual(when === 'after' ? ['0,0,0', '1,1,1'] : ['0,0,0'])
  }, 60_000)

  test('of a use lets no signature out that is not counted and told, and counts the next try once', async () => {
    const log = vi.spyOn(process.stderr, 'write').mockReturnValue(true)
    const { who, wallet } = await person()
    expect((await allow(server, who, wallet, backend)).status).toBe(200)
    const outcomes = new Set<string>()
    const key = (step: number) => `use-that-breaks-${when}-${step}`
    let done = 0
    const steps = await breakEach(
      when,
      step => use(server, backend, wallet.id, send(step), { app, key: key(step) }),
      async step => {
        const { spent, 'wallet.delegation_used': events } = await left(who)
        outcomes.add([spent / 10 - done, events - done].join())
        expect((await use(server, backend, wallet.id, send(step), { key: key(step) })).status).toBe(200)
        done++
        const { spent: after, 'wallet.delegation_used': told } = await left(who)
        expect([after, told]).toEqual([10 * done, done])
      },
    )
    log.mockRestore()
    expect(steps).toBeGreaterThan(8)
    expect([...outcomes].sort()).toEqual(when === 'after' ? ['0,0', '1,1'] : ['0,0'])
  }, 60_000)

  test('of a stop leaves it to the next try, which ends it', async () => {
    const log = vi.spyOn(process.stderr, 'write').mockReturnValue(true)
    const { who, wallet } = await person()
    expect((await allow(server, who, wallet, backend)).status).toBe(200)
    const ofUser = eq(walletDelegations.userId, who.user.id)
    const [row = expect.fail('no row')] = await server.ctx.db.select().from(walletDelegations).where(ofUser)
    const outcomes = new Set<string>()
    const steps = await breakEach(
      when,
      async () => {
        await forget(who)
        await server.ctx.db.insert(walletDelegations).values(row)
        return revoke(server, who, {}, { app })
      },
      async () => {
        const { delegations, 'wallet.delegation_revoked': events } = await left(who)
        outcomes.add([delegations, events].join())
        expect((await revoke(server, who)).status).toBe(200)
        const { delegations: none, 'wallet.delegation_revoked': told } = await left(who)
        expect([none, told]).toEqual([0, 1])
        expect((await use(server, backend, wallet.id, send(1))).body.code).toBe(
          'user_has_not_delegated_wallet',
        )
      },
    )
    log.mockRestore()
    expect(steps).toBeGreaterThan(6)
    expect([...outcomes].sort()).toEqual(when === 'after' ? ['0,1', '1,0'] : ['1,0'])
  }, 60_000)
})
