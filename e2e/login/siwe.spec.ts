import { newContractWallet } from '@vitrine/shared/chains/testing/contract-wallet.ts'
import { type Address, type Hex, hashMessage, hexToString } from 'viem'
import { parseSiweMessage } from 'viem/siwe'
import { en } from '../../frame-app/words/en.ts'
import { HostPage, type LoginValue } from '../fixtures/host-page.ts'
import { withOwnApp } from '../fixtures/own-app.ts'
import { type Behaviour, InjectedWallet, REJECTS } from '../fixtures/wallets/injected-wallets.ts'
import {
  type Chains,
  ethereumWallet,
  expect,
  test,
  WalletScreens,
  walletConfig,
} from '../fixtures/wallets/on-wallets.ts'

interface Linked {
  readonly user: { readonly id: string; readonly linkedAccounts: readonly { readonly address: string }[] }
}

const SIWE = ['generating-message', 'awaiting-signature', 'submitting-signature', 'done']
/** The message that a wallet was asked to sign. */
const messageOf = (params: unknown) => hexToString((params as [Hex])[0])
const messagesOf = ({ asked }: InjectedWallet) =>
  asked.filter(({ method }) => method === 'personal_sign').map(({ params }) => messageOf(params))

/** One that no page is told of: it is `window.ethereum`, as before EIP-6963. */
const olderWallet = (chains: readonly (readonly [number, string])[]) =>
  new InjectedWallet({ name: 'MetaMask', ethereum: { ways: ['legacy'], flags: ['isMetaMask'], chains } })
const here = ({ anvil }: Chains) => [[anvil.chainId, anvil.url]] as const

test('a person logs in with a wallet that is announced, and another time is the same; what they sign names the site', async ({
  chains,
  openSite,
}) => {
  const fox = ethereumWallet(chains)
  const site = await openSite([fox])
  const screens = new WalletScreens(site)
  const flows = await site.hearFlows()

  const refused = site.call('login', { disableSignup: true })
  await screens.choose('Fox')
  await expect(site.alert).toHaveText(/no account/i)
  await site.button('Close').click()
  expect(await refused).toMatchObject({ ok: false, error: { code: 'exited_auth_flow' } })
  expect(await site.page.evaluate('vitrine.state.wallets')).toEqual([])

  const told = (await flows()).length
  const login = site.call<LoginValue>('login')
  await screens.choose('Fox')
  expect(await login).toMatchObject({
    ok: true,
    value: {
      isNewUser: true,
      loginMethod: 'siwe',
      loginAccount: {
        type: 'wallet',
        address: fox.ethereum.address,
        chainType: 'ethereum',
        walletClientType: 'fox',
        connectorType: 'injected',
      },
    },
  })
  expect((await flows()).slice(told)).toEqual(['initial', ...SIWE].map(status => ({ flow: 'siwe', status })))
  const { host, origin } = new URL(site.url)
  const message = parseSiweMessage(messagesOf(fox).at(-1) ?? '')
  expect(message).toMatchObject({
    ...{
      address: fox.ethereum.address,
      chainId: chains.anvil.chainId,
      domain: host,
      uri: origin,
      version: '1',
    },
    ...{
      nonce: expect.stringMatching(/^[a-zA-Z0-9]{8,}$/),
      statement: expect.stringContaining('costs nothing'),
    },
    resources: [expect.stringContaining(site.stack.wallet.origin)],
  })
  expect(message.expirationTime).toBeUndefined()
  expect(Date.now() - Number(message.issuedAt)).toBeLessThan(300_000)
  expect(await site.page.evaluate('vitrine.state.wallets')).toEqual([
    expect.objectContaining({ address: fox.ethereum.address, walletIndex: null, recoveryMethod: null }),
  ])

  await site.call('logout')
  const again = site.call<LoginValue>('login', { disableSignup: true })
  await screens.choose('Fox')
  expect(await again).toMatchObject({ ok: true, value: { isNewUser: false } })
  // The wallet is asked to connect once.
  expect(fox.prompts).toEqual(['eth_requestAccounts', ...Array(3).fill('personal_sign')])
})

test('a site names the wallets that its people log in with, or takes none', async ({
  app,
  chains,
  context,
  openSite,
}) => {
  const older = olderWallet(here(chains))
  const order = { primary: ['metamask', 'email'], overflow: ['rainbow', 'detected_ethereum_wallets'] }
  const site = await openSite([older], { config: { loginMethodsAndOrder: order } })
  const login = site.call<LoginValue>('login')
  await expect(site.email).toBeVisible()
  await site.button('MetaMask').click()
  expect(await login).toMatchObject({
    ok: true,
    value: {
      isNewUser: true,
      loginAccount: { address: older.ethereum.address, walletClientType: 'metamask' },
    },
  })
  expect(older.prompts).toEqual(['eth_requestAccounts', 'personal_sign'])
  await site.call('logout')
  await site.page.close()

  const asked = older.asked.length
  const config = { externalWallets: { disableAllExternalWallets: true } }
  const none = await (await HostPage.open(context, app, { config })).ready()
  void none.call('login')
  await expect(none.email).toBeVisible()
  await expect(new WalletScreens(none).row).toHaveCount(0)
  expect(await none.call('connectWallet')).toMatchObject({ ok: false })
  expect(await none.page.evaluate('vitrine.state.wallets')).toEqual([])
  expect(older.asked).toHaveLength(asked)
})

test('who is logged in adds wallets as far as the app lets them, brings the account of one along, and takes one away', async ({
  openSite,
  chains,
  stack,
  address,
}) => {
  // Three logins, two links, a refused one and an unlink.
  test.slow()
  const limited = await withOwnApp(stack, { ...walletConfig(chains), max_linked_wallets_per_user: 2 })
  const fox = ethereumWallet(chains)
  // On a chain that the app does not have.
  const older = olderWallet([[424_242, chains.other.url]])
  const owl = ethereumWallet(chains, 'Owl')
  const site = await openSite([fox, older, owl], { stack: limited })
  const screens = new WalletScreens(site)
  older.next('wallet_switchEthereumChain', REJECTS)
  const former = site.call<LoginValue>('login')
  await screens.choose('MetaMask')
  // Who declines the app's chain signs for it all the same: a signature needs no chain.
  expect(await former).toMatchObject({ ok: true, value: { isNewUser: true } })
  expect(parseSiweMessage(messagesOf(older).at(-1) ?? '').chainId).toBe(chains.anvil.chainId)
  await site.call('logout')
  const { user } = await site.logIn(address)

  const linking = site.call<Linked>('link', 'siwe')
  await screens.pick('Fox')
  await expect(screens.add).toBeVisible()
  expect(fox.prompts).toEqual(['eth_requestAccounts'])
  fox.next('personal_sign', REJECTS)
  fox.next('personal_sign', { does: 'after', work: () => fox.ethereum.useAccount(1) })
  await screens.add.click()
  await site.confirm(address)
  await expect(site.alert).toHaveText('You declined this in Fox.')
  await site.button('Try again').click()
  await screens.add.click()
  await expect(site.alert).toHaveText('You switched to another account.')
  await site.button('Try again').click()
  await screens.add.click()
  expect(await linking).toMatchObject({
    ok: true,
    value: { user: { id: user.id, wallet: { address: fox.ethereum.address } } },
  })

  const bringing = site.call<Linked>('link', 'wallet')
  await screens.pick('MetaMask')
  await screens.add.click()
  await site.confirm(address)
  await site.button(en['transfer.confirm']).click()
  const brought = await bringing
  if (!brought.ok) throw new Error(brought.error.message)
  expect(brought.value.user.id).toBe(user.id)
  expect(brought.value.user.linkedAccounts.map(({ address }) => address).toSorted()).toEqual(
    [fox.ethereum.address, older.ethereum.address, address].toSorted(),
  )

  // Who has no room is told so before the wallet is asked for anything but its account.
  const more = site.call('link', 'wallet')
  await screens.pick('Owl')
  await screens.add.click()
  await expect(site.alert).toHaveText(/as many wallets as this site lets you add/)
  await site.button('Close').click()
  expect(await more).toMatchObject({ ok: false, error: { code: 'cannot_link_more_of_type' } })
  expect(owl.prompts).toEqual(['eth_requestAccounts'])

  await site.call('logout')
  const login = site.call<LoginValue>('login')
  await screens.choose('MetaMask')
  expect(await login).toMatchObject({ ok: true, value: { isNewUser: false, user: { id: user.id } } })

  const account = { type: 'wallet', address: fox.ethereum.address, chainType: 'ethereum' }
  const unlinking = site.call<Linked>('unlink', account)
  await site.button('Remove').click()
  await site.confirm(address)
  const { ok, value } = (await unlinking) as Extract<Awaited<typeof unlinking>, { ok: true }>
  expect(ok && value.user.linkedAccounts.map(({ address }) => address)).toEqual([
    older.ethereum.address,
    address,
  ])
})

test('a wallet that is a contract logs in and is added, deployed or not, on the chain that it is on and on no other', async ({
  chains,
  openSite,
  address: email,
}) => {
  const { anvil, other } = chains
  const deployed = await newContractWallet(anvil)
  await deployed.deploy()
  const planned = await newContractWallet(anvil)
  const elsewhere = await newContractWallet(other)
  await elsewhere.deploy()
  const wallet = (name: string, address: Address, signHash: (hash: Hex) => Promise<Hex>) =>
    new InjectedWallet({
      name,
      ethereum: {
        accounts: [{ address, key: null, signHash }],
        chains: [anvil, other].map(({ chainId, url }) => [chainId, url] as const),
      },
    })
  const away = wallet('Elsewhere', elsewhere.address, elsewhere.signHash)
  const site = await openSite([
    wallet('Vault', deployed.address, deployed.signHash),
    wallet('Planned', planned.address, planned.signHashUndeployed),
    away,
  ])
  const screens = new WalletScreens(site)
  const vault = site.call<LoginValue>('login')
  await screens.choose('Vault')
  expect(await vault).toMatchObject({
    ok: true,
    value: { isNewUser: true, loginMethod: 'siwe', loginAccount: { address: deployed.address } },
  })
  await site.call('logout')

  const lost = site.call<LoginValue>('login')
  await screens.choose('Elsewhere')
  await expect(site.alert).toContainText('couldn’t verify the signature')
  expect(await site.page.evaluate('vitrine.state.authenticated')).toBe(false)
  await away.ethereum.useChain(other.chainId)
  await site.button('Try again').click()
  expect(await lost).toMatchObject({ ok: true, value: { loginAccount: { address: elsewhere.address } } })
  await site.call('logout')

  await site.logIn(email)
  const linking = site.call<Linked>('link', 'siwe')
  await screens.pick('Planned')
  await screens.add.click()
  await site.confirm(email)
  expect(await linking).toMatchObject({ ok: true, value: { user: { wallet: { address: planned.address } } } })
  expect(await anvil.request('eth_getCode', [planned.address, 'latest'])).toBe('0x')

  // A contract that the person owns stands beside their logins, and is none.
  const smart = site.call<Linked>('link', 'smart-wallet', { smartWalletType: 'safe' })
  await expect(site.frame.getByText('You can’t log in with it.').first()).toBeVisible()
  await screens.pick('Vault')
  await screens.add.click()
  await site.confirm(email)
  const account = { type: 'smart_wallet', address: deployed.address, smartWalletType: 'safe' }
  expect(await smart).toMatchObject({
    ok: true,
    value: { user: { smartWallet: { address: deployed.address } } },
  })
  const unlinking = site.call<Linked>('unlink', account)
  await site.button('Remove').click()
  await site.confirm(email)
  expect(await unlinking).toMatchObject({
    ok: true,
    value: { user: { wallet: { address: planned.address } } },
  })
})

test('a page that lies logs nobody in: not by an address without its key, nor by what was signed for another site or before', async ({
  chains,
  openSite,
}) => {
  const fox = ethereumWallet(chains)
  const thief = ethereumWallet(chains, 'Thief')
  const victim = ethereumWallet(chains).ethereum.address
  const sign = (message: string) => fox.ethereum.accounts[0]?.signHash(hashMessage(message))
  const asIf = (change: (message: string) => string): Behaviour => ({
    does: 'answer',
    with: (params: unknown) => sign(change(messageOf(params))),
  })
  const site = await openSite([fox, thief])
  const screens = new WalletScreens(site)
  const flows = await site.hearFlows()
  const own = new URL(site.url)
  const isLoggedIn = () => site.page.evaluate('vitrine.state.authenticated')

  const first = site.call<LoginValue>('login')
  await screens.choose('Fox')
  const former = await first
  await site.call('logout')

  const lies: readonly Behaviour[] = [
    asIf(it => it.replace(own.host, 'evil.example')),
    asIf(it => it.replaceAll(own.origin, 'https://evil.example')),
    asIf(it => it.replace('Chain ID: 31337', 'Chain ID: 1')),
    asIf(it => it.replace(/Nonce: \w+/, 'Nonce: abcdefgh12345678')),
    asIf(it => it.replace(/Issued At: \S+/, 'Issued At: 2020-01-01T00:00:00.000Z')),
    asIf(() => messagesOf(fox)[0] ?? ''),
    { does: 'answer', with: `0x${'00'.repeat(65)}` },
    { does: 'answer', with: '0x' },
  ]
  const failures = async () => JSON.stringify(await flows()).split('"error":').length - 1
  const login = site.call<LoginValue>('login')
  let press = () => screens.choose('Fox')
  for (const [index, lie] of lies.entries()) {
    fox.next('personal_sign', lie)
    await press()
    await expect.poll(failures).toBe(index + 1)
    await expect(site.alert).toBeVisible()
    press = () => site.button('Try again').click()
  }
  expect(await isLoggedIn()).toBe(false)

  // The key of another one signs for the victim.
  thief.always('eth_requestAccounts', { does: 'answer', with: [victim] })
  thief.always('personal_sign', { does: 'answer', with: (params: unknown) => sign(messageOf(params)) })
  await site.button('Back').click()
  await screens.pick('Thief')
  await expect(site.alert).toContainText('couldn’t verify the signature')
  expect(await isLoggedIn()).toBe(false)

  // Who listens on the way sends it first: a nonce is good once.
  const path = '**/siwe/authenticate'
  const stolen: number[] = []
  await site.page.route(path, async route => {
    stolen.push((await route.fetch()).status())
    await route.continue()
  })
  await site.button('Back').click()
  await screens.pick('Fox')
  await expect(site.alert).toBeVisible()
  expect(await isLoggedIn()).toBe(false)
  expect(stolen).toEqual([200])
  await site.page.unroute(path)

  await site.button('Try again').click()
  expect(await login).toMatchObject({
    ok: true,
    value: { isNewUser: false, user: { id: former.ok && former.value.user.id } },
  })
})

const REFUSALS: readonly (readonly [Behaviour, code: string])[] = [
  [REJECTS, 'user_rejected'],
  [{ does: 'refuse', code: -32_002 }, 'generic_connect_wallet_error'],
  [{ does: 'refuse', code: 4100 }, 'unable_to_sign'],
  [{ does: 'refuse', code: 4200 }, 'unsupported_wallet_type'],
  [{ does: 'refuse', code: 4900 }, 'generic_connect_wallet_error'],
  [{ does: 'refuse', code: 4901 }, 'generic_connect_wallet_error'],
  [{ does: 'throw', what: 'string' }, 'unknown_connect_wallet_error'],
  // With 4001 in it.
  [{ does: 'throw', what: 'frozen' }, 'user_rejected'],
  [{ does: 'throw', what: 'getters' }, 'unknown_connect_wallet_error'],
  [{ does: 'throw', what: 'huge' }, 'unknown_connect_wallet_error'],
  [{ does: 'throw', what: 'buffer' }, 'buffer_not_defined'],
  [{ does: 'answer', with: [] }, 'unknown_connect_wallet_error'],
  [{ does: 'answer', with: { length: 1 } }, 'unknown_connect_wallet_error'],
  [{ does: 'answer', with: ['<b>'] }, 'unknown_connect_wallet_error'],
]

test('whatever a wallet answers or throws, the person reads a sentence and can try again', async ({
  chains,
  openSite,
}) => {
  const fox = ethereumWallet(chains)
  const site = await openSite([fox])
  const screens = new WalletScreens(site)
  const flows = await site.hearFlows()
  const login = site.call<LoginValue>('login')
  const failsWith = async (codes: readonly string[]) => {
    await expect
      .poll(async () => (await flows()).flatMap(it => (it as { error?: { code: string } }).error?.code ?? []))
      .toEqual(codes)
    await expect(site.alert).toHaveText(/^[^<{}]{10,200}$/)
  }
  let press = () => screens.choose('Fox')
  const codes: string[] = []
  for (const [behaviour, code] of REFUSALS) {
    fox.next('eth_requestAccounts', behaviour)
    await press()
    codes.push(code)
    await failsWith(codes)
    press = () => site.button('Try again').click()
  }
  fox.next('personal_sign', REJECTS)
  await press()
  await failsWith([...codes, 'user_rejected'])
  await expect(site.alert).toHaveText('You declined this in Fox.')
  await press()
  expect(await login).toMatchObject({ ok: true })
})

test('a wallet that does not answer is asked again; what it says later, or twice, changes nothing', async ({
  chains,
  openSite,
  stack,
}) => {
  const withPhones = await withOwnApp(stack, {
    ...walletConfig(chains),
    wallet_connect_cloud_project_id: 'c'.repeat(32),
  })
  const fox = ethereumWallet(chains)
  const twice = new InjectedWallet({
    name: 'Twice',
    ethereum: { answersTwice: true, chains: here(chains) },
  })
  const site = await openSite([fox, twice], { stack: withPhones })
  const screens = new WalletScreens(site)
  let answer: (value?: unknown) => void = () => undefined
  const answered = new Promise(resolve => {
    answer = resolve
  })
  fox.next('personal_sign', { does: 'after', work: () => answered })
  const left = site.call('login')
  await screens.choose('Fox')
  await fox.waitForAsked('personal_sign')
  await site.button('Close').click()
  expect(await left).toMatchObject({ ok: false, error: { code: 'exited_auth_flow' } })
  answer()

  const login = site.call<LoginValue>('login')
  fox.next('eth_requestAccounts', { does: 'never' })
  await screens.choose('Fox')
  await expect(site.frame.getByRole('heading', { name: 'Open Fox' })).toBeVisible()
  // After four seconds.
  await expect(site.button('Use a QR code')).toBeVisible()
  await site.button('Try again').click()
  expect(await login).toMatchObject({ ok: true, value: { isNewUser: true } })
  expect((await site.events()).filter(name => name === 'login')).toHaveLength(1)

  await site.call('logout')
  const other = site.call<LoginValue>('login')
  await screens.choose('Twice')
  expect(await other).toMatchObject({
    ok: true,
    value: { loginAccount: { address: twice.ethereum.address } },
  })
})

test('who changes the account midway, or reloads, is never logged in as the one before', async ({
  chains,
  openSite,
}) => {
  const fox = ethereumWallet(chains)
  const [first, second] = fox.ethereum.accounts.map(({ address }) => address)
  const site = await openSite([fox])
  const screens = new WalletScreens(site)
  fox.next('personal_sign', { does: 'after', work: () => fox.ethereum.useAccount(1) })
  const login = site.call<LoginValue>('login')
  await screens.choose('Fox')
  await expect(site.alert).toHaveText('You switched to another account.')
  await site.button('Try again').click()
  expect(await login).toMatchObject({ ok: true, value: { loginAccount: { address: second } } })
  expect(messagesOf(fox).at(-1)).toContain(second)
  expect(first).not.toBe(second)

  await site.call('logout')
  fox.next('personal_sign', { does: 'never' })
  void site.call('login')
  await screens.choose('Fox')
  await expect.poll(() => messagesOf(fox).length).toBe(3)
  await site.page.reload()
  await site.ready()
  expect(await site.page.evaluate('vitrine.state.authenticated')).toBe(false)
  const again = site.call<LoginValue>('login')
  await screens.choose('Fox')
  expect(await again).toMatchObject({ ok: true, value: { isNewUser: false } })
  const nonces = messagesOf(fox).map(message => parseSiweMessage(message).nonce)
  expect(new Set(nonces).size).toBe(nonces.length)
})
