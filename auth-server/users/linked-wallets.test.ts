import { wireUser } from '@vitrine/shared/api/user.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { accounts } from '../database/schema.ts'
import { isUniqueViolation } from '../database/violations.ts'
import { setWalletConfig } from '../embedded-wallets/testing/set-calls.ts'
import { startTestServer, type TestServer } from '../testing/server.ts'
import { create, logInOnNewDevice, type Person } from '../wallet/testing/wallet-calls.ts'
import { requireWireUser } from './wire-user.ts'

let server: TestServer
let user: Person
let address: string

beforeAll(async () => {
  server = await startTestServer()
  await setWalletConfig(server, { mode: 'user-controlled-server-wallets-only' })
})
afterAll(() => server.stop())

let wallets = 0
beforeEach(async () => {
  user = await logInOnNewDevice(server)
  address = `0xAbCdEf${String(++wallets).padStart(34, '0')}`
})

type Details = (typeof accounts.$inferInsert)['details']
const link = (subject: string, details: Details = {}, userId = user.userId) =>
  server.ctx.db.insert(accounts).values({
    id: `account_${subject}_${userId}`,
    appId: server.appId,
    userId,
    type: 'wallet',
    subject,
    seal: 'seal',
    details,
  })
const normalised = () => `ethereum:${address.toLowerCase()}`
const linkedOf = async (userId = user.userId) =>
  wireUser
    .parse(await requireWireUser(server.ctx.db, userId))
    .linked_accounts.filter(it => it.type === 'wallet')

describe('wallets of other apps', () => {
  test('are told as such, beside those that were made here', async () => {
    await create(server, user)
    await link(normalised(), {
      address,
      chainId: 'eip155:8453',
      walletClientType: 'metamask',
      connectorType: 'injected',
    })
    const [external, embedded] = await linkedOf()
    expect(external).toEqual({
      type: 'wallet',
      address,
      chain_type: 'ethereum',
      chain_id: 'eip155:8453',
      wallet_client: 'unknown',
      wallet_client_type: 'metamask',
      connector_type: 'injected',
      verified_at: expect.any(Number),
      first_verified_at: expect.any(Number),
      latest_verified_at: expect.any(Number),
    })
    expect(embedded).toMatchObject({ connector_type: 'embedded', wallet_index: 0 })
  })

  test('may be several of one user', async () => {
    await link(normalised())
    await link('solana:8SFqwqnq4whPhs8icwHA2hQg3hUoN1qrCLK1SBx3WKwe')
    expect(await linkedOf()).toMatchObject([
      { chain_type: 'ethereum', address: address.toLowerCase() },
      { chain_type: 'solana', address: '8SFqwqnq4whPhs8icwHA2hQg3hUoN1qrCLK1SBx3WKwe' },
    ])
  })

  test('count for no wallet that is made here', async () => {
    await link(normalised())
    expect(await (await create(server, user)).json()).toMatchObject({ wallet_index: 0 })
  })

  test('are of one user each', async () => {
    const other = await logInOnNewDevice(server)
    await link(normalised())
    await expect(link(normalised(), {}, other.userId)).rejects.toSatisfy(isUniqueViolation)
    // Nor is another spelling of the address another wallet.
    await expect(link(`ethereum:${address}`, {}, other.userId)).rejects.toThrow()
    await expect(link(address.toLowerCase(), {}, other.userId)).rejects.toThrow()
    expect(await linkedOf(other.userId)).toEqual([])
  })
})
