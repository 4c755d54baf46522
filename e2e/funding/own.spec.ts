import { encodeFunctionData, erc20Abi } from 'viem'
import { en } from '../../frame-app/words/en.ts'
import { expectNoViolations } from '../fixtures/axe.ts'
import { HostPage } from '../fixtures/host-page.ts'
import { expect, fundingApp, test, USDC } from '../fixtures/on-market.ts'

const MANUAL = [{ method: 'manual' }]

/** What comes before the screen says so cannot be told from what was there. */
const awaiting = (host: HostPage, symbol: string) =>
  host.frame.getByText(en['funding.awaiting'].replace('{symbol}', symbol)).first()

test('an approval that is short leads to funding and back, with the balance read again', async ({
  openFunding,
  market,
}) => {
  const { host, account } = await openFunding(MANUAL)
  const sending = host.call('sendTransaction', {
    to: account,
    value: '1000000000000000000',
    chainId: 8453,
  })
  await host.button(en['funding.title']).click()
  await expect(awaiting(host, 'ETH')).toBeVisible()
  await expectNoViolations(host)
  const [from] = await market.anvil.request<string[]>('eth_accounts')
  const value = `0x${(2n * 10n ** 18n).toString(16)}`
  await market.anvil.mined(await market.anvil.request('eth_sendTransaction', [{ from, to: account, value }]))
  await expect(host.frame.getByRole('dialog', { name: '2 ETH added' })).toBeVisible()
  await host.approve()
  expect(await sending).toMatchObject({ ok: true })
})

test('an approval that is short of a token leads to funding of that token, and back', async ({
  openFunding,
  market,
}) => {
  const { host, account } = await openFunding(MANUAL)
  await market.anvil.request('anvil_setBalance', [account, '0xde0b6b3a7640000'])
  const to = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
  const data = encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [to, 20_000_000n] })
  const sending = host.call('sendTransaction', { to: USDC, data, chainId: 8453 })
  const short = en['approval.balanceShort'].replace('{balance}', '0 TUSD').replace('{needed}', '20 TUSD')
  await expect(host.frame.getByText(short)).toBeVisible()
  await host.button(en['funding.title']).click()
  await expect(awaiting(host, 'USDC')).toBeVisible()
  await market.pay(account, 20_000_000n)
  await expect(host.frame.getByRole('dialog', { name: '20 USDC added' })).toBeVisible()
  await host.approve()
  expect(await sending).toMatchObject({ ok: true })
  await expect.poll(() => market.balanceOf(to)).toBe(20_000_000n)
})

test('who just got a wallet is asked for funds after the tick, while the site goes on', async ({
  context,
  market,
  address,
}) => {
  const stack = await fundingApp(market, MANUAL, 'base', { prompt_funding_on_wallet_creation: true })
  const host = await (await HostPage.open(context, stack, { keepsTicks: true })).ready()
  // The login is answered before anybody is asked.
  const { user } = await host.logIn(address)
  await expect(host.frame.getByRole('dialog', { name: 'Receive USDC' })).toBeVisible()
  await expect(awaiting(host, 'USDC')).toBeVisible()
  await market.pay(user.wallet?.address ?? '', 4_000_000n)
  await expect(host.frame.getByRole('dialog', { name: '4 USDC added' })).toBeVisible()
  await expect(host.dialog).toBeHidden()

  // And in the account, whenever they like.
  void host.call('openAccount')
  await host.button(en['funding.title']).click()
  await expect(host.frame.getByRole('dialog', { name: 'Receive USDC' })).toBeVisible()
  await host.button(en['action.back']).click()
  await expect(host.frame.getByRole('dialog', { name: en['account.title'] })).toBeVisible()
  await host.button(en['action.close']).click()

  // A further wallet is made for the page at once; its funds are asked for afterwards.
  const further = await host.call('createWallet', { createAdditional: true })
  expect(further).toMatchObject({ ok: true })
  await expect(host.frame.getByRole('dialog', { name: 'Receive USDC' })).toBeVisible()
})
