import {
  COINBASE_INIT_PATH,
  COINBASE_STATUS_PATH,
  type CoinbaseInitialised,
} from '@vitrine/shared/api/funding.ts'
import { FUNDING_NOT_ENABLED } from '@vitrine/shared/errors/messages.ts'
import { coinbasePayUrl } from '@vitrine/shared/funding/coinbase-url.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { storeSecret } from '../../provider-secrets/provider-secrets.ts'
import { call } from '../../testing/client.ts'
import { ORIGIN } from '../../testing/server.ts'
import { type Funded, type FundingServer, startFundingServer } from '../testing/funding-server.ts'

let funding: FundingServer
let ada: Funded
let eve: Funded
beforeAll(async () => {
  funding = await startFundingServer()
  ada = await funding.person()
  eve = await funding.person()
})
afterAll(() => funding.stop())

const init = (who: Funded, body: object = {}) =>
  funding.post<CoinbaseInitialised & { code: string; error: string }>(who, COINBASE_INIT_PATH, {
    addresses: [{ address: who.ethereum, blockchains: ['base'] }],
    assets: ['USDC'],
    ...body,
  })
const status = (who: Funded, id: string) =>
  funding.get(who, `${COINBASE_STATUS_PATH}?partnerUserId=${encodeURIComponent(id)}`)
const payUrl = (initialised: CoinbaseInitialised) =>
  coinbasePayUrl(initialised, { experience: 'send', asset: 'USDC', blockchain: 'base', amount: '25.5' })

async function press(url: string, does: string): Promise<string | null> {
  await fetch(url)
  const answer = await fetch(url, { method: 'POST', body: new URLSearchParams({ does }), redirect: 'manual' })
  return answer.headers.get('location')
}

describe('a window at Coinbase', () => {
  test('is of one wallet, by a request that Coinbase takes for this account’s', async () => {
    const { status: code, body } = await init(ada)
    expect(code).toBe(200)
    expect(body).toMatchObject({
      app_id: funding.coinbase.account.project_id,
      pay_url: `${funding.coinbase.url}/buy/select-asset`,
      redirect_url: `${ORIGIN}/funding/return`,
      partner_user_id: expect.stringMatching(/^fund_[\w-]{32}$/),
    })
    expect(funding.coinbase.asked.at(-1)).toEqual({
      addresses: [{ address: ada.ethereum, blockchains: ['base'] }],
      assets: ['USDC'],
      clientIp: '127.0.0.1',
    })
  })

  test('opens with what is to be sent, once', async () => {
    const url = payUrl((await init(ada)).body)
    expect((await fetch(url)).status).toBe(200)
    expect(Object.fromEntries(funding.coinbase.opened.at(-1) ?? [])).toMatchObject({
      defaultExperience: 'send',
      defaultAsset: 'USDC',
      defaultNetwork: 'base',
      presetCryptoAmount: '25.5',
    })
    expect((await fetch(url)).status).toBe(400)
  })

  test('is of a wallet of the user’s alone, on chains of its kind', async () => {
    const of = (address: string, ...blockchains: string[]) =>
      init(ada, { addresses: [{ address, blockchains }] })
    expect(await of(eve.ethereum, 'base')).toMatchObject({
      status: 404,
      body: { code: 'embedded_wallet_not_found' },
    })
    expect(await of(ada.ethereum, 'solana')).toMatchObject({ status: 400 })
    expect(await of(ada.solana, 'base')).toMatchObject({ status: 400 })
    expect(await of(ada.solana, 'solana', 'base')).toMatchObject({ status: 400 })
    expect(await of(ada.ethereum, 'base-sepolia')).toMatchObject({ status: 400 })
    expect(await of(ada.solana, 'solana')).toMatchObject({ status: 200 })
    const two = [ada.ethereum, eve.ethereum].map(address => ({ address, blockchains: ['base'] }))
    expect(await init(ada, { addresses: two })).toMatchObject({ status: 400 })
  })

  test('takes a session, and an app that offers Coinbase', async () => {
    const body = { addresses: [{ address: ada.ethereum, blockchains: ['base'] }] }
    expect(await call(funding.server, `/api/v1${COINBASE_INIT_PATH}`, { body })).toMatchObject({
      status: 401,
    })
    await funding.offer([{ method: 'card', provider: 'moonpay' }])
    expect(await init(ada)).toMatchObject({ status: 422, body: { error: FUNDING_NOT_ENABLED } })
    await funding.offer()
  })

  test('is not opened by a key that is not the account’s, or is none', async () => {
    const { server, coinbase } = funding
    const foreign = Buffer.alloc(64, 7).toString('base64')
    for (const secret of [foreign, 'not-an-ed25519-key']) {
      await storeSecret(server.ctx, server.appId, 'coinbase', secret)
      expect(await init(ada)).toMatchObject({ status: 503, body: { code: 'service_unavailable' } })
    }
    await storeSecret(server.ctx, server.appId, 'coinbase', coinbase.secret)
    expect(await init(ada)).toMatchObject({ status: 200 })
  })
})

describe('its status', () => {
  test.each([
    ['complete', { status: 'success', transactionHash: expect.stringMatching(/^0x/), amount: '25.5' }],
    ['wait', { status: 'pending' }],
    ['fail', { status: 'failure' }],
    ['cancel', { status: 'pending' }],
  ])('after "%s" is what Coinbase says of it', async (does, expected) => {
    const { body } = await init(ada)
    expect((await status(ada, body.partner_user_id)).body).toEqual({ status: 'pending' })
    expect(await press(payUrl(body), does)).toContain(`${ORIGIN}/funding/return`)
    expect((await status(ada, body.partner_user_id)).body).toEqual(expected)
  })

  test('is nobody else’s, and of nothing that was not begun here', async () => {
    const { partner_user_id: id } = (await init(ada)).body
    expect(await status(eve, id)).toMatchObject({ status: 404 })
    expect(await status(ada, `fund_${'A'.repeat(32)}`)).toMatchObject({ status: 404 })
    expect(await status(ada, ada.userId)).toMatchObject({ status: 404 })
  })

  test('is not read from an answer that tells of another wallet', async () => {
    const { partner_user_id: id } = (await init(ada)).body
    funding.coinbase.tell(id, {
      status: 'ONRAMP_TRANSACTION_STATUS_SUCCESS',
      wallet_address: eve.ethereum,
      tx_hash: '0x1',
    })
    expect(await status(ada, id)).toMatchObject({ status: 503 })
  })

  test('says that Coinbase could not be asked where it does not answer as documented', async () => {
    const { partner_user_id: id } = (await init(ada)).body
    funding.coinbase.answerNext({ status: 200, body: { transactions: 'none' } })
    expect(await status(ada, id)).toMatchObject({
      status: 503,
      body: { error: 'Coinbase could not be asked. Try again in a moment.' },
    })
  })
})
