import { en } from '../../frame-app/words/en.ts'
import { expectNoViolations } from '../fixtures/axe.ts'
import { expect, openWindow, test, USDC } from '../fixtures/on-market.ts'

const MANUAL = [{ method: 'manual' }]

for (const chain of ['base', 'solana'] as const)
  test(`on ${chain} what is sent to the address is seen on the chain and told, also over a reload`, async ({
    openFunding,
    market,
  }) => {
    const { host, account } = await openFunding(MANUAL, { chain })
    const funding = host.call('fundWallet', { address: account })
    await expect(host.frame.getByText(account)).toBeVisible()
    await expect(host.frame.getByText('Waiting for USDC…').first()).toBeVisible()
    await expectNoViolations(host)

    // What comes while the page is away has come all the same.
    await host.page.reload()
    await funding.catch(() => undefined)
    await host.ready()
    await market.pay(account, 12_500_000n)
    const again = host.call<{ transactionHash?: string }>('fundWallet', { address: account })
    await expect(host.frame.getByRole('dialog', { name: '12.5 USDC added' })).toBeVisible()
    const outcome = await again
    expect(outcome).toMatchObject({
      ok: true,
      value: {
        status: 'completed',
        address: account,
        fundingMethod: 'manual',
        amount: '12.5',
        assetType: 'USDC',
      },
    })
    if (chain === 'base' && outcome.ok) expect(outcome.value.transactionHash).toMatch(/^0x[0-9a-f]{64}$/)
    expect(await market.balanceOf(account)).toBe(12_500_000n)
  })

test('who leaves has cancelled it, and the page hears so with the balance', async ({
  openFunding,
  market,
}) => {
  const { host, account } = await openFunding(MANUAL)
  await market.pay(account, 3_000_000n)
  await host.page.evaluate(
    'void (window.left = new Promise(resolve => vitrine.on("fundingExited", it => resolve({ ...it, balance: String(it.balance) }))))',
  )
  const funding = host.call('fundWallet', { address: account })
  // Before its screen is there, the way is not chosen.
  await expect(host.frame.getByText('Waiting for USDC…').first()).toBeVisible()
  await host.button(en['action.close']).click()
  expect(await funding).toEqual({
    ok: true,
    value: { status: 'cancelled', address: account, fundingMethod: 'manual' },
  })
  expect(await host.page.evaluate('window.left')).toEqual({
    address: account,
    chain: 'eip155:8453',
    fundingMethod: 'manual',
    balance: '3000000',
  })
})

test('money counts once: what came another way, or after its person left, is no answer to a later call', async ({
  openFunding,
  market,
}) => {
  const { host, account } = await openFunding([...MANUAL, { method: 'card', provider: 'moonpay' }])
  const fund = (defaultFundingMethod: string) =>
    host.call('fundWallet', { address: account, options: { defaultFundingMethod } })
  const awaiting = host.frame.getByText('Waiting for USDC…').first()
  const left = fund('manual')
  await expect(awaiting).toBeVisible()
  await host.button(en['action.close']).click()
  expect(await left).toMatchObject({ value: { status: 'cancelled', fundingMethod: 'manual' } })
  await market.pay(account, 7_000_000n)

  // A reload leaves it begun, and the card is then taken instead.
  void fund('manual')
  await expect(awaiting).toBeVisible()
  await host.page.reload()
  await host.ready()
  const bought = fund('card')
  await host.button(en['action.continue']).click()
  const popup = await openWindow(host, en['funding.open'].replace('{provider}', 'MoonPay'))
  await popup.getByRole('button', { name: 'Complete' }).click()
  expect(await bought).toMatchObject({ value: { status: 'completed', fundingMethod: 'card', amount: '25' } })

  const sent = fund('manual')
  await expect(awaiting).toBeVisible()
  await market.pay(account, 3_000_000n)
  expect(await sent).toMatchObject({ value: { status: 'completed', fundingMethod: 'manual', amount: '3' } })
  expect(await market.balanceOf(account)).toBe(35_000_000n)
})

test('an amount that a token cannot have is told as such, once its contract has said so', async ({
  openFunding,
  market,
}) => {
  const { host, account } = await openFunding(MANUAL)
  const erc20 = '0x00000000000000000000000000000000000C0999'
  const code = await market.anvil.request('eth_getCode', [USDC, 'latest'])
  await market.anvil.request('anvil_setCode', [erc20, code])
  const funding = host.call('fundWallet', {
    address: account,
    options: { asset: { erc20 }, amount: '0.0000001' },
  })
  await expect(host.alert).toHaveText(
    'The amount 0.0000001 has more decimals than the currency, which has 6.',
  )
  await host.button(en['action.close']).click()
  expect(await funding).toMatchObject({ value: { status: 'cancelled', fundingMethod: null } })
})

test('what the page says stands as the page’s, beside the wallet’s own words', async ({ openFunding }) => {
  const { host, account } = await openFunding(MANUAL)
  void host.call('fundWallet', {
    address: account,
    options: { amount: '5', uiConfig: { receiveFundsTitle: 'Send 5 USDC to play' } },
  })
  await expect(host.frame.getByText('“Send 5 USDC to play”')).toBeVisible()
  await expect(host.frame.getByRole('dialog', { name: 'Receive USDC' })).toBeVisible()
})

test('an app that offers no way is told so, and one is funded on its own chains alone', async ({
  openFunding,
}) => {
  const none = await openFunding([])
  expect(await none.host.call('fundWallet', { address: none.account })).toMatchObject({
    ok: false,
    error: { code: 'not_supported', message: 'Wallet funding is not enabled' },
  })
})

test('the account’s Receive tells what comes', async ({ openFunding, market }) => {
  const { host, account } = await openFunding(MANUAL)
  void host.call('openAccount', { screen: 'receive' })
  await expect(host.frame.getByText(en['receive.watching'])).toBeVisible()
  await market.pay(account, 7_000_000n)
  await expect(host.frame.getByText('7 USDC arrived on Base')).toBeVisible()
})
