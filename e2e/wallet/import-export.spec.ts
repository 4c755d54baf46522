import { ed25519 } from '@noble/curves/ed25519.js'
import { base58 } from '@scure/base'
import { Keypair, PublicKey } from '@solana/web3.js'
import { deriveSolanaKey } from '@vitrine/shared/wallet/derivation/solana.ts'
import {
  jsonIntoSolanaKeygen,
  keyIntoEthers,
  keyIntoMetaMask,
  keyIntoPhantom,
  wordsIntoEthers,
  wordsIntoMetaMask,
} from '@vitrine/shared/wallet/testing/import-elsewhere.ts'
import { Wallet as EthersWallet, getBytes, HDNodeWallet, Mnemonic } from 'ethers'
import { type Hex, verifyMessage } from 'viem'
import { en } from '../../frame-app/words/en.ts'
import { keySpellings, listenForCanaries, wordSpellings } from '../fixtures/canaries.ts'
import { HostPage } from '../fixtures/host-page.ts'
import { withOwnApp } from '../fixtures/own-app.ts'
import { RECORD_MESSAGES } from '../fixtures/secret-watch.ts'
import {
  confirmImport,
  importFromAccount,
  importKey,
  openExport,
  type PublicWallet,
  secretsOf,
  shownSecret,
  typeAnew,
  typeKey,
} from '../fixtures/secrets-document.ts'
import { expect, test } from '../fixtures/test.ts'

/** Signing a message asks no node. */
const NO_NODE = { 'solana:devnet': { rpc: 'http://127.0.0.1:9' } }
const MODES = ['user-controlled-server-wallets-only', 'legacy-embedded-wallets-only'] as const

/** What an independent library says of a signature of the page's. */
const signsEthereum = async (host: HostPage, address: string, message: string) => {
  const signing = host.call<{ signature: Hex }>('signMessage', { message, address })
  await host.approve()
  const outcome = await signing
  if (!outcome.ok) throw new Error(outcome.error.message)
  return verifyMessage({ address: address as Hex, message, signature: outcome.value.signature })
}

/** By the Wallet Standard, as a dapp does. */
async function signsSolana(host: HostPage, address: string, message: string) {
  const signing = host.evaluate<readonly number[]>(
    `const { accounts } = await vitrine.solana.features['standard:connect'].connect()
     const account = accounts.find(it => it.address === args[0])
     const message = new TextEncoder().encode(args[1])
     const [signed] = await vitrine.solana.features['solana:signMessage'].signMessage({ account, message })
     return [...signed.signature]`,
    [address, message],
  )
  await host.approve()
  const outcome = await signing
  if (!outcome.ok) throw new Error(outcome.error.message)
  const bytes = new TextEncoder().encode(message)
  return ed25519.verify(Uint8Array.from(outcome.value), bytes, new PublicKey(address).toBytes())
}

for (const mode of MODES)
  test.describe(`keys of ${mode}`, () => {
    test('are brought, sign, are taken out into other wallets, and stand nowhere in the clear', async ({
      context,
      stack,
      address,
    }) => {
      test.slow()
      const app = await withOwnApp(stack, { solana_rpcs: NO_NODE, embedded_wallet_config: { mode } })
      const page = await context.newPage()
      const canaries = listenForCanaries(page)
      const host = await (await HostPage.open(context, app, { page, initScript: RECORD_MESSAGES })).ready()
      await host.logIn(address)
      await host.evaluate('window.made = []; vitrine.on("walletCreated", it => made.push(it.wallet.address))')

      const ethereum = EthersWallet.createRandom()
      const solana = Keypair.generate()
      const phrase = Mnemonic.fromEntropy(crypto.getRandomValues(new Uint8Array(16))).phrase
      const third = HDNodeWallet.fromPhrase(phrase, '', "m/44'/60'/0'/0/2")
      const second = Keypair.fromSeed(deriveSolanaKey(getBytes(Mnemonic.fromPhrase(phrase).computeSeed()), 1))
      const brought = [
        ['ethereum', ethereum.address, { text: ethereum.privateKey, number: undefined }],
        ['solana', solana.publicKey.toBase58(), { text: base58.encode(solana.secretKey), number: undefined }],
        ['ethereum', third.address, { text: phrase, number: 3 }],
        ['solana', second.publicKey.toBase58(), { text: phrase, number: 2 }],
      ] as const
      const wallets = brought.map(([, of]) => ({ address: of, walletIndex: null, imported: true }))
      for (const [at, [chainType, , key]] of brought.entries())
        if (key.number === undefined)
          expect(await importKey(host, chainType, key, address)).toMatchObject({
            ok: true,
            value: wallets[at],
          })
        else await importFromAccount(host, chainType, key)
      expect(await page.evaluate('made')).toEqual(wallets.map(it => it.address))

      await page.reload()
      await host.ready()
      const state = await host.evaluate<PublicWallet[]>('return vitrine.state.wallets')
      expect(state.ok && state.value).toEqual(
        expect.arrayContaining(wallets.map(it => expect.objectContaining(it))),
      )
      for (const [chainType, of] of brought)
        expect(
          await (chainType === 'ethereum' ? signsEthereum : signsSolana)(host, of, 'after a reload'),
        ).toBe(true)

      const again = host.call('importWallet', { chainType: 'ethereum' })
      await typeKey(host, ethereum.privateKey)
      await confirmImport(host)
      const problem = secretsOf(host).getByRole('alert')
      await expect(problem).toHaveText('You have this wallet already.')
      const order = 'fffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141'
      for (const wrong of ['00'.repeat(32), order]) {
        await typeAnew(host, wrong)
        await expect(problem).toHaveText(en['secret.offCurve'])
        await expect(secretsOf(host).getByRole('button', { name: en['secret.importNone'] })).toBeDisabled()
      }
      await host.button('Close').click()
      expect((await again).ok).toBe(false)

      // More codes than one person asks for in ten minutes.
      await stack.query('delete from rate_limits')
      const shownOf = async (of: string) => {
        const { secrets, close } = await openExport(host, 'export.key', address, of)
        const first = await shownSecret(secrets, 'secret.key')
        const json = secrets.getByRole('button', { name: en['secret.json'] })
        if (!(await json.isVisible())) return { key: first, json: '', outcome: await close() }
        await json.click()
        return { key: first, json: await shownSecret(secrets, 'secret.key'), outcome: await close() }
      }
      for (const { address: of, privateKey } of [ethereum, third]) {
        const { key, outcome } = await shownOf(of)
        expect(outcome).toMatchObject({ ok: true })
        expect(key).toBe(privateKey)
        expect([keyIntoEthers(key), await keyIntoMetaMask(key)]).toEqual([of, of])
      }
      for (const { publicKey, secretKey } of [solana, second]) {
        const of = publicKey.toBase58()
        const { key, json } = await shownOf(of)
        expect(Keypair.fromSecretKey(base58.decode(key)).secretKey).toEqual(secretKey)
        expect([await keyIntoPhantom(key), await jsonIntoSolanaKeygen(json)]).toEqual([of, of])
      }

      const spellings = [
        ...keySpellings('Ethereum key', getBytes(ethereum.privateKey)),
        ...keySpellings('key of the words', getBytes(third.privateKey)),
        ...[solana, second].flatMap(({ secretKey }, at) => [
          ...keySpellings(`Solana key ${at}`, secretKey),
          ...keySpellings(`Solana seed ${at}`, secretKey.slice(0, 32)),
        ]),
        ...wordSpellings('words', phrase),
      ]
      // What may stand there is found, or the scan is blind.
      const found = await canaries.find(stack, [...spellings, ['the address', ethereum.address]])
      const ofAddress = found.filter(it => it.startsWith('the address in '))
      expect(found).toEqual(ofAddress)
      for (const place of ['messages', 'heap', 'sent', 'database'])
        expect(ofAddress).toContain(`the address in ${place}`)

      // Each import, then each export.
      const notices: string[] = []
      for (let told = 0; told < 8; told++) notices.push(await stack.mailbox.waitForNotice(address))
      for (const what of [/was imported into your account/, /The key of .* was shown/])
        expect(notices.filter(text => what.test(text))).toHaveLength(4)
      void host.call('openAccount', { screen: 'devices' })
      await host.frame.getByRole('button', { name: 'Show all' }).click()
      for (const what of [/^Imported wallet/, /^Exported the key of/])
        await expect(host.frame.getByRole('listitem').filter({ hasText: what })).toHaveCount(4)
    })

    test('are words that bring back every wallet which was made here', async ({
      context,
      stack,
      address,
    }) => {
      test.slow()
      const app = await withOwnApp(stack, {
        embedded_wallet_config: { mode, ethereum: { create_on_login: 'all-users' } },
      })
      const page = await context.newPage()
      const canaries = listenForCanaries(page)
      const host = await (await HostPage.open(context, app, { page, initScript: RECORD_MESSAGES })).ready()
      const { user } = await host.logIn(address)
      const { secrets, close } = await openExport(host, 'export.phrase', address)
      const phrase = await shownSecret(secrets, 'secret.words')
      expect(phrase.split(' ')).toHaveLength(mode === 'legacy-embedded-wallets-only' ? 12 : 24)
      const made = user.wallet?.address
      expect([wordsIntoEthers(phrase)[0], (await wordsIntoMetaMask(phrase))[0]]).toEqual([made, made])
      expect(await close()).toMatchObject({ ok: true })

      const { privateKey } = HDNodeWallet.fromPhrase(phrase, '', "m/44'/60'/0'/0/0")
      const entropy = keySpellings('entropy', getBytes(Mnemonic.fromPhrase(phrase).entropy))
      const spellings = [...wordSpellings('words', phrase), ...keySpellings('key', getBytes(privateKey))]
      expect(await canaries.find(stack, [...spellings, ...entropy])).toEqual([])
    })
  })

test('a key is in the clipboard after a click alone, and not after a minute', async ({
  context,
  stack,
  address,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await context.clock.install()
  const host = await (await HostPage.open(context, stack)).ready()
  const { user } = await host.logIn(address)
  const clipboard = () => host.page.evaluate<string>('navigator.clipboard.readText()')
  await host.page.evaluate('navigator.clipboard.writeText("of before")')
  const { secrets, close } = await openExport(host, 'export.key', address)
  const key = await shownSecret(secrets, 'secret.key')
  expect(keyIntoEthers(key)).toBe(user.wallet?.address)
  expect(await clipboard()).toBe('of before')

  const copy = async () => {
    await secrets.getByRole('button', { name: en['secret.copy'], exact: true }).click()
    await expect(secrets.getByText(en['secret.copied'])).toBeVisible()
    expect(await clipboard()).toBe(key)
  }
  await copy()
  // What is copied does not take the key from the screen, whose person may be comparing it.
  await expect(secrets.getByRole('button', { name: en['secret.hide'] })).toBeVisible()
  await context.clock.fastForward(60_000)
  await expect(secrets.getByText(en['secret.cleared'])).toBeVisible()
  expect(await clipboard()).toBe('')
  expect(await close()).toMatchObject({ ok: true })
})
