import { ed25519 } from '@noble/curves/ed25519.js'
import { address } from '@solana/kit'
import {
  ComputeBudgetProgram,
  Keypair,
  PublicKey,
  SystemProgram,
  Transaction,
  type TransactionInstruction,
} from '@solana/web3.js'
import { withSignature } from '@vitrine/shared/chains/solana-message.ts'
import { kitTransaction } from '@vitrine/shared/chains/testing/kit-transaction.ts'
import { base64Text } from '@vitrine/shared/encoding.ts'
import { describe, expect, it, vi } from 'vitest'
import { createStore } from '../../core/store.ts'
import { ask } from '../../requests/decide.ts'
import { rejectedByUser } from '../../requests/kind/rejected-by-user.ts'
import { exitedLogin } from '../../requests/login/request.ts'
import type { HeldWallet } from '../../session/held-wallet.ts'
import type { SessionSnapshot } from '../../session/session.ts'
import { wallet as ethereumWallet, user } from '../../ui/testing/fake-kernel.ts'
import type { SolanaContext } from './context.ts'
import { solanaRequest } from './solana-request.ts'

const key = Keypair.fromSeed(new Uint8Array(32).fill(5))
const ADDRESS = key.publicKey.toBase58()
const OTHER = Keypair.fromSeed(new Uint8Array(32).fill(6)).publicKey
const ORIGIN = 'https://shop.example'
const wallet: HeldWallet = { ...ethereumWallet, chainType: 'solana', address: ADDRESS }
const anonymous: SessionSnapshot = { status: 'anonymous' }
const loggedIn: SessionSnapshot = { status: 'authenticated', user, wallets: [ethereumWallet, wallet] }
const withoutSolana: SessionSnapshot = { status: 'authenticated', user, wallets: [ethereumWallet] }

const sign = (bytes: Uint8Array) => ed25519.sign(bytes, key.secretKey.slice(0, 32))
const fromHex = (hex: string) => Uint8Array.from(Buffer.from(hex.slice(2), 'hex'))

function setUp(
  snapshot: SessionSnapshot,
  { enforce = true, showWalletUIs = true, hasRpc = true, verdict = 'Benign' } = {},
) {
  const session = createStore(snapshot)
  const show = vi.fn(async (request: { kind: string; message?: string; transactions?: Uint8Array[] }) =>
    request.kind === 'sign-message'
      ? { signature: base64Text(sign(fromHex(request.message ?? ''))) }
      : { signed: request.transactions },
  )
  const requestLogin = vi.fn(async () => session.set(withoutSolana))
  const createFirst = vi.fn(async () => session.set(loggedIn))
  const signMessage = vi.fn(async ({ message }: { message: string }) => ({
    signature: base64Text(sign(fromHex(message))),
  }))
  const perform = vi.fn(async (_wallet: HeldWallet, { params }: { params: { transaction: string } }) => {
    const transaction = Uint8Array.from(Buffer.from(params.transaction, 'base64'))
    const signed = withSignature(transaction, 0, sign(messageOf(transaction)))
    return { signed_transaction: base64Text(signed), encoding: 'base64' }
  })
  const postAuthorized = vi.fn(async () => ({ validation: { status: 'Success', result_type: verdict } }))
  const context = {
    calls: { postAuthorized },
    app: () => ({ enforce_wallet_uis: enforce }),
    hostOrigin: ORIGIN,
    session,
    connected: createStore({ wallets: [], active: null }),
    config: { current: createStore({ embeddedWallets: { showWalletUIs } }) },
    screens: { show },
    wallets: { createFirst, signMessage, perform },
    requestLogin,
    solana: async () => ({
      clusters: [{ chain: 'solana:devnet' }],
      of: () => (hasRpc ? { accounts: async () => Promise.reject(new Error('away')) } : null),
    }),
    ask: (request: never): unknown => ask(context as never, request),
  } as unknown as SolanaContext
  const request = solanaRequest(context)
  return {
    request: async (method: string, ...inputs: unknown[]) => request({ method, inputs }),
    show,
    requestLogin,
    createFirst,
    signMessage,
    perform,
    postAuthorized,
  }
}

const unsigned = (payer: PublicKey = key.publicKey) =>
  new Uint8Array(
    new Transaction({ feePayer: payer, recentBlockhash: PublicKey.default.toBase58() })
      .add(SystemProgram.transfer({ fromPubkey: payer, toPubkey: OTHER, lamports: 1 }))
      .serialize({ requireAllSignatures: false }),
  )
const messageOf = (transaction: Uint8Array) => transaction.subarray(65)

it('no transaction of a page is shown as the person’s own', async () => {
  const { request, show } = setUp(loggedIn)
  const own = { isOwn: true }
  const plain = { transaction: unsigned(), address: ADDRESS }
  await request('signTransaction', { ...plain, ...own })
  // Inside of the options it is refused, or left out.
  await Promise.allSettled([request('signTransaction', { ...plain, options: { uiOptions: own, ...own } })])
  expect(show).toHaveBeenCalled()
  for (const [asked] of show.mock.calls) {
    expect(asked).not.toHaveProperty('isOwn')
    expect(asked).not.toHaveProperty('options.isOwn')
  }
})

describe('connect', () => {
  it('logs in and makes the first Solana wallet where there is none', async () => {
    const { request, requestLogin, createFirst } = setUp(anonymous)
    await expect(request('connect', {})).resolves.toEqual([ADDRESS])
    expect(requestLogin).toHaveBeenCalledOnce()
    expect(createFirst).toHaveBeenCalledExactlyOnceWith('solana')
  })

  it.each([
    [anonymous, []],
    [withoutSolana, []],
    [loggedIn, [ADDRESS]],
  ])('in silence does neither', async (snapshot, expected) => {
    const { request, requestLogin, createFirst } = setUp(snapshot)
    await expect(request('connect', { silent: true })).resolves.toEqual(expected)
    expect(requestLogin).not.toHaveBeenCalled()
    expect(createFirst).not.toHaveBeenCalled()
  })

  it('passes on that the person left the login', async () => {
    const { request, requestLogin } = setUp(anonymous)
    requestLogin.mockRejectedValue(exitedLogin())
    await expect(request('connect', {})).rejects.toMatchObject({ code: 'exited_auth_flow' })
  })
})

it('takes 100 transactions in one request, and names the limit of what needs a screen each', async () => {
  const { request, show } = setUp(loggedIn)
  const input = { address: ADDRESS, transaction: unsigned() }
  await expect(request('signTransaction', ...Array(100).fill(input))).resolves.toHaveLength(100)
  expect(show).toHaveBeenCalledOnce()
  const message = { address: ADDRESS, message: new Uint8Array([1]) }
  for (const [method, one] of [
    ['signMessage', message],
    ['signIn', {}],
  ] as const)
    await expect(request(method, ...Array(17).fill(one))).rejects.toMatchObject({
      code: 'invalid_data',
      message: '`inputs` has more than 16 entries.',
    })
  const resources = Array(33).fill('https://shop.example')
  await expect(request('signIn', { resources })).rejects.toThrow('`resources` has more than 32 entries.')
  expect(show).toHaveBeenCalledOnce()
})

describe('signMessage', () => {
  it('signs bytes as they are, one screen for each input', async () => {
    const { request, show } = setUp(loggedIn)
    const messages = [new TextEncoder().encode('one'), new Uint8Array([0, 255])]
    const outputs = (await request(
      'signMessage',
      ...messages.map(message => ({ address: ADDRESS, message })),
    )) as { signedMessage: Uint8Array; signature: Uint8Array }[]
    expect(show).toHaveBeenCalledTimes(2)
    for (const [index, { signedMessage, signature }] of outputs.entries()) {
      expect(signedMessage).toEqual(messages[index])
      expect(ed25519.verify(signature, signedMessage, key.publicKey.toBytes())).toBe(true)
    }
  })

  it.each([
    ['a legacy transaction’s message', () => messageOf(unsigned())],
    ['a whole transaction', unsigned],
    ['a message of the next version', () => new Uint8Array(106).with(0, 0x81)],
  ])('refuses %s, which would be signed without a screen', async (_name, bytes) => {
    const { request, show } = setUp(loggedIn)
    await expect(request('signMessage', { address: ADDRESS, message: bytes() })).rejects.toMatchObject({
      code: 'invalid_message',
    })
    expect(show).not.toHaveBeenCalled()
  })

  it('refuses more bytes than can be shown', async () => {
    const { request, show } = setUp(loggedIn)
    const message = new Uint8Array(65_537)
    await expect(request('signMessage', { address: ADDRESS, message })).rejects.toMatchObject({
      code: 'invalid_data',
    })
    expect(show).not.toHaveBeenCalled()
  })

  it('ends with the first rejection', async () => {
    const { request, show } = setUp(loggedIn)
    show.mockRejectedValueOnce(rejectedByUser())
    const input = { address: ADDRESS, message: new Uint8Array(1) }
    await expect(request('signMessage', input, input)).rejects.toMatchObject({ code: 'user_rejected' })
    expect(show).toHaveBeenCalledOnce()
  })
})

describe('signIn', () => {
  it('signs a message of the pinned origin', async () => {
    const { request } = setUp(loggedIn)
    const input = {
      statement: 'Welcome',
      uri: `${ORIGIN}/login`,
      version: '1',
      chainId: 'devnet',
      nonce: 'oBbLoEldZs',
      issuedAt: '2026-01-21T20:00:00.000Z',
      resources: ['https://shop.example/terms'],
    }
    const [output] = (await request('signIn', input)) as {
      signedMessage: Uint8Array
      signature: Uint8Array
    }[]
    expect(new TextDecoder().decode(output?.signedMessage)).toBe(
      `shop.example wants you to sign in with your Solana account:\n${ADDRESS}\n\nWelcome\n\nURI: ${ORIGIN}/login\nVersion: 1\nChain ID: devnet\nNonce: oBbLoEldZs\nIssued At: 2026-01-21T20:00:00.000Z\nResources:\n- https://shop.example/terms`,
    )
    expect(output && ed25519.verify(output.signature, output.signedMessage, key.publicKey.toBytes())).toBe(
      true,
    )
  })

  it('needs nothing but the account', async () => {
    const { request } = setUp(loggedIn)
    const [output] = (await request('signIn', {})) as { signedMessage: Uint8Array }[]
    expect(new TextDecoder().decode(output?.signedMessage)).toBe(
      `shop.example wants you to sign in with your Solana account:\n${ADDRESS}`,
    )
  })

  it.each([
    ['another domain', { domain: 'bank.example' }, 'invalid_message'],
    ['a domain that only begins alike', { domain: 'shop.example.evil.test' }, 'invalid_message'],
    ['another site’s URI', { uri: 'https://bank.example/' }, 'invalid_message'],
    ['a URI that is none', { uri: 'shop.example' }, 'invalid_message'],
    ['a cluster that the app does not have', { chainId: 'mainnet' }, 'invalid_message'],
    ['the same by its long name', { chainId: 'solana:mainnet' }, 'invalid_message'],
    ['another version', { version: '2' }, 'invalid_message'],
    ['a line that passes for a field', { statement: 'Hi\n\nURI: https://bank.example' }, 'invalid_data'],
    ['a resource with a line of its own', { resources: ['https://a.example\n- x'] }, 'invalid_data'],
    ['another’s address', { address: OTHER.toBase58() }, 'embedded_wallet_not_found'],
  ])('refuses %s without a screen', async (_name, input, code) => {
    const { request, show } = setUp(loggedIn)
    await expect(request('signIn', input)).rejects.toMatchObject({ code })
    expect(show).not.toHaveBeenCalled()
  })
})

describe('transactions', () => {
  it('stand on one screen when wallet, cluster and options are the same', async () => {
    const { request, show } = setUp(loggedIn)
    const input = { address: ADDRESS, transaction: unsigned(), chain: 'solana:devnet' }
    const outputs = await request('signTransaction', input, input)
    expect(outputs).toEqual([{ signedTransaction: unsigned() }, { signedTransaction: unsigned() }])
    expect(show).toHaveBeenCalledExactlyOnceWith(
      expect.objectContaining({
        kind: 'solana-transaction',
        mode: 'sign',
        wallet,
        chain: 'solana:devnet',
        transactions: [unsigned(), unsigned()],
      }),
    )
  })

  it('of version 1 may have more bytes than earlier versions', async () => {
    const { request, show } = setUp(loggedIn)
    const large = (version: 0 | 1) =>
      kitTransaction({
        version,
        payer: ADDRESS,
        blockhash: PublicKey.default.toBase58(),
        instructions: [{ programAddress: address(OTHER.toBase58()), data: new Uint8Array(3_000) }],
      })
    const input = { address: ADDRESS, transaction: large(1) }
    await expect(request('signTransaction', input)).resolves.toEqual([{ signedTransaction: large(1) }])
    expect(show).toHaveBeenCalledOnce()
    const refused = request('signTransaction', { address: ADDRESS, transaction: large(0) })
    await expect(refused).rejects.toMatchObject({ code: 'invalid_data' })
    expect(show).toHaveBeenCalledOnce()
  })

  it('are on the app’s first cluster unless they name one', async () => {
    const { request, show } = setUp(loggedIn)
    await request('signAndSendTransaction', { address: ADDRESS, transaction: unsigned() })
    expect(show).toHaveBeenCalledExactlyOnceWith(
      expect.objectContaining({ mode: 'send', chain: 'solana:devnet' }),
    )
  })

  it.each([
    ['no bytes', { transaction: 'AQ==' }, 'invalid_data'],
    ['bytes that are no transaction', { transaction: new Uint8Array(200) }, 'invalid_data'],
    ['more than fits a packet', { transaction: new Uint8Array(1_233) }, 'invalid_data'],
    ['more than version 1 can have', { transaction: new Uint8Array(4_097).with(0, 0x81) }, 'invalid_data'],
    ['one that needs no signature of this wallet', { transaction: unsigned(OTHER) }, 'unable_to_sign'],
    ['an unknown cluster', { chain: 'solana:localnet' }, 'invalid_data'],
    ['a sponsor that there is not', { options: { sponsor: true } }, 'invalid_data'],
    ['somebody else’s address', { address: OTHER.toBase58() }, 'embedded_wallet_not_found'],
    ['an Ethereum address', { address: ethereumWallet.address }, 'invalid_data'],
  ])('refuses %s without a screen', async (_name, over, code) => {
    const { request, show } = setUp(loggedIn)
    const input = { address: ADDRESS, transaction: unsigned(), ...over }
    await expect(request('signTransaction', input)).rejects.toMatchObject({ code })
    expect(show).not.toHaveBeenCalled()
  })

  it('can be signed and not sent where there is no RPC', async () => {
    const { request } = setUp(loggedIn, { hasRpc: false })
    const input = { address: ADDRESS, transaction: unsigned() }
    await expect(request('signAndSendTransaction', input)).rejects.toMatchObject({
      code: 'service_unavailable',
    })
    await expect(request('signTransaction', input)).resolves.toHaveLength(1)
  })

  it('of nobody are refused', async () => {
    const { request } = setUp(anonymous)
    const input = { address: ADDRESS, transaction: unsigned() }
    await expect(request('signTransaction', input)).rejects.toMatchObject({ code: 'must_be_authenticated' })
  })
})

describe('without a screen', () => {
  const message = { address: ADDRESS, message: new Uint8Array([1, 2]) }

  it('only where the operator permits it and the site asks for it', async () => {
    const permitted = setUp(loggedIn, { enforce: false, showWalletUIs: false })
    await permitted.request('signMessage', message)
    expect(permitted.signMessage).toHaveBeenCalledOnce()
    expect(permitted.show).not.toHaveBeenCalled()
    const enforced = setUp(loggedIn, { enforce: true, showWalletUIs: false })
    await enforced.request('signMessage', message)
    expect(enforced.signMessage).not.toHaveBeenCalled()
  })
})

describe('a transaction without a screen', () => {
  const permitted = { enforce: false, showWalletUIs: false }
  const ask = (transaction: Uint8Array, over: object = {}) => {
    const found = setUp(loggedIn, { ...permitted, ...over })
    const outcome = found.request('signTransaction', { address: ADDRESS, transaction })
    return { ...found, outcome }
  }

  it('is signed at once, though the node is away', async () => {
    const { outcome, show, perform, postAuthorized } = ask(unsigned())
    const [output] = (await outcome) as { signedTransaction: Uint8Array }[]
    const message = messageOf(unsigned())
    const signature = output?.signedTransaction.subarray(1, 65) ?? new Uint8Array()
    expect(ed25519.verify(signature, message, key.publicKey.toBytes())).toBe(true)
    expect([show, perform, postAuthorized].map(it => it.mock.calls.length)).toEqual([0, 1, 1])
  })

  it.each(['Malicious', 'Warning'])(
    'that the scanner calls %s is the person’s to decide, whether the page wants a scanner or not',
    async verdict => {
      const { outcome, show, perform } = ask(unsigned(), { verdict })
      await outcome
      expect([show, perform].map(it => it.mock.calls.length)).toEqual([1, 0])
    },
  )

  it.each<[string, () => TransactionInstruction[]]>([
    ['the wallet', () => [SystemProgram.assign({ accountPubkey: key.publicKey, programId: OTHER })]],
    [
      'its SOL as a fee',
      () => [
        ComputeBudgetProgram.setComputeUnitLimit({ units: 1_400_000 }),
        ComputeBudgetProgram.setComputeUnitPrice({ microLamports: 10_000_000_000 }),
      ],
    ],
  ])('that takes %s is the person’s to decide', async (_name, instructions) => {
    const transaction = new Transaction({
      feePayer: key.publicKey,
      recentBlockhash: PublicKey.default.toBase58(),
    }).add(...instructions())
    const bytes = new Uint8Array(transaction.serialize({ requireAllSignatures: false }))
    const { outcome, show, perform } = ask(bytes)
    await outcome
    expect([show, perform].map(it => it.mock.calls.length)).toEqual([1, 0])
  })
})

it.each(['constructor', '__proto__', 'signAllTransactions', ''])('has no method %j', async method => {
  await expect(setUp(loggedIn).request(method)).rejects.toMatchObject({ code: 'not_supported' })
})
