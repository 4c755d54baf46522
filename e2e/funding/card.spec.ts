import { en } from '../../frame-app/words/en.ts'
import { expectNoViolations } from '../fixtures/axe.ts'
import { expect, openWindow, test } from '../fixtures/on-market.ts'

const CARDS = [
  { method: 'card', provider: 'coinbase' },
  { method: 'card', provider: 'moonpay' },
]
const AT = { coinbase: 'Coinbase', moonpay: 'MoonPay' } as const
const open = (provider: keyof typeof AT) => en['funding.open'].replace('{provider}', AT[provider])

for (const [provider, chain] of [
  ['moonpay', 'base'],
  ['coinbase', 'solana'],
] as const)
  test(`a card buys USDC at ${provider} on ${chain}, and the chain has it`, async ({
    openFunding,
    market,
  }) => {
    const { host, account } = await openFunding(CARDS, { chain })
    const funding = host.call('fundWallet', {
      address: account,
      options: { defaultFundingMethod: 'card', card: { preferredProvider: provider } },
    })
    const amount = host.frame.getByRole('textbox', { name: en['send.amount'] })
    await expect(amount).toHaveValue('25')
    await host.button('$50').click()
    await expect(amount).toHaveValue('50')
    await expectNoViolations(host)
    await host.button(en['action.continue']).click()
    await expect(host.frame.getByRole('dialog', { name: 'Buy 50 USDC' })).toBeVisible()
    await expectNoViolations(host)
    const popup = await openWindow(host, open(provider))
    await expect(popup.getByText(account)).toBeVisible()
    await popup.getByRole('button', { name: 'Complete' }).click()
    await expect(host.frame.getByRole('dialog', { name: '50 USDC added' })).toBeVisible()
    expect(await funding).toMatchObject({
      ok: true,
      value: {
        status: 'completed',
        address: account,
        fundingMethod: 'card',
        amount: '50',
        transactionHash: expect.any(String),
      },
    })
    expect(await market.balanceOf(account)).toBe(50_000_000n)
  })

test('a purchase outlives a reload midway: the next call takes it up, and buys nothing more', async ({
  openFunding,
  market,
}) => {
  const { host, account } = await openFunding(CARDS.slice(1))
  void host.call('fundWallet', { address: account })
  await host.button(en['action.continue']).click()
  const popup = await openWindow(host, open('moonpay'))
  await host.page.reload()
  await host.ready()
  const again = host.call('fundWallet', { address: account })
  await expect(
    host.frame.getByRole('dialog', { name: en['funding.waitingTitle'].replace('{provider}', 'MoonPay') }),
  ).toBeVisible()
  await popup.getByRole('button', { name: 'Complete' }).click()
  await expect(host.frame.getByRole('dialog', { name: '25 USDC added' })).toBeVisible()
  expect(await again).toMatchObject({ ok: true, value: { status: 'completed', fundingMethod: 'card' } })
  expect(await market.balanceOf(account)).toBe(25_000_000n)
})

test('a page that says it is paid is not believed, and who leaves then has cancelled', async ({
  openFunding,
  market,
}) => {
  const { host, account } = await openFunding(CARDS.slice(0, 1))
  const funding = host.call('fundWallet', { address: account })
  await host.button(en['action.continue']).click()
  const popup = await openWindow(host, open('coinbase'))
  const asked = () => host.frame.getByText(en['funding.waiting.gone'].replace('{provider}', 'Coinbase'))
  const forged = `${host.stack.wallet.origin}/funding/return?status=success&transactionStatus=completed`
  await Promise.all([
    popup.waitForEvent('close'),
    popup.evaluate(`void (location.href = ${JSON.stringify(forged)})`),
  ])
  await expect(asked().first()).toBeVisible()
  await expectNoViolations(host)
  await host.button(en['action.close']).click()
  expect(await funding).toEqual({
    ok: true,
    value: { status: 'cancelled', address: account, fundingMethod: 'card' },
  })
  expect(await market.balanceOf(account)).toBe(0n)
})

test('a payment that the company refuses is told as such', async ({ openFunding, market }) => {
  const { host, account } = await openFunding(CARDS.slice(1))
  void host.call('fundWallet', { address: account })
  await host.button(en['action.continue']).click()
  const popup = await openWindow(host, open('moonpay'))
  await popup.getByRole('button', { name: 'Fail' }).click()
  await expect(host.frame.getByRole('dialog', { name: en['funding.failedTitle'] })).toBeVisible()
  await expectNoViolations(host)
  await host.button(en['funding.anotherWay']).click()
  await expect(host.frame.getByRole('dialog', { name: en['funding.howMuch'] })).toBeVisible()
  expect(await market.balanceOf(account)).toBe(0n)
})

test('where the browser opens no window, the person reads so and can open it again', async ({
  openFunding,
}) => {
  const { host, account } = await openFunding(CARDS.slice(1))
  void host.call('fundWallet', { address: account })
  await host.button(en['action.continue']).click()
  await host.walletFrame().evaluate(() => {
    const { open } = window
    window.open = () => {
      window.open = open
      return null
    }
  })
  await host.button(open('moonpay')).click()
  await expect(
    host.frame.getByText(en['social.unseen'].replace('{provider}', 'MoonPay')).first(),
  ).toBeVisible()
  await host.button(en['social.openAgain']).click()
  await expect(host.frame.getByText(en['funding.openedBefore'])).toBeVisible()
  await openWindow(host, open('moonpay'))
})
