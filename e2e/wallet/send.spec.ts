import { decodeFunctionResult, encodeFunctionData, erc20Abi } from 'viem'
import { en } from '../../frame-app/words/en.ts'
import { withAnvil } from '../fixtures/anvil.ts'
import { addButton, nextWindow, press } from '../fixtures/approval-window.ts'
import { approveIn } from '../fixtures/approve-in.ts'
import { expectNoViolations } from '../fixtures/axe.ts'
import { HostPage } from '../fixtures/host-page.ts'
import { expect, giveTokens, TOKEN, TOKEN_ABI, test } from '../fixtures/on-anvil.ts'

const TO = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const WATCH = { method: 'wallet_watchAsset', params: { type: 'ERC20', options: { address: TOKEN } } }

test('all of a token is sent from the wallet’s home, arrives, and its recipient is offered the next time', async ({
  openAnew,
  shop: { anvil },
}) => {
  const { host, account } = await openAnew()
  const { frame } = host
  const balanceOf = async (owner: `0x${string}`) => {
    const call = { abi: erc20Abi, functionName: 'balanceOf', args: [owner] } as const
    const data = await anvil.request<`0x${string}`>('eth_call', [
      { to: TOKEN, data: encodeFunctionData(call) },
      'latest',
    ])
    return decodeFunctionResult({ ...call, data })
  }
  await giveTokens(anvil, account, 12_500_000n)
  const before = await balanceOf(TO)
  const watching = host.call('ethereum.request', WATCH)
  await host.button(en['asset.add']).click()
  expect(await watching).toEqual({ ok: true, value: true })

  const shown = host.call('openAccount')
  await host.button(en['home.send']).click()
  await frame.getByLabel(en['send.coin']).selectOption({ label: 'TUSD on Anvil' })
  const to = frame.getByRole('textbox', { name: en['recipient.label'], exact: true })
  const amount = frame.getByRole('textbox', { name: en['send.amount'] })
  await to.fill(` ${TO} `)
  await expect(frame.getByText(en['recipient.first'])).toBeVisible()
  await host.button(en['send.max']).click()
  await expect(amount).toHaveValue('12.5')
  await expectNoViolations(host)

  await host.button(en['send.review']).click()
  await expect(frame.getByRole('dialog', { name: 'Send 12.5 TUSD' })).toContainText(TO, { ignoreCase: true })
  await host.approve()
  await frame.getByRole('dialog', { name: en['approval.sent'] }).press('Escape')
  await expect.poll(() => balanceOf(TO)).toBe(before + 12_500_000n)
  expect(await balanceOf(account)).toBe(0n)

  // Home again: it is done, and the balance is the new one.
  const rows = frame.getByRole('listitem')
  await expect(rows.filter({ hasText: 'Send 12.5 TUSD' })).toContainText(en['activity.done'])
  await expect(rows.filter({ hasText: 'TUSD' }).first()).toContainText(/(?<![\d.])0 TUSD/)
  await host.button(en['home.send']).click()
  await host.button(`0x709…79C8: send to ${TO}`).click()
  await expect(to).toHaveValue(TO)
  await expect(frame.getByText(/You sent here on/)).toBeVisible()
  // The page learns that the account was closed, and nothing else.
  await host.button(en['action.close']).click()
  expect(await shown).toEqual({ ok: true, value: undefined })
})

test('a site’s payment from the wallet’s window, and coins that came, stand in the activity with amount, other side and asker', async ({
  stack,
  keep,
  context,
  address,
}) => {
  const shop = await keep('a shop with a node and windows', async () => {
    const made = await withAnvil(stack, { approval_surface: 'window' })
    return { ...made, stop: made.anvil.stop }
  })
  const host = await (await HostPage.open(context, shop.stack)).ready()
  const { user } = await host.logIn(address)
  const account = user.wallet?.address ?? '0x'
  await giveTokens(shop.anvil, account, 12_500_000n)
  const [payer] = await shop.anvil.request<`0x${string}`[]>('eth_accounts')
  const gift = { from: payer, to: account, value: '0x4563918244f40000' }
  await shop.anvil.mined(await shop.anvil.request('eth_sendTransaction', [gift]))
  const data = encodeFunctionData({ abi: TOKEN_ABI, functionName: 'transfer', args: [TO, 2_500_000n] })
  await addButton(host, `vitrine.sendTransaction({ to: '${TOKEN}', data: '${data}' })`)
  const [popup, outcome] = await Promise.all([nextWindow(context), press(host)])
  await approveIn(popup)
  await outcome()
  await host.frame.getByRole('dialog', { name: en['approval.sent'] }).press('Escape')
  await expect(host.dialog).toBeHidden()

  void host.call('openAccount', { screen: 'activity' })
  const row = (text: string) => host.frame.getByRole('listitem').filter({ hasText: text })
  await expect(row('Send 2.5 TUSD')).toContainText('−2.5 TUSD')
  for (const fact of ['To 0x709…79C8', `Asked by ${new URL(host.url).origin}`, en['activity.done']])
    await expect(row('Send 2.5 TUSD')).toContainText(fact)
  await expect(row('+5 ETH')).toContainText(en['activity.received'])
  await expectNoViolations(host)
  await host.button('Back').click()
  await host.button(en['home.receive']).click()
  await expect(host.frame.getByRole('img', { name: en['receive.code'] })).toBeVisible()
  await expectNoViolations(host)
})
