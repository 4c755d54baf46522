import { generateKeyPairSync, randomUUID } from 'node:crypto'
import { canonicalJson } from '@vitrine/shared/wallet/canonical-json.ts'
import { eq } from 'drizzle-orm'
import { compactDecrypt } from 'jose'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { devices } from '../database/schema.ts'
import { createTestDevice } from '../signer/testing/device.ts'
import { ORIGIN, startTestServer, type TestServer } from '../testing/server.ts'
import { logInOnNewDevice, type Person } from '../wallet/testing/wallet-calls.ts'

let server: TestServer
let user: Person
beforeAll(async () => {
  server = await startTestServer()
  user = await logInOnNewDevice(server)
})
afterAll(() => server.stop())

const vault = generateKeyPairSync('ec', { namedCurve: 'P-256' })
const body = {
  recipient: vault.publicKey.export({ type: 'spki', format: 'der' }).toString('base64'),
  purposes: ['auth-share', 'recovery'],
}

/** POST /embedded_wallets/keys as the frame sends it. */
async function askForKeys(who: Person, { signer = who.device, prover = who.device, app = server.app } = {}) {
  const url = `${ORIGIN}/api/v1/embedded_wallets/keys`
  const headers = {
    'vitrine-app-id': server.appId,
    'vitrine-idempotency-key': randomUUID(),
    'vitrine-request-expiry': String(Date.now() + 60_000),
  }
  const signature = signer.authorize({ version: 1, method: 'POST', url, body, headers })
  const { accessToken } = who
  const response = await app.request(url, {
    method: 'POST',
    body: canonicalJson(body),
    headers: {
      ...headers,
      origin: ORIGIN,
      'content-type': 'application/json',
      'vitrine-authorization-signature': signature,
      authorization: `Bearer ${accessToken}`,
      dpop: await prover.prove({ method: 'POST', url, accessToken }),
    },
  })
  return { status: response.status, body: await response.json() }
}

test('gives a device of the user keys that its vault can read, the same after a restart', async () => {
  const first = await askForKeys(user)
  expect(first.status).toBe(200)
  const { plaintext } = await compactDecrypt(first.body.keys, vault.privateKey)
  expect(plaintext).toHaveLength(64)
  const again = await askForKeys(await logInOnNewDevice(server, user.email))
  expect((await compactDecrypt(again.body.keys, vault.privateKey)).plaintext).toEqual(plaintext)
})

test('a stolen token alone, another device’s signature and a removed device get none', async () => {
  const thief = await createTestDevice()
  expect(await askForKeys(user, { signer: thief, prover: thief })).toMatchObject({ status: 401 })
  expect(await askForKeys(user, { signer: thief })).toMatchObject({
    status: 403,
    body: { code: 'expired_or_invalid_authorization' },
  })
  const laptop = await logInOnNewDevice(server, user.email)
  await server.ctx.db.delete(devices).where(eq(devices.thumbprint, laptop.device.thumbprint))
  expect(await askForKeys(laptop)).toMatchObject({ status: 403 })
})

test('a device key that a writer of the database put in the place of the user’s gets none', async () => {
  const laptop = await logInOnNewDevice(server, user.email)
  const thief = await createTestDevice()
  await server.ctx.db
    .update(devices)
    .set({ publicKey: thief.publicKey })
    .where(eq(devices.thumbprint, laptop.device.thumbprint))
  expect(await askForKeys(laptop, { signer: thief })).toMatchObject({ status: 403 })
})
