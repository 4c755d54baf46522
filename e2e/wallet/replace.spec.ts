import { en } from '../../frame-app/words/en.ts'
import { expectNoViolations } from '../fixtures/axe.ts'
import { expect, test } from '../fixtures/on-anvil.ts'

const TO = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'

test('a payment that waits is cancelled in the activity, and never arrives', async ({
  openAnew,
  shop: { anvil },
}) => {
  const { host, account } = await openAnew()
  await anvil.fund(account, 10n ** 18n)
  const received = () => anvil.request('eth_getBalance', [TO, 'latest'])
  const before = await received()
  await anvil.request('evm_setAutomine', [false])
  try {
    const sending = host.call('sendTransaction', { to: TO, value: 5 })
    await host.approve()
    expect(await sending).toMatchObject({ ok: true })
    await host.frame.getByRole('dialog', { name: en['approval.sent'] }).press('Escape')

    void host.call('openAccount', { screen: 'activity' })
    const rows = host.frame.getByRole('listitem')
    await expect(rows).toContainText([en['activity.pending']])
    await expectNoViolations(host)
    await host.frame.getByRole('button', { name: /: cancel$/ }).click()
    const approval = host.frame.getByRole('dialog', { name: en['approval.headline.cancel'] })
    await expect(approval).toContainText(en['approval.cancels'])
    await host.approve()
    await host.frame.getByRole('dialog', { name: en['approval.sent'] }).press('Escape')
    await expect(rows.filter({ hasText: en['activity.cancelling'] })).toHaveCount(1)
  } finally {
    await anvil.request('evm_setAutomine', [true])
    await anvil.request('evm_mine')
  }
  const rows = host.frame.getByRole('listitem')
  await expect(rows.filter({ hasText: en['activity.cancelled'] })).toHaveCount(1)
  await expect(rows.filter({ hasText: en['approval.headline.cancel'] })).toContainText(en['activity.done'])
  expect(await received()).toBe(before)
})
