import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { canonicalJson } from '@vitrine/shared/wallet/canonical-json.ts'
import { personalSignResponse } from '@vitrine/shared/wallet/sign-message.ts'
import { and, eq } from 'drizzle-orm'
import { verifyMessage } from 'viem'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { devices, idempotencyKeys, wallets } from '../../database/schema.ts'
import { connectSigner } from '../../signer/client.ts'
import type { SignerClient } from '../../signer/operations.ts'
import { startTestServer, type TestServer } from '../../testing/server.ts'
import { create, logInOnNewDevice, type Person, refusal, sign, signBody } from '../testing/wallet-calls.ts'

let server: TestServer
let user: Person
let wallet: { id: string; address: `0x${string}` }

beforeAll(async () => {
  server = await startTestServer()
  user = await logInOnNewDevice(server)
  wallet = await (await create(server, user)).json()
})
afterAll(() => server.stop())

const FORBIDDEN = [403, 'expired_or_invalid_authorization']

test('signs a message that viem verifies', async () => {
  const response = await sign(server, user, wallet.id, 'hello')
  expect(response.status).toBe(200)
  const { data } = personalSignResponse.parse(await response.json())
  const signature = data.signature as `0x${string}`
  expect(await verifyMessage({ address: wallet.address, message: 'hello', signature })).toBe(true)
})

test('signs the longest message, written in the longest way', async () => {
  const message = '\u0001'.repeat(65_536)
  expect((await sign(server, user, wallet.id, message)).status).toBe(200)
})

test('the same key gives the same answer; another message under it is a conflict', async () => {
  const key = 'idempotency-key-1'
  const first = await (await sign(server, user, wallet.id, 'one', { key })).json()
  expect(await (await sign(server, user, wallet.id, 'one', { key })).json()).toEqual(first)
  expect(await refusal(await sign(server, user, wallet.id, 'two', { key }))).toEqual([
    409,
    'resource_conflict',
  ])
})

test('another request under a key never reaches the signer', async () => {
  const key = 'idempotency-key-5'
  await sign(server, user, wallet.id, 'one', { key })
  let asked = 0
  const walletRpc: SignerClient['walletRpc'] = request => {
    asked++
    return server.ctx.signer.walletRpc(request)
  }
  const app = server.second({ signer: { ...server.ctx.signer, walletRpc } })
  expect((await sign(server, user, wallet.id, 'two', { key, app })).status).toBe(409)
  expect(asked).toBe(0)
  expect((await sign(server, user, wallet.id, 'one', { key, app })).status).toBe(200)
  expect(asked).toBe(1)
})

test('a retry is signed for like a first call: the key alone gives nobody the answer', async () => {
  const key = 'idempotency-key-4'
  await sign(server, user, wallet.id, 'hello', { key })
  const signedBody = signBody('something else')
  expect(await refusal(await sign(server, user, wallet.id, 'hello', { key, signedBody }))).toEqual(FORBIDDEN)
})

test('no signature stays in the database', async () => {
  const { data } = await (await sign(server, user, wallet.id, 'kept by nobody')).json()
  const kept = await server.ctx.db.select().from(idempotencyKeys)
  expect(kept.length).toBeGreaterThan(0)
  expect(JSON.stringify(kept)).not.toContain(data.signature.slice(2))
  expect(JSON.stringify(kept)).not.toContain('signature')
})

test('ten calls at once under one key get one answer', async () => {
  const key = 'idempotency-key-2'
  const responses = await Promise.all(
    Array.from({ length: 10 }, () => sign(server, user, wallet.id, 'parallel', { key })),
  )
  const answers = await Promise.all(responses.map(async response => canonicalJson(await response.json())))
  expect(new Set(answers).size).toBe(1)
  expect(responses.every(({ status }) => status === 200)).toBe(true)
})

describe('refuses', () => {
  test.each(['wallet_unknown', `wallet_${'x'.repeat(24)}`, 'x'.repeat(500)])(
    'the unknown wallet %s',
    async id => {
      expect(await refusal(await sign(server, user, id, 'hello'))).toEqual([404, 'embedded_wallet_not_found'])
    },
  )

  test('an id that the database could not take', async () => {
    const url = `${server.ctx.settings.origin}/api/v1/wallets/\0/rpc`
    const proof = await user.device.prove({ method: 'POST', url, accessToken: user.accessToken })
    expect(await refusal(await sign(server, user, '%00', 'hello', { proof }))).toEqual([
      404,
      'embedded_wallet_not_found',
    ])
  })

  test('the wallet of another user as if it did not exist', async () => {
    const stranger = await logInOnNewDevice(server)
    expect(await refusal(await sign(server, stranger, wallet.id, 'hello'))).toEqual([
      404,
      'embedded_wallet_not_found',
    ])
  })

  test('a signature by another device, with the right proof and token', async () => {
    const other = await logInOnNewDevice(server, user.email)
    expect(await refusal(await sign(server, user, wallet.id, 'hello', { signer: other.device }))).toEqual(
      FORBIDDEN,
    )
  })

  test('a signature over another message, wallet or operation', async () => {
    const changes = [
      { signedBody: signBody('goodbye') },
      { signedPath: '/wallets/wallet_other/rpc' },
      { signedPath: '/wallets' },
    ]
    for (const change of changes) {
      expect(await refusal(await sign(server, user, wallet.id, 'hello', change))).toEqual(FORBIDDEN)
    }
  })

  test('an approval that has expired or lasts too long, telling the person what to do', async () => {
    const expired = await sign(server, user, wallet.id, 'hello', { expiry: Date.now() - 1000 })
    expect(await expired.json()).toEqual({
      code: 'expired_or_invalid_authorization',
      error: 'The approval has expired. Check this device’s clock and approve again.',
    })
    const late = await sign(server, user, wallet.id, 'hello', { expiry: Date.now() + 3_600_000 })
    expect(await refusal(late)).toEqual(FORBIDDEN)
  })

  test('a device that was removed', async () => {
    const laptop = await logInOnNewDevice(server, user.email)
    expect((await sign(server, laptop, wallet.id, 'hello')).status).toBe(200)
    const { db } = server.ctx
    await db.delete(devices).where(eq(devices.thumbprint, laptop.device.thumbprint))
    expect(await refusal(await sign(server, laptop, wallet.id, 'hello'))).toEqual(FORBIDDEN)
  })

  test('a device key that a writer of the database put in the place of the user’s', async () => {
    const laptop = await logInOnNewDevice(server, user.email)
    const thief = await logInOnNewDevice(server)
    const { userId, device } = laptop
    await server.ctx.db
      .update(devices)
      .set({ publicKey: thief.device.publicKey })
      .where(and(eq(devices.userId, userId), eq(devices.thumbprint, device.thumbprint)))
    expect(await refusal(await sign(server, laptop, wallet.id, 'hello', { signer: thief.device }))).toEqual(
      FORBIDDEN,
    )
  })

  test('a wallet row that a writer of the database gave to another user', async () => {
    const thief = await logInOnNewDevice(server)
    const victim = await logInOnNewDevice(server)
    const { id } = await (await create(server, victim)).json()
    await server.ctx.db.update(wallets).set({ userId: thief.userId }).where(eq(wallets.id, id))
    expect(await refusal(await sign(server, thief, id, 'hello'))).toEqual([500, 'internal_error'])
  })

  test.each([
    ['an unknown method', { method: 'eth_sign', params: {} }],
    ['half a byte of hex', signBody('0xabc', 'hex')],
    ['a message that is too long', signBody('a'.repeat(65_537))],
    ['a field that nobody would honour', { ...signBody('hello'), sponsor: true }],
  ])('%s', async (_, body) => {
    expect(await refusal(await sign(server, user, wallet.id, '', { body }))).toEqual([400, 'invalid_data'])
  })

  test('a wallet row that a writer of the database gave to another app', async () => {
    const victim = await logInOnNewDevice(server)
    const { id } = await (await create(server, victim)).json()
    const { id: appId } = await server.registerApp({})
    await server.ctx.db.update(wallets).set({ appId }).where(eq(wallets.id, id))
    expect(await refusal(await sign(server, victim, id, 'hello'))).toEqual([404, 'embedded_wallet_not_found'])
  })

  test('everything while the signer is away; a retry afterwards gets the answer that was given before', async () => {
    const key = 'idempotency-key-3'
    const answer = await (await sign(server, user, wallet.id, 'hello', { key })).json()
    const signer = connectSigner(join(tmpdir(), 'no-signer'))
    const app = server.second({ signer })
    expect(await refusal(await sign(server, user, wallet.id, 'hello', { app }))).toEqual([
      503,
      'service_unavailable',
    ])
    expect(await (await sign(server, user, wallet.id, 'hello', { key })).json()).toEqual(answer)
  })
})
