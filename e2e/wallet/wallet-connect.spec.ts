import { type Hex, parseEther, verifyMessage } from 'viem'
import { type Phone, startPhone } from '../../frame-app/external-wallets/wallet-connect/testing/phone.ts'
import { startRelay, type TestRelay } from '../../frame-app/external-wallets/wallet-connect/testing/relay.ts'
import { scan } from '../fixtures/farcaster.ts'
import type { HostPage, LoginValue } from '../fixtures/host-page.ts'
import { withOwnApp } from '../fixtures/own-app.ts'
import type { Stack } from '../fixtures/stack.ts'
import { test as base, expect, WalletScreens, walletConfig } from '../fixtures/wallets/on-wallets.ts'
import { turnAway } from '../fixtures/wallets/turn-away.ts'

interface Fixtures {
  relay: TestRelay
  /** An app whose people come with wallets on their phones. */
  phoneApp: Stack
  phone: Phone
}

const test = base.extend<Fixtures>({
  relay: async ({ keep }, use) => {
    const start = async () => {
      const relay = await startRelay()
      return { relay, stop: () => relay.close() }
    }
    await use((await keep('a relay', start)).relay)
  },
  phoneApp: async ({ stack, chains, relay }, use) => {
    const wallet_connect_cloud_project_id = 'c'.repeat(32)
    const config = { wallet_connect_cloud_project_id, wallet_connect_relay_url: relay.url }
    await use(await withOwnApp(stack, { ...walletConfig(chains), ...config }))
  },
  phone: async ({ relay, chains }, use) => {
    const phone = await startPhone({ relayUrl: relay.url, rpcUrl: chains.anvil.url })
    await use(phone)
    await phone.switchOff()
  },
})

const ETHEREUM_ONLY = { config: { appearance: { walletChainType: 'ethereum-only' } } }
const SOLANA_ONLY = {
  config: { appearance: { walletChainType: 'solana-only', walletList: ['wallet_connect_qr_solana'] } },
}
const walletsOf = (site: HostPage) => site.page.evaluate('vitrine.state.wallets')

test('a phone that scans the code logs in, signs and sends, is there after a reload, and leaves when it likes', async ({
  openSite,
  phoneApp,
  phone,
  chains,
}) => {
  const { address } = phone.keys.ethereum
  await chains.anvil.fund(address, parseEther('2'))
  const site = await openSite([], { stack: phoneApp, ...ETHEREUM_ONLY })
  const screens = new WalletScreens(site)
  const asked: string[] = []
  site.page.on('websocket', socket => asked.push(socket.url()))
  const login = site.call<LoginValue>('login')
  await screens.choose('WalletConnect')
  await phone.scan(await scan(screens.qrCode))
  expect(await login).toMatchObject({
    ok: true,
    value: {
      loginMethod: 'siwe',
      loginAccount: { address, walletClientType: 'pocket', connectorType: 'wallet_connect_v2' },
    },
  })
  expect(phone.requests.map(({ method }) => method)).toEqual(['personal_sign'])
  expect(new Set(asked.map(url => new URL(url).hostname))).toEqual(new Set(['127.0.0.1']))

  const sign = () => site.call<{ signature: Hex }>('signMessage', { message: 'hello' }, { address })
  const isGood = async (outcome: Awaited<ReturnType<typeof sign>>) =>
    outcome.ok && (await verifyMessage({ address, message: 'hello', ...outcome.value }))
  expect(await isGood(await sign())).toBe(true)
  const to = '0x000000000000000000000000000000000000dEaD'
  const sent = await site.call<{ hash: Hex }>('sendTransaction', { to, value: '0x1' }, { address })
  if (!sent.ok) throw new Error(sent.error.message)
  await chains.anvil.mined(sent.value.hash)

  await site.page.reload()
  await site.ready()
  await expect.poll(() => walletsOf(site)).toEqual([expect.objectContaining({ address })])
  expect(await isGood(await sign())).toBe(true)
  expect(phone.proposals).toHaveLength(1)

  phone.habits.request = 'reject'
  expect(await sign()).toMatchObject({ ok: false, error: { code: 'user_rejected', data: { eipCode: 4001 } } })
  // What it says of an account that it has no session for is not believed; its end is.
  await phone.disconnect()
  await expect.poll(() => walletsOf(site)).toEqual([])
})

test('a phone logs in by Solana’s code, and is connected and linked without one', async ({
  openSite,
  phoneApp,
  phone,
  address,
}) => {
  const site = await openSite([], { stack: phoneApp, ...SOLANA_ONLY })
  const screens = new WalletScreens(site)
  const account = { address: phone.keys.solana.address, chainType: 'solana' }
  const connecting = site.call('connectWallet')
  await screens.pick('WalletConnect')
  await phone.scan(await scan(screens.qrCode))
  expect(await connecting).toMatchObject({ ok: true, value: { wallet: account } })

  const { user } = await site.logIn(address)
  const linking = site.call('link', 'siws')
  await screens.pick('Pocket')
  await site.button('Continue').click()
  await site.confirm(address)
  expect(await linking).toMatchObject({ ok: true, value: { user: { id: user.id, wallet: account } } })
  expect(phone.requests.map(({ method }) => method)).toEqual(['solana_signMessage'])

  await site.call('logout')
  const login = site.call<LoginValue>('login')
  await screens.choose('Pocket')
  expect(await login).toMatchObject({
    ok: true,
    value: { isNewUser: false, loginMethod: 'siws', user: { id: user.id } },
  })
})

test('a refusal, a code that was reset, and a relay that is away or lies each say so, and the next try connects', async ({
  openSite,
  phoneApp,
  phone,
  relay,
}) => {
  const site = await openSite([], { stack: phoneApp, ...ETHEREUM_ONLY })
  const screens = new WalletScreens(site)
  const connecting = site.call('connectWallet')
  phone.habits.proposal = 'reject'
  await screens.pick('WalletConnect')
  await phone.scan(await scan(screens.qrCode))
  await expect(site.alert).toBeVisible()
  await site.button('Try again').click()

  const first = await scan(screens.qrCode)
  await turnAway(relay.url, first)
  await expect(site.frame.getByText('Connection request reset. Please try again.')).toBeVisible()
  expect(await scan(screens.qrCode)).not.toBe(first)

  // A session for other accounts than the phone's chains have, and for no account at all.
  phone.habits.proposal = ({ optionalNamespaces: { eip155 } }) => ({
    eip155: { chains: ['eip155:1'], methods: eip155?.methods ?? [], events: [], accounts: ['eip155:1:0x00'] },
  })
  await phone.scan(await scan(screens.qrCode))
  await expect(site.alert).toContainText('Unable to connect')

  relay.refuse(true)
  await site.button('Try again').click()
  await expect(site.alert).toContainText('Unable to connect')
  relay.refuse(false)
  phone.habits.proposal = 'approve'
  await site.button('Try again').click()
  await phone.scan(await scan(screens.qrCode))
  expect(await connecting).toMatchObject({
    ok: true,
    value: { wallet: { address: phone.keys.ethereum.address } },
  })
})
