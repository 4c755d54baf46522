import { ETHER, withAnvil } from '../fixtures/anvil.ts'
import { nextWindow, withWindows } from '../fixtures/approval-window.ts'
import { approveIn } from '../fixtures/approve-in.ts'
import { startDelegate } from '../fixtures/delegate.ts'
import { HostPage } from '../fixtures/host-page.ts'
import { withLitesvm } from '../fixtures/litesvm.ts'
import { TOKEN } from '../fixtures/on-anvil.ts'
import { expect, test } from '../fixtures/test.ts'

const TO = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const CUSTODIES = {
  'keys at the server': 'user-controlled-server-wallets-only',
  'keys on the device': 'legacy-embedded-wallets-only',
} as const

for (const [custody, mode] of Object.entries(CUSTODIES))
  test(`a transaction, calls and an authorization are approved in the window that the page’s call opened (${custody})`, async ({
    context,
    stack,
    keep,
    address,
  }) => {
    const { stack: own, anvil } = await keep(`windows, ${custody}`, async () => {
      const shop = await withAnvil(stack, {
        approval_surface: 'window',
        embedded_wallet_config: { mode, ethereum: { create_on_login: 'users-without-wallets' } },
      })
      return { ...shop, stop: shop.anvil.stop }
    })
    const host = await (await HostPage.open(context, own)).ready()
    const { user } = await host.logIn(address)
    const from = user.wallet?.address ?? '0x'
    await anvil.fund(from, 5n * ETHER)
    const calls = [1, 2].map(value => ({ to: TO, value: `0x${value}` }))
    const batch = { version: '2.0.0', chainId: '0x7a69', from, atomicRequired: false, calls }
    for (const [method, params, title] of [
      ['eth_sendTransaction', [{ from, to: TO, value: '0x1' }], 'Send '],
      ['wallet_sendCalls', [batch], '2 actions at once'],
      ['eth_sign7702Authorization', [{ address: TOKEN }], 'Give away your wallet'],
    ] as const) {
      const asked = host.call('ethereum.request', { method, params })
      const popup = await nextWindow(context)
      await expect(popup.getByRole('heading', { name: title })).toBeVisible()
      await approveIn(popup)
      expect(await asked).toMatchObject({ ok: true })
      // It stays until it is closed.
      if (method !== 'eth_sign7702Authorization')
        await host.frame.getByRole('dialog', { name: 'Sent' }).press('Escape')
    }
    expect(await anvil.request('eth_getTransactionCount', [from, 'pending'])).toBe('0x3')
  })

test('a message of a Solana wallet is approved there, and its sign-in in the frame', async ({
  context,
  stack,
  address,
}) => {
  const { stack: own, node } = await withLitesvm(stack, { approval_surface: 'window' })
  const host = await (await HostPage.open(context, own)).ready()
  await host.logIn(address)
  const signing = host.evaluate(`
    const [account] = vitrine.solana.accounts
    const message = new TextEncoder().encode('I agree')
    const [{ signature }] = await vitrine.solana.features['solana:signMessage'].signMessage({ account, message })
    return signature.length`)
  await approveIn(await nextWindow(context))
  expect(await signing).toEqual({ ok: true, value: 64 })
  const signIn = host.evaluate(`
    const [{ signature }] = await vitrine.solana.features['solana:signIn'].signIn({ statement: 'Welcome.' })
    return signature.length`)
  await host.approve()
  expect(await signIn).toEqual({ ok: true, value: 64 })
  expect(context.pages()).toHaveLength(1)
  await node.stop()
})

test('a delegation is approved in the window that the page’s call opened, then proven in the frame', async ({
  context,
  stack,
  address,
}) => {
  const own = await withWindows(stack)
  await startDelegate(own, 1)
  const host = await (await HostPage.open(context, own)).ready()
  const { user } = await host.logIn(address)
  const delegating = host.call('delegateWallet', { address: user.wallet?.address })
  const popup = await nextWindow(context)
  await expect(popup.getByRole('heading', { name: 'Let Shop backend use your wallet?' })).toBeVisible()
  for (const said of ['0.1 ETH', 'in any 24 hours · Ethereum', 'Send transactions', '0x709…79c8'])
    await expect(popup.getByRole('main')).toContainText(said)
  await expect(host.frame.getByRole('dialog')).not.toContainText('0.1 ETH')
  await approveIn(popup)
  await host.confirm(address)
  expect(await delegating).toMatchObject({ ok: true })
  expect(await host.page.evaluate('vitrine.state.wallets.map(({ delegated }) => delegated)')).toEqual([true])
})
