import { encodeFunctionData } from 'viem'
import { ETHER, sentBy } from '../fixtures/anvil.ts'
import { giveTokens, TOKEN, TOKEN_ABI } from '../fixtures/on-anvil.ts'
import { expect, test } from '../fixtures/on-mainnet.ts'

const SHOP = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const THIEF = '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC'
const value = String(ETHER / 4n)
const MALICIOUS = 'The transaction scanner marked this as malicious. Reject it.'
const scanning = { embeddedWallets: { transactionScanning: { enabled: true } } }

test('the price feed of the chain tells what leaves in dollars, and the native token beside it', async ({
  openOnMainnet,
}) => {
  const { host } = await openOnMainnet()
  void host.call('sendTransaction', { to: SHOP, value })
  const leaves = host.frame.getByRole('region', { name: 'Leaves your wallet' })
  await expect(leaves).toContainText('$500.00')
  await expect(leaves).toContainText('0.25 ETH')
  await expect(host.frame.getByText('Total', { exact: true }).locator('..')).toContainText('$500.')
})

test('priceDisplay: where the site wants the native token, there are no dollars', async ({
  openOnMainnet,
}) => {
  const priceDisplay = { primary: 'native-token', secondary: null }
  const { host } = await openOnMainnet({ config: { embeddedWallets: { priceDisplay } } })
  void host.call('sendTransaction', { to: SHOP, value })
  await expect(host.frame.getByRole('region', { name: 'Leaves your wallet' })).toContainText('0.25 ETH')
  await expect(host.frame.getByText('Total', { exact: true })).toBeVisible()
  await expect(host.frame.getByText('$')).toHaveCount(0)
})

test('the scanner’s word stands in words before the receipt, and it is told the pinned host', async ({
  openOnMainnet,
  main: { scanner },
}) => {
  scanner.malicious.add(THIEF)
  const { host } = await openOnMainnet({ config: scanning })
  const sending = host.call('sendTransaction', { to: THIEF, value })
  await expect(host.frame.getByRole('list', { name: 'Warning' })).toContainText(MALICIOUS)
  expect(scanner.asked.at(-1)?.metadata).toEqual({ domain: new URL(host.url).host })
  await host.button('Reject').click()
  expect(await sending).toMatchObject({ ok: false, error: { code: 'user_rejected' } })
  void host.call('sendTransaction', { to: SHOP, value })
  await expect(host.button('Approve')).toBeEnabled()
  await expect(host.frame.getByRole('list', { name: 'Warning' })).toHaveCount(0)
})

test('without screens, what the scanner calls malicious comes before the person all the same', async ({
  openOnMainnet,
  main: { scanner, anvil },
}) => {
  scanner.malicious.add(THIEF)
  const config = { embeddedWallets: { showWalletUIs: false } }
  const { host, account, before } = await openOnMainnet({ config }, { enforce_wallet_uis: false })
  expect(await host.call('sendTransaction', { to: SHOP, value })).toMatchObject({ ok: true })
  const sending = host.call('sendTransaction', { to: THIEF, value })
  await host.button('Reject').click()
  expect(await sending).toMatchObject({ ok: false, error: { code: 'user_rejected' } })
  expect(await sentBy(anvil, account)).toBe(before + 1)
})

test('without screens, what fails when it is tried out is refused', async ({ openOnMainnet, main }) => {
  const config = { embeddedWallets: { showWalletUIs: false } }
  const { host, account, before } = await openOnMainnet({ config }, { enforce_wallet_uis: false })
  await giveTokens(main.anvil, account, 5_000_000n)
  const data = encodeFunctionData({ abi: TOKEN_ABI, functionName: 'fail' })
  expect(await host.call('sendTransaction', { to: TOKEN, data })).toMatchObject({
    ok: false,
    error: { code: 'transaction_failure' },
  })
  expect(await sentBy(main.anvil, account)).toBe(before)
})

test('a sent transaction can be followed in the explorer of its chain', async ({ openOnMainnet }) => {
  const { host } = await openOnMainnet()
  const sending = host.call<{ hash: string }>('sendTransaction', { to: SHOP, value })
  await host.approve()
  const link = host.frame.getByRole('link', { name: 'View in the explorer' })
  await link.focus()
  const href = await link.getAttribute('href')
  await host.button('Close').click()
  const outcome = await sending
  expect(outcome.ok && `https://explorer.example/tx/${outcome.value.hash}`).toBe(href)
})

test('too small a balance: told, not approvable, and `insufficient_balance` for the page', async ({
  openOnMainnet,
  main: { anvil },
}) => {
  const { host, account, before } = await openOnMainnet()
  const sending = host.call('sendTransaction', { to: SHOP, value: String(9n * ETHER) })
  await expect(host.alert).toContainText('Your wallet has 5 ETH')
  await expect(host.button('Approve')).toBeDisabled()
  await host.button('Reject').click()
  expect(await sending).toMatchObject({ ok: false, error: { code: 'insufficient_balance' } })
  expect(await sentBy(anvil, account)).toBe(before)
})

test('a batch of calls ends with the one that fails', async ({ openOnMainnet, main: { anvil } }) => {
  const { host, account, before } = await openOnMainnet()
  await giveTokens(anvil, account, 5_000_000n)
  const data = encodeFunctionData({ abi: TOKEN_ABI, functionName: 'fail' })
  const calls = [
    { to: TOKEN, data },
    { to: SHOP, value: '0x1' },
  ]
  const sending = host.call<{ id: string }>('ethereum.request', {
    method: 'wallet_sendCalls',
    params: [{ version: '2.0.0', chainId: '0x1', from: account, atomicRequired: false, calls }],
  })
  await expect(host.frame.getByRole('list', { name: 'Warning' })).toContainText('This will probably fail')
  await host.approve()
  await expect(host.frame.getByRole('heading', { name: 'Not everything was sent' })).toBeVisible()
  await host.button('Done').click()
  expect(await sending).toMatchObject({ ok: true })
  expect(await sentBy(anvil, account)).toBe(before + 1)
})

test('a site’s picture and words stand as the site’s; a picture from elsewhere is left out and told', async ({
  openOnMainnet,
}) => {
  const { host } = await openOnMainnet()
  const pixel =
    'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg=='
  const contractInfo = { name: 'Lumen till', imgUrl: pixel, imgAltText: 'A lamp', imgSize: 'sm' }
  const ask = (over: object) =>
    host.call(
      'sendTransaction',
      { to: SHOP, value },
      { uiOptions: { transactionInfo: { action: 'Pay', contractInfo: { ...contractInfo, ...over } } } },
    )
  void ask({})
  await expect(host.frame.getByText('“Lumen till”')).toBeVisible()
  await expect(host.frame.getByRole('img', { name: 'A lamp' })).toBeVisible()
  await host.button('Reject').click()
  await expect(host.dialog).toBeHidden()
  void ask({ imgUrl: 'https://cdn.example/lamp.png' })
  await expect(host.frame.getByText('“Lumen till”')).toBeVisible()
  await expect(host.frame.getByRole('img', { name: 'A lamp' })).toHaveCount(0)
  expect(await host.events()).toContain('configWarning')
})
