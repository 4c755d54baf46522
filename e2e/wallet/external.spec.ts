import type { Page } from '@playwright/test'
import { Connection, Keypair, PublicKey, SystemProgram, Transaction } from '@solana/web3.js'
import type { ErrorBody } from '@vitrine/shared/errors/vitrine-error.ts'
import { type Hex, numberToHex, parseEther, verifyMessage, verifyTypedData } from 'viem'
import type { HostPage, Outcome } from '../fixtures/host-page.ts'
import { balanceOf, fund, SOL } from '../fixtures/litesvm.ts'
import { withOwnApp } from '../fixtures/own-app.ts'
import { type Behaviour, InjectedWallet, REJECTS } from '../fixtures/wallets/injected-wallets.ts'
import {
  ethereumWallet,
  expect,
  solanaWallet,
  test,
  WalletScreens,
  walletConfig,
} from '../fixtures/wallets/on-wallets.ts'

interface Connected {
  readonly wallet: { readonly address: string; readonly chainType: string }
}

const walletsOf = (page: Page) => page.evaluate('vitrine.state.wallets') as Promise<Connected['wallet'][]>

async function connect(site: HostPage, name: string): Promise<Connected['wallet']> {
  const connecting = site.call<Connected>('connectWallet')
  await new WalletScreens(site).pick(name)
  const outcome = await connecting
  if (!outcome.ok) throw new Error(outcome.error.message)
  return outcome.value.wallet
}

/** Through `vitrine.ethereum`, as a dapp asks. */
const request = <T>(site: HostPage, method: string, params: readonly unknown[] = []) =>
  site.evaluate<T>('return await vitrine.ethereum.request(args[0])', [{ method, params }])

/** What the person approves in the frame; their wallet is asked after that. */
async function approved<T>(site: HostPage, asking: Promise<Outcome<T>>): Promise<T> {
  await site.approve()
  const outcome = await asking
  if (!outcome.ok) throw new Error(outcome.error.message)
  return outcome.value
}

/** What the person approves in the frame and the wallet does not do; they read why, and leave. */
async function failed<T>(site: HostPage, asking: Promise<Outcome<T>>, why: string): Promise<ErrorBody> {
  await site.approve()
  await expect(site.alert).toContainText(why)
  await site.button('Reject').click()
  const outcome = await asking
  if (outcome.ok) throw new Error('It was done.')
  return outcome.error
}

const TYPED_DATA = {
  domain: { name: 'Shop', chainId: 31_337 },
  types: { Order: [{ name: 'item', type: 'string' }] },
  primaryType: 'Order',
  message: { item: 'Lamp' },
} as const

test('without a login a wallet is connected, signs and sends by vitrine.ethereum, and goes to another chain', async ({
  chains,
  openSite,
}) => {
  const { anvil, other } = chains
  const fox = ethereumWallet(chains)
  const from = fox.ethereum.address
  await anvil.fund(from, parseEther('2'))
  const site = await openSite([fox])
  const wallet = await connect(site, 'Fox')
  expect(wallet).toMatchObject({
    ...{ address: from, chainType: 'ethereum', walletIndex: null, recoveryMethod: null },
    ...{ walletClientType: 'fox', connectorType: 'injected', imported: false, delegated: false },
  })
  expect(await site.page.evaluate('[vitrine.state.authenticated, vitrine.state.user]')).toEqual([false, null])
  expect(await request(site, 'eth_accounts')).toEqual({ ok: true, value: [from] })
  expect(await request(site, 'eth_chainId')).toEqual({ ok: true, value: numberToHex(anvil.chainId) })

  const hello = ['0x68656c6c6f', from] as const
  const signature = await approved(site, request<Hex>(site, 'personal_sign', hello))
  expect(await verifyMessage({ address: from, message: 'hello', signature })).toBe(true)
  const typed = request<Hex>(site, 'eth_signTypedData_v4', [from, JSON.stringify(TYPED_DATA)])
  expect(
    await verifyTypedData({ address: from, ...TYPED_DATA, signature: await approved(site, typed) }),
  ).toBe(true)
  const transaction = { from, to: '0x000000000000000000000000000000000000dEaD', value: '0x1' }
  const send = () => request<Hex>(site, 'eth_sendTransaction', [transaction])
  await anvil.mined(await approved(site, send()))

  fox.next('eth_sendTransaction', REJECTS)
  expect(await failed(site, send(), 'You declined this in Fox.')).toMatchObject({ code: 4001 })
  // Who says no in the frame is not asked in the wallet.
  const prompts = fox.prompts.length
  const refused = request(site, 'personal_sign', hello)
  await site.button('Reject').click()
  expect(await refused).toMatchObject({ ok: false, error: { code: 4001 } })
  expect(fox.prompts).toHaveLength(prompts)

  // The wallet does not have it yet, and the app's config does.
  const chain = { chainId: numberToHex(other.chainId) }
  expect(await request(site, 'wallet_switchEthereumChain', [chain])).toMatchObject({ ok: true })
  expect(fox.asked.find(it => it.method === 'wallet_addEthereumChain')?.params).toMatchObject([
    { ...chain, chainName: 'Other', rpcUrls: [other.url] },
  ])
  expect(await request(site, 'eth_chainId')).toEqual({ ok: true, value: chain.chainId })
  const asked = site.evaluate(
    `const provider = await vitrine.getEthereumProvider({ address: args[0] })
     return Promise.all(['eth_accounts', 'eth_chainId'].map(method => provider.request({ method })))`,
    [from],
  )
  expect(await asked).toEqual({ ok: true, value: [[from], chain.chainId] })

  // What is for a chain that the wallet is not on has it go there first; who stays where they are sends nothing.
  const elsewhere = () =>
    site.call<{ hash: Hex }>('sendTransaction', { ...transaction, chainId: anvil.chainId }, { address: from })
  fox.next('wallet_switchEthereumChain', REJECTS)
  expect(await failed(site, elsewhere(), 'You declined this in Fox.')).toMatchObject({
    ...{ code: 'user_rejected', data: { eipCode: 4001 } },
  })
  expect(fox.prompts.at(-1)).toBe('wallet_switchEthereumChain')
  await anvil.mined((await approved(site, elsewhere())).hash)
  expect(fox.ethereum.chainId).toBe(anvil.chainId)
})

test('a Solana wallet is connected without a login, and signs and sends by vitrine.solana', async ({
  chains,
  openSite,
}) => {
  const { node } = chains
  const ghost = solanaWallet(chains)
  fund(node, ghost.solana.address, 3 * SOL)
  const site = await openSite([ghost])
  expect(await connect(site, 'Ghost')).toMatchObject({
    ...{ address: ghost.solana.address, chainType: 'solana', connectorType: 'solana_adapter' },
  })
  const signing = site.evaluate<{ address: string; length: number }>(`
    const [account] = vitrine.solana.accounts
    const { signMessage } = vitrine.solana.features['solana:signMessage']
    const [{ signature }] = await signMessage({ account, message: new TextEncoder().encode('hello') })
    return { address: account.address, length: signature.length }`)
  expect(await approved(site, signing)).toEqual({ address: ghost.solana.address, length: 64 })

  const to = Keypair.generate().publicKey
  const payer = new PublicKey(ghost.solana.address)
  const { blockhash } = await new Connection(node.url).getLatestBlockhash()
  const transfer = SystemProgram.transfer({ fromPubkey: payer, toPubkey: to, lamports: SOL })
  const transaction = new Transaction({ feePayer: payer, recentBlockhash: blockhash }).add(transfer)
  const bytes = [...transaction.serialize({ verifySignatures: false, requireAllSignatures: false })]
  const send = () =>
    site.evaluate(
      `const { signAndSendTransaction } = vitrine.solana.features['solana:signAndSendTransaction']
       const [account] = vitrine.solana.accounts
       const input = { account, chain: 'solana:devnet', transaction: new Uint8Array(args[0]) }
       return (await signAndSendTransaction(input))[0].signature.length`,
      [bytes],
    )
  ghost.next('solana:signTransaction', REJECTS)
  ghost.next('solana:signAndSendTransaction', REJECTS)
  expect(await failed(site, send(), 'You declined this in Ghost.')).toMatchObject({
    ...{ code: 'user_rejected', data: { eipCode: 4001 } },
  })
  expect(balanceOf(node, to.toBase58())).toBe(0)
  expect(await approved(site, send())).toBe(64)
  expect(balanceOf(node, to.toBase58())).toBe(SOL)
})

test('what the person does in the wallet reaches the page; a reload asks them nothing, and what they took away stays away', async ({
  chains,
  openSite,
}) => {
  const fox = ethereumWallet(chains)
  const ghost = solanaWallet(chains)
  const site = await openSite([fox, ghost])
  await connect(site, 'Ghost')
  await connect(site, 'Fox')
  await site.evaluate(`window.told = []
    for (const name of ['accountsChanged', 'chainChanged'])
      vitrine.ethereum.on(name, value => told.push([name, value]))`)
  await fox.ethereum.useAccount(1)
  const second = fox.ethereum.address
  await fox.ethereum.useChain(chains.other.chainId)
  await expect
    .poll(() => site.page.evaluate('told'))
    .toEqual([
      ['accountsChanged', [second]],
      ['chainChanged', numberToHex(chains.other.chainId)],
    ])
  await ghost.solana.useAccount(1)
  await expect
    .poll(() => walletsOf(site.page))
    .toMatchObject([{ address: second }, { address: ghost.solana.address }])
  expect(await site.events()).toContain('walletsChanged')

  const prompts = [fox.prompts.length, ghost.prompts.length]
  await site.page.reload()
  await site.ready()
  await expect
    .poll(async () => (await walletsOf(site.page)).map(({ address }) => address))
    .toEqual([second, ghost.solana.address])
  expect([fox.prompts.length, ghost.prompts.length]).toEqual(prompts)
  await expect(site.dialog).toBeHidden()
  const signing = site.call<{ signature: Hex }>('signMessage', { message: 'hello' }, { address: second })
  const { signature } = await approved(site, signing)
  expect(await verifyMessage({ address: second, message: 'hello', signature })).toBe(true)

  await site.evaluate(`window.told = []
    vitrine.ethereum.on('accountsChanged', accounts => told.push(accounts))`)
  await fox.ethereum.forget()
  await expect.poll(() => site.page.evaluate('told')).toEqual([[]])
  await expect.poll(() => walletsOf(site.page)).toMatchObject([{ address: ghost.solana.address }])
  // One tells of it, the other lets the next visit find out.
  ghost.solana.origins.clear()
  const asked = ghost.asked.length
  const before = [fox.prompts.length, ghost.prompts.length]
  await site.page.reload()
  await site.ready()
  await expect.poll(() => ghost.asked.length).toBeGreaterThan(asked)
  expect(await request(site, 'eth_accounts')).toEqual({ ok: true, value: [] })
  expect(await walletsOf(site.page)).toEqual([])
  expect([fox.prompts.length, ghost.prompts.length]).toEqual(before)
})

test('who has wallets of ours and of their own chooses which one acts, on the chain that the page wants', async ({
  chains,
  stack,
  openSite,
  address,
}) => {
  const { anvil, other } = chains
  const app = await withOwnApp(stack, {
    ...walletConfig(chains),
    embedded_wallet_config: { ethereum: { create_on_login: 'users-without-wallets' } },
  })
  const fox = new InjectedWallet({
    name: 'Fox',
    ethereum: {
      chains: [
        [other.chainId, other.url],
        [anvil.chainId, anvil.url],
      ],
    },
  })
  const defaultChain = { id: anvil.chainId, name: 'Anvil', rpcUrls: { default: { http: [anvil.url] } } }
  const site = await openSite([fox], { stack: app, config: { defaultChain } })
  const { user } = await site.logIn(address)
  await connect(site, 'Fox')
  // The page's default chain is enforced on connecting.
  expect(fox.prompts).toEqual(['eth_requestAccounts', 'wallet_switchEthereumChain'])
  expect(fox.ethereum.chainId).toBe(anvil.chainId)
  const own = user.wallet?.address
  const accounts = () => request<string[]>(site, 'eth_accounts')
  expect(await accounts()).toMatchObject({ value: [fox.ethereum.address, own] })
  expect(await site.call('setActiveWallet', { address: own })).toMatchObject({ ok: true })
  expect(await accounts()).toMatchObject({ value: [own, fox.ethereum.address] })
  expect(await site.call('setActiveWallet', { address: `0x${'1'.repeat(40)}` })).toMatchObject({
    ok: false,
    error: { code: 'not_found' },
  })
  // Whoever logs out takes their own wallets of ours with them, and leaves the connected one.
  await site.call('logout')
  expect(await walletsOf(site.page)).toMatchObject([{ address: fox.ethereum.address }])
})

const SVG = (inside: string) =>
  `data:image/svg+xml,${encodeURIComponent(`<svg xmlns="http://www.w3.org/2000/svg">${inside}</svg>`)}`

test('the list has what is there first, in the configured order, finds by name, and leads to what is absent', async ({
  chains,
  openSite,
}) => {
  const fox = ethereumWallet(chains)
  const both = new InjectedWallet({ name: 'Both', ethereum: {}, solana: {} })
  const late = new InjectedWallet({ name: 'Late', ethereum: {}, isLate: true })
  const site = await openSite([fox, both, late])
  const screens = new WalletScreens(site)
  const names = () => screens.entries.locator('bdi:not([dir])').allInnerTexts()
  void site.call('connectWallet')
  // Our own, which is announced too, is not among them.
  await expect.poll(names).toEqual(['Fox', 'Both', 'MetaMask', 'Rainbow'])
  await late.announce()
  await expect(screens.entry('Late')).toBeVisible()
  await screens.search.fill('rain')
  await expect.poll(names).toEqual(['Rainbow'])
  await screens.search.fill('nothing like it')
  await expect(site.frame.getByText(/no wallet/i)).toBeVisible()
  await screens.search.fill('')
  await expect(screens.install('Rainbow')).toHaveAttribute('href', 'https://rainbow.me/download')
  await screens.entry('Both').click()
  await expect(screens.chain('Ethereum')).toBeVisible()
  await expect(screens.chain('Solana')).toBeVisible()
  await site.button('Close').click()

  void site.call('connectWallet', {
    walletList: ['rainbow', 'detected_ethereum_wallets', 'metamask'],
    walletChainType: 'ethereum-only',
    description: 'Choose the one with your points.',
  })
  await expect(site.frame.getByText('Choose the one with your points.')).toBeVisible()
  await expect.poll(names).toEqual(['Fox', 'Both', 'Late', 'Rainbow', 'MetaMask'])
})

test('a hostile wallet’s name and icon are a name and a picture, and what it refuses, says or throws has a code', async ({
  chains,
  stack,
  openSite,
}) => {
  const fetched: string[] = []
  const wallet = (name: string, icon: string) => new InjectedWallet({ name, icon, ethereum: {} })
  const liar = ethereumWallet(chains, 'Liar')
  const app = await withOwnApp(stack, { ...walletConfig(chains), enforce_wallet_uis: false })
  const site = await openSite(
    [
      wallet('Script', SVG('<script>parent.document.title = "owned"; top.owned = true</script>')),
      wallet('Loads', SVG('<image href="https://icons.example/inner.png"/>')),
      wallet('Remote', 'https://icons.example/icon.png'),
      wallet('Code', 'javascript:top.owned = true'),
      wallet('Page', 'data:text/html,<script>top.owned = true</script>'),
      wallet('Huge', `data:image/png;base64,${'A'.repeat(10_000_000)}`),
      wallet('<img src=x onerror="top.owned = true">', SVG('')),
      wallet(`Long${'g'.repeat(5000)}`, SVG('')),
      liar,
    ],
    { stack: app, config: { embeddedWallets: { showWalletUIs: false } } },
  )
  site.page.on('request', it => fetched.push(it.url()))
  const screens = new WalletScreens(site)
  void site.call('connectWallet')
  for (const name of ['Script', 'Loads', 'Remote', 'Code', 'Page', 'Huge'])
    await expect(screens.entry(name)).toBeVisible()
  await expect(site.frame.getByText('<img src=x')).toBeVisible()
  const sources = await site.frame
    .locator('img')
    .evaluateAll(images => images.map(image => image.getAttribute('src') ?? ''))
  expect(sources).not.toEqual([])
  for (const source of sources) expect(source).toMatch(/^data:image\/(?:png|jpeg|gif|webp|svg\+xml)[;,]/)
  expect(fetched.filter(url => url.includes('icons.example'))).toEqual([])
  expect(await site.page.evaluate('window.owned')).toBeUndefined()

  const own = liar.ethereum.address
  await screens.entry('Liar').click()
  await expect.poll(() => walletsOf(site.page)).toMatchObject([{ address: own }])
  // Where the app and the page want no screen, there is none: the wallet's own is the only one.
  const sign = () => site.call<{ signature: Hex }>('signMessage', { message: 'hello' }, { address: own })
  const good = await sign()
  expect(good.ok && (await verifyMessage({ address: own, message: 'hello', ...good.value }))).toBe(true)
  const answers: readonly (readonly [Behaviour, code: string, eipCode?: number])[] = [
    [REJECTS, 'user_rejected', 4001],
    [{ does: 'refuse', code: 4100 }, 'unable_to_sign', 4100],
    [{ does: 'refuse', code: 4200 }, 'unsupported_wallet_type', 4200],
    [{ does: 'refuse', code: -32_002 }, 'generic_connect_wallet_error', -32_002],
    [{ does: 'throw', what: 'buffer' }, 'buffer_not_defined'],
    [{ does: 'throw', what: 'string' }, 'unable_to_sign'],
    [{ does: 'throw', what: 'frozen' }, 'user_rejected', 4001],
    [{ does: 'throw', what: 'getters' }, 'unable_to_sign'],
    [{ does: 'throw', what: 'huge' }, 'unable_to_sign'],
    [{ does: 'answer', with: '<b>' }, 'unable_to_sign'],
    [{ does: 'answer', with: null }, 'unable_to_sign'],
    [{ does: 'answer', with: { signature: '0x00' } }, 'unable_to_sign'],
    // It is connected no more, by its own word.
    [{ does: 'refuse', code: 4900 }, 'generic_connect_wallet_error', 4900],
  ]
  const stranger = ethereumWallet(chains).ethereum.address
  expect(await request(site, 'personal_sign', ['0x68656c6c6f', stranger])).toMatchObject({
    ok: false,
    error: { code: 4100 },
  })
  for (const [answer, code, eipCode] of answers) {
    liar.next('personal_sign', answer)
    const { error } = (await sign()) as { readonly error: ErrorBody }
    expect(error).toMatchObject({ type: 'connector_error', code, data: { retryable: expect.any(Boolean) } })
    expect(error.data?.eipCode).toBe(eipCode)
  }
  expect(await walletsOf(site.page)).toEqual([])
})

test('a wallet that is silent is tried again, and what it answers when nobody waits is nobody’s', async ({
  context,
  chains,
  openSite,
}) => {
  await context.clock.install()
  const older = new InjectedWallet({
    name: 'MetaMask',
    ethereum: {
      ways: ['legacy'],
      flags: ['isMetaMask'],
      chains: [[chains.anvil.chainId, chains.anvil.url]],
    },
  })
  const site = await openSite([older])
  const screens = new WalletScreens(site)
  const answers: (() => void)[] = []
  const later: Behaviour = { does: 'after', work: () => new Promise<void>(done => answers.push(done)) }

  older.next('eth_requestAccounts', later)
  const left = site.call('connectWallet')
  await screens.pick('MetaMask')
  await older.waitForAsked('eth_requestAccounts')
  await expect(site.button('Try again')).toBeHidden()
  await context.clock.fastForward(4000)
  await expect(site.button('Try again')).toBeVisible()
  await site.button('Close').click()
  expect(await left).toMatchObject({ ok: false, error: { code: 'user_rejected' } })
  for (const answer of answers.splice(0)) answer()

  older.next('eth_requestAccounts', { does: 'never' })
  const connecting = site.call<Connected>('connectWallet')
  await screens.pick('MetaMask')
  await site.frame.getByRole('heading', { name: 'Open MetaMask' }).waitFor()
  expect(await walletsOf(site.page)).toEqual([])
  await context.clock.fastForward(120_000)
  await expect(site.alert).toContainText('MetaMask didn’t answer in time.')
  await site.button('Try again').click()
  const { address } = older.ethereum
  expect(await connecting).toMatchObject({
    ok: true,
    value: { wallet: { address, walletClientType: 'metamask', connectorType: 'injected' } },
  })

  older.next('personal_sign', later)
  const asking = request<Hex>(site, 'personal_sign', ['0x68656c6c6f', address])
  await site.approve()
  await older.waitForAsked('personal_sign')
  await site.button('Close').click()
  expect(await asking).toMatchObject({ ok: false, error: { code: 4001 } })
  for (const answer of answers.splice(0)) answer()
  const signature = await approved(site, request<Hex>(site, 'personal_sign', ['0x68656c6c6f', address]))
  expect(await verifyMessage({ address, message: 'hello', signature })).toBe(true)
})
