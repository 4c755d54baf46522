import { decodeFunctionResult, encodeFunctionData, erc20Abi } from 'viem'
import { en } from '../../frame-app/words/en.ts'
import { expectNoViolations } from '../fixtures/axe.ts'
import { expect, giveTokens, TOKEN, test } from '../fixtures/on-anvil.ts'

const TO = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const WATCH = { method: 'wallet_watchAsset', params: { type: 'ERC20', options: { address: TOKEN } } }

test('all of a token is sent from the wallet’s home, arrives, and its recipient is offered the next time', async ({
  open,
  shop: { anvil },
}) => {
  const { host, account } = await open()
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
