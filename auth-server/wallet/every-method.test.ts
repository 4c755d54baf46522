import { readTransaction } from '@vitrine/shared/chains/solana-message.ts'
import { RPC_RESPONSES, type RpcMethod } from '@vitrine/shared/wallet/rpc.ts'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { devices, wallets } from '../database/schema.ts'
import { createTestDevice, type TestDevice } from '../signer/testing/device.ts'
import {
  holdsEd25519,
  messageOf,
  SAMPLES,
  transferFrom,
  version1TransferFrom,
  versionedTransferFrom,
} from '../signer/testing/requests.ts'
import { startTestServer, type TestServer } from '../testing/server.ts'
import { create, createSolana, logInOnNewDevice, type Person, refusal, rpc } from './testing/wallet-calls.ts'

/** Every method of the wallets' RPC path, over the whole server. */
let server: TestServer
let user: Person
let thief: TestDevice
let own: Record<'ethereum' | 'solana', { id: string; address: string }>

beforeAll(async () => {
  server = await startTestServer()
  user = await logInOnNewDevice(server)
  thief = await createTestDevice()
  own = {
    ethereum: await (await create(server, user)).json(),
    solana: await (await createSolana(server, user)).json(),
  }
})
afterAll(() => server.stop())

describe.each(Object.keys(SAMPLES) as RpcMethod[])('%s', method => {
  const { chainType } = SAMPLES[method]
  const wallet = () => own[chainType]
  const body = () => SAMPLES[method].request(wallet().address)

  test('answers what an independent library reads the wallet’s address out of', async () => {
    const response = await rpc(server, user, wallet().id, body())
    expect(response.status).toBe(200)
    const { data } = RPC_RESPONSES[method].parse(await response.json())
    expect(SAMPLES[method].signer(data as never, wallet().address)).toBe(wallet().address)
  })

  test('a stolen access token signs nothing', async () => {
    // The thief has the token and a device key of their own, and proves and signs with that.
    expect(
      await refusal(await rpc(server, user, wallet().id, body(), { prover: thief, signer: thief })),
    ).toEqual([401, 'missing_or_invalid_token'])
    expect(await refusal(await rpc(server, user, wallet().id, body(), { headers: { dpop: null } }))).toEqual([
      401,
      'missing_or_invalid_token',
    ])
  })

  test('a session alone signs nothing: each request takes a signature by the device', async () => {
    const refused = await rpc(server, user, wallet().id, body(), { signer: thief })
    expect(await refusal(refused)).toEqual([403, 'expired_or_invalid_authorization'])
  })

  test('a wallet of the other chain family is refused', async () => {
    const other = own[chainType === 'solana' ? 'ethereum' : 'solana']
    expect(await refusal(await rpc(server, user, other.id, body()))).toEqual([422, 'unsupported_wallet_type'])
  })

  test('a row whose key or chain a writer of the database changed signs nothing', async () => {
    const victim = await logInOnNewDevice(server)
    const make = chainType === 'solana' ? createSolana : create
    const [first, second] = [
      await (await make(server, victim)).json(),
      await (await make(server, victim, {}, true)).json(),
    ]
    const { db } = server.ctx
    const rows = await db.select().from(wallets).where(eq(wallets.userId, victim.userId))
    const swapped = rows.find(({ id }) => id === second.id)?.sealedKey ?? ''
    for (const sealedKey of [swapped, swapped.slice(0, 40), swapped.replace(/^v1/, 'v2'), '']) {
      await db.update(wallets).set({ sealedKey }).where(eq(wallets.id, first.id))
      expect(
        await refusal(await rpc(server, victim, first.id, SAMPLES[method].request(first.address))),
      ).toEqual([500, 'internal_error'])
    }
  })

  test('a device key that a writer of the database planted signs nothing', async () => {
    const victim = await logInOnNewDevice(server)
    const make = chainType === 'solana' ? createSolana : create
    const { id, address } = await (await make(server, victim)).json()
    await server.ctx.db
      .update(devices)
      .set({ publicKey: thief.publicKey })
      .where(eq(devices.userId, victim.userId))
    const refused = await rpc(server, victim, id, SAMPLES[method].request(address), { signer: thief })
    expect(await refusal(refused)).toEqual([403, 'expired_or_invalid_authorization'])
  })

  test('a field that nobody would honour is refused', async () => {
    const sponsored = { ...body(), sponsor: true }
    expect(await refusal(await rpc(server, user, wallet().id, sponsored))).toEqual([400, 'invalid_data'])
  })
})

describe('Solana', () => {
  const signMessage = (message: Buffer) => ({
    method: 'signMessage',
    params: { message: message.toString('base64'), encoding: 'base64' },
  })
  const signTransaction = (transaction: Buffer) => ({
    method: 'signTransaction',
    params: { transaction: transaction.toString('base64'), encoding: 'base64' },
  })

  test('a message that is a transaction is refused, so that nobody signs one unseen', async () => {
    const { id, address } = own.solana
    for (const make of [transferFrom, versionedTransferFrom, version1TransferFrom]) {
      const transaction = make(address)
      const refused = await rpc(server, user, id, signMessage(messageOf(transaction)))
      expect(await refusal(refused)).toEqual([400, 'invalid_data'])
    }
  })

  test('a transaction of version 1 is signed: its own signature behind its own message', async () => {
    const { id, address } = own.solana
    const unsigned = version1TransferFrom(address)
    const answer = await rpc(server, user, id, signTransaction(unsigned))
    expect(answer.status).toBe(200)
    const { data } = await answer.json()
    const read = readTransaction(Buffer.from(data.signed_transaction, 'base64'))
    expect(Buffer.from(read?.messageBytes ?? [])).toEqual(messageOf(unsigned))
    expect(holdsEd25519(address, messageOf(unsigned), read?.signatures[0] ?? new Uint8Array())).toBe(true)
  })

  test('a transaction of version 0 is signed; one that others pay and sign for is refused', async () => {
    const { id, address } = own.solana
    const stranger = await (await createSolana(server, await logInOnNewDevice(server))).json()
    expect((await rpc(server, user, id, signTransaction(versionedTransferFrom(address)))).status).toBe(200)
    const theirs = await rpc(server, user, id, signTransaction(transferFrom(stranger.address)))
    expect(await refusal(theirs)).toEqual([400, 'invalid_data'])
  })
})

test('typed data that is nested thousands of levels deep is refused like any other that has no meaning', async () => {
  const types = { Mail: [{ name: 'text', type: 'string' }] }
  const typed_data = { types, primary_type: 'Mail', domain: {}, message: { text: 'DEEP' } }
  const request = JSON.stringify({ method: 'eth_signTypedData_v4', params: { typed_data } })
  const body = request.replace('"DEEP"', '['.repeat(30_000) + ']'.repeat(30_000))
  expect(await refusal(await rpc(server, user, own.ethereum.id, body))).toEqual([400, 'invalid_data'])
})

test('the largest transaction that the schema takes goes through', async () => {
  const transaction = {
    type: 0,
    gas_price: '0x1',
    to: `0x${'11'.repeat(20)}`,
    data: `0x${'ab'.repeat(262_144)}`,
    nonce: '0x0',
    gas_limit: '0x5208',
    chain_id: 1,
  }
  const body = { method: 'eth_signTransaction', params: { transaction } }
  expect((await rpc(server, user, own.ethereum.id, body)).status).toBe(200)
})
