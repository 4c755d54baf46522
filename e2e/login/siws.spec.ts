import { ed25519 } from '@noble/curves/ed25519.js'
import { Keypair, VersionedTransaction } from '@solana/web3.js'
import type { LoginValue } from '../fixtures/host-page.ts'
import { type Behaviour, InjectedWallet, REJECTS } from '../fixtures/wallets/injected-wallets.ts'
import { expect, solanaWallet, test, WalletScreens } from '../fixtures/wallets/on-wallets.ts'

interface Linked {
  readonly user: {
    readonly id: string
    readonly linkedAccounts: readonly { readonly address: string }[]
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

test('a wallet of both families is two accounts of one person, who adds them with a wallet for hardware, and removes one', async ({
  chains,
  openSite,
  address,
}) => {
  // Two logins, three links and an unlink.
  test.slow()
  const both = new InjectedWallet({
    name: 'Both',
    ethereum: { chains: [[chains.anvil.chainId, chains.anvil.url]] },
    solana: { url: chains.node.url },
  })
  const cold = solanaWallet(chains, 'Cold', ['solana:signMessage', 'solana:signTransaction'])
  const site = await openSite([both, cold])
  const screens = new WalletScreens(site)
  const { user } = await site.logIn(address)
  for (const [way, chain] of [
    ['wallet', 'Ethereum'],
    ['siws', null],
  ] as const) {
    const linking = site.call<Linked>('link', way)
    // Whoever links by Solana's method has chosen the chain.
    await screens.pick('Both', chain ?? undefined)
    await screens.add.click()
    await site.confirm(address)
    expect(await linking).toMatchObject({ ok: true, value: { user: { id: user.id } } })
  }
  expect(both.prompts).toEqual(['eth_requestAccounts', 'personal_sign', 'standard:connect', 'solana:signIn'])

  const linking = site.call<Linked>('link', 'siws')
  cold.next('solana:signMessage', { does: 'never' })
  await screens.pick('Cold')
  await screens.add.click()
  await site.confirm(address)
  await site.button('Using a hardware wallet?').click()
  const linked = await linking
  expect(linked.ok && linked.value.user.linkedAccounts.map(({ address }) => address)).toEqual([
    address,
    both.ethereum.address,
    both.solana.address,
    cold.solana.address,
  ])

  await site.call('logout')
  const login = site.call<LoginValue>('login')
  await screens.choose('Both', 'Solana')
  expect(await login).toMatchObject({
    ok: true,
    value: { isNewUser: false, loginMethod: 'siws', user: { id: user.id } },
  })

  const account = { type: 'wallet', address: both.solana.address, chainType: 'solana' }
  const unlinking = site.call<Linked>('unlink', account)
  await site.button('Remove').click()
  await site.confirm(address)
  const { ok, value } = (await unlinking) as Extract<Awaited<typeof unlinking>, { ok: true }>
  expect(ok && value.user.linkedAccounts.map(({ address }) => address)).toEqual([
    address,
    both.ethereum.address,
    cold.solana.address,
  ])
})

const SVG = (inside: string) =>
  `data:image/svg+xml,${encodeURIComponent(`<svg xmlns="http://www.w3.org/2000/svg">${inside}</svg>`)}`

test('what is signed otherwise than it was asked logs nobody in, and a wallet’s icon is a picture', async ({
  chains,
  openSite,
}) => {
  // It writes and signs its own message, and nothing else.
  const ghost = solanaWallet(chains, 'Ghost', ['solana:signIn'])
  const stranger = Keypair.generate()
  const odd = (name: string, icon: string) => new InjectedWallet({ name, icon, solana: {} })
  const site = await openSite([
    ghost,
    odd('Script', SVG('<script>parent.owned = top.owned = true</script>')),
    odd('Remote', 'https://icons.example/icon.png'),
    odd('Huge', `data:image/png;base64,${'A'.repeat(10_000_000)}`),
  ])
  const fetched: string[] = []
  site.page.on('request', it => fetched.push(it.url()))
  const screens = new WalletScreens(site)
  const flows = await site.hearFlows()
  const [key] = ghost.solana.keys
  if (!key) throw new Error('The wallet has no key')
  const signed = async (params: unknown, change: (message: string) => string, by = key) => {
    const { account, signedMessage } = (await ghost.solana.answer('solana:signIn', params, site.url)) as {
      account: object
      signedMessage: number[]
    }
    const bytes = new TextEncoder().encode(change(text(signedMessage)))
    const signature = ed25519.sign(bytes, by.secretKey.slice(0, 32))
    return { account, signedMessage: [...bytes], signature: [...signature] }
  }
  const asIf = (change: (message: string) => string, by?: Keypair): Behaviour => ({
    does: 'answer',
    with: (params: unknown) => signed(params, change, by),
  })
  const { host, origin } = new URL(site.url)
  const lies: readonly Behaviour[] = [
    asIf(it => it.replace(host, 'evil.example')),
    asIf(it => it.replace(origin, 'https://evil.example')),
    asIf(it => it.replace('Chain ID: mainnet', 'Chain ID: testnet')),
    asIf(it => it.replace(/Nonce: \w+/, 'Nonce: abcdefgh12345678')),
    asIf(it => it.replaceAll(ghost.solana.address, stranger.publicKey.toBase58())),
    asIf(it => `${it}\nExpiration Time: 2020-01-01T00:00:00.000Z`),
    // The words are right, and the key is another one's.
    asIf(it => it, stranger),
    REJECTS,
    { does: 'throw', what: 'getters' },
    { does: 'throw', what: 'buffer' },
    { does: 'answer', with: { account: null } },
  ]
  const codes = async () =>
    (await flows()).flatMap(it => (it as { error?: { code: string } }).error?.code ?? [])
  const login = site.call<LoginValue>('login')
  await screens.row.click()
  for (const name of ['Ghost', 'Script', 'Remote', 'Huge']) await expect(screens.entry(name)).toBeVisible()
  const sources = await site.frame
    .locator('img')
    .evaluateAll(images => images.map(image => image.getAttribute('src') ?? ''))
  for (const source of sources) expect(source).toMatch(/^data:image\/(?:png|jpeg|gif|webp|svg\+xml)[;,]/)

  let press = () => screens.pick('Ghost')
  for (const [index, lie] of lies.entries()) {
    ghost.next('solana:signIn', lie)
    await press()
    await expect.poll(async () => (await codes()).length).toBe(index + 1)
    await expect(site.alert).toHaveText(/^[^<{}]{10,200}$/)
    press = () => site.button('Try again').click()
  }
  expect(new Set((await codes()).slice(0, 6))).toEqual(new Set(['unable_to_sign']))
  expect((await codes()).slice(7, 10)).toEqual(['user_rejected', 'unable_to_sign', 'buffer_not_defined'])
  expect(await site.page.evaluate('vitrine.state.authenticated')).toBe(false)
  expect(fetched.filter(url => url.includes('icons.example'))).toEqual([])
  expect(await site.page.evaluate('window.owned')).toBeUndefined()
  await press()
  expect(await login).toMatchObject({ ok: true, value: { loginAccount: { address: ghost.solana.address } } })
})

test('who changes the account midway, takes the permission away, gets no answer or reloads tries again and is who signed', async ({
  chains,
  openSite,
}) => {
  const plain = solanaWallet(chains, 'Plain', ['solana:signMessage'])
  const site = await openSite([plain])
  const screens = new WalletScreens(site)
  plain.next('solana:signMessage', { does: 'after', work: () => plain.solana.useAccount(1) })
  const login = site.call<LoginValue>('login')
  await screens.choose('Plain')
  await expect(site.alert).toHaveText('You switched to another account.')
  plain.next('solana:signMessage', { does: 'after', work: () => plain.solana.forget() })
  await site.button('Try again').click()
  await expect(site.alert).toHaveText(/isn’t connected anymore/)
  plain.next('solana:signMessage', { does: 'never' })
  await site.button('Try again').click()
  await expect(site.frame.getByRole('heading', { name: 'Confirm in Plain' })).toBeVisible()
  // After four seconds.
  await site.button('Try again').click()
  expect(await login).toMatchObject({
    ok: true,
    value: { isNewUser: true, loginAccount: { address: plain.solana.address } },
  })

  await site.call('logout')
  const asked = plain.asked.length
  plain.next('solana:signMessage', { does: 'never' })
  void site.call('login')
  await screens.choose('Plain')
  await expect.poll(() => plain.asked.length).toBe(asked + 1)
  await site.page.reload()
  await site.ready()
  expect(await site.page.evaluate('vitrine.state.authenticated')).toBe(false)
  const again = site.call<LoginValue>('login')
  await screens.choose('Plain')
  expect(await again).toMatchObject({ ok: true, value: { isNewUser: false } })
})
