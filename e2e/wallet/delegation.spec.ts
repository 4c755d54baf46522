import { Secret, TOTP } from 'otpauth'
import type { Address, Hex } from 'viem'
import { en } from '../../frame-app/words/en.ts'
import { ETHER } from '../fixtures/anvil.ts'
import { ATTACKS, END, start } from '../fixtures/attacks.ts'
import { SHOP, startDelegate } from '../fixtures/delegate.ts'
import { HostPage } from '../fixtures/host-page.ts'
import { press } from '../fixtures/keyboard.ts'
import { expect, test } from '../fixtures/on-anvil.ts'
import { withOwnApp } from '../fixtures/own-app.ts'

const AT_SERVER = { embedded_wallet_config: { ethereum: { create_on_login: 'all-users' } } }
const STRANGER: Address = '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC'

test('a backend sends within what its person agreed to by keyboard, and no more, until they stop it', async ({
  context,
  shop: { stack, anvil },
  address,
}) => {
  test.slow()
  const backend = await startDelegate(stack, anvil.chainId)
  const host = await (await HostPage.open(context, stack)).ready()
  const account = (await host.logIn(address)).user.wallet?.address ?? ''
  await anvil.fund(account, 5n * ETHER)
  const areDelegated = () => host.page.evaluate('vitrine.state.wallets.map(({ delegated }) => delegated)')
  const id = await host.page.evaluate<string>(
    'vitrine.state.user.linkedAccounts.find(it => it.type === "wallet").id',
  )
  expect(await backend.ask(id, SHOP, 1n, 0)).toMatchObject({ code: 'user_has_not_delegated_wallet' })
  expect(
    await host.call('delegateWallet', { address: account, signers: [{ signerId: 'signer_of_nobody' }] }),
  ).toMatchObject({
    ok: false,
    error: { code: 'invalid_data' },
  })

  const delegating = host.call<object>('delegateWallet', { address: account, chainType: 'ethereum' })
  const dialog = host.frame.getByRole('dialog')
  await expect(dialog).toHaveAccessibleName('Let Shop backend use your wallet?')
  for (const said of ['0.1 ETH', 'in any 24 hours · Anvil']) await expect(dialog).toContainText(said)
  await press(host, host.button(en['action.approve']))
  await host.confirm(address)
  expect(await delegating).toMatchObject({ ok: true })
  expect(await areDelegated()).toEqual([true])

  const { signed } = await backend.ask(id, SHOP, ETHER / 20n, 0)
  const before = BigInt(await anvil.request<Hex>('eth_getBalance', [SHOP, 'latest']))
  const hash = await anvil.request<Hex>('eth_sendRawTransaction', [signed])
  await anvil.mined(hash)
  expect(BigInt(await anvil.request<Hex>('eth_getBalance', [SHOP, 'latest'])) - before).toBe(ETHER / 20n)
  for (const [to, value] of [
    [SHOP, ETHER / 20n],
    [STRANGER, 1n],
  ] as const)
    expect(await backend.ask(id, to, value, 1)).toMatchObject({ code: 'policy_violation' })

  const opened = host.call('openAccount', { screen: 'security' })
  await expect(dialog).toContainText(/0\.05\d* ETH used/)
  await expect(dialog).toContainText('tried to pay an address you didn’t allow.')
  await press(host, host.button(en['activity.all']))
  await expect(dialog.getByText(/^Shop backend used/)).toHaveCount(1)
  await expect(dialog.getByText('Blocked: Shop backend tried to spend more than you allowed.')).toHaveCount(1)
  await expect(
    dialog.getByText('Blocked: Shop backend tried to pay an address you didn’t allow.'),
  ).toHaveCount(1)
  await press(host, host.button('Back'))
  await press(host, host.button('Stop Shop backend'))
  await press(host, host.button(en['delegation.stop']))
  await expect(dialog).toContainText(en['delegation.stopped'])
  expect(await backend.ask(id, SHOP, 1n, 1)).toMatchObject({ code: 'user_has_not_delegated_wallet' })
  expect(await areDelegated()).toEqual([false])
  await press(host, host.button('Close'))
  expect((await opened).ok).toBe(true)
})

test('a page that covers, hides or moves what is asked has no press of it', async ({
  context,
  stack,
  address,
}) => {
  test.setTimeout(120_000)
  const app = await withOwnApp(stack, AT_SERVER)
  await startDelegate(app, 1)
  const host = await (await HostPage.open(context, app)).ready()
  const { user } = await host.logIn(address)
  const asked: string[] = []
  host.page.context().on('request', request => {
    if (/step_up|\/wallets\/[^/]+$/.test(request.url()) && request.method() !== 'GET')
      asked.push(request.url())
  })
  const approve = host.button(en['action.approve'])
  for (const attack of ATTACKS.filter(it => !it.isUnseenByFrame && !it.showsAll))
    await test.step(attack.name, async () => {
      const delegating = host.call('delegateWallet', { address: user.wallet?.address })
      // Each attack has a button before it that a person could press.
      await expect(approve).toBeEnabled()
      const box = await approve.boundingBox()
      if (!box) throw new Error('Approve is nowhere')
      const middle = { x: box.x + box.width / 2, y: box.y + box.height / 2 }
      await host.page.evaluate(start(attack, middle))
      await expect(approve).toBeDisabled()
      await host.page.mouse.dblclick(middle.x, middle.y)
      await host.page.keyboard.press('Enter')
      await host.page.evaluate(END)
      expect(asked).toEqual([])
      // A press beside the card, or on Reject, has ended it; else it is rejected now.
      const reject = host.button(en['action.reject'])
      if (await reject.isVisible()) await reject.click()
      expect((await delegating).ok).toBe(false)
    })
  const delegating = host.call('delegateWallet', { address: user.wallet?.address })
  await press(host, approve)
  await expect.poll(() => asked.length).toBeGreaterThan(0)
  await host.button('Close').click()
  expect(await delegating).toMatchObject({ ok: false, error: { code: 'user_rejected' } })
})

test('who has a second step is asked for it too, in the dialog, and stops without it', async ({
  context,
  stack,
  address,
}) => {
  test.slow()
  const app = await withOwnApp(stack, { mfa_methods: ['totp'], ...AT_SERVER })
  await startDelegate(app, 1)
  const host = await (await HostPage.open(context, app)).ready()
  const { user } = await host.logIn(address)
  const dialog = host.frame.getByRole('dialog')
  const enrolling = host.call('enrollMfa')
  await host.frame.getByRole('button', { name: /^Authenticator app/ }).click()
  await host.confirm(address)
  const secret = (await host.frame.locator('code').textContent()) ?? ''
  const phone = new TOTP({ secret: Secret.fromBase32(secret.replaceAll(' ', '')) })
  await host.button(en['action.continue']).click()
  await host.code.fill(phone.generate())
  await host.button(en['mfa.saved']).click()
  expect(await enrolling).toMatchObject({ ok: true })

  // A page that is loaded anew has no proof.
  await host.page.reload()
  await host.ready()
  const delegating = host.call('delegateWallet', { address: user.wallet?.address })
  await press(host, host.button(en['action.approve']))
  await host.confirm(address)
  await expect(dialog).toHaveAccessibleName(en['mfa.title'])
  await press(host, host.button('Close'))
  // Who does not want to has given nothing.
  expect(await delegating).toMatchObject({ ok: false, error: { code: 'user_rejected' } })
  const again = host.call('delegateWallet', { address: user.wallet?.address })
  await press(host, host.button(en['action.approve']))
  await host.confirm(address)
  await expect(dialog).toHaveAccessibleName(en['mfa.title'])
  // The code of now was used to set it up: the next one is good too.
  await host.code.fill(phone.generate({ timestamp: Date.now() + 30_000 }))
  expect(await again).toMatchObject({ ok: true })
  const areDelegated = () => host.page.evaluate('vitrine.state.wallets.map(({ delegated }) => delegated)')
  expect(await areDelegated()).toEqual([true])

  await host.page.reload()
  await host.ready()
  const stopping = host.call('revokeWallets')
  await press(host, host.button(en['delegation.stop']))
  expect(await stopping).toMatchObject({ ok: true })
  expect(await areDelegated()).toEqual([false])
})
