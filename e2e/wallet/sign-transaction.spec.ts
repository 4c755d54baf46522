import { encodeFunctionData, parseTransaction, recoverTransactionAddress } from 'viem'
import { generatePrivateKey, privateKeyToAddress } from 'viem/accounts'
import { ar } from '../../frame-app/words/ar.ts'
import { en } from '../../frame-app/words/en.ts'
import { ETHER, sentBy } from '../fixtures/anvil.ts'
import { expectNoViolations } from '../fixtures/axe.ts'
import type { HostPage } from '../fixtures/host-page.ts'
import { expectInSight, SMALLEST } from '../fixtures/in-sight.ts'
import { expect, giveTokens, TOKEN, TOKEN_ABI, test, withoutVisibility } from '../fixtures/on-anvil.ts'

const TO = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const MOST = 2n ** 256n - 1n

const approve = encodeFunctionData({ abi: TOKEN_ABI, functionName: 'approve', args: [TO, MOST] })
const signTransaction = (host: HostPage, transaction: object) =>
  host.call<{ signature: `0x02${string}` }>('signTransaction', transaction)

test('an approved transaction is signed as it was shown, and not sent', async ({ open, shop }) => {
  const { host, account, before } = await open()
  const signing = signTransaction(host, { to: TO, value: String(ETHER) })
  await expect(host.frame.getByRole('heading', { name: 'Send 1 ETH' })).toBeVisible()
  await host.button('Details').click()
  await host.button('Show raw data').click()
  const shown = JSON.parse(
    (await host.frame.getByRole('region', { name: 'Transaction' }).textContent()) ?? '',
  )
  await host.approve()
  const outcome = await signing
  if (!outcome.ok) throw new Error(outcome.error.message)
  const serialized = outcome.value.signature
  expect(await recoverTransactionAddress({ serializedTransaction: serialized })).toBe(account)
  const signed = parseTransaction(serialized)
  expect(signed).toMatchObject({
    chainId: shown.chain_id,
    to: TO.toLowerCase(),
    value: ETHER,
    gas: BigInt(shown.gas_limit),
    maxFeePerGas: BigInt(shown.max_fee_per_gas),
  })
  expect(await sentBy(shop.anvil, account)).toBe(before)
})

test('the receipt says who asks, what leaves, to whom, the fee and the total, and the rest by one press', async ({
  open,
}) => {
  const { host, account } = await open()
  const to = privateKeyToAddress(generatePrivateKey())
  void signTransaction(host, { to, value: String(ETHER / 4n) })
  const dialog = host.frame.getByRole('dialog')
  await expect(dialog).toContainText(new URL(host.url).origin)
  await expect(dialog.getByRole('region', { name: 'Leaves your wallet' })).toContainText('0.25 ETH')
  await expect(dialog).toContainText('Network fee')
  await expect(dialog).toContainText('First time')
  await expect(dialog).toContainText('Total')
  await host.button('Details').press('Enter')
  await expect(host.button('Details')).toHaveAttribute('aria-expanded', 'true')
  await expect(dialog).toContainText('Anvil (test network)')
  await expect(dialog.getByRole('button', { name: new RegExp(account) })).toBeVisible()
})

test('a coin is told in its own decimals', async ({ open, shop }) => {
  const { host, account } = await open()
  await giveTokens(shop.anvil, account, 100_000_000n)
  const data = encodeFunctionData({ abi: TOKEN_ABI, functionName: 'transfer', args: [TO, 89_500_000n] })
  void signTransaction(host, { to: TOKEN, data })
  await expect(host.frame.getByRole('heading', { name: 'Send 89.5 TUSD' })).toBeVisible()
  await expect(host.frame.getByText('−89.5 TUSD')).toBeVisible()
  await expect(host.frame.getByText('10.5 TUSD')).toBeVisible()
  await expect(host.frame.getByRole('list', { name: 'Warning' })).toHaveCount(0)
})

test('an unlimited approval for a person is warned of before the buttons', async ({ open, shop }) => {
  const { host, account } = await open()
  await giveTokens(shop.anvil, account, 100_000_000n)
  const signing = signTransaction(host, { to: TOKEN, data: approve })
  const warnings = host.frame.getByRole('list', { name: 'Warning' })
  await expect(warnings).toContainText('is a private wallet, not an app')
  await expect(warnings).toContainText('can take all your TUSD')
  await expect(host.frame.getByRole('region', { name: 'Gives permission' })).toContainText('Unlimited TUSD')
  await expect(host.frame.getByRole('heading', { name: 'Let 0x709…79C8 spend all your TUSD' })).toBeVisible()
  await host.button('Reject').click()
  expect(await signing).toMatchObject({
    ok: false,
    error: { code: 'user_rejected', data: { eipCode: 4001 } },
  })
})

for (const [words, locale] of [
  [en, 'en'],
  [ar, 'ar'],
] as const)
  test(`on the smallest screen the amount, the danger and both buttons are in sight (${locale})`, async ({
    open,
    shop,
  }) => {
    const { host, account } = await open()
    await giveTokens(shop.anvil, account, 100_000_000n)
    await host.page.setViewportSize(SMALLEST)
    await host.walletFrame().evaluate(lang => {
      Object.defineProperty(navigator, 'languages', { get: () => [lang] })
    }, locale)
    const button = (key: 'action.approve' | 'action.reject') =>
      host.frame.getByRole('button', { name: words[key], exact: true })
    const pressed = [button('action.reject'), button('action.approve')]
    const reason = host.frame.getByRole('list', { name: words['danger.label'] }).getByRole('listitem').first()
    const drain = encodeFunctionData({ abi: TOKEN_ABI, functionName: 'drain', args: [TO] })
    void signTransaction(host, { to: TOKEN, data: drain })
    await expectInSight(host.page, { read: [reason, host.frame.getByText('−100 TUSD')], pressed })
    await button('action.reject').click()
    void signTransaction(host, { to: TOKEN, data: approve })
    const what = host.frame.getByText(words['approval.unlimited'].replace('{token}', 'TUSD'), { exact: true })
    await expectInSight(host.page, { read: [reason, what.first()], pressed })
  })

test('what a call takes without saying so comes out when the node tries it', async ({ open, shop }) => {
  const { host, account } = await open()
  await giveTokens(shop.anvil, account, 100_000_000n)
  const data = encodeFunctionData({ abi: TOKEN_ABI, functionName: 'drain', args: [TO] })
  void signTransaction(host, { to: TOKEN, data })
  const warnings = host.frame.getByRole('list', { name: 'Warning' })
  await expect(host.frame.getByRole('heading', { name: 'Take 100 TUSD from your wallet' })).toBeVisible()
  await expect(warnings).toContainText('A test run took 100 TUSD from your wallet.')
  await host.button('1 more reason').click()
  await expect(warnings).toContainText('We can’t read this call.')
})

test('a call that fails is warned of in the contract’s words', async ({ open, shop }) => {
  const { host, account } = await open()
  await giveTokens(shop.anvil, account, 1n)
  void signTransaction(host, {
    to: TOKEN,
    data: encodeFunctionData({ abi: TOKEN_ABI, functionName: 'fail' }),
  })
  await expect(host.frame.getByRole('list', { name: 'Warning' })).toContainText('The shop is closed')
})

test('an empty wallet signs what it cannot pay for yet, and is told', async ({ open }) => {
  const { host } = await open()
  const signing = signTransaction(host, { to: TO, value: String(6n * ETHER) })
  await expect(host.frame.getByRole('dialog')).toContainText('Your wallet has 5 ETH')
  await host.approve()
  expect((await signing).ok).toBe(true)
})

test('several at once are shown one after another, each with the asking origin', async ({ open }) => {
  const { host } = await open()
  const first = signTransaction(host, { to: TO, value: String(ETHER) })
  const second = signTransaction(host, { to: TO, value: String(2n * ETHER) })
  const dialog = host.frame.getByRole('dialog')
  await expect(dialog.getByRole('heading', { name: 'Send 1 ETH' })).toBeVisible()
  await expect(dialog).toContainText(new URL(host.url).origin)
  await host.button('Reject').click()
  await expect(dialog.getByRole('heading', { name: 'Send 2 ETH' })).toBeVisible()
  await expect(dialog).toContainText(new URL(host.url).origin)
  await host.approve()
  expect((await first).ok).toBe(false)
  expect((await second).ok).toBe(true)
})

test('axe finds nothing on an approval with dangers and details', async ({ open, shop }) => {
  const { host, account } = await open({ config: { appearance: { theme: 'dark' } } })
  await giveTokens(shop.anvil, account, 100_000_000n)
  const data = encodeFunctionData({ abi: TOKEN_ABI, functionName: 'drain', args: [TO] })
  for (const transaction of [
    { to: TOKEN, data: approve },
    { to: TOKEN, data },
  ]) {
    void signTransaction(host, transaction)
    await host.button('Details').click()
    await host.button('Show raw data').click()
    await expectNoViolations(host)
    await host.button('Reject').click()
  }
})

test.describe('where the browser cannot tell what covers the frame', () => {
  const toWindow = async (host: HostPage) => {
    const [popup] = await Promise.all([host.page.waitForEvent('popup'), host.button('Open wallet').click()])
    return popup
  }

  test('the approval goes on in a window of the wallet origin', async ({ open, shop }) => {
    const { host, account } = await open({ initScript: withoutVisibility })
    const signing = signTransaction(host, { to: TO, value: String(ETHER) })
    await expect(host.button('Open wallet')).toBeEnabled()
    await expect(host.button('Approve')).toHaveCount(0)
    const popup = await toWindow(host)
    expect(new URL(popup.url()).origin).toBe(shop.stack.wallet.origin)
    await expect(popup.getByRole('heading', { name: 'Send 1 ETH' })).toBeVisible()
    await expect(popup.getByText(new URL(host.url).origin)).toBeVisible()
    await popup.getByRole('button', { name: 'Approve', exact: true }).click()
    const outcome = await signing
    if (!outcome.ok) throw new Error(outcome.error.message)
    expect(await recoverTransactionAddress({ serializedTransaction: outcome.value.signature })).toBe(account)
    await expect.poll(() => popup.isClosed()).toBe(true)
  })

  test('Reject in the window rejects', async ({ open }) => {
    const { host } = await open({ initScript: withoutVisibility })
    const signing = signTransaction(host, { to: TO, value: String(ETHER) })
    const popup = await toWindow(host)
    await popup.getByRole('button', { name: 'Reject' }).click()
    expect(await signing).toMatchObject({ ok: false, error: { code: 'user_rejected' } })
  })

  test('a window that is closed has approved nothing, and another can be opened', async ({ open }) => {
    const { host } = await open({ initScript: withoutVisibility })
    const signing = signTransaction(host, { to: TO, value: String(ETHER) })
    await (await toWindow(host)).close()
    await expect(host.alert).toContainText('Nothing was signed')
    const popup = await toWindow(host)
    await popup.getByRole('button', { name: 'Approve', exact: true }).click()
    expect((await signing).ok).toBe(true)
  })

  test('a blocked window is told, and nothing is approved', async ({ open }) => {
    const { host } = await open({ initScript: `${withoutVisibility};window.open = () => null` })
    void signTransaction(host, { to: TO, value: String(ETHER) })
    await host.button('Open wallet').click()
    await expect(host.alert).toContainText('blocked the window')
    await expect(host.button('Approve')).toHaveCount(0)
  })

  test('a window that a stranger opens has nothing to approve', async ({ context, shop }) => {
    const page = await context.newPage()
    await page.goto(`${shop.stack.wallet.origin}/apps/${shop.stack.app.id}/approve`)
    await expect(page.getByRole('alert')).toHaveText(
      'There’s nothing to approve in this window. Continue on the site’s page.',
    )
    await expect(page.getByRole('button')).toHaveCount(0)
  })
})
