import { address as addressOf, lamports } from '@solana/kit'
import {
  Keypair,
  NONCE_ACCOUNT_LENGTH,
  PublicKey,
  SystemProgram,
  Transaction,
  TransactionInstruction,
} from '@solana/web3.js'
import { startLitesvmNode } from '@vitrine/shared/chains/testing/litesvm-node.ts'
import { SOL_PRICE_FEEDS } from '../../frame-app/approval/solana/reads/price-feeds.ts'
import { metadataAddress } from '../../frame-app/approval/solana/reads/program-address.ts'
import { METADATA, PRICE_RECEIVER, TOKEN, TOKEN_2022 } from '../../frame-app/chains/solana/programs.ts'
import { extendedMint, keyBytes, metaplexData } from '../../frame-app/chains/solana/testing/mint-account.ts'
import { priceAccountData } from '../../frame-app/chains/solana/testing/price-account.ts'
import {
  approve,
  associatedAddress,
  closeAccount,
  createAssociated,
  mintData,
  setOwner,
  tokenAccountData,
  transferChecked,
} from '../../frame-app/chains/solana/testing/spl-token.ts'
import { ar } from '../../frame-app/words/ar.ts'
import { en } from '../../frame-app/words/en.ts'
import { HostPage } from '../fixtures/host-page.ts'
import { endpointOf, fund, SOL } from '../fixtures/litesvm.ts'
import { withOwnApp } from '../fixtures/own-app.ts'
import { expect, test } from '../fixtures/test.ts'
import { capture } from './capture.ts'

const SIZES = [
  { width: 1280, height: 800 },
  { width: 390, height: 844 },
  { width: 320, height: 568 },
]
const CHAIN = 'solana:mainnet'
const fresh = () => Keypair.generate().publicKey
const TO = Keypair.fromSeed(new Uint8Array(32).fill(9)).publicKey
const [BONK, FAKE, RETURNING, ACCOUNT, FAKE_ACCOUNT, RETURNING_ACCOUNT, STRANGERS] = Array.from(
  { length: 7 },
  () => fresh().toBase58(),
) as [string, string, string, string, string, string, string]

type Node = Awaited<ReturnType<typeof startLitesvmNode>>
function put({ svm }: Node, at: string, data: Uint8Array, owner: string = TOKEN) {
  svm.setAccount({
    address: addressOf(at),
    programAddress: addressOf(owner),
    lamports: lamports(10_000_000n),
    data,
    executable: false,
    space: BigInt(data.length),
  })
}

async function furnish(node: Node, wallet: string) {
  fund(node, wallet, 5 * SOL)
  fund(node, TO.toBase58(), SOL)
  for (const mint of [BONK, FAKE]) put(node, mint, mintData(5))
  put(node, RETURNING, extendedMint(6, [[12, keyBytes(TO.toBase58())]]), TOKEN_2022)
  put(node, await metadataAddress(BONK), metaplexData(BONK, 'Bonk', 'BONK'), METADATA)
  put(node, await metadataAddress(FAKE), metaplexData(FAKE, 'USD Coin', 'USDC'), METADATA)
  put(node, ACCOUNT, tokenAccountData(BONK, wallet, 10_000_000n))
  put(node, FAKE_ACCOUNT, tokenAccountData(FAKE, wallet, 10_000_000n))
  put(node, STRANGERS, tokenAccountData(BONK, TO.toBase58(), 0n))
  put(node, RETURNING_ACCOUNT, tokenAccountData(RETURNING, wallet, 0n), TOKEN_2022)
  const feed = SOL_PRICE_FEEDS[CHAIN]
  put(
    node,
    feed?.account ?? '',
    priceAccountData({
      id: feed?.id ?? '',
      price: 15_012_345_678n,
      doubt: 1_000_000n,
      exponent: -8,
      at: Date.now() / 1_000,
      level: 1,
      name: 'PriceUpdateV2',
    }),
    PRICE_RECEIVER,
  )
}

/** What each screen is asked for, by the wallet. */
const SCENES = (wallet: string): Record<string, TransactionInstruction[][]> => {
  const self = new PublicKey(wallet)
  const send = SystemProgram.transfer({ fromPubkey: self, toPubkey: TO, lamports: 1_500_000_000 })
  const ata = associatedAddress(TO.toBase58(), BONK)
  return {
    'send-sol': [[send]],
    'send-token': [
      [
        createAssociated(wallet, TO.toBase58(), BONK),
        transferChecked(ACCOUNT, BONK, ata, wallet, 1_250_000n, 5),
      ],
    ],
    'copied-token': [[transferChecked(FAKE_ACCOUNT, FAKE, STRANGERS, wallet, 1_250_000n, 5)]],
    delegate: [[approve(ACCOUNT, TO.toBase58(), wallet, 2n ** 64n - 1n)]],
    owner: [[setOwner(ACCOUNT, wallet, TO.toBase58()), closeAccount(FAKE_ACCOUNT, TO.toBase58(), wallet)]],
    takeover: [
      [
        SystemProgram.allocate({ accountPubkey: self, space: NONCE_ACCOUNT_LENGTH }),
        SystemProgram.nonceInitialize({ noncePubkey: self, authorizedPubkey: TO }),
      ],
    ],
    unknown: [
      [
        new TransactionInstruction({ programId: TO, keys: [], data: Buffer.from('a step of a stranger') }),
        send,
      ],
    ],
    short: [[SystemProgram.transfer({ fromPubkey: self, toPubkey: TO, lamports: 50 * SOL })]],
    several: [[send], [approve(ACCOUNT, TO.toBase58(), wallet, 5_000n)]],
  }
}

for (const [theme, locale, words] of [
  ['light', 'en', en],
  ['dark', 'en', en],
  ['light', 'ar', ar],
] as const)
  test(`Solana, ${theme} ${locale}`, async ({ context, stack, address }) => {
    test.setTimeout(180_000)
    const node = await startLitesvmNode()
    const own = await withOwnApp(stack, {
      solana_rpcs: { [CHAIN]: { rpc: endpointOf(node) } },
      embedded_wallet_config: { solana: { create_on_login: 'users-without-wallets' } },
    })
    const host = await HostPage.open(context, own, {
      config: {
        appearance: { theme },
        solana: { rpcs: { [CHAIN]: { blockExplorerUrl: 'https://scan.example' } } },
      },
    })
    await host.ready()
    await host.page.emulateMedia({ colorScheme: theme })
    await host.logIn(address)
    await expect
      .poll(async () => (await host.evaluate('return vitrine.solana.accounts.length')).ok)
      .toBe(true)
    const found = await host.evaluate('return vitrine.solana.accounts[0].address')
    if (!found.ok) throw new Error('No wallet')
    const wallet = String(found.value)
    await furnish(node, wallet)
    await host.walletFrame().evaluate(lang => {
      Object.defineProperty(navigator, 'languages', { get: () => [lang] })
    }, locale)
    const ask = (feature: string, transactions: TransactionInstruction[][]) => {
      const bytes = transactions.map(instructions => [
        ...new Transaction({ feePayer: new PublicKey(wallet), recentBlockhash: node.svm.latestBlockhash() })
          .add(...instructions)
          .serialize({ requireAllSignatures: false, verifySignatures: false }),
      ])
      void host.evaluate(
        `return await vitrine.solana.features['solana:' + args[0]][args[0]](...args[1].map(it => ({
          account: vitrine.solana.accounts[0], chain: '${CHAIN}', transaction: Uint8Array.from(it),
        })))`,
        [feature, bytes],
      )
    }
    const name = (scene: string, size: { width: number; height: number }) =>
      `solana-${scene}-${theme}-${locale}-${size.width}x${size.height}`
    for (const [scene, transactions] of Object.entries(SCENES(wallet))) {
      ask('signAndSendTransaction', transactions)
      await expect(host.button(words['approval.details'])).toBeVisible()
      // The wallet cannot pay for it, so Approve stays off.
      const isShort = scene === 'short'
      if (isShort) await expect(host.alert).toBeVisible()
      for (const size of SIZES) {
        await host.page.setViewportSize(size)
        await capture(host, name(scene, size), { approve: isShort ? 'off' : 'live' })
      }
      await host.frame.getByRole('dialog').press('Escape')
      await expect(host.dialog).toBeHidden()
    }
    const messages = {
      message: `features['solana:signMessage'].signMessage({
        account: vitrine.solana.accounts[0],
        message: new TextEncoder().encode('I agree to the terms of the Example shop.'),
      })`,
      'sign-in': `features['solana:signIn'].signIn({ statement: 'Log in to the Example shop.', nonce: 'a1b2c3d4' })`,
    }
    for (const [scene, call] of Object.entries(messages)) {
      void host.evaluate(`return await vitrine.solana.${call}`)
      await expect(host.button(words['action.reject'])).toBeVisible()
      for (const size of SIZES) {
        await host.page.setViewportSize(size)
        await capture(host, name(scene, size))
      }
      await host.frame.getByRole('dialog').press('Escape')
      await expect(host.dialog).toBeHidden()
    }
    ask('signAndSendTransaction', SCENES(wallet)['send-sol'] ?? [])
    const approve = host.button(words['action.approve'])
    await expect(approve).toBeEnabled()
    await approve.click()
    for (const size of SIZES) {
      await host.page.setViewportSize(size)
      await host.frame.getByRole('link').hover()
      await capture(host, name('sent', size))
    }
    await node.stop()
  })
