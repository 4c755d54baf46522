import type { EmbeddedSet } from '@vitrine/shared/wallet/embedded.ts'
import { AUTOMATIC, createTestSet, PASSCODE } from '@vitrine/shared/wallet/testing/test-set.ts'
import { eq } from 'drizzle-orm'
import type { Hono } from 'hono'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { type Connection, connectDatabase } from '../database/connect.ts'
import { embeddedSets, embeddedSharings, embeddedWallets } from '../database/schema.ts'
import { breakAt, type Fault } from '../testing/break-at.ts'
import { startTestServer, type TestServer } from '../testing/server.ts'
import { logInOnNewDevice, type Person } from '../wallet/testing/wallet-calls.ts'
import { callSet, setWalletConfig } from './testing/set-calls.ts'

/**
 * The API process dies at every step of a change of a set: before a statement reaches Postgres, and after Postgres has
 * performed it but before the answer is here. At every moment the recovery share that is stored fits an auth share that
 * is stored, the device's own share is there, and no wallet is told of that has none; a retry ends in the change.
 */
let server: TestServer
let connection: Connection
let fault: Fault
let app: Hono

beforeAll(async () => {
  server = await startTestServer()
  await setWalletConfig(server, { user_owned_recovery_options: ['user-passcode'] })
  connection = connectDatabase(server.database.url)
  fault = breakAt(connection.db.$client)
  app = server.second({ db: connection.db })
})
afterAll(async () => {
  await connection.close()
  await server.stop()
})

/** One person's set as it is before a change, and the change. */
function changesOf({ userId }: Person) {
  const set = createTestSet({ appId: server.appId, userId })
  const first = set.registration(AUTOMATIC())
  const further = set.proven('add-wallet', { set_id: set.setId, wallet: set.wallet(1) })
  const laptop = set.proven('add-sharing', { set_id: set.setId, sharing: set.sharing() })
  const replaced = {
    ...set.proven('change-recovery', {
      set_id: set.setId,
      replaces: first.sharing.id,
      sharing: set.sharing(),
      recovery: PASSCODE(),
    }),
    from_account: true,
  }
  return { set, first, further, laptop, replaced }
}
type Changes = ReturnType<typeof changesOf>

interface Change {
  readonly path: (changes: Changes) => string
  readonly body: (changes: Changes) => object
  /** Whether the set is there before it. */
  readonly onSet: boolean
  readonly isDone: (left: Stored, changes: Changes) => boolean
}

interface Stored {
  readonly sets: readonly (typeof embeddedSets.$inferSelect)[]
  readonly sharings: readonly (typeof embeddedSharings.$inferSelect)[]
  readonly wallets: readonly (typeof embeddedWallets.$inferSelect)[]
}

const CHANGES: Readonly<Record<string, Change>> = {
  'a registration': {
    path: () => '',
    body: ({ first }) => first,
    onSet: false,
    isDone: ({ sets }) => sets.length === 1,
  },
  'a further wallet': {
    path: () => '/wallets',
    body: ({ further }) => further,
    onSet: true,
    isDone: ({ wallets }) => wallets.length === 2,
  },
  'a further device': {
    path: () => '/sharings',
    body: ({ laptop }) => laptop,
    onSet: true,
    isDone: ({ sharings }, { laptop }) => sharings.some(({ id }) => id === laptop.sharing.id),
  },
  'a change of the recovery': {
    path: ({ first }) => `/${first.wallets[0]?.address}/recovery`,
    body: ({ replaced }) => replaced,
    onSet: true,
    isDone: ({ sets }, { replaced }) => sets[0]?.recoverySharingId === replaced.sharing.id,
  },
}

async function storedOf({ userId }: Person, { set: { setId } }: Changes): Promise<Stored> {
  const { db } = server.ctx
  return {
    sets: await db.select().from(embeddedSets).where(eq(embeddedSets.userId, userId)),
    sharings: await db.select().from(embeddedSharings).where(eq(embeddedSharings.setId, setId)),
    wallets: await db.select().from(embeddedWallets).where(eq(embeddedWallets.userId, userId)),
  }
}

function holdsTogether({ sets, sharings, wallets }: Stored, changes: Changes): void {
  const { first, further, laptop, replaced } = changes
  const [set] = sets
  if (!set) {
    expect([sharings, wallets]).toEqual([[], []])
    return
  }
  const splits = [first, replaced].map(({ recovery, sharing }) => ({ ...sharing, share: recovery.share }))
  const split = splits.find(({ id }) => id === set.recoverySharingId)
  expect(set.recoveryShare).toBe(split?.share)
  expect(sharings.find(({ id }) => id === split?.id)?.authShare).toBe(split?.auth_share)
  const sent = [first.sharing, laptop.sharing, replaced.sharing]
  for (const { id, authShare } of sharings)
    expect(sent.find(each => each.id === id)?.auth_share).toBe(authShare)
  // The device that registered goes on.
  expect(sharings.map(({ id }) => id)).toContain(first.sharing.id)
  const known = [...first.wallets, further.wallet].map(({ address }) => address)
  expect(known).toEqual(expect.arrayContaining(wallets.map(({ address }) => address)))
  expect(wallets.length).toBeGreaterThan(0)
}

describe.each(Object.entries(CHANGES))('%s', (_, change) => {
  test.each(['before', 'after'] as const)(
    'that breaks off %s any statement',
    async when => {
      // Each crash is one line of the log.
      const log = vi.spyOn(process.stderr, 'write').mockReturnValue(true)
      const who = await logInOnNewDevice(server)
      const outcomes = new Set<boolean>()
      for (let step = 1; ; step++) {
        const changes = changesOf(who)
        await server.ctx.db.delete(embeddedSets).where(eq(embeddedSets.userId, who.userId))
        if (change.onSet) await callSet(server, who, '', changes.first)
        const [path, body] = [change.path(changes), change.body(changes)]

        fault.arm(step, when)
        const { status } = await callSet(server, who, path, body, {}, app)
        if (!fault.disarm()) {
          // The change has fewer statements than this: every one of them has had its turn.
          expect([status, step > 10]).toEqual([200, true])
          break
        }
        expect(status).toBe(503)
        const left = await storedOf(who, changes)
        holdsTogether(left, changes)
        outcomes.add(change.isDone(left, changes))

        const retried = await callSet(server, who, path, body)
        expect(retried.status).toBe(200)
        const ends = await storedOf(who, changes)
        holdsTogether(ends, changes)
        expect(change.isDone(ends, changes)).toBe(true)
        const told = retried.body.set as EmbeddedSet
        expect(told.recovery_sharing_id).toBe(ends.sets[0]?.recoverySharingId)
        expect(told.wallets.map(({ address }) => address).sort()).toEqual(
          ends.wallets.map(({ address }) => address).sort(),
        )
      }
      log.mockRestore()
      // Only once the commit itself is performed, the change is made.
      expect([...outcomes].sort()).toEqual(when === 'after' ? [false, true] : [false])
    },
    60_000,
  )
})
