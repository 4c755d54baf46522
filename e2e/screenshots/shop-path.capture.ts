import { approveIn } from '../fixtures/approve-in.ts'
import { expect, test } from '../fixtures/test.ts'
import { capturePage } from './capture.ts'

const FRIEND = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'

/** What a newcomer does, by a machine's hand: prints the seconds of each step. Not a test. */
test('a newcomer’s path in seconds', async ({ page, stack, address }) => {
  test.setTimeout(120_000)
  await page.setViewportSize({ width: 1280, height: 800 })
  const frame = page.frameLocator('iframe')
  const button = (name: string) => page.getByRole('button', { name, exact: true })
  const inWallet = (name: string) => frame.getByRole('button', { name, exact: true })
  const laps: string[] = []
  let at = Date.now()
  const lap = async (what: string) => {
    laps.push(`${what} ${((Date.now() - at) / 1000).toFixed(1)}`)
    await capturePage(page, `path-${laps.length}-${what.replaceAll(' ', '-')}`)
    at = Date.now()
  }
  await page.goto(stack.shop)
  await expect(button('Log in')).toBeEnabled()
  await lap('open the shop')
  await button('Log in').click()
  await frame.getByRole('textbox', { name: 'Email' }).fill(address)
  await inWallet('Continue').click()
  await frame
    .getByRole('textbox', { name: 'Verification code' })
    .fill(await stack.mailbox.waitForCode(address))
  await expect(page.getByText('500 DUSD', { exact: true })).toBeVisible()
  await lap('log in')
  const [popup] = await Promise.all([page.waitForEvent('popup'), button('Pay with your wallet').click()])
  await popup.getByRole('button', { name: 'Approve', exact: true }).waitFor()
  await capturePage(popup, 'path-approve')
  await approveIn(popup)
  await expect(page.getByRole('heading', { name: 'Order paid' })).toBeVisible()
  await lap('pay')
  if (await inWallet('Close').isVisible()) await inWallet('Close').click()
  await button('Account').click()
  await expect(frame.getByText('352 DUSD').first()).toBeVisible()
  await lap('see the balance')
  await inWallet('Receive').click()
  await expect(frame.getByRole('img').first()).toBeVisible()
  await lap('receive')
  await inWallet('Back').click()
  await inWallet('Send').click()
  await frame.getByRole('combobox').selectOption({ label: 'DUSD on Demo chain' })
  await frame.getByRole('textbox', { name: 'To', exact: true }).fill(FRIEND)
  await frame.getByRole('textbox', { name: 'Amount' }).fill('25')
  await lap('write a transfer')
  const opened = page.waitForEvent('popup').catch(() => null)
  await inWallet('Review').click()
  // Own requests are approved where the operator has all others approved.
  const [openWallet, approve] = [inWallet('Open wallet'), inWallet('Approve')]
  await expect(openWallet.or(approve).first()).toBeVisible()
  if (await openWallet.isVisible()) {
    await openWallet.click()
    const own = await opened
    if (own) await approveIn(own)
  } else await approve.click()
  await expect(frame.getByText('Sent').first()).toBeVisible()
  await lap('send')
  await inWallet('Close').first().click()
  await expect(frame.getByText('327 DUSD').first()).toBeVisible({ timeout: 15_000 })
  await lap('see it sent')
  await inWallet('Close').click()
  await button('Log out').click()
  await expect(button('Log in')).toBeVisible()
  await lap('log out')
  console.log(laps.join(' · '))
})
