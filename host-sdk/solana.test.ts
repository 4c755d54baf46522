// @vitest-environment jsdom
import type { Wallet } from '@vitrine/shared/wallet/wallet.ts'
import type { Wallet as StandardWallet } from '@wallet-standard/base'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { createSolana } from './solana.ts'

const ADDRESSES = [
  '9B5XszUGdMaxCZ7uSQhPzdks5ZQSmWxrmzCSvtJ6Ns6g',
  'HN7cABqLq46Es1jh92dQQisAq662SmxELLLsHHe4YWrH',
]
const [FIRST = '', SECOND = ''] = ADDRESSES
const wallets = (...addresses: string[]) =>
  [
    { chainType: 'ethereum', address: '0x1' },
    ...addresses.map(address => ({ chainType: 'solana', address })),
  ] as unknown as Wallet[]

const made: { destroy(): void }[] = []
function create({ isAnnounced = false, answer = [] as unknown } = {}) {
  const send = vi.fn(async (_request: { method: string; inputs: readonly unknown[] }) => answer)
  const solana = createSolana(['solana:devnet'], { walletStandard: isAnnounced }, send)
  made.push(solana)
  return { ...solana, send, features: solana.wallet.features }
}
afterEach(() => {
  for (const solana of made.splice(0)) solana.destroy()
})

describe('registration (Wallet Standard)', () => {
  it('reaches applications that run already, and takes the wallet back at the end', () => {
    const registered: StandardWallet[] = []
    const unregister = vi.fn()
    const onRegister = ({ detail }: CustomEvent<(api: object) => void>) =>
      detail({
        register(wallet: StandardWallet) {
          registered.push(wallet)
          return unregister
        },
      })
    window.addEventListener('wallet-standard:register-wallet', onRegister as EventListener)
    const { wallet, destroy } = create({ isAnnounced: true })
    window.removeEventListener('wallet-standard:register-wallet', onRegister as EventListener)
    expect(registered).toEqual([wallet])
    destroy()
    expect(unregister).toHaveBeenCalledOnce()
  })

  it('reaches applications that start later, and no more after the end', () => {
    const { wallet, destroy } = create({ isAnnounced: true })
    const register = vi.fn(() => () => {})
    const start = () =>
      window.dispatchEvent(new CustomEvent('wallet-standard:app-ready', { detail: { register } }))
    start()
    expect(register).toHaveBeenCalledExactlyOnceWith(wallet)
    destroy()
    start()
    expect(register).toHaveBeenCalledOnce()
  })

  it('is left out when it is turned off', () => {
    const register = vi.fn(() => () => {})
    create({ isAnnounced: false })
    window.dispatchEvent(new CustomEvent('wallet-standard:app-ready', { detail: { register } }))
    expect(register).not.toHaveBeenCalled()
  })
})

it('has the standard’s shape, and cannot be changed by other scripts', () => {
  const { wallet } = create()
  expect(wallet).toMatchObject({
    version: '1.0.0',
    name: 'Vitrine',
    icon: expect.stringMatching(/^data:image\/svg\+xml;base64,[A-Za-z0-9+/]+=*$/),
    chains: ['solana:devnet'],
    accounts: [],
  })
  expect(Object.keys(wallet.features)).toEqual([
    'standard:connect',
    'standard:disconnect',
    'standard:events',
    'solana:signMessage',
    'solana:signTransaction',
    'solana:signAndSendTransaction',
    'solana:signIn',
  ])
  expect(wallet.features['solana:signTransaction'].supportedTransactionVersions).toEqual(['legacy', 0, 1])
  expect(Object.isFrozen(wallet)).toBe(true)
  expect(Object.isFrozen(wallet.features)).toBe(true)
})

describe('accounts', () => {
  it('are the user’s Solana wallets; a change is told once, and unchanged accounts stay the same objects', () => {
    const { wallet, setWallets, features } = create()
    const onChange = vi.fn()
    features['standard:events'].on('change', onChange)
    setWallets(wallets(FIRST))
    const [account] = wallet.accounts
    expect(account).toMatchObject({ address: FIRST, chains: ['solana:devnet'] })
    expect(account?.publicKey).toHaveLength(32)
    setWallets(wallets(FIRST))
    expect(onChange).toHaveBeenCalledOnce()
    setWallets(wallets(FIRST, SECOND))
    expect(wallet.accounts[0]).toBe(account)
    expect(onChange).toHaveBeenCalledTimes(2)
    setWallets(wallets())
    expect(wallet.accounts).toEqual([])
  })

  it('are gone after disconnect until the page connects again, aloud', async () => {
    const { wallet, setWallets, features } = create({ answer: [FIRST] })
    setWallets(wallets(FIRST))
    await features['standard:disconnect'].disconnect()
    expect(wallet.accounts).toEqual([])
    setWallets(wallets(FIRST))
    expect(wallet.accounts).toEqual([])
    await features['standard:connect'].connect({ silent: true })
    expect(wallet.accounts).toEqual([])
    const { accounts } = await features['standard:connect'].connect()
    expect(accounts).toEqual(wallet.accounts)
    expect(accounts).toMatchObject([{ address: FIRST }])
  })
})

describe('calls', () => {
  it('name the account by address and copy bytes out of the buffer that they lie in', async () => {
    const { wallet, setWallets, features, send } = create({
      answer: [{ signedTransaction: new Uint8Array(1) }],
    })
    setWallets(wallets(FIRST))
    const [account] = wallet.accounts
    if (!account) throw new Error('No account')
    const transaction = new Uint8Array([9, 1, 2, 9]).subarray(1, 3)
    const input = { account, transaction, chain: 'solana:devnet' }
    await features['solana:signTransaction'].signTransaction(input, input)
    const [sent] = send.mock.calls[0] ?? []
    expect(sent).toEqual({
      method: 'signTransaction',
      inputs: Array(2).fill({ address: FIRST, transaction: new Uint8Array([1, 2]), chain: 'solana:devnet' }),
    })
    const copied = sent?.inputs[0] as { transaction: Uint8Array } | undefined
    expect(copied?.transaction.buffer.byteLength).toBe(2)
  })

  it('signIn takes no input too, and answers with the account', async () => {
    const output = { signedMessage: new Uint8Array(1), signature: new Uint8Array(64) }
    const { wallet, setWallets, features, send } = create({ answer: [{ address: FIRST, ...output }] })
    setWallets(wallets(FIRST))
    await expect(features['solana:signIn'].signIn()).resolves.toEqual([
      { account: wallet.accounts[0], ...output, signatureType: 'ed25519' },
    ])
    expect(send).toHaveBeenCalledExactlyOnceWith({ method: 'signIn', inputs: [{}] })
  })
})
