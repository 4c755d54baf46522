import { verifyMessage } from 'viem'
import { WITH_MOTION } from '../fixtures/browser.ts'
import { expect, test } from '../fixtures/test.ts'

test.use(WITH_MOTION)

for (const message of ['I agree to the terms of example.com', 'Grüße, 世界 🌍\nzweite Zeile', '0x1234'])
  test(`an approved signature verifies: ${JSON.stringify(message)}`, async ({ signedIn }) => {
    const { host, account } = await signedIn()
    const outcome = await host.sign(message)
    if (!outcome.ok) throw new Error(outcome.error.message)
    const { signature } = outcome.value
    expect(await verifyMessage({ address: account, message, signature })).toBe(true)
    await expect(host.dialog).toBeHidden()
  })

test('bytes are signed as bytes', async ({ signedIn }) => {
  const { host, account } = await signedIn()
  const raw = `0x${'00ff'.repeat(16)}` as const
  const signing = host.call<{ signature: `0x${string}` }>('signMessage', { message: raw, encoding: 'hex' })
  await host.approve()
  const outcome = await signing
  if (!outcome.ok) throw new Error(outcome.error.message)
  expect(await verifyMessage({ address: account, message: { raw }, ...outcome.value })).toBe(true)
})

test('the screen says who asks and what for, as plain text', async ({ signedIn }) => {
  const { host } = await signedIn()
  const message = '<img src=x onerror="document.title=1"> & <b>bold</b>'
  void host.call('signMessage', { message })
  await expect(host.frame.getByText(message)).toBeVisible()
  await expect(host.frame.getByText(new URL(host.url).host).first()).toBeVisible()
  await expect(host.frame.locator('img[src="x"]')).toHaveCount(0)
})

test('Reject ends the call with 4001', async ({ signedIn }) => {
  const { host } = await signedIn()
  const signing = host.call('signMessage', { message: 'no, thank you' })
  await host.button('Reject').click()
  expect(await signing).toMatchObject({
    ok: false,
    error: { code: 'user_rejected', data: { eipCode: 4001 } },
  })
  await expect(host.dialog).toBeHidden()
})

test('Approve waits until nothing covers it, and starts anew when something does', async ({ signedIn }) => {
  const { host } = await signedIn()
  void host.call('signMessage', { message: 'covered' })
  await expect(host.button('Approve')).toBeEnabled()
  // A popover of the page stands above the dialog; one per cent of it is enough to lure a click. The page keeps to itself
  // that it was opened, or the dialog would come above it.
  await host.page.evaluate(() => {
    addEventListener('toggle', event => event.stopImmediatePropagation(), { capture: true })
    const cover = document.createElement('div')
    cover.popover = 'manual'
    cover.id = 'cover'
    cover.style.cssText =
      'position:fixed;inset:0;width:100vw;height:100vh;border:0;background:rgb(255 0 0/1%);pointer-events:none'
    document.body.append(cover)
    cover.showPopover()
  })
  await expect(host.button('Approve')).toBeDisabled()
  await host.page.evaluate(() => document.getElementById('cover')?.remove())
  await expect(host.button('Approve')).toBeEnabled()
})

test('a click that no person made approves nothing', async ({ signedIn }) => {
  const { host } = await signedIn()
  void host.call('signMessage', { message: 'by a script' })
  await expect(host.button('Approve')).toBeEnabled()
  const signed: string[] = []
  host.page.on('request', request => signed.push(request.url()))
  await host.button('Approve').evaluate((button: HTMLButtonElement) => button.click())
  // A round trip through the frame: what the click had started would have been sent by now.
  await host.button('Approve').evaluate(() => new Promise(requestAnimationFrame))
  await expect(host.button('Approve')).toBeEnabled()
  expect(signed.filter(url => url.endsWith('/rpc'))).toEqual([])
})

test('offline while signing: the screen says so, and Try again signs once the network is back', async ({
  signedIn,
}) => {
  const { host, account } = await signedIn()
  const message = 'sent from a tunnel'
  const signing = host.call<{ signature: `0x${string}` }>('signMessage', { message })
  await expect(host.button('Approve')).toBeEnabled()
  await host.page.context().setOffline(true)
  await host.approve()
  await expect(host.alert).toContainText(/offline/i)
  await host.page.context().setOffline(false)
  await host.button('Try again').click()
  const outcome = await signing
  if (!outcome.ok) throw new Error(outcome.error.message)
  expect(await verifyMessage({ address: account, message, ...outcome.value })).toBe(true)
})

test('what cannot be signed is refused without a screen', async ({ signedIn }) => {
  const { host } = await signedIn()
  const cases = [
    [{ message: 'x'.repeat(65_537) }, 'invalid_data'],
    [{ message: 'not hex', encoding: 'hex' }, 'invalid_data'],
    [{ message: 7 }, 'invalid_data'],
  ] as const
  for (const [request, code] of cases)
    expect(await host.call('signMessage', request)).toMatchObject({ ok: false, error: { code } })
  const stranger = { address: '0x000000000000000000000000000000000000dEaD' }
  expect(await host.call('signMessage', { message: 'hello' }, stranger)).toMatchObject({
    ok: false,
    error: { code: 'embedded_wallet_not_found' },
  })
  await expect(host.dialog).toBeHidden()
})
