import { createHmac } from 'node:crypto'
import { MOONPAY_SIGN_PATH, MOONPAY_STATUS_PATH, type MoonpaySigned } from '@vitrine/shared/api/funding.ts'
import { FUNDING_NOT_ENABLED } from '@vitrine/shared/errors/messages.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { removeSecret, storeSecret } from '../../provider-secrets/provider-secrets.ts'
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

const sign = (who: Funded, body: object = {}) =>
  funding.post<MoonpaySigned & { code: string; error: string }>(who, MOONPAY_SIGN_PATH, {
    address: who.ethereum,
    config: { currencyCode: 'USDC_BASE', quoteCurrencyAmount: '25.50' },
    ...body,
  })
const status = (who: Funded, id: string) =>
  funding.get(who, `${MOONPAY_STATUS_PATH}?externalTransactionId=${encodeURIComponent(id)}`)

/** Opens the page as a person's window does. */
const open = async (url: string) => (await fetch(url)).status
async function press(url: string, does: string): Promise<string | null> {
  const answer = await fetch(url, { method: 'POST', body: new URLSearchParams({ does }), redirect: 'manual' })
  return answer.headers.get('location')
}

describe('a purchase at MoonPay', () => {
  test('is of a page that MoonPay takes, for the wallet, the currency and the amount that were asked for', async () => {
    const { status: code, body } = await sign(ada, {
      config: {
        currencyCode: 'USDC_BASE',
        quoteCurrencyAmount: '25.50',
        paymentMethod: 'credit_debit_card',
        email: 'ada+1@mail.example',
        uiConfig: { accentColor: '#112233', theme: 'dark' },
      },
    })
    expect(code).toBe(200)
    expect(await open(body.signedUrl)).toBe(200)
    expect(Object.fromEntries(funding.moonpay.opened.at(-1) ?? [])).toEqual({
      apiKey: funding.moonpay.keys.live.publishable,
      currencyCode: 'usdc_base',
      walletAddress: ada.ethereum,
      externalTransactionId: body.externalTransactionId,
      redirectURL: `${ORIGIN}/funding/return`,
      quoteCurrencyAmount: '25.50',
      paymentMethod: 'credit_debit_card',
      email: 'ada+1@mail.example',
      colorCode: '#112233',
      theme: 'dark',
      signature: expect.any(String),
    })
  })

  test('is of a page that nobody can change to their own wallet', async () => {
    const { signedUrl } = (await sign(ada)).body
    expect(await open(signedUrl.replace(ada.ethereum, eve.ethereum))).toBe(400)
    expect(await open(`${signedUrl}&walletAddress=${eve.ethereum}`)).toBe(400)
  })

  test('signs the query as MoonPay documents it: with its question mark, under the secret key of the account', async () => {
    const { signedUrl } = (await sign(ada)).body
    const [, query = '', signature = ''] = /(\?.*)&signature=(.*)$/.exec(signedUrl) ?? []
    const expected = createHmac('sha256', funding.moonpay.keys.live.secret).update(query).digest('base64')
    expect(decodeURIComponent(signature)).toBe(expected)
  })

  test('goes to the sandbox by that account’s keys', async () => {
    const { signedUrl } = (await sign(ada, { useSandbox: true })).body
    expect(new URL(signedUrl).pathname).toBe('/sandbox')
    expect(await open(signedUrl)).toBe(200)
    expect(funding.moonpay.opened.at(-1)?.get('apiKey')).toBe(funding.moonpay.keys.sandbox.publishable)
  })

  test('goes to the sandbox unasked where the app has a key of that account alone', async () => {
    const { live, sandbox } = funding.moonpay.keys
    const configured = (keys: object) => funding.configure({ funding_providers: { moonpay: keys } })
    await configured({ sandbox_publishable_key: sandbox.publishable })
    const { signedUrl } = (await sign(ada)).body
    expect(new URL(signedUrl).pathname).toBe('/sandbox')
    expect(await open(signedUrl)).toBe(200)
    expect((await sign(ada, { useSandbox: false })).status).toBe(503)
    await configured({ publishable_key: live.publishable, sandbox_publishable_key: sandbox.publishable })
    expect(new URL((await sign(ada)).body.signedUrl).pathname).not.toBe('/sandbox')
  })

  test('goes to a wallet of the user’s alone, of the family that the currency is of', async () => {
    expect(await sign(ada, { address: eve.ethereum })).toMatchObject({
      status: 404,
      body: { code: 'embedded_wallet_not_found' },
    })
    expect(await sign(ada, { address: ada.solana })).toMatchObject({ status: 400 })
    expect(await sign(ada, { config: { currencyCode: 'USDC_SOL' } })).toMatchObject({ status: 400 })
    const solana = await sign(ada, { address: ada.solana, config: { currencyCode: 'USDC_SOL' } })
    expect(new URL(solana.body.signedUrl).searchParams.get('walletAddress')).toBe(ada.solana)
  })

  test('takes an address whose checksum is wrong for a mistake', async () => {
    const swapped = ada.ethereum
      .slice(2)
      .replace(/[a-f]/i, it => (it < 'a' ? it.toLowerCase() : it.toUpperCase()))
    expect(await sign(ada, { address: `0x${swapped}` })).toMatchObject({
      status: 400,
      body: { code: 'invalid_data' },
    })
  })

  test.each([
    ['a currency that is not sold here', { currencyCode: 'DOGE' }],
    ['a name that every object has', { currencyCode: 'toString' }],
    ['a negative amount', { quoteCurrencyAmount: '-1' }],
    ['an amount with an exponent', { quoteCurrencyAmount: '1e9' }],
    ['a number', { quoteCurrencyAmount: 25.5 }],
    ['a way to pay that MoonPay does not have', { paymentMethod: 'cash' }],
    ['a colour that is a script', { uiConfig: { accentColor: 'red"><script>' } }],
  ])('refuses %s', async (_, config) => {
    expect(await sign(ada, { config })).toMatchObject({ status: 400, body: { code: 'invalid_data' } })
  })

  test('takes a session', async () => {
    const body = { address: ada.ethereum, config: {} }
    expect(await call(funding.server, `/api/v1${MOONPAY_SIGN_PATH}`, { body })).toMatchObject({ status: 401 })
  })
})

describe('its status', () => {
  test.each([
    [
      'complete',
      { status: 'completed', transactionHash: expect.stringMatching(/^0x/), quoteCurrencyAmount: '25.5' },
    ],
    ['wait', { status: 'pending' }],
    ['fail', { status: 'failed' }],
    ['cancel', { status: 'pending' }],
  ])('after "%s" is what MoonPay says of it', async (does, expected) => {
    const { signedUrl, externalTransactionId } = (await sign(ada)).body
    expect((await status(ada, externalTransactionId)).body).toEqual({ status: 'pending' })
    await open(signedUrl)
    expect(await press(signedUrl, does)).toContain(`${ORIGIN}/funding/return`)
    expect((await status(ada, externalTransactionId)).body).toEqual(expected)
  })

  test('is what MoonPay says last: a purchase that was completed may fail yet', async () => {
    const { externalTransactionId: id } = (await sign(ada)).body
    for (const word of ['waitingAuthorization', 'completed', 'failed', 'serviceFailure']) {
      funding.moonpay.tell(id, { walletAddress: ada.ethereum, status: word })
      expect((await status(ada, id)).body).toEqual({ status: word })
    }
  })

  test('is nobody else’s, and of nothing that was not begun here', async () => {
    const { externalTransactionId: id } = (await sign(ada)).body
    expect(await status(eve, id)).toMatchObject({ status: 404 })
    expect(await status(ada, 'fund_../../v3/currencies')).toMatchObject({ status: 404 })
    expect(await status(ada, `fund_${'A'.repeat(32)}`)).toMatchObject({ status: 404 })
  })

  test.each([
    ['of another wallet', () => ({ walletAddress: eve.ethereum, status: 'completed' })],
    [
      'of another purchase',
      () => ({ externalTransactionId: 'fund_other', walletAddress: ada.ethereum, status: 'completed' }),
    ],
    ['without a status', () => ({ walletAddress: ada.ethereum })],
  ])('is not read from an answer %s', async (_, transaction) => {
    const { externalTransactionId: id } = (await sign(ada)).body
    funding.moonpay.tell(id, transaction())
    expect(await status(ada, id)).toMatchObject({ status: 503, body: { code: 'service_unavailable' } })
  })

  test.each([
    ['breaks', () => funding.moonpay.failNext('broken')],
    ['cuts the connection', () => funding.moonpay.failNext('cut')],
    ['answers with a page', () => funding.moonpay.answerNext({ status: 200, body: '<html>' })],
    [
      'answers without end',
      () => funding.moonpay.answerNext({ status: 200, body: `[${' '.repeat(600_000)}]` }),
    ],
    [
      'leads to another place',
      () => funding.moonpay.answerNext({ status: 302, headers: { location: `${funding.relay.url}/` } }),
    ],
  ])('says that MoonPay could not be asked where it %s', async (_, interfere) => {
    const { externalTransactionId: id } = (await sign(ada)).body
    interfere()
    expect(await status(ada, id)).toMatchObject({
      status: 503,
      body: { error: 'MoonPay could not be asked. Try again in a moment.' },
    })
    expect((await status(ada, id)).body).toEqual({ status: 'pending' })
  })
})

describe('an app', () => {
  test('that does not offer MoonPay has none', async () => {
    await funding.offer([{ method: 'wallets' }])
    expect(await sign(ada)).toMatchObject({
      status: 422,
      body: { code: 'not_supported', error: FUNDING_NOT_ENABLED },
    })
    await funding.offer()
    expect(await sign(ada)).toMatchObject({ status: 200 })
  })

  test('without its secret key sells nothing', async () => {
    const { server, moonpay } = funding
    await removeSecret(server.ctx.db, server.appId, 'moonpay')
    expect(await sign(ada)).toMatchObject({ status: 503, body: { code: 'service_unavailable' } })
    await storeSecret(server.ctx, server.appId, 'moonpay', moonpay.keys.live.secret)
  })
})
