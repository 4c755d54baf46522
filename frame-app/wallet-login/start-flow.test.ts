// @vitest-environment jsdom
import type { User } from '@vitrine/shared/api/client-user.ts'
import { issuedAt } from '@vitrine/shared/api/wallet-sign-in.ts'
import { hexText } from '@vitrine/shared/encoding.ts'
import { clientError, VitrineError } from '@vitrine/shared/errors/vitrine-error.ts'
import { siweMessage, siwsMessage } from '@vitrine/shared/wallet/sign-in-message.ts'
import { offchainMessage } from '@vitrine/shared/wallet/solana-sign-in.ts'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import type { PairingOptions } from '../external-wallets/ports.ts'
import type { Calls } from '../session/calls.ts'
import { createStepUp, type StepUp } from '../step-up/step-up.ts'
import {
  type FakeKernelOptions,
  fakeCalls,
  fakeKernel,
  loginResult,
  user,
} from '../ui/testing/fake-kernel.ts'
import { en } from '../words/en.ts'
import { bringLaterWords } from '../words/language.ts'
import type { Chosen } from './choice.ts'
import { startWalletConnect, startWalletLink, startWalletLogin } from './start-flow.ts'
import {
  ADDRESS,
  type FakeConnectionOptions,
  type FakeWalletsOptions,
  fakeConnection,
  fakeWallets,
  held,
  OTHER_ADDRESS,
  relayed,
  SOLANA_ADDRESS,
} from './testing/fake-wallets.ts'

const NONCE = 'ab'.repeat(16)
const OPENED = { nonce: NONCE, address: ADDRESS, expires_at: 1_900_000_000, signature: 's'.repeat(86) }
const SIGNATURE = `0x${'ab'.repeat(65)}`
const never = () => new Promise<never>(() => {})
const refused = () =>
  new VitrineError({
    type: 'connector_error',
    code: 'user_rejected',
    message: 'You declined this in MetaMask.',
    data: { eipCode: 4001, retryable: true, detail: 'no' },
  })

beforeEach(async () => {
  await bringLaterWords()
  // The message's time.
  vi.useFakeTimers({ toFake: ['Date'], now: Date.UTC(2100, 0, 1) })
})

/** All that was begun has come to its next wait. */
const settle = () => new Promise(resolve => setImmediate(resolve))
const chosen = (wallet = relayed()): Chosen => ({
  name: wallet.name,
  icon: null,
  entry: 'metamask',
  line: { type: 'injected', wallet },
})

interface Scene extends FakeConnectionOptions {
  readonly calls?: Partial<Calls>
  readonly wallets?: FakeWalletsOptions
  readonly kernel?: FakeKernelOptions
}

function scene({ calls: own, wallets: ownWallets, kernel: ownKernel, ...options }: Scene = {}) {
  const wallet = options.wallet ?? relayed()
  const isEthereum = wallet.chainType === 'ethereum'
  const connection = fakeConnection({
    ...(isEthereum && { answers: { personal_sign: () => ({ signature: SIGNATURE }) } }),
    ...options,
  })
  const authenticate = vi.fn<Calls['authenticate']>(async () => loginResult)
  const addAccount = vi.fn<Calls['addAccount']>(async () => user)
  const requireNonce = vi.fn<Calls['requireNonce']>(async () => {})
  const posted = vi.fn<(path: string, body: unknown) => void>()
  const open: Calls['postProven'] = async (path, body, answer) => {
    posted(path, body)
    return answer.parse(OPENED)
  }
  const post: Calls['postAuthorized'] = async (path, body, answer) =>
    path === '/step_up/ways'
      ? answer.parse({ is_required: false, ways: [], held_until: null })
      : open(path, body, answer, new AbortController().signal)
  const calls = fakeCalls({
    authenticate,
    addAccount,
    requireNonce,
    postProven: open,
    postAuthorized: post,
    ...own,
  })
  const kernel = fakeKernel({ operations: { calls }, ...ownKernel })
  const wallets = fakeWallets({ connect: async () => connection, ...ownWallets })
  const message = () =>
    (isEthereum ? (parts: typeof PARTS) => siweMessage(parts, 1) : siwsMessage)({
      ...PARTS,
      address: isEthereum ? ADDRESS : SOLANA_ADDRESS,
    })
  return {
    kernel,
    calls,
    wallets,
    connection,
    authenticate,
    addAccount,
    requireNonce,
    posted,
    message,
    wallet,
  }
}
const PARTS = {
  origin: 'https://shop.example',
  address: ADDRESS,
  nonce: NONCE,
  // Not by the device's clock.
  issuedAt: issuedAt(OPENED.expires_at),
  resource: 'http://localhost:3000/apps/app_demo',
}

async function logIn(own: Scene = {}) {
  const it = scene(own)
  const flow = startWalletLogin(it.kernel, it.wallets, false)
  flow.send({ type: 'choose', chosen: chosen(it.wallet) })
  await settle()
  return { ...it, flow }
}

describe('an Ethereum wallet', () => {
  it('signs the message of the pinned site, and logs in', async () => {
    const { flow, connection, authenticate, wallets, kernel, message, posted } = await logIn()
    expect(flow.get()).toMatchObject({ status: 'done', result: loginResult })
    expect(posted).toHaveBeenCalledWith('/siwe/init', {
      address: ADDRESS,
      purpose: 'login',
      token: undefined,
    })
    const hex = `0x${hexText(new TextEncoder().encode(message()))}`
    expect(connection.asked).toEqual([
      { verb: 'personal_sign', argument: { address: ADDRESS, message: hex } },
    ])
    expect(authenticate.mock.calls[0]?.slice(0, 3)).toEqual([
      '/siwe/authenticate',
      {
        message: message(),
        signature: SIGNATURE,
        chainId: 'eip155:1',
        walletClientType: 'metamask',
        connectorType: 'injected',
        mode: 'login-or-sign-up',
      },
      { method: 'siwe' },
    ])
    expect(wallets.kept).toEqual([connection])
    expect(kernel.flows.map(({ flow, status }) => `${flow} ${status}`)).toEqual(
      ['initial', 'generating-message', 'awaiting-signature', 'submitting-signature', 'done'].map(
        it => `siwe ${it}`,
      ),
    )
  })

  it('is not asked to sign for a nonce that the signer did not make for this device and address', async () => {
    const requireNonce = vi.fn<Calls['requireNonce']>(async () => {
      throw clientError('unknown_auth_error', 'Not by the signer.')
    })
    const { flow, connection } = await logIn({ calls: { requireNonce } })
    const device = 'd'.repeat(43)
    const issued = { kind: 'sign-in-nonce', device, method: 'siwe', address: ADDRESS, purpose: 'login' }
    expect(requireNonce).toHaveBeenCalledWith(
      { ...issued, userId: null, nonce: NONCE, expiresAt: OPENED.expires_at },
      OPENED.signature,
    )
    expect(connection.asked).toEqual([])
    expect(flow.get()).toMatchObject({ status: 'error', failure: { code: 'unknown_auth_error' } })
  })

  it('is asked to go to a chain of the app, and signs for the default one when it does not', async () => {
    const wallet_switchEthereumChain = () => Promise.reject(refused())
    const personal_sign = () => ({ signature: SIGNATURE })
    const { connection, authenticate } = await logIn({
      chainId: 424_242,
      answers: { wallet_switchEthereumChain, personal_sign },
    })
    expect(connection.asked.map(({ verb }) => verb)).toEqual(['wallet_switchEthereumChain', 'personal_sign'])
    expect(authenticate.mock.calls[0]?.[1]).toMatchObject({ chainId: 'eip155:1' })
  })

  it('that declines may be asked again, and the page is told', async () => {
    let answer: () => unknown = () => Promise.reject(refused())
    const { flow, kernel } = await logIn({ answers: { personal_sign: () => answer() } })
    expect(flow.get()).toMatchObject({ status: 'error', failure: { code: 'user_rejected' } })
    expect(kernel.flows.at(-1)).toEqual({
      flow: 'siwe',
      status: 'error',
      error: {
        ...{ type: 'connector_error', code: 'user_rejected', message: 'You declined this in MetaMask.' },
        data: { eipCode: 4001, retryable: true },
      },
    })
    answer = () => ({ signature: SIGNATURE })
    flow.send({ type: 'retry' })
    await settle()
    expect(flow.get().status).toBe('done')
  })

  it('that goes to another account midway signs nothing, and then signs for that one', async () => {
    const { flow, connection, authenticate } = await logIn({ answers: { personal_sign: never } })
    connection.tell({ type: 'accounts', accounts: [OTHER_ADDRESS] })
    expect(flow.get()).toMatchObject({
      status: 'error',
      reached: { address: OTHER_ADDRESS },
      failure: { message: en['ownWallet.switched'] },
    })
    expect(authenticate).not.toHaveBeenCalled()
    flow.send({ type: 'retry' })
    await settle()
    expect(connection.asked.at(-1)?.argument).toMatchObject({ address: OTHER_ADDRESS })
  })

  it('that goes away midway leaves a clear state', async () => {
    const { flow, connection } = await logIn({ answers: { personal_sign: never } })
    connection.tell({ type: 'disconnect' })
    expect(flow.get()).toMatchObject({ status: 'error', reached: null })
  })

  it('answers nobody after the person left, and is let go of', async () => {
    let answer = (_signed: unknown) => {}
    const personal_sign = () => new Promise(resolve => (answer = resolve))
    const { flow, connection, authenticate, kernel } = await logIn({ answers: { personal_sign } })
    flow.stop()
    answer({ signature: SIGNATURE })
    await settle()
    expect(authenticate).not.toHaveBeenCalled()
    expect(connection.isEnded).toBe(true)
    expect(kernel.flows.at(-1)?.status).toBe('initial')
  })

  it('that connects after the person left is let go of', async () => {
    const connection = fakeConnection()
    let connect = (_: typeof connection) => {}
    const waits = new Promise<typeof connection>(resolve => (connect = resolve))
    const { flow } = await logIn({ wallets: { connect: () => waits } })
    flow.send({ type: 'back' })
    connect(connection)
    await settle()
    expect(connection.isEnded).toBe(true)
    expect(flow.get()).toMatchObject({ status: 'initial', step: 'choosing' })
  })

  it('that was connected before stays so when its login is left', async () => {
    const connection = fakeConnection({ answers: { personal_sign: never } })
    const { kernel, wallets } = scene()
    const flow = startWalletLogin(kernel, wallets, false)
    flow.send({
      type: 'choose',
      chosen: { ...chosen(), line: { type: 'connected', wallet: held(connection) } },
    })
    await settle()
    expect(flow.get().status).toBe('awaiting-signature')
    flow.stop()
    expect(connection.isEnded).toBe(false)
  })
})

describe('a Solana wallet', () => {
  const wallet = relayed({ name: 'Phantom', chainType: 'solana', verbs: [] })
  const bytes = (text: string) => new TextEncoder().encode(text)
  const signature = new Uint8Array(64).fill(7)
  const proof = { signature: `${'BwcH'.repeat(21)}Bw==`, connectorType: 'solana_adapter' }

  it('signs in by its own request for that, where it has one', async () => {
    const signIn = () => ({ address: SOLANA_ADDRESS, signedMessage: bytes(text()), signature })
    const text = () => siwsMessage({ ...PARTS, address: SOLANA_ADDRESS })
    const { flow, authenticate } = await logIn({ wallet, answers: { 'solana:signIn': signIn } })
    expect(flow.get().status).toBe('done')
    expect(authenticate.mock.calls[0]?.[0]).toBe('/siws/authenticate')
    expect(authenticate.mock.calls[0]?.[1]).toMatchObject({
      message: text(),
      message_type: 'plain',
      ...proof,
    })
  })

  it('that writes another message than the one asked for has signed nothing, and is asked for plain text next', async () => {
    const signIn = () => ({ address: SOLANA_ADDRESS, signedMessage: bytes('evil.example wants'), signature })
    const signMessage = ({ message }: { message: Uint8Array }) => ({ signedMessage: message, signature })
    const answers = { 'solana:signIn': signIn, 'solana:signMessage': signMessage }
    const { flow, connection, authenticate } = await logIn({ wallet, answers })
    expect(flow.get()).toMatchObject({
      status: 'error',
      manner: 'plain',
      failure: { code: 'unable_to_sign' },
    })
    expect(authenticate).not.toHaveBeenCalled()
    flow.send({ type: 'retry' })
    await settle()
    expect(connection.asked.map(({ verb }) => verb)).toEqual(['solana:signIn', 'solana:signMessage'])
    expect(flow.get().status).toBe('done')
  })

  it('that signs in another account than its own has signed nothing', async () => {
    const other = '7v91N7iZ9mNicL8WfG6cgSCKyRXydQjLh6UYBWwm6y1Q'
    const text = () => siwsMessage({ ...PARTS, address: SOLANA_ADDRESS })
    const signIn = () => ({ address: other, signedMessage: bytes(text()), signature })
    const { flow, authenticate } = await logIn({ wallet, answers: { 'solana:signIn': signIn } })
    expect(flow.get().status).toBe('error')
    expect(authenticate).not.toHaveBeenCalled()
  })

  it('that refuses plain text signs the off-chain envelope at the next try', async () => {
    const envelope = () =>
      offchainMessage(PARTS.origin, SOLANA_ADDRESS, siwsMessage({ ...PARTS, address: SOLANA_ADDRESS }))
    const signMessage = ({ message }: { message: Uint8Array }) => {
      if (message[0] === 0xff) return { signedMessage: message, signature }
      throw new VitrineError({ type: 'connector_error', code: 'unable_to_sign', message: 'No.' })
    }
    const { flow, authenticate } = await logIn({ wallet, answers: { 'solana:signMessage': signMessage } })
    expect(flow.get()).toMatchObject({ status: 'error', manner: 'offchain-message' })
    flow.send({ type: 'retry' })
    await settle()
    const message = Buffer.from(envelope()).toString('base64')
    expect(authenticate.mock.calls[0]?.[1]).toMatchObject({ message, message_type: 'offchain-message' })
  })

  it('of hardware signs a transaction that does nothing', async () => {
    const signTransaction = ({ transaction }: { transaction: Uint8Array }) => {
      const signedTransaction = Uint8Array.from(transaction)
      signedTransaction.set(signature, 1)
      return { signedTransaction }
    }
    const answers = { 'solana:signMessage': never, 'solana:signTransaction': signTransaction }
    const { flow, authenticate } = await logIn({ wallet, answers })
    flow.send({ type: 'retry', manner: 'transaction' })
    // The code that writes transactions comes with the first one.
    await vi.waitFor(() => expect(flow.get().status).toBe('done'))
    expect(authenticate.mock.calls[0]?.[1]).toMatchObject({ ...proof, message_type: 'transaction' })
  })

  it('that can sign nothing at all is told so before it is asked', async () => {
    const { flow, posted } = await logIn({ wallet })
    expect(flow.get()).toMatchObject({ status: 'error', failure: { code: 'unsupported_wallet_type' } })
    expect(posted).not.toHaveBeenCalled()
  })
})

it('shows the code of a phone, and the next one when that is void', async () => {
  let asked: PairingOptions | undefined
  const pair = (options: PairingOptions) => {
    asked = options
    return never()
  }
  const { kernel, wallets } = scene({ wallets: { pair } })
  const flow = startWalletLogin(kernel, wallets, false)
  flow.send({
    type: 'choose',
    chosen: { ...chosen(), line: { type: 'pairing', chainType: 'ethereum', hasLinks: true } },
  })
  await settle()
  asked?.onUri('wc:1')
  expect(flow.get()).toMatchObject({ step: 'connecting', uri: 'wc:1' })
  asked?.onReset?.()
  expect(flow.get()).toMatchObject({ uri: null, wasReset: true })
  flow.send({ type: 'back' })
  asked?.onUri('wc:2')
  expect(flow.get()).toMatchObject({ step: 'choosing' })
  expect(asked?.signal.aborted).toBe(true)
})

it('a wallet is added when the person confirms it, for the user who is logged in', async () => {
  const { kernel, wallets, addAccount, posted, requireNonce, calls } = scene()
  kernel.setSession({ status: 'authenticated', user, wallets: [] })
  const flow = startWalletLink(
    kernel,
    wallets,
    createStepUp(calls, { purpose: 'link', isFromAccount: false }),
  )
  flow.send({ type: 'choose', chosen: chosen() })
  await settle()
  expect(flow.get()).toMatchObject({ status: 'initial', step: 'confirming', reached: { address: ADDRESS } })
  expect(posted).not.toHaveBeenCalled()
  flow.send({ type: 'confirm' })
  await settle()
  expect(flow.get()).toMatchObject({ status: 'done', result: user })
  expect(posted.mock.calls[0]?.[1]).toMatchObject({ purpose: 'link' })
  expect(requireNonce.mock.calls[0]?.[0]).toMatchObject({ purpose: 'link', userId: user.id })
  expect(addAccount.mock.calls[0]?.[0]).toBe('/siwe/link')
})

it('a smart wallet is added by a call of its own, with what the page says it is', async () => {
  const { kernel, wallets, addAccount, calls } = scene()
  kernel.setSession({ status: 'authenticated', user, wallets: [] })
  const stepUp = createStepUp(calls, { purpose: 'link', isFromAccount: false })
  const prove = vi.fn<StepUp['prove']>(async () => ({ step_up: 'proof' }))
  const change = vi.spyOn(stepUp, 'change')
  const flow = startWalletLink(kernel, wallets, { ...stepUp, prove }, { type: 'safe', version: '1.4.1' })
  flow.send({ type: 'choose', chosen: chosen() })
  await settle()
  flow.send({ type: 'confirm' })
  await settle()
  expect(flow.get()).toMatchObject({ status: 'done', result: user })
  // The proof is for this kind of account, and no other can be added with it.
  expect(prove.mock.calls[0]?.[0]).toEqual({ type: 'smart_wallet' })
  expect(change.mock.calls[0]?.[0]).toEqual({ type: 'smart_wallet' })
  expect(addAccount.mock.calls[0]?.slice(0, 3)).toEqual([
    '/siwe/link_smart_wallet',
    {
      message: expect.stringContaining(ADDRESS),
      signature: SIGNATURE,
      smart_wallet_type: 'safe',
      smart_wallet_version: '1.4.1',
    },
    { purpose: 'link', way: { method: 'siwe' } },
  ])
})

const externalAccount = (address: string): User['linkedAccounts'][number] => ({
  ...{ type: 'wallet', address, chainType: 'ethereum', walletIndex: null, imported: false, delegated: false },
  ...{ firstVerifiedAt: new Date(0), latestVerifiedAt: new Date(0) },
})

it('a wallet that the user has no room for is neither asked to sign nor paid for with a code; their own is', async () => {
  const linkedWith = async (addresses: readonly string[], max: number | null) => {
    const it = scene({ kernel: { app: { max_linked_wallets_per_user: max } } })
    const linkedAccounts = [...user.linkedAccounts, ...addresses.map(externalAccount)]
    it.kernel.setSession({ status: 'authenticated', user: { ...user, linkedAccounts }, wallets: [] })
    const prove = vi.fn<StepUp['prove']>(async () => ({}))
    const stepUp = createStepUp(it.calls, { purpose: 'link', isFromAccount: false })
    const flow = startWalletLink(it.kernel, it.wallets, { ...stepUp, prove })
    flow.send({ type: 'choose', chosen: chosen() })
    await settle()
    flow.send({ type: 'confirm' })
    await settle()
    return { state: flow.get(), prove, asked: it.connection.asked }
  }
  const full = await linkedWith([OTHER_ADDRESS], 1)
  expect(full.state).toMatchObject({ status: 'error', failure: { code: 'cannot_link_more_of_type' } })
  expect([full.prove.mock.calls, full.asked]).toEqual([[], []])
  expect((await linkedWith([ADDRESS], 1)).state.status).toBe('done')
  expect((await linkedWith([OTHER_ADDRESS], 2)).state.status).toBe('done')
  expect((await linkedWith([OTHER_ADDRESS], null)).state.status).toBe('done')
})

it('connecting asks for no signature, and tells nothing of a login', async () => {
  const { kernel, wallets, connection, posted } = scene()
  const flow = startWalletConnect(kernel, wallets)
  flow.send({ type: 'choose', chosen: chosen() })
  await settle()
  expect(flow.get()).toMatchObject({ status: 'done', result: { connection, address: ADDRESS } })
  flow.stop()
  expect(connection.isEnded).toBe(false)
  expect([connection.asked, kernel.flows, posted.mock.calls]).toEqual([[], [], []])
})
