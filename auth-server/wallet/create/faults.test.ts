import { eq } from 'drizzle-orm'
import { verifyMessage } from 'ethers'
import type { Hono } from 'hono'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { type Connection, connectDatabase } from '../../database/connect.ts'
import { entropySalts } from '../../database/key-tables.ts'
import { walletEntropies, wallets } from '../../database/schema.ts'
import type { SignerClient } from '../../signer/operations.ts'
import { holdsEd25519 } from '../../signer/testing/requests.ts'
import { breakAt, type Fault } from '../../testing/break-at.ts'
import { startTestServer, type TestServer } from '../../testing/server.ts'
import { create, createSolana, logInOnNewDevice, type Person, rpc } from '../testing/wallet-calls.ts'

/**
 * The API process dies at every step of a creation: before a statement reaches Postgres, and after Postgres has performed
 * it but before the answer is here. Whatever is left must be a whole wallet or none, and a retry must end in one wallet.
 */
let server: TestServer
let connection: Connection
let fault: Fault
let app: Hono

beforeAll(async () => {
  server = await startTestServer()
  connection = connectDatabase(server.database.url)
  fault = breakAt(connection.db.$client)
  app = server.second({ db: connection.db })
})
afterAll(async () => {
  await connection.close()
  await server.stop()
})

const rows = ({ userId }: Person) => server.ctx.db.select().from(wallets).where(eq(wallets.userId, userId))
const entropies = ({ userId }: Person) =>
  server.ctx.db.select().from(walletEntropies).where(eq(walletEntropies.userId, userId))

/** The next creation is the user's first again, and the installation's. */
async function forget({ userId }: Person): Promise<void> {
  await server.ctx.db.delete(wallets).where(eq(wallets.userId, userId))
  await server.ctx.db.delete(walletEntropies).where(eq(walletEntropies.userId, userId))
  await server.ctx.db.delete(entropySalts)
}

async function signsAsItsAddress(who: Person, { id, address }: { id: string; address: string }) {
  if (address.startsWith('0x')) {
    const body = { method: 'personal_sign', params: { message: 'hello', encoding: 'utf-8' } }
    const { data } = await (await rpc(server, who, id, body)).json()
    return verifyMessage('hello', data.signature) === address
  }
  const message = Buffer.from('hello')
  const body = { method: 'signMessage', params: { message: message.toString('base64'), encoding: 'base64' } }
  const { data } = await (await rpc(server, who, id, body)).json()
  return holdsEd25519(address, message, Buffer.from(data.signature, 'base64'))
}

/** What must hold after a crash, and after the retry that follows it. */
async function holdsAfter(who: Person, make: typeof create, key: string): Promise<void> {
  const left = await rows(who)
  expect(left.length).toBeLessThanOrEqual(1)
  // No wallet is announced, here or by any other tab, that cannot sign.
  for (const wallet of left) expect(await signsAsItsAddress(who, wallet)).toBe(true)
  expect((await entropies(who)).length).toBe(left.length)

  const retried = await make(server, who, { key })
  expect(retried.status).toBe(200)
  const wallet = await retried.json()
  const [row, ...more] = await rows(who)
  expect([row?.address, more.length]).toEqual([wallet.address, 0])
  if (left[0]) expect(wallet.address).toBe(left[0].address)
  expect(await signsAsItsAddress(who, wallet)).toBe(true)
}

describe.each([
  ['Ethereum', create],
  ['Solana', createSolana],
] as const)('a creation on %s', (_, make) => {
  test.each(['before', 'after'] as const)(
    'that breaks off %s any statement',
    async when => {
      // Each crash is one line of the log.
      const log = vi.spyOn(process.stderr, 'write').mockReturnValue(true)
      const outcomes = new Set<number>()
      const who = await logInOnNewDevice(server)
      for (let step = 1; ; step++) {
        await forget(who)
        const key = `creation-that-breaks-${when}-${step}`
        fault.arm(step, when)
        const response = await make(server, who, { app, key })
        if (!fault.disarm()) {
          // The creation has fewer statements than this: every one of them has had its turn.
          expect([response.status, step > 10]).toEqual([200, true])
          break
        }
        expect(response.status).toBe(503)
        outcomes.add((await rows(who)).length)
        await holdsAfter(who, make, key)
      }
      log.mockRestore()
      // Only once the commit itself is performed, there is a wallet.
      expect([...outcomes].sort()).toEqual(when === 'after' ? [0, 1] : [0])
    },
    60_000,
  )

  test.each(['before', 'after'] as const)('that breaks off %s the signer made the key', async when => {
    const who = await logInOnNewDevice(server)
    const key = `creation-that-breaks-${when}-signer`
    const dies = async (request: Parameters<SignerClient['createWallet']>[0]) => {
      if (when === 'after') await server.ctx.signer.createWallet(request)
      throw new Error('The process was killed.')
    }
    const dying = server.second({ signer: { ...server.ctx.signer, createWallet: dies } })
    expect((await make(server, who, { app: dying, key })).status).toBe(500)
    expect(await rows(who)).toEqual([])
    await holdsAfter(who, make, key)
  })
})
