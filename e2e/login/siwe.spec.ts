import { newContractWallet } from '@vitrine/shared/chains/testing/contract-wallet.ts'
import { type Hex, hashMessage, hexToString } from 'viem'
import { parseSiweMessage } from 'viem/siwe'
import type { LoginValue } from '../fixtures/host-page.ts'
import { withOwnApp } from '../fixtures/own-app.ts'
import { type Behaviour, InjectedWallet, REJECTS } from '../fixtures/wallets/injected-wallets.ts'
import { ethereumWallet, expect, test, WalletScreens, walletConfig } from '../fixtures/wallets/on-wallets.ts'

interface Linked {
  readonly user: { readonly id: string; readonly linkedAccounts: readonly { readonly type: string }[] }
}

const SIWE = ['generating-message', 'awaiting-signature', 'submitting-signature', 'done']
/** The message that a wallet was asked to sign. */
const messageOf = (params: unknown) => hexToString((params as [Hex])[0])

test('a person logs in with a wallet that is announced, and with one that is only there; what they sign names the site', async ({
  chains,
  openSite,
}) => {
  const fox = ethereumWallet(chains)
  const older = new InjectedWallet({
    name: 'MetaMask',
    ethereum: {
      ways: ['legacy'],
      flags: ['isMetaMask'],
      chains: [[chains.anvil.chainId, chains.anvil.url]],
    },
  })
  const site = await openSite([fox, older])
  const screens = new WalletScreens(site)
  const flows = await site.hearFlows()
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
  expect(await flows()).toEqual(['initial', ...SIWE].map(status => ({ flow: 'siwe', status })))
  const { host, origin } = new URL(site.url)
  const message = parseSiweMessage(messageOf(await fox.waitForAsked('personal_sign')))
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
  const again = site.call<LoginValue>('login')
  await screens.choose('Fox')
  expect(await again).toMatchObject({ ok: true, value: { isNewUser: false } })

  await site.call('logout')
  const other = site.call<LoginValue>('login')
  await screens.choose('MetaMask')
  expect(await other).toMatchObject({
    ok: true,
    value: {
      isNewUser: true,
      loginAccount: { address: older.ethereum.address, walletClientType: 'metamask' },
    },
  })
  expect(older.prompts).toEqual(['eth_requestAccounts', 'personal_sign'])
})

test('who is logged in adds wallets as far as the app lets them, and takes one away', async ({
  openSite,
  chains,
  stack,
  address,
}) => {
  const limited = await withOwnApp(stack, { ...walletConfig(chains), max_linked_wallets_per_user: 1 })
  const fox = ethereumWallet(chains)
  const owl = ethereumWallet(chains, 'Owl')
  const site = await openSite([fox, owl], { stack: limited })
  const screens = new WalletScreens(site)
  const { user } = await site.logIn(address)

  const linking = site.call<Linked>('link', 'siwe')
  await screens.pick('Fox')
  await site.button('Continue').click()
  await site.confirm(address)
  expect(await linking).toMatchObject({
    ok: true,
    value: { user: { id: user.id, wallet: { address: fox.ethereum.address } } },
  })

  const more = site.call('link', 'wallet')
  expect(await more).toMatchObject({ ok: false, error: { code: 'cannot_link_more_of_type' } })
  expect(owl.prompts).toEqual([])

  await site.call('logout')
  const login = site.call<LoginValue>('login')
  await screens.choose('Fox')
  expect(await login).toMatchObject({ ok: true, value: { isNewUser: false, user: { id: user.id } } })

  const unlinking = site.call<Linked>('unlink', {
    type: 'wallet',
    address: fox.ethereum.address,
    chainType: 'ethereum',
  })
  await site.button('Remove').click()
  await site.confirm(address)
  expect(await unlinking).toMatchObject({
    ok: true,
    value: { user: { linkedAccounts: [{ type: 'email' }] } },
  })
})

test('a wallet that is a contract logs in, deployed or not, on the chain that it is on and on no other', async ({
  chains,
  openSite,
}) => {
  const { anvil, other } = chains
  const deployed = await newContractWallet(anvil)
  await deployed.deploy()
  const planned = await newContractWallet(anvil)
  const elsewhere = await newContractWallet(other)
  await elsewhere.deploy()
  const wallet = (name: string, address: `0x${string}`, signHash: (hash: Hex) => Promise<Hex>) =>
    new InjectedWallet({
      name,
      ethereum: { accounts: [{ address, key: null, signHash }], chains: [[anvil.chainId, anvil.url]] },
    })
  const site = await openSite([
    wallet('Vault', deployed.address, deployed.signHash),
    wallet('Planned', planned.address, planned.signHashUndeployed),
    wallet('Elsewhere', elsewhere.address, elsewhere.signHash),
  ])
  const screens = new WalletScreens(site)
  for (const [name, { address }] of [
    ['Vault', deployed],
    ['Planned', planned],
  ] as const) {
    const login = site.call<LoginValue>('login')
    await screens.choose(name)
    expect(await login).toMatchObject({ ok: true, value: { loginMethod: 'siwe', loginAccount: { address } } })
    await site.call('logout')
  }
  expect(await anvil.request('eth_getCode', [planned.address, 'latest'])).toBe('0x')

  void site.call('login')
  await screens.choose('Elsewhere')
  await expect(site.alert).toContainText('couldn’t be verified')
  await site.button('Close').click()
  expect(await site.page.evaluate('vitrine.state.authenticated')).toBe(false)
})

test('a page that lies logs nobody in: not by an address without its key, nor by what was signed for another site', async ({
  chains,
  openSite,
}) => {
  const fox = ethereumWallet(chains)
  const victim = ethereumWallet(chains, 'Victim').ethereum.address
  const site = await openSite([fox])
  const screens = new WalletScreens(site)
  const sign = (message: string) => fox.ethereum.accounts[0]?.signHash(hashMessage(message))
  const asIf = (change: (message: string) => string): Behaviour => ({
    does: 'answer',
    with: (params: unknown) => sign(change(messageOf(params))),
  })
  const own = new URL(site.url)
  let former = ''
  const lies: readonly Behaviour[] = [
    asIf(it => it.replace(own.host, 'evil.example')),
    asIf(it => it.replaceAll(own.origin, 'https://evil.example')),
    asIf(it => it.replace('Chain ID: 31337', 'Chain ID: 1')),
    asIf(it => it.replace(/Nonce: \w+/, 'Nonce: abcdefgh12345678')),
    asIf(it => it.replace(/Issued At: \S+/, 'Issued At: 2020-01-01T00:00:00.000Z')),
    { does: 'answer', with: `0x${'00'.repeat(65)}` },
    { does: 'answer', with: '0x' },
  ]
  void site.call('login')
  await screens.choose('Fox')
  await expect(site.dialog).toBeHidden()
  former = await site.page.evaluate('vitrine.state.user.id')
  await site.call('logout')

  void site.call('login')
  fox.next('personal_sign', lies[0] as Behaviour)
  await screens.choose('Fox')
  for (const lie of lies.slice(1)) {
    await expect(site.alert).toBeVisible()
    fox.next('personal_sign', lie)
    await site.button('Try again').click()
  }
  await expect(site.alert).toBeVisible()
  expect(await site.page.evaluate('vitrine.state.authenticated')).toBe(false)

  // The key of another one signs for the victim.
  fox.always('eth_requestAccounts', { does: 'answer', with: [victim] })
  fox.always('eth_accounts', { does: 'answer', with: [victim] })
  fox.always(
    'personal_sign',
    asIf(it => it),
  )
  await site.button('Back').click()
  await screens.pick('Fox')
  await expect(site.alert).toBeVisible()
  expect(await site.page.evaluate('vitrine.state.authenticated')).toBe(false)

  for (const method of ['eth_requestAccounts', 'eth_accounts', 'personal_sign']) fox.always(method, null)
  await site.button('Back').click()
  await screens.pick('Fox')
  await expect(site.dialog).toBeHidden()
  expect(await site.page.evaluate('vitrine.state.user.id')).toBe(former)
})

const REFUSALS: readonly (readonly [Behaviour, code: string])[] = [
  [REJECTS, 'generic_connect_wallet_error'],
  [{ does: 'refuse', code: -32_002 }, 'generic_connect_wallet_error'],
  [{ does: 'refuse', code: 4100 }, 'generic_connect_wallet_error'],
  [{ does: 'refuse', code: 4200 }, 'unsupported_wallet_type'],
  [{ does: 'refuse', code: 4900 }, 'generic_connect_wallet_error'],
  [{ does: 'refuse', code: 4901 }, 'generic_connect_wallet_error'],
  [{ does: 'throw', what: 'string' }, 'unknown_connect_wallet_error'],
  [{ does: 'throw', what: 'frozen' }, 'generic_connect_wallet_error'],
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
  await screens.row.click()
  const start = () => screens.pick('Fox')
  let press = start
  for (const [behaviour, code] of REFUSALS) {
    fox.next('eth_requestAccounts', behaviour)
    await press()
    await expect(site.alert).toHaveText(/^[^<{}]{10,200}$/)
    const last = (await flows()).at(-1)
    expect(last).toMatchObject({ flow: 'siwe', status: 'error', error: { type: 'connector_error', code } })
    press = () => site.button('Try again').click()
  }
  fox.next('personal_sign', REJECTS)
  await press()
  await expect(site.alert).toBeVisible()
  expect((await flows()).at(-1)).toMatchObject({ error: { code: 'user_rejected', data: { eipCode: 4001 } } })
  await press()
  expect(await login).toMatchObject({ ok: true })
})

test('a wallet that does not answer is asked again; what it says later, or twice, changes nothing', async ({
  chains,
  openSite,
}) => {
  const fox = ethereumWallet(chains)
  const twice = new InjectedWallet({
    name: 'Twice',
    ethereum: { answersTwice: true, chains: [[chains.anvil.chainId, chains.anvil.url]] },
  })
  const site = await openSite([fox, twice])
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
  fox.next('personal_sign', { does: 'never' })
  await screens.choose('Fox')
  // After four seconds.
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
  await expect(site.alert).toContainText('account')
  await site.button('Try again').click()
  expect(await login).toMatchObject({ ok: true, value: { loginAccount: { address: second } } })
  expect(messageOf(fox.asked.findLast(it => it.method === 'personal_sign')?.params)).toContain(second)
  expect(first).not.toBe(second)

  await site.call('logout')
  fox.next('personal_sign', { does: 'never' })
  void site.call('login')
  await screens.choose('Fox')
  await expect.poll(() => fox.asked.filter(it => it.method === 'personal_sign').length).toBe(3)
  await site.page.reload()
  await site.ready()
  expect(await site.page.evaluate('vitrine.state.authenticated')).toBe(false)
  const again = site.call<LoginValue>('login')
  await screens.choose('Fox')
  expect(await again).toMatchObject({ ok: true, value: { isNewUser: false } })
  const nonces = fox.asked
    .filter(it => it.method === 'personal_sign')
    .map(({ params }) => parseSiweMessage(messageOf(params)).nonce)
  expect(new Set(nonces).size).toBe(nonces.length)
})
