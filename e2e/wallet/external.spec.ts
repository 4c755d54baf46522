import type { Page } from '@playwright/test'
import { Connection, Keypair, PublicKey, SystemProgram, Transaction } from '@solana/web3.js'
import { type Hex, numberToHex, parseEther, verifyMessage, verifyTypedData } from 'viem'
import type { HostPage } from '../fixtures/host-page.ts'
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

  const signed = await request<Hex>(site, 'personal_sign', ['0x68656c6c6f', from])
  if (!signed.ok) throw new Error(signed.error.message)
  expect(await verifyMessage({ address: from, message: 'hello', signature: signed.value })).toBe(true)
  const typed = await request<Hex>(site, 'eth_signTypedData_v4', [from, JSON.stringify(TYPED_DATA)])
  if (!typed.ok) throw new Error(typed.error.message)
  expect(await verifyTypedData({ address: from, ...TYPED_DATA, signature: typed.value })).toBe(true)

  const to = '0x000000000000000000000000000000000000dEaD'
  const sent = await request<Hex>(site, 'eth_sendTransaction', [{ from, to, value: '0x1' }])
  if (!sent.ok) throw new Error(sent.error.message)
  await anvil.mined(sent.value)
  fox.next('eth_sendTransaction', REJECTS)
  expect(await request(site, 'eth_sendTransaction', [{ from, to, value: '0x1' }])).toMatchObject({
    ok: false,
    error: { code: 4001 },
  })

  // The wallet does not have it yet, and the app's config does.
  const chain = { chainId: numberToHex(other.chainId) }
  expect(await request(site, 'wallet_switchEthereumChain', [chain])).toMatchObject({ ok: true })
  expect(fox.asked.find(it => it.method === 'wallet_addEthereumChain')?.params).toMatchObject([
    { ...chain, chainName: 'Other', rpcUrls: [other.url] },
  ])
  expect(await request(site, 'eth_chainId')).toEqual({ ok: true, value: chain.chainId })
  const message = await site.call<{ signature: Hex }>('signMessage', { message: 'hello' }, { address: from })
  expect(message.ok && (await verifyMessage({ address: from, message: 'hello', ...message.value }))).toBe(
    true,
  )
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
  const signing = await site.evaluate<{ address: string; length: number }>(`
    const [account] = vitrine.solana.accounts
    const { signMessage } = vitrine.solana.features['solana:signMessage']
    const [{ signature }] = await signMessage({ account, message: new TextEncoder().encode('hello') })
    return { address: account.address, length: signature.length }`)
  expect(signing).toEqual({ ok: true, value: { address: ghost.solana.address, length: 64 } })

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
  ghost.next('solana:signAndSendTransaction', REJECTS)
  expect(await send()).toMatchObject({ ok: false })
  expect(await send()).toEqual({ ok: true, value: 64 })
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
  expect(await walletsOf(site.page)).toMatchObject([{ address: second }, { address: ghost.solana.address }])
  expect(await site.events()).toContain('walletsChanged')

  const prompts = [fox.prompts.length, ghost.prompts.length]
  await site.page.reload()
  await site.ready()
  await expect
    .poll(async () => (await walletsOf(site.page)).map(({ address }) => address))
    .toEqual([second, ghost.solana.address])
  expect([fox.prompts.length, ghost.prompts.length]).toEqual(prompts)
  await expect(site.dialog).toBeHidden()
  const signed = await site.call<{ signature: Hex }>('signMessage', { message: 'hello' }, { address: second })
  expect(signed.ok && (await verifyMessage({ address: second, message: 'hello', ...signed.value }))).toBe(
    true,
  )

  await fox.ethereum.forget()
  await ghost.solana.forget()
  await expect.poll(() => walletsOf(site.page)).toEqual([])
  await site.page.reload()
  await site.ready()
  expect(await walletsOf(site.page)).toEqual([])
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
  const names = async () => (await screens.entries.allInnerTexts()).map(it => it.split('\n')[0])
  void site.call('connectWallet')
  // Our own, which is announced too, is not among them.
  await expect
    .poll(names)
    .toEqual(['Fox', 'Both', 'MetaMask', 'Coinbase Wallet', 'Rainbow', 'Base Account', 'WalletConnect'])
  await late.announce()
  await expect(screens.entry('Late')).toBeVisible()
  await screens.search.fill('rain')
  await expect.poll(names).toEqual(['Rainbow'])
  await screens.search.fill('nothing like it')
  await expect(site.frame.getByText(/no wallet/i)).toBeVisible()
  await screens.search.fill('')
  await screens.entry('Rainbow').click()
  await expect(screens.install('Rainbow')).toHaveAttribute('href', 'https://rainbow.me/download')
  await site.button('Back').click()
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
  await expect.poll(names).toEqual(['Rainbow', 'Fox', 'Both', 'Late', 'MetaMask'])
})

test('a hostile wallet’s name and icon are a name and a picture, and nothing of its answers is believed', async ({
  chains,
  openSite,
}) => {
  const fetched: string[] = []
  const wallet = (name: string, icon: string) => new InjectedWallet({ name, icon, ethereum: {} })
  const liar = ethereumWallet(chains, 'Liar')
  const site = await openSite([
    wallet('Script', SVG('<script>parent.document.title = "owned"; top.owned = true</script>')),
    wallet('Loads', SVG('<image href="https://icons.example/inner.png"/>')),
    wallet('Remote', 'https://icons.example/icon.png'),
    wallet('Code', 'javascript:top.owned = true'),
    wallet('Page', 'data:text/html,<script>top.owned = true</script>'),
    wallet('Huge', `data:image/png;base64,${'A'.repeat(10_000_000)}`),
    wallet('<img src=x onerror="top.owned = true">', SVG('')),
    wallet(`Long${'g'.repeat(5000)}`, SVG('')),
    liar,
  ])
  site.page.on('request', it => fetched.push(it.url()))
  const screens = new WalletScreens(site)
  void site.call('connectWallet')
  await expect(screens.entry('Script')).toBeVisible()
  for (const name of ['Loads', 'Remote', 'Code', 'Page', 'Huge'])
    await expect(screens.entry(name)).toBeVisible()
  await expect(site.frame.getByText('<img src=x')).toBeVisible()
  const sources = await site.frame
    .locator('img')
    .evaluateAll(images => images.map(image => image.getAttribute('src') ?? ''))
  for (const source of sources) expect(source).toMatch(/^data:image\/(?:png|jpeg|gif|webp|svg\+xml)[;,]/)
  expect(fetched.filter(url => url.includes('icons.example'))).toEqual([])
  expect(await site.page.evaluate('window.owned')).toBeUndefined()

  const own = liar.ethereum.address
  const stranger = ethereumWallet(chains).ethereum.address
  await screens.entry('Liar').click()
  await expect.poll(() => walletsOf(site.page)).toMatchObject([{ address: own }])
  const lies: readonly Behaviour[] = [
    { does: 'answer', with: '<b>' },
    { does: 'answer', with: null },
    { does: 'answer', with: { signature: '0x00' } },
    { does: 'throw', what: 'getters' },
    { does: 'throw', what: 'huge' },
  ]
  for (const lie of lies) {
    liar.next('personal_sign', lie)
    expect(await request(site, 'personal_sign', ['0x68656c6c6f', own])).toMatchObject({ ok: false })
  }
  expect(await request(site, 'personal_sign', ['0x68656c6c6f', stranger])).toMatchObject({
    ok: false,
    error: { code: 4100 },
  })
})
