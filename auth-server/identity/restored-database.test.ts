import { generateKeyPairSync, randomBytes, randomUUID } from 'node:crypto'
import { canonicalJson } from '@vitrine/shared/wallet/canonical-json.ts'
import { createTestSet } from '@vitrine/shared/wallet/testing/test-set.ts'
import { eq } from 'drizzle-orm'
import { verifyMessage } from 'ethers'
import { compactDecrypt } from 'jose'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { accounts, embeddedWallets, rateLimits, users, wallets } from '../database/schema.ts'
import { callSet, setWalletConfig } from '../embedded-wallets/testing/set-calls.ts'
import { secretSubject } from '../signer/secret-subject.ts'
import { holdsEd25519 } from '../signer/testing/requests.ts'
import { backUp } from '../testing/backup.ts'
import { signedCall } from '../testing/client.ts'
import { createDevice } from '../testing/device.ts'
import { ORIGIN, startTestServer, type TestServer } from '../testing/server.ts'
import {
  create,
  createSolana,
  logInOnNewDevice,
  type Person,
  rpc,
  sign,
} from '../wallet/testing/wallet-calls.ts'

/** Yesterday's database is put in the place of today's: whoever came since logs in again, with what they have. */
let server: TestServer
let restore: () => Promise<void>
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.stop())
beforeEach(async () => {
  restore = await backUp(server.database.db)
})

const mailbox = () => `${randomUUID()}@restored.example`
const known = async (userId: string) => (await server.ctx.db.$count(users, eq(users.id, userId))) === 1
const bodyOf = async (response: Response) => response.json()

describe('a user who came after the backup', () => {
  test('is the same user with the same wallets at the server, which sign', async () => {
    const before = await logInOnNewDevice(server)
    const ethereum = await bodyOf(await create(server, before))
    const second = await bodyOf(await create(server, before, {}, true))
    const solana = await bodyOf(await createSolana(server, before))
    await restore()
    expect(await known(before.userId)).toBe(false)

    const after = await logInOnNewDevice(server, before.email)
    expect(after.userId).toBe(before.userId)
    // In another order than before.
    const again = {
      solana: await bodyOf(await createSolana(server, after)),
      ethereum: await bodyOf(await create(server, after)),
      second: await bodyOf(await create(server, after, {}, true)),
    }
    expect([again.ethereum.address, again.second.address, again.solana.address]).toEqual([
      ethereum.address,
      second.address,
      solana.address,
    ])
    const { data } = await bodyOf(await sign(server, after, again.second.id, 'hello'))
    expect(verifyMessage('hello', data.signature)).toBe(second.address)
    const message = Buffer.from('hello')
    const asked = {
      method: 'signMessage',
      params: { message: message.toString('base64'), encoding: 'base64' },
    }
    const signed = await bodyOf(await rpc(server, after, again.solana.id, asked))
    expect(holdsEd25519(solana.address, message, Buffer.from(signed.data.signature, 'base64'))).toBe(true)
  })

  test('is the same user for the shares on the device, whose set is taken back', async () => {
    const { appId } = server
    await setWalletConfig(server)
    const before = await logInOnNewDevice(server)
    const set = createTestSet({ appId, userId: before.userId })
    const registration = set.registration()
    expect((await callSet(server, before, '', registration)).status).toBe(200)
    const keys = await shareKeys(before)
    await restore()

    await setWalletConfig(server)
    const after = await logInOnNewDevice(server, before.email)
    expect(after.userId).toBe(before.userId)
    expect(await shareKeys(after)).toBe(keys)
    // What the device kept of its set, once more: nobody but this user can register it.
    expect((await callSet(server, after, '', registration)).status).toBe(200)
    const [row] = await server.ctx.db
      .select()
      .from(embeddedWallets)
      .where(eq(embeddedWallets.userId, before.userId))
    expect(row?.address).toBe(registration.wallets[0]?.address)
    await restore()
  })

  test('as a guest is the same guest, and one user, however many log in at once', async () => {
    const guests = await guestApp()
    restore = await backUp(server.database.db)
    const before = await guests.enter()
    await restore()
    const entered = await Promise.all(Array.from({ length: 5 }, () => guests.enter()))
    expect(entered).toEqual(Array.from({ length: 5 }, () => before))
  })
})

test('a user of yesterday whose first wallet is of today gets the same wallet again', async () => {
  const user = await logInOnNewDevice(server)
  restore = await backUp(server.database.db)
  const today = await bodyOf(await create(server, user))
  await restore()
  expect(await server.ctx.db.$count(wallets, eq(wallets.userId, user.userId))).toBe(0)
  const again = await bodyOf(await create(server, await logInOnNewDevice(server, user.email)))
  expect(again.address).toBe(today.address)
})

describe('an address that was taken from its user', () => {
  /** The user goes on with another login, as after linking a passkey. */
  const takeFrom = async (person: Pick<Person, 'userId'>) => {
    await server.ctx.db.delete(rateLimits)
    await server.ctx.db
      .update(accounts)
      .set({ type: 'passkey', subject: randomUUID() })
      .where(eq(accounts.userId, person.userId))
  }

  test('makes another user each time, and never a former one', async () => {
    const email = mailbox()
    const ids: string[] = []
    // More often than ids are told apart by number.
    for (let count = 0; count < 19; count++) {
      const person = await logInOnNewDevice(server, email)
      ids.push(person.userId)
      await takeFrom(person)
    }
    expect(new Set(ids).size).toBe(19)
    expect(await server.ctx.db.$count(users)).toBeGreaterThanOrEqual(19)
  })

  test('of logins at once with it, all are of the one new user', async () => {
    const guests = await guestApp()
    const former = await guests.enter()
    await takeFrom({ userId: former })
    const entered = await Promise.all(Array.from({ length: 5 }, () => guests.enter()))
    expect(new Set(entered).size).toBe(1)
    expect(entered).not.toContain(former)
  })

  test('and has a wallet of its own then', async () => {
    const former = await logInOnNewDevice(server)
    const theirs = await bodyOf(await create(server, former))
    await takeFrom(former)
    const next = await logInOnNewDevice(server, former.email)
    expect((await bodyOf(await create(server, next))).address).not.toBe(theirs.address)
  })
})

/** An app that takes guests, and one guest's way in, from a new device each time. */
async function guestApp() {
  const { id: appId } = await server.registerApp({ guest_auth: true })
  const path = '/api/v1/guest/authenticate'
  const value = randomBytes(32).toString('base64url')
  const subject = secretSubject(value)
  return {
    /** @returns the user's id */
    async enter(): Promise<string> {
      const answer = await signedCall<{ user: { id: string } }>(server, await createDevice(), path, {
        body: { subject },
        secret: { member: 'guest_credential', value, identity: { type: 'guest', subject } },
        headers: { 'vitrine-app-id': appId },
      })
      return answer.body.user.id
    },
  }
}

const vault = generateKeyPairSync('ec', { namedCurve: 'P-256' })

/** The keys of the shares as the vault of the person's device reads them, in hex. */
async function shareKeys({ device, accessToken }: Person): Promise<string> {
  const body = {
    recipient: vault.publicKey.export({ type: 'spki', format: 'der' }).toString('base64'),
    purposes: ['auth-share', 'recovery'],
  }
  const url = `${ORIGIN}/api/v1/embedded_wallets/keys`
  const headers = {
    'vitrine-app-id': server.appId,
    'vitrine-idempotency-key': randomUUID(),
    'vitrine-request-expiry': String(Date.now() + 60_000),
  }
  const signature = device.authorize({ version: 1, method: 'POST', url, body, headers })
  const response = await server.app.request(url, {
    method: 'POST',
    body: canonicalJson(body),
    headers: {
      ...headers,
      origin: ORIGIN,
      'content-type': 'application/json',
      'vitrine-authorization-signature': signature,
      authorization: `Bearer ${accessToken}`,
      dpop: await device.prove({ method: 'POST', url, accessToken }),
    },
  })
  const { plaintext } = await compactDecrypt((await response.json()).keys, vault.privateKey)
  return Buffer.from(plaintext).toString('hex')
}
