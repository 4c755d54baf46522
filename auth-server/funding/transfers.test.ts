import { randomUUID } from 'node:crypto'
import { TRANSFER_CLAIM_PATH, TRANSFER_SENT_PATH, type TransferClaim } from '@vitrine/shared/api/funding.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { logInOnNewDevice, type Person } from '../wallet/testing/wallet-calls.ts'
import { type FundingServer, startFundingServer } from './testing/funding-server.ts'

const HASH = `0x${'ab'.repeat(32)}`

let funding: FundingServer
let ada: Person
let eve: Person
beforeAll(async () => {
  funding = await startFundingServer()
  ada = await logInOnNewDevice(funding.server)
  eve = await logInOnNewDevice(funding.server)
})
afterAll(() => funding.stop())

const claim = async (who: Person, transferId: string) =>
  (await funding.post<TransferClaim>(who, TRANSFER_CLAIM_PATH, { transferId })).body
const sent = async (who: Person, transferId: string, transactionHash: string | null) =>
  (await funding.post(who, TRANSFER_SENT_PATH, { transferId, transactionHash })).status
const first = { isFirst: true, transactionHash: null }

describe('a transfer', () => {
  test('is claimed once, by whichever of the person’s devices', async () => {
    const id = randomUUID()
    const other = await logInOnNewDevice(funding.server, ada.email)
    const claims = await Promise.all([ada, other, ada, other, ada].map(who => claim(who, id)))
    expect(claims.filter(it => it.isFirst)).toHaveLength(1)
    expect(await claim(ada, id)).toEqual({ isFirst: false, transactionHash: null })
  })

  test('tells who asks again what was sent, and what was sent is not taken back', async () => {
    const id = randomUUID()
    expect(await claim(ada, id)).toEqual(first)
    expect(await sent(ada, id, HASH)).toBe(200)
    expect(await claim(ada, id)).toEqual({ isFirst: false, transactionHash: HASH })
    expect(await sent(ada, id, null)).toBe(409)
    expect(await sent(ada, id, `0x${'cd'.repeat(32)}`)).toBe(409)
    expect(await claim(ada, id)).toEqual({ isFirst: false, transactionHash: HASH })
  })

  test('may be asked for again where the wallet refused', async () => {
    const id = randomUUID()
    await claim(ada, id)
    expect(await sent(ada, id, null)).toBe(200)
    expect(await claim(ada, id)).toEqual(first)
  })

  test('is no matter of anybody else’s', async () => {
    const id = randomUUID()
    await claim(ada, id)
    expect(await sent(eve, id, HASH)).toBe(409)
    expect(await claim(eve, id)).toEqual(first)
    expect(await claim(ada, id)).toEqual({ isFirst: false, transactionHash: null })
  })

  test('needs an app that offers the person’s own wallets', async () => {
    await funding.offer([{ method: 'manual' }])
    const answer = await funding.post(ada, TRANSFER_CLAIM_PATH, { transferId: randomUUID() })
    expect(answer).toMatchObject({ status: 422, body: { code: 'not_supported' } })
    await funding.offer()
  })
})
