import { ed25519 } from '@noble/curves/ed25519.js'
import { VersionedTransaction } from '@solana/web3.js'
import type { LoginValue } from '../fixtures/host-page.ts'
import { type Behaviour, InjectedWallet, REJECTS } from '../fixtures/wallets/injected-wallets.ts'
import { expect, solanaWallet, test, WalletScreens } from '../fixtures/wallets/on-wallets.ts'

interface Linked {
  readonly user: {
    readonly id: string
    readonly linkedAccounts: readonly { readonly type: string; readonly chainType?: string }[]
  }
}

const SIWS = ['generating-message', 'awaiting-signature', 'submitting-signature', 'done']
const text = (bytes: readonly number[]) => new TextDecoder().decode(new Uint8Array(bytes))

test('a person logs in with a wallet that signs in by itself, with one that signs text, and with hardware that signs transactions alone', async ({
  chains,
  openSite,
}) => {
  const ghost = solanaWallet(chains)
  const plain = solanaWallet(chains, 'Plain', ['solana:signMessage'])
  const hardware = solanaWallet(chains, 'Hardware', ['solana:signTransaction'])
  const site = await openSite([ghost, plain, hardware])
  const screens = new WalletScreens(site)
  const { host, origin } = new URL(site.url)

  const flows = await site.hearFlows()
  const login = site.call<LoginValue>('login')
  await screens.choose('Ghost')
  expect(await login).toMatchObject({
    ok: true,
    value: {
      isNewUser: true,
      loginMethod: 'siws',
      loginAccount: {
        type: 'wallet',
        address: ghost.solana.address,
        chainType: 'solana',
        walletClientType: 'ghost',
        connectorType: 'solana_adapter',
      },
    },
  })
  expect(await flows()).toEqual(['initial', ...SIWS].map(status => ({ flow: 'siws', status })))
  expect(await ghost.waitForAsked('solana:signIn')).toMatchObject({
    ...{ domain: host, uri: origin, version: '1', chainId: 'mainnet', address: ghost.solana.address },
    statement: expect.stringContaining(ghost.solana.address),
    resources: [expect.stringContaining(site.stack.wallet.origin)],
  })
  await site.call('logout')

  for (const [wallet, method] of [
    [plain, 'solana:signMessage'],
    [hardware, 'solana:signTransaction'],
  ] as const) {
    const other = site.call<LoginValue>('login')
    await screens.choose(wallet.name)
    expect(await other).toMatchObject({
      ok: true,
      value: { isNewUser: true, loginMethod: 'siws', loginAccount: { address: wallet.solana.address } },
    })
    expect(wallet.prompts).toEqual(['standard:connect', method])
    await site.call('logout')
  }
  const { message } = (await plain.waitForAsked('solana:signMessage')) as { message: number[] }
  expect(text(message)).toContain(`${host} wants you to sign in with your Solana account:`)
  // What hardware signs says the message, does nothing, and can be sent by nobody.
  const { transaction } = (await hardware.waitForAsked('solana:signTransaction')) as { transaction: number[] }
  const memo = VersionedTransaction.deserialize(new Uint8Array(transaction)).message
  expect(memo.compiledInstructions.map(({ data }) => text([...data])).join()).toContain(`URI: ${origin}`)
  expect(memo.recentBlockhash).toBe('1'.repeat(32))
})

test('a wallet of both families is two accounts of one person, who adds and removes each', async ({
  chains,
  openSite,
  address,
}) => {
  const both = new InjectedWallet({
    name: 'Both',
    ethereum: { chains: [[chains.anvil.chainId, chains.anvil.url]] },
    solana: { url: chains.node.url },
  })
  const site = await openSite([both])
  const screens = new WalletScreens(site)
  const { user } = await site.logIn(address)
  for (const [method, chain] of [
    ['siwe', 'Ethereum'],
    ['siws', 'Solana'],
  ] as const) {
    const linking = site.call<Linked>('link', method)
    await screens.pick('Both')
    // Whoever links by a method has chosen the chain.
    await expect(screens.chain(chain)).toBeHidden()
    await site.button('Continue').click()
    await site.confirm(address)
    expect(await linking).toMatchObject({ ok: true, value: { user: { id: user.id } } })
  }
  expect(await site.page.evaluate('vitrine.state.user.linkedAccounts')).toEqual([
    expect.objectContaining({ type: 'email' }),
    expect.objectContaining({ type: 'wallet', chainType: 'ethereum', address: both.ethereum.address }),
    expect.objectContaining({ type: 'wallet', chainType: 'solana', address: both.solana.address }),
  ])

  await site.call('logout')
  const login = site.call<LoginValue>('login')
  await screens.choose('Both', 'Solana')
  expect(await login).toMatchObject({
    ok: true,
    value: { isNewUser: false, loginMethod: 'siws', user: { id: user.id } },
  })

  const unlinking = site.call<Linked>('unlink', {
    type: 'wallet',
    address: both.solana.address,
    chainType: 'solana',
  })
  await site.button('Remove').click()
  await site.confirm(address)
  expect(await unlinking).toMatchObject({
    ok: true,
    value: { user: { linkedAccounts: [{ type: 'email' }, { type: 'wallet', chainType: 'ethereum' }] } },
  })
})

test('what is signed otherwise than it was asked logs nobody in', async ({ chains, openSite }) => {
  const ghost = solanaWallet(chains)
  const stranger = solanaWallet(chains, 'Stranger')
  const site = await openSite([ghost])
  const screens = new WalletScreens(site)
  const [key] = ghost.solana.keys
  if (!key) throw new Error('The wallet has no key')
  const signed = async (params: unknown, change: (message: string) => string) => {
    const { account, signedMessage } = (await ghost.solana.answer('solana:signIn', params, site.url)) as {
      account: object
      signedMessage: number[]
    }
    const bytes = new TextEncoder().encode(change(text(signedMessage)))
    const signature = ed25519.sign(bytes, key.secretKey.slice(0, 32))
    return { account, signedMessage: [...bytes], signature: [...signature] }
  }
  const asIf = (change: (message: string) => string): Behaviour => ({
    does: 'answer',
    with: (params: unknown) => signed(params, change),
  })
  const { host, origin } = new URL(site.url)
  const lies: readonly Behaviour[] = [
    asIf(it => it.replace(host, 'evil.example')),
    asIf(it => it.replace(origin, 'https://evil.example')),
    asIf(it => it.replace('Chain ID: mainnet', 'Chain ID: testnet')),
    asIf(it => it.replace(/Nonce: \w+/, 'Nonce: abcdefgh12345678')),
    asIf(it => it.replaceAll(ghost.solana.address, stranger.solana.address)),
    asIf(it => `${it}\nExpiration Time: 2020-01-01T00:00:00.000Z`),
    {
      does: 'answer',
      with: async (params: unknown) => ({
        ...(await signed(params, it => it)),
        signature: Array<number>(64).fill(0),
      }),
    },
    REJECTS,
    { does: 'throw', what: 'getters' },
    { does: 'throw', what: 'buffer' },
  ]
  const login = site.call<LoginValue>('login')
  await screens.row.click()
  let press = () => screens.pick('Ghost')
  for (const lie of lies) {
    ghost.next('solana:signIn', lie)
    await press()
    await expect(site.alert).toHaveText(/^[^<{}]{10,200}$/)
    press = () => site.button('Try again').click()
  }
  expect(await site.page.evaluate('vitrine.state.authenticated')).toBe(false)
  await press()
  expect(await login).toMatchObject({ ok: true, value: { loginAccount: { address: ghost.solana.address } } })
})

test('who changes the account midway, or takes the permission away, tries again and is who signed', async ({
  chains,
  openSite,
}) => {
  const plain = solanaWallet(chains, 'Plain', ['solana:signMessage'])
  const site = await openSite([plain])
  const screens = new WalletScreens(site)
  plain.next('solana:signMessage', { does: 'after', work: () => plain.solana.useAccount(1) })
  const login = site.call<LoginValue>('login')
  await screens.choose('Plain')
  await expect(site.alert).toContainText('account')
  plain.next('solana:signMessage', { does: 'after', work: () => plain.solana.forget() })
  await site.button('Try again').click()
  await expect(site.alert).toBeVisible()
  await site.button('Try again').click()
  expect(await login).toMatchObject({
    ok: true,
    value: { isNewUser: true, loginAccount: { address: plain.solana.address } },
  })
})
