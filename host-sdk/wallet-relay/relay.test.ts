// @vitest-environment jsdom
import { verify } from 'node:crypto'
import type { RelayCall } from '@vitrine/shared/bridge/wallet-relay.ts'
import { verifyMessage, verifyTypedData } from 'viem'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { announce, clearPage, ethereumWallet, info, register, solanaWallet } from './testing/fake-wallets.ts'
import { closeAll, open } from './testing/opened.ts'

const HUGE = 'x'.repeat(10_000_000)
const NOBODY = `0x${'1'.repeat(40)}`

afterEach(() => {
  closeAll()
  clearPage()
  vi.useRealTimers()
})

/** A relay with one Ethereum wallet. */
async function withEthereum() {
  const wallet = ethereumWallet()
  announce({ info: info('Alpha'), provider: wallet.provider })
  const relay = open()
  return { ...wallet, relay, handle: await relay.find('Alpha') }
}

/** A relay with one Solana wallet. */
async function withSolana(features: Record<string, unknown> = {}) {
  const wallet = solanaWallet('Beta', features)
  register(wallet.wallet)
  const relay = open()
  return { ...wallet, relay, handle: await relay.find('Beta') }
}

describe('an Ethereum wallet', () => {
  it('is connected by asking its person, and silently by asking nobody', async () => {
    const { relay, handle, address, asked } = await withEthereum()
    expect(await relay.ask({ verb: 'connect', handle, isSilent: false })).toEqual({
      accounts: [address],
      chainId: 1,
    })
    expect(await relay.ask({ verb: 'connect', handle, isSilent: true })).toEqual({
      accounts: [address],
      chainId: 1,
    })
    expect(await relay.ask({ verb: 'accounts', handle })).toEqual({ accounts: [address], chainId: 1 })
    expect(asked.map(({ method }) => method)).toEqual([
      'eth_requestAccounts',
      'eth_chainId',
      'eth_accounts',
      'eth_chainId',
      'eth_accounts',
      'eth_chainId',
    ])
  })

  it('signs messages and typed data with its key', async () => {
    const { relay, handle, address } = await withEthereum()
    const message = '0x48656c6c6f'
    const { signature } = await relay.ask({ verb: 'personal_sign', handle, address, message })
    expect(
      await verifyMessage({ address, message: { raw: message }, signature: signature as `0x${string}` }),
    ).toBe(true)
    const typed = {
      domain: { name: 'Shop' },
      types: { Mail: [{ name: 'to', type: 'string' }] },
      primaryType: 'Mail',
      message: { to: 'Ada' },
    } as const
    const signed = await relay.ask({
      verb: 'eth_signTypedData_v4',
      handle,
      address,
      typedData: JSON.stringify(typed),
    })
    expect(await verifyTypedData({ address, ...typed, signature: signed.signature as `0x${string}` })).toBe(
      true,
    )
  })

  it('is asked with the parameters in their order', async () => {
    const { relay, handle, address, asked } = await withEthereum()
    const transaction = { from: address, to: NOBODY, value: '0x1' }
    const chain = {
      chainId: '0xa',
      chainName: 'Ten',
      nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
      rpcUrls: ['https://ten.example'],
    }
    await relay.ask({ verb: 'personal_sign', handle, address, message: '0x00' })
    await relay.ask({ verb: 'eth_sendTransaction', handle, transaction })
    await relay.ask({ verb: 'wallet_switchEthereumChain', handle, chainId: 8453 })
    await relay.ask({ verb: 'wallet_addEthereumChain', handle, chain })
    expect(asked).toEqual([
      { method: 'personal_sign', params: ['0x00', address] },
      { method: 'eth_sendTransaction', params: [transaction] },
      { method: 'wallet_switchEthereumChain', params: [{ chainId: '0x2105' }] },
      { method: 'wallet_addEthereumChain', params: [chain] },
    ])
  })

  it('that does not say its chain is connected without', async () => {
    const { relay, handle, answers } = await withEthereum()
    answers.eth_chainId = () => new Promise(() => {})
    vi.useFakeTimers()
    const connected = relay.ask({ verb: 'connect', handle, isSilent: false })
    await vi.advanceTimersByTimeAsync(2_000)
    expect(await connected).toMatchObject({ chainId: null })
  })

  it.each([
    ['0xa', 10],
    ['10', 10],
    [10, 10],
    [10n, 10],
    ['0x', null],
    [-1, null],
    ['ten', null],
    [HUGE, null],
    [{}, null],
    [2 ** 60, null],
  ])('says its chain as %#', async (given, chainId) => {
    const { relay, handle, answers } = await withEthereum()
    answers.eth_chainId = () => given
    expect(await relay.ask({ verb: 'accounts', handle })).toMatchObject({ chainId })
  })

  it('is left without a word to it, and keeps what its person permitted', async () => {
    const { relay, handle, asked, listeners } = await withEthereum()
    await relay.ask({ verb: 'connect', handle, isSilent: false })
    expect(listeners()).toBe(3)
    const before = asked.length
    expect(await relay.ask({ verb: 'disconnect', handle })).toBeNull()
    expect([asked.length, listeners()]).toEqual([before, 0])
  })
})

describe('a Solana wallet', () => {
  const chain = 'solana:devnet'

  it('is connected by asking its person, and silently by asking nobody', async () => {
    const { relay, handle, address, asked } = await withSolana()
    expect(await relay.ask({ verb: 'connect', handle, isSilent: false })).toEqual({
      accounts: [address],
      chainId: null,
    })
    await relay.ask({ verb: 'connect', handle, isSilent: true })
    expect(asked).toEqual([
      { feature: 'connect', input: undefined },
      { feature: 'connect', input: { silent: true } },
    ])
  })

  it('signs with its key: messages, transactions, and its person in', async () => {
    const { relay, handle, address, account, publicKey, asked } = await withSolana()
    const input = {
      domain: 'shop.example',
      statement: 'Log in',
      uri: 'https://shop.example',
      version: '1',
      chainId: 'mainnet',
      nonce: 'abc',
      issuedAt: '2026-01-01T00:00:00Z',
      resources: [],
    } as const
    const signedIn = await relay.ask({ verb: 'solana:signIn', handle, input })
    expect(signedIn.address).toBe(address)
    expect(verify(null, signedIn.signedMessage, publicKey, signedIn.signature)).toBe(true)
    const message = new Uint8Array([1, 2, 3])
    const signed = await relay.ask({ verb: 'solana:signMessage', handle, address, message })
    expect(verify(null, message, publicKey, signed.signature)).toBe(true)
    const transaction = new Uint8Array([4, 5, 6])
    expect(await relay.ask({ verb: 'solana:signTransaction', handle, address, transaction, chain })).toEqual({
      signedTransaction: transaction,
    })
    const sent = await relay.ask({
      verb: 'solana:signAndSendTransaction',
      handle,
      address,
      transaction,
      chain,
    })
    expect(verify(null, transaction, publicKey, sent.signature)).toBe(true)
    // Its own object: wallets know accounts by identity.
    expect(asked.at(-1)?.input).toEqual({ account, transaction, chain })
    expect(Object(asked.at(-1)?.input).account).toBe(account)
  })

  it.each(['solana:signMessage', 'solana:signTransaction', 'solana:signAndSendTransaction'] as const)(
    '%s is refused for an account that it has not',
    async verb => {
      const { relay, handle } = await withSolana()
      await relay.ask({ verb: 'connect', handle, isSilent: false })
      const address = solanaWallet('Other').address
      const call = {
        verb,
        handle,
        address,
        message: new Uint8Array(1),
        transaction: new Uint8Array(1),
        chain,
      }
      expect(await relay.fail(call as RelayCall)).toMatchObject({ code: 4100 })
    },
  )

  it('shows of its accounts those of Solana', async () => {
    const { relay, handle, account, address, change } = await withSolana()
    change([
      { address: NOBODY, chains: ['eip155:1'] },
      { ...account, chains: ['sui:mainnet'] },
      account,
      account,
      { ...account, address: 'no' },
    ])
    expect(await relay.ask({ verb: 'accounts', handle })).toEqual({ accounts: [address], chainId: null })
  })

  it('is left by its own feature, and what it says of that is no news', async () => {
    const { relay, handle, asked, listeners } = await withSolana()
    await relay.ask({ verb: 'connect', handle, isSilent: false })
    await relay.ask({ verb: 'disconnect', handle })
    expect([asked.at(-1)?.feature, listeners(), relay.events]).toEqual(['disconnect', 0, []])
  })

  it.each([
    [
      'throws',
      () => {
        throw new Error('No.')
      },
    ],
    ['never answers', () => new Promise(() => {})],
  ])('that %s is left all the same', async (_name, disconnect) => {
    const { relay, handle } = await withSolana({ 'standard:disconnect': { disconnect } })
    vi.useFakeTimers()
    const left = relay.ask({ verb: 'disconnect', handle })
    await vi.advanceTimersByTimeAsync(2_000)
    expect(await left).toBeNull()
  })
})

describe('only what the verbs name', () => {
  it.each([
    'eth_sign',
    'eth_requestAccounts',
    'wallet_revokePermissions',
    'constructor',
    '__proto__',
    'solana:signIn',
  ])('%s does not reach an Ethereum wallet', async verb => {
    const { relay, handle, asked } = await withEthereum()
    expect(await relay.fail({ verb, handle } as unknown as RelayCall)).toMatchObject({
      code: 4200,
      reason: 'unsupported',
    })
    expect(asked).toEqual([])
  })

  it.each(['personal_sign', 'signMessage', 'standard:connect', 'solana:signOffchain', 'toString'])(
    '%s does not reach a Solana wallet',
    async verb => {
      const { relay, handle, asked } = await withSolana()
      expect(await relay.fail({ verb, handle } as unknown as RelayCall)).toMatchObject({
        code: 4200,
        reason: 'unsupported',
      })
      expect(asked).toEqual([])
    },
  )

  it('a feature that the wallet has not is refused', async () => {
    const { relay, handle } = await withSolana({ 'solana:signIn': undefined })
    expect(await relay.fail({ verb: 'solana:signIn', handle, input: {} } as RelayCall)).toMatchObject({
      code: 4200,
      reason: 'unsupported',
    })
  })

  it.each([undefined, null, 'text', 7, {}, { verb: 'connect' }])('%j is answered', async call => {
    expect(await open().fail(call as unknown as RelayCall)).toHaveProperty('message')
  })
})

describe('answers', () => {
  const address = NOBODY
  const odd = [null, undefined, 7, '', '0x', '0xzz', HUGE, {}, [`0x${'ab'.repeat(65)}`], () => '0x00']

  it.each(odd.map(it => [it]))('that are none of a signature or hash are told as that (%#)', async given => {
    const { relay, handle, answers } = await withEthereum()
    for (const name of ['personal_sign', 'eth_signTypedData_v4', 'eth_sendTransaction'])
      answers[name] = () => given
    for (const call of [
      { verb: 'personal_sign', handle, address, message: '0x00' },
      { verb: 'eth_signTypedData_v4', handle, address, typedData: '{}' },
      { verb: 'eth_sendTransaction', handle, transaction: { from: address } },
    ] as const)
      expect(await relay.fail(call)).toMatchObject({ code: null, reason: 'answer' })
  })

  it.each([null, 'text', 7, [], [7, {}, HUGE, '0x1'], { length: 1e9 }])(
    'that have no account are no connection (%#)',
    async given => {
      const { relay, handle, answers, listeners } = await withEthereum()
      answers.eth_requestAccounts = () => given
      answers.eth_accounts = () => given
      expect(await relay.fail({ verb: 'connect', handle, isSilent: false })).toMatchObject({
        reason: 'answer',
      })
      expect(await relay.ask({ verb: 'connect', handle, isSilent: true })).toMatchObject({ accounts: [] })
      expect(listeners()).toBe(0)
    },
  )

  it('of accounts are bounded, and each is there once', async () => {
    const { relay, handle, answers } = await withEthereum()
    answers.eth_accounts = () => [
      NOBODY,
      7,
      NOBODY,
      ...Array.from({ length: 10_000 }, (_, index) => `0x${index.toString(16).padStart(40, '0')}`),
    ]
    const { accounts } = await relay.ask({ verb: 'accounts', handle })
    expect([accounts[0], accounts.length, new Set(accounts).size]).toEqual([NOBODY, 62, 62])
  })

  it.each(
    [
      null,
      [],
      [null],
      [{}],
      [{ signedMessage: 'text', signature: 'text' }],
      [{ signedMessage: [1], signature: [1] }],
      [{ signedMessage: new Uint8Array(70_000), signature: new Uint8Array(64) }],
      [{ signedMessage: new Uint8Array(0), signature: new Uint8Array(64) }],
      [{ signedMessage: new DataView(new ArrayBuffer(3)), signature: new Uint8Array(64) }],
      [
        {
          signedMessage: new Uint8Array(3),
          get signature() {
            throw new Error('No.')
          },
        },
      ],
      [new Proxy(new Uint8Array(3), {})],
    ].map(it => [it]),
  )('that are no bytes are told as that (%#)', async given => {
    const feature = { signMessage: async () => given }
    const { relay, handle, address: own } = await withSolana({ 'solana:signMessage': feature })
    await relay.ask({ verb: 'connect', handle, isSilent: false })
    expect(
      await relay.fail({ verb: 'solana:signMessage', handle, address: own, message: new Uint8Array(3) }),
    ).toMatchObject({ reason: 'answer' })
  })

  it('are copies: what the wallet changes later is not what was answered, and more than the bytes does not go along', async () => {
    const behind = new Uint8Array(1_000).fill(7)
    const signature = behind.subarray(10, 74)
    const {
      relay,
      handle,
      address: own,
    } = await withSolana({
      'solana:signMessage': { signMessage: async () => [{ signedMessage: Buffer.from([1]), signature }] },
    })
    await relay.ask({ verb: 'connect', handle, isSilent: false })
    const answered = await relay.answer({
      verb: 'solana:signMessage',
      handle,
      address: own,
      message: new Uint8Array(1),
    })
    behind.fill(0)
    const value = (answered as { value: { signature: Uint8Array } }).value
    expect([value.signature[0], value.signature.buffer.byteLength]).toEqual([7, 64])
  })

  it('that come twice, or after the relay has closed, change nothing', async () => {
    const { relay, handle, provider, listeners, address: own } = await withEthereum()
    const settle: ((value: unknown) => void)[] = []
    Object.assign(provider, {
      request: ({ method }: { method: string }) => ({
        // biome-ignore lint/suspicious/noThenProperty: a wallet whose promise settles as often as it likes
        then(resolve: (value: unknown) => void, reject: (error: unknown) => void) {
          resolve(method === 'eth_chainId' ? '0x1' : [own])
          reject(new Error('And no.'))
          resolve([NOBODY])
        },
      }),
    })
    expect(await relay.ask({ verb: 'connect', handle, isSilent: false })).toMatchObject({ accounts: [own] })
    Object.assign(provider, { request: () => new Promise(resolve => settle.push(resolve)) })
    const late = relay.answer({ verb: 'connect', handle, isSilent: false })
    relay.close()
    for (const resolve of settle) resolve([own])
    await late
    expect(listeners()).toBe(0)
  })
})
