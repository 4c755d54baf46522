import {
  ComputeBudgetProgram,
  PublicKey,
  SystemProgram,
  Transaction,
  TransactionInstruction,
  TransactionMessage,
  VersionedTransaction,
} from '@solana/web3.js'
import { kitInstruction, kitTransaction } from '@vitrine/shared/chains/testing/kit-transaction.ts'
import { base58Bytes, base64Bytes, base64Text } from '@vitrine/shared/encoding.ts'
import { MEMO_PROGRAMS, offchainMessage } from '@vitrine/shared/wallet/solana-sign-in.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { logIn } from '../../testing/client.ts'
import { createDevice } from '../../testing/device.ts'
import { startTestServer, type TestServer } from '../../testing/server.ts'
import {
  type Begun,
  ethereumWallet,
  SITE,
  solanaWallet,
  type TestWallet,
  walletCalls,
} from '../../wallet-sign-in/testing/wallets.ts'

let server: TestServer
const { begin, send, signed, enter, link, unlink, transfer } = walletCalls(() => server)

beforeAll(async () => {
  const started = await startTestServer()
  const { id: appId } = await started.registerApp({
    ...{ solana_wallet_auth: true, wallet_auth: true, email_auth: true },
  })
  server = { ...started, appId }
})
afterAll(() => server?.stop())

let people = 0
const mailbox = () => `siws-${++people}@shop.example`

/** As the frame has hardware wallets sign it: a memo, and a blockhash that no node takes. */
const memoTransaction = (payer: string, message: string) =>
  kitTransaction({
    version: 'legacy',
    payer,
    blockhash: PublicKey.default.toBase58(),
    instructions: [
      kitInstruction(
        new TransactionInstruction({
          programId: new PublicKey(MEMO_PROGRAMS[0]),
          keys: [{ pubkey: new PublicKey(payer), isSigner: true, isWritable: false }],
          data: Buffer.from(message),
        }),
      ),
    ],
  })

/** What is signed in the place of plain text. */
type Carry = (message: string, wallet: TestWallet) => { bytes: Uint8Array; signed?: Uint8Array }

/** Logs in with a message that was carried otherwise than as text. */
async function enterBy(
  message_type: 'plain' | 'transaction' | 'offchain-message',
  carry: Carry,
  change: { text?: (message: string) => string } = {},
) {
  const [wallet, device] = [solanaWallet(), await createDevice()]
  const { body: begun } = await begin(wallet, device)
  const text = (change.text ?? (it => it))(wallet.message(begun as Begun))
  const { bytes, signed: own = bytes } = carry(text, wallet)
  const body = { message: base64Text(bytes), signature: wallet.signBytes(own), message_type }
  return { wallet, ...(await send(wallet, device, body)) }
}

describe('a login', () => {
  test('by text makes a user with the wallet, and finds them again', async () => {
    const [wallet, device] = [solanaWallet(), await createDevice()]
    const first = await enter(wallet, device, {
      walletClientType: 'phantom',
      connectorType: 'solana_adapter',
    })
    expect(first).toMatchObject({ status: 200, body: { is_new_user: true } })
    expect(first.body.user.linked_accounts).toEqual([
      {
        ...{ type: 'wallet', address: wallet.address, chain_type: 'solana', wallet_client: 'unknown' },
        ...{ wallet_client_type: 'phantom', connector_type: 'solana_adapter' },
        ...{ verified_at: expect.any(Number), first_verified_at: expect.any(Number) },
        latest_verified_at: expect.any(Number),
      },
    ])
    const again = await enter(wallet, await createDevice())
    expect(again.body).toMatchObject({ is_new_user: false, user: { id: first.body.user.id } })
  })

  test('by a transaction that says the message and does nothing', async () => {
    const messageOf = (transaction: Uint8Array) => transaction.subarray(65)
    const unsigned = await enterBy('transaction', (message, { address }) => {
      const bytes = memoTransaction(address, message)
      return { bytes, signed: messageOf(bytes) }
    })
    expect(unsigned.status).toBe(200)
    const signedOne = await enterBy('transaction', (message, wallet) => {
      const bytes = memoTransaction(wallet.address, message)
      bytes.set(base64Bytes(wallet.signBytes(messageOf(bytes))) ?? [], 1)
      return { bytes, signed: messageOf(bytes) }
    })
    expect(signedOne.status).toBe(200)
    // As wallets write them: with a limit of what it costs, of each version.
    for (const version of ['legacy', 0, 1] as const)
      expect(
        (
          await enterBy(
            'transaction',
            withInstructions(() => [], version),
          )
        ).status,
      ).toBe(200)
  })

  test('by Solana’s envelope of messages', async () => {
    const { status } = await enterBy('offchain-message', (message, { address }) => ({
      bytes: offchainMessage(SITE, address, message),
    }))
    expect(status).toBe(200)
  })

  test('of a wallet that writes the message itself, with a chain by its long name and no resources', async () => {
    const [wallet, device] = [solanaWallet(), await createDevice()]
    const { body } = await begin(wallet, device)
    const message = wallet
      .message(body)
      .replace('Chain ID: mainnet', 'Chain ID: solana:mainnet')
      .replace(/\nResources:[\s\S]*$/, '')
    expect((await send(wallet, device, { message, signature: await wallet.sign(message) })).status).toBe(200)
  })

  test('is used once, and by the device that began it', async () => {
    const [wallet, device] = [solanaWallet(), await createDevice()]
    const proof = await signed(wallet, device)
    expect((await send(wallet, await createDevice(), proof)).body.code).toBe('invalid_credentials')
    const both = await Promise.all([1, 2].map(() => send(wallet, device, proof)))
    expect(both.map(it => it.status).sort()).toEqual([200, 422])
  })
})

/** The memo of `@solana/web3.js`, with more instructions beside it. */
const withInstructions =
  (
    more: (payer: PublicKey) => TransactionInstruction[],
    version: 'legacy' | 0 | 1,
    payers?: PublicKey,
  ): Carry =>
  (message, { address }) => {
    const payer = new PublicKey(address)
    const memo = new TransactionInstruction({
      keys: [{ pubkey: payer, isSigner: true, isWritable: true }],
      programId: new PublicKey('MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr'),
      data: Buffer.from(message),
    })
    const instructions = [ComputeBudgetProgram.setComputeUnitLimit({ units: 9000 }), memo, ...more(payer)]
    const payerKey = payers ?? payer
    const recentBlockhash = PublicKey.unique().toBase58()
    if (version === 'legacy') {
      const transaction = new Transaction({ feePayer: payerKey, recentBlockhash }).add(...instructions)
      const bytes = transaction.serialize({ requireAllSignatures: false, verifySignatures: false })
      return { bytes: new Uint8Array(bytes), signed: new Uint8Array(transaction.serializeMessage()) }
    }
    if (version === 1) {
      const bytes = kitTransaction({
        payer: payerKey.toBase58(),
        blockhash: recentBlockhash,
        instructions: instructions.map(kitInstruction),
      })
      return { bytes, signed: bytes.subarray(0, -64) }
    }
    const compiled = new TransactionMessage({ payerKey, recentBlockhash, instructions }).compileToV0Message()
    return { bytes: new VersionedTransaction(compiled).serialize(), signed: compiled.serialize() }
  }

describe('nobody is logged in', () => {
  /** The API process takes these for the site's message; the nonce or the signer refuses what they prove. */
  const READ = [
    ...[
      'a transaction of another wallet’s',
      'an envelope for another site',
      'an envelope of another wallet’s',
    ],
    ...[
      'an envelope of another version',
      'another domain than its address',
      'another chain',
      'another nonce',
    ],
    'a date to come',
  ]
  const transferOf = (payer: PublicKey) => [
    SystemProgram.transfer({ fromPubkey: payer, toPubkey: PublicKey.unique(), lamports: 1 }),
  ]
  const alsoSigned = () => {
    const limit = ComputeBudgetProgram.setComputeUnitPrice({ microLamports: 1 })
    limit.keys.push({ pubkey: PublicKey.unique(), isSigner: true, isWritable: false })
    return [limit]
  }
  const second = (payer: PublicKey) => [
    new TransactionInstruction({
      keys: [{ pubkey: payer, isSigner: true, isWritable: true }],
      programId: new PublicKey('MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr'),
      data: Buffer.from('And more'),
    }),
  ]
  test.each<[string, Parameters<typeof enterBy>[0], Carry]>([
    ['a transaction that pays somebody', 'transaction', withInstructions(transferOf, 'legacy')],
    ['a newer transaction that pays somebody', 'transaction', withInstructions(transferOf, 0)],
    ['a transaction that says something else besides', 'transaction', withInstructions(second, 'legacy')],
    [
      'a transaction that another account pays for',
      'transaction',
      withInstructions(() => [], 'legacy', PublicKey.unique()),
    ],
    [
      'a transaction that another account signs besides',
      'transaction',
      withInstructions(alsoSigned, 'legacy'),
    ],
    [
      'a transaction of another wallet’s',
      'transaction',
      message => {
        const bytes = memoTransaction(solanaWallet().address, message)
        return { bytes, signed: bytes.subarray(65) }
      },
    ],
    [
      'a transaction whose message alone is sent',
      'transaction',
      (message, { address }) => ({ bytes: memoTransaction(address, message).subarray(65) }),
    ],
    [
      'an envelope for another site',
      'offchain-message',
      (message, { address }) => ({ bytes: offchainMessage('https://evil.example', address, message) }),
    ],
    [
      'an envelope of another wallet’s',
      'offchain-message',
      message => ({ bytes: offchainMessage(SITE, solanaWallet().address, message) }),
    ],
    [
      'an envelope with more at its end',
      'offchain-message',
      (message, { address }) => ({
        bytes: Uint8Array.from([...offchainMessage(SITE, address, message), 10]),
      }),
    ],
    [
      'an envelope of another version',
      'offchain-message',
      (message, { address }) => {
        const bytes = offchainMessage(SITE, address, message)
        bytes[16] = 1
        return { bytes }
      },
    ],
    ['bytes that are nothing', 'transaction', () => ({ bytes: new Uint8Array(200) })],
    ['an empty envelope', 'offchain-message', () => ({ bytes: new Uint8Array(3) })],
  ])('by %s', async (name, type, carry) => {
    const code = READ.includes(name) ? 'invalid_credentials' : 'invalid_message'
    expect(await enterBy(type, carry)).toMatchObject({ status: 422, body: { code } })
  })

  test.each<[string, (message: string) => string]>([
    ['another site', it => it.replaceAll('shop.example', 'evil.example')],
    ['another domain than its address', it => it.replace('shop.example', 'evil.example')],
    ['another chain', it => it.replace('mainnet', 'devnet')],
    ['Ethereum’s words', it => it.replace('Solana account', 'Ethereum account')],
    ['another nonce', it => it.replace(/Nonce: \S+/, `Nonce: ${'b'.repeat(32)}`)],
    ['a date to come', it => it.replace(/Issued At: \d{4}/, 'Issued At: 2101')],
    ['two wallets', it => it.replace('\n\n', `\n${solanaWallet().address}\n\n`)],
  ])('by a message of %s', async (name, change) => {
    const [wallet, device] = [solanaWallet(), await createDevice()]
    const { body } = await begin(wallet, device)
    const message = change(wallet.message(body))
    expect(message).not.toBe(wallet.message(body))
    const answer = await send(wallet, device, { message, signature: await wallet.sign(message) })
    const code = READ.includes(name) ? 'invalid_credentials' : 'invalid_message'
    expect(answer).toMatchObject({ status: 422, body: { code } })
  })

  test('by what another key signed, or a key that signs everything', async () => {
    const [wallet, thief, device] = [solanaWallet(), solanaWallet(), await createDevice()]
    const { body } = await begin(wallet, device)
    const message = wallet.message(body)
    const forged = await send(wallet, device, { message, signature: await thief.sign(message) })
    expect(forged.body.code).toBe('invalid_credentials')

    // A point of order one: with it any message is signed by (R = the point, s = 0).
    const everybody = smallOrder
    const { body: second } = await begin({ method: 'siws', address: everybody }, device)
    const text = wallet.message(second, { address: everybody })
    const signature = base64Text(Uint8Array.from([...IDENTITY, ...new Uint8Array(32)]))
    const answer = await send(wallet, device, { message: text, signature })
    expect(answer.body.code).toBe('invalid_credentials')
  })

  test('by a message that was signed as something else', async () => {
    const [wallet, device] = [solanaWallet(), await createDevice()]
    const proof = await signed(wallet, device)
    const answer = await send(wallet, device, { ...proof, message_type: 'transaction' })
    expect(answer.body.code).toBe('invalid_message')
  })

  test.each([
    ['an address of too few bytes', { address: '1'.repeat(33) }],
    ['an address of Ethereum', { address: `0x${'1'.repeat(40)}` }],
  ])('by %s', async (_, body) => {
    const answer = await begin({ method: 'siws', address: '' }, await createDevice(), undefined, body)
    expect(answer).toMatchObject({ status: 400, body: { code: 'invalid_data' } })
  })
})

/** The neutral point of the curve, as 32 bytes and as an address. */
const IDENTITY = Uint8Array.from([1, ...new Uint8Array(31)])
const smallOrder = new PublicKey(IDENTITY).toBase58()

test('a wallet is added beside one of the other chain, logs in, and is taken away', async () => {
  expect(base58Bytes(smallOrder)).toEqual(IDENTITY)
  const ada = await logIn(server, mailbox())
  const [ethereum, solana] = [ethereumWallet(), solanaWallet()]
  await link(ethereum, ada)
  const { body } = await link(solana, ada)
  expect(body.linked_accounts.flatMap(it => (it.type === 'wallet' ? it.chain_type : [])).sort()).toEqual([
    'ethereum',
    'solana',
  ])
  expect((await enter(solana, await createDevice())).body.user.id).toBe(ada.user.id)
  // Every letter of an address counts.
  const other = { ...solana, address: solana.address.toLowerCase() }
  expect((await unlink(other, ada)).status).not.toBe(200)
  expect((await unlink(solana, ada)).body.linked_accounts).toHaveLength(2)
  expect((await unlink(ethereum, ada)).body.linked_accounts).toHaveLength(1)
})

test('a wallet of another user comes with what they have, where the person agrees', async () => {
  const wallet = solanaWallet()
  await enter(wallet, await createDevice())
  const ada = await logIn(server, mailbox())
  const { body: refused } = await link(wallet, ada)
  expect(refused.code).toBe('account_transfer_required')
  expect((await transfer(ethereumWallet(), ada, refused.data?.nonce)).body.code).toBe('invalid_credentials')
  const { body: again } = await link(wallet, ada)
  const { body } = await transfer(wallet, ada, again.data?.nonce)
  expect(body.linked_accounts.map(({ type }) => type).sort()).toEqual(['email', 'wallet'])
  expect((await enter(wallet, await createDevice())).body.user.id).toBe(ada.user.id)
})
