import { en } from '../../frame-app/words/en.ts'
import { expect, openWindow, test } from '../fixtures/on-market.ts'

const open = (provider: string) => en['funding.open'].replace('{provider}', provider)

test('what pays on the device is asked for at MoonPay as a mobile wallet', async ({
  openFunding,
  market,
}) => {
  const { host, account } = await openFunding([{ method: 'payment-request', provider: 'moonpay' }])
  const funding = host.call('fundWallet', { address: account })
  await host.button(en['action.continue']).click()
  const popup = await openWindow(host, open('MoonPay'))
  expect(market.moonpay.opened.at(-1)?.get('paymentMethod')).toBe('mobile_wallet')
  await popup.getByRole('button', { name: 'Complete' }).click()
  await expect(host.frame.getByRole('dialog', { name: '25 USDC added' })).toBeVisible()
  expect(await funding).toMatchObject({
    ok: true,
    value: { status: 'completed', fundingMethod: 'payment-request' },
  })
  expect(await market.balanceOf(account)).toBe(25_000_000n)
})

test('at Coinbase it is asked for as Apple Pay; who comes back without paying has bought nothing', async ({
  openFunding,
  market,
}) => {
  const { host, account } = await openFunding([{ method: 'payment-request', provider: 'coinbase' }])
  const funding = host.call('fundWallet', { address: account })
  await host.button(en['action.continue']).click()
  const popup = await openWindow(host, open('Coinbase'))
  expect(market.coinbase.opened.at(-1)?.get('defaultPaymentMethod')).toBe('APPLE_PAY')
  await popup.getByRole('button', { name: 'Cancel' }).click()
  await expect(
    host.frame.getByText(en['funding.waiting.gone'].replace('{provider}', 'Coinbase')).first(),
  ).toBeVisible()
  await host.button(en['action.close']).click()
  expect(await funding).toMatchObject({ ok: true, value: { status: 'cancelled' } })
  expect(await market.balanceOf(account)).toBe(0n)
})
