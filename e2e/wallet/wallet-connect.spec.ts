import { Connection, Keypair, PublicKey, SystemProgram, Transaction } from '@solana/web3.js'
import { type Hex, parseEther, verifyMessage } from 'viem'
import type { Phone } from '../../frame-app/external-wallets/wallet-connect/testing/phone.ts'
import { blockStorage } from '../fixtures/blocked-storage.ts'
import type { HostPage, LoginValue, Outcome } from '../fixtures/host-page.ts'
import { balanceOf, fund, SOL } from '../fixtures/litesvm.ts'
import { withOwnApp } from '../fixtures/own-app.ts'
import type { Stack } from '../fixtures/stack.ts'
import { scanWith, startWalletConnect, type WalletConnectPeers } from '../fixtures/wallet-connect.ts'
import { test as base, expect, WalletScreens, walletConfig } from '../fixtures/wallets/on-wallets.ts'

interface Fixtures {
  peers: WalletConnectPeers
  /** An app whose people come with wallets on their phones. */
  phoneApp: Stack
  phone: Phone
}

const test = base.extend<Fixtures>({
  peers: async ({ keep }, use) => use(await keep('a relay, and phones', startWalletConnect)),
  phoneApp: async ({ stack, keep, chains, peers }, use) => {
    const wallet_connect_cloud_project_id = 'c'.repeat(32)
    const config = { wallet_connect_cloud_project_id, wallet_connect_relay_url: peers.relay.url }
    const make = async () => ({
      app: await withOwnApp(stack, { ...walletConfig(chains), ...config }),
      stop: async () => {},
    })
    await use((await keep('an app of people’s phones', make)).app)
  },
  phone: async ({ peers, chains }, use) => use(await peers.phone({ rpcUrl: chains.anvil.url })),
})

const ETHEREUM_ONLY = { config: { appearance: { walletChainType: 'ethereum-only' } } }
const SOLANA_ONLY = {
  config: { appearance: { walletChainType: 'solana-only', walletList: ['wallet_connect_qr_solana'] } },
}
const walletsOf = (site: HostPage) => site.page.evaluate('vitrine.state.wallets')

/** Who the frame's document may speak with. */
async function connectSources({ wallet, app, site }: Stack): Promise<string> {
  const response = await fetch(`${wallet.origin}/apps/${app.id}/frame?origin=${site.crossSite}`)
  return /connect-src ([^;]*)/.exec(response.headers.get('content-security-policy') ?? '')?.[1] ?? ''
}

/** Every request of the page and its frames, and every WebSocket, from here on. */
function hear({ page }: HostPage) {
  const hosts = new Set<string>()
  const sockets = new Set<string>()
  page.on('request', request => hosts.add(new URL(request.url()).hostname))
  page.on('websocket', socket => sockets.add(new URL(socket.url()).origin))
  return { hosts, sockets }
}

test('a phone that scans the code logs in, signs and sends, is there after a reload, and leaves when it likes', async ({
  openSite,
  app,
  phoneApp,
  phone,
  peers,
  chains,
}) => {
  const { address } = phone.keys.ethereum
  await chains.anvil.fund(address, parseEther('2'))
  expect(await connectSources(phoneApp)).toContain(peers.relay.url)
  expect(await connectSources(app)).not.toContain('wss:')
  const site = await openSite([], { stack: phoneApp, ...ETHEREUM_ONLY })
  const screens = new WalletScreens(site)
  const { hosts, sockets } = hear(site)
  // Nothing speaks with the relay before somebody wants a code.
  void site.call('login')
  await screens.row.click()
  await expect(screens.entry('WalletConnect')).toBeVisible()
  expect([...sockets]).toEqual([])
  await screens.pick('WalletConnect')
  await screens.qrCode.waitFor()
  // Reloaded in the middle, the login begins anew.
  await site.page.reload()
  await site.ready()
  const login = site.call<LoginValue>('login')
  await screens.choose('WalletConnect')
  await scanWith(phone, screens.qrCode)
  expect(await login).toMatchObject({
    ok: true,
    value: {
      loginMethod: 'siwe',
      loginAccount: { address, walletClientType: 'pocket', connectorType: 'wallet_connect_v2' },
    },
  })
  expect(phone.requests.map(({ method }) => method)).toEqual(['personal_sign'])

  const sign = async () => {
    const signing = site.call<{ signature: Hex }>('signMessage', { message: 'hello' }, { address })
    await site.approve()
    return signing
  }
  const isGood = async (outcome: Outcome<{ signature: Hex }>) =>
    outcome.ok && (await verifyMessage({ address, message: 'hello', ...outcome.value }))
  expect(await isGood(await sign())).toBe(true)
  const to = '0x000000000000000000000000000000000000dEaD'
  const sending = site.call<{ hash: Hex }>('sendTransaction', { to, value: '0x1' }, { address })
  await site.approve()
  const sent = await sending
  if (!sent.ok) throw new Error(sent.error.message)
  await chains.anvil.mined(sent.value.hash)

  await site.page.reload()
  await site.ready()
  await expect.poll(() => walletsOf(site)).toEqual([expect.objectContaining({ address })])
  expect(await isGood(await sign())).toBe(true)
  expect(phone.proposals).toHaveLength(1)

  phone.habits.request = 'reject'
  const refused = sign()
  await expect(site.alert).toContainText('You declined this in Pocket.')
  await site.button('Reject').click()
  expect(await refused).toMatchObject({
    ok: false,
    error: { type: 'connector_error', code: 'user_rejected', data: { eipCode: 4001 } },
  })
  await phone.disconnect()
  await expect.poll(() => walletsOf(site)).toEqual([])
  expect([...hosts].filter(host => host !== 'localhost' && host !== '127.0.0.1')).toEqual([])
  expect([...sockets]).toEqual([peers.relay.url])
})

test('a phone is connected by Solana’s code without a login, signs, is linked, and then logs in', async ({
  openSite,
  phoneApp,
  phone,
  chains,
  address,
}) => {
  const site = await openSite([], { stack: phoneApp, ...SOLANA_ONLY })
  const screens = new WalletScreens(site)
  const account = { address: phone.keys.solana.address, chainType: 'solana' }
  const connecting = site.call('connectWallet')
  await screens.pick('WalletConnect')
  await scanWith(phone, screens.qrCode)
  expect(await connecting).toMatchObject({ ok: true, value: { wallet: account } })

  const { node } = chains
  fund(node, account.address, 3 * SOL)
  const to = Keypair.generate().publicKey
  const payer = new PublicKey(account.address)
  const connection = new Connection(node.url)
  const { blockhash } = await connection.getLatestBlockhash()
  const transfer = SystemProgram.transfer({ fromPubkey: payer, toPubkey: to, lamports: SOL })
  const unsigned = new Transaction({ feePayer: payer, recentBlockhash: blockhash }).add(transfer)
  const signing = site.evaluate<number[]>(
    `const { signTransaction } = vitrine.solana.features['solana:signTransaction']
     const input = { account: vitrine.solana.accounts[0], transaction: new Uint8Array(args[0]) }
     return [...(await signTransaction({ ...input, chain: 'solana:devnet' }))[0].signedTransaction]`,
    [[...unsigned.serialize({ verifySignatures: false, requireAllSignatures: false })]],
  )
  await site.approve()
  const signed = await signing
  if (!signed.ok) throw new Error(signed.error.message)
  await connection.sendRawTransaction(new Uint8Array(signed.value))
  expect(balanceOf(node, to.toBase58())).toBe(SOL)

  const { user } = await site.logIn(address)
  const linking = site.call('link', 'siws')
  await screens.pick('Pocket')
  await screens.add.click()
  await site.confirm(address)
  expect(await linking).toMatchObject({ ok: true, value: { user: { id: user.id, wallet: account } } })
  expect(phone.requests.map(({ method }) => method)).toEqual(['solana_signTransaction', 'solana_signMessage'])

  await site.call('logout')
  const login = site.call<LoginValue>('login')
  await screens.choose('Pocket')
  expect(await login).toMatchObject({
    ok: true,
    value: { isNewUser: false, loginMethod: 'siws', user: { id: user.id } },
  })
})

test('a phone connects and signs where the browser blocks storage', async ({
  context,
  openSite,
  phoneApp,
  phone,
}) => {
  await blockStorage(context, phoneApp.wallet.origin)
  const site = await openSite([], { stack: phoneApp, ...ETHEREUM_ONLY })
  const screens = new WalletScreens(site)
  const { address } = phone.keys.ethereum
  const connecting = site.call('connectWallet')
  await screens.pick('WalletConnect')
  await scanWith(phone, screens.qrCode)
  expect(await connecting).toMatchObject({ ok: true, value: { wallet: { address } } })
  const signing = site.call<{ signature: Hex }>('signMessage', { message: 'hello' }, { address })
  await site.approve()
  const signed = await signing
  if (!signed.ok) throw new Error(signed.error.message)
  expect(await verifyMessage({ address, message: 'hello', ...signed.value })).toBe(true)
})

test('a refusal, a code that was reset, and a relay that is away or lies each say so, and the next try connects', async ({
  context,
  openSite,
  phoneApp,
  phone,
  peers,
}) => {
  await context.clock.install()
  const site = await openSite([], { stack: phoneApp, ...ETHEREUM_ONLY })
  const screens = new WalletScreens(site)
  const connecting = site.call('connectWallet')
  phone.habits.proposal = 'reject'
  await screens.pick('WalletConnect')
  await scanWith(phone, screens.qrCode)
  await expect(site.alert).toContainText('Unable to connect')
  await expect(site.frame.getByText('You declined this in WalletConnect.')).toBeVisible()
  await site.button('Try again').click()

  phone.habits.proposal = 'ignore'
  const before = await screens.qrCode.locator('path').getAttribute('d')
  await phone.letGo(await scanWith(phone, screens.qrCode))
  await expect(site.alert).toContainText('Connection request reset. Please try again.')
  await expect(screens.qrCode.locator('path')).not.toHaveAttribute('d', before ?? '')

  // A session for an account that is none.
  phone.habits.proposal = ({ optionalNamespaces: { eip155 } }) => ({
    eip155: { chains: ['eip155:1'], methods: eip155?.methods ?? [], events: [], accounts: ['eip155:1:0x00'] },
  })
  await scanWith(phone, screens.qrCode)
  await expect(site.alert).toContainText('Unable to connect')

  peers.relay.refuse(true)
  await site.button('Try again').click()
  await expect(site.frame.getByText('Getting the code…')).toBeVisible()
  await context.clock.fastForward(15_000)
  await expect(site.alert).toContainText('Unable to connect')
  peers.relay.refuse(false)
  await site.button('Try again').click()
  // The library of a phone that lost the relay, too, sometimes ignores the first message after it is back.
  const other = await peers.phone()
  await scanWith(other, screens.qrCode)
  expect(await connecting).toMatchObject({
    ok: true,
    value: { wallet: { address: other.keys.ethereum.address } },
  })
})

test.describe('on a phone', () => {
  test.use({
    userAgent:
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1',
    viewport: { width: 390, height: 844 },
    permissions: ['clipboard-read', 'clipboard-write'],
  })

  test('a link hands the code to the wallet’s app, as a copy of it does to any other', async ({
    openSite,
    phoneApp,
    phone,
  }) => {
    const site = await openSite([], { stack: phoneApp, ...ETHEREUM_ONLY })
    const screens = new WalletScreens(site)
    const connecting = site.call('connectWallet')
    await screens.pick('MetaMask')
    const link = site.frame.getByRole('link', { name: 'Open MetaMask' })
    const address = new URL((await link.getAttribute('href')) ?? '')
    expect(address.origin + address.pathname).toBe('https://metamask.app.link/wc')
    const uri = address.searchParams.get('uri') ?? ''
    await site.button('Copy link').click()
    await expect(site.button('Copied')).toBeVisible()
    expect(await site.page.evaluate('navigator.clipboard.readText()')).toBe(uri)
    await phone.scan(uri)
    expect(await connecting).toMatchObject({
      ok: true,
      value: { wallet: { address: phone.keys.ethereum.address } },
    })
  })
})
