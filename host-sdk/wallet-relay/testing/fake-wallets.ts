import { createPrivateKey, createPublicKey, generateKeyPairSync, sign } from 'node:crypto'
import { base58 } from '@scure/base'
import { hexToBigInt } from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'

type Listener = (payload: unknown) => void
interface Request {
  readonly method: string
  readonly params?: readonly unknown[]
}

/** An injected Ethereum wallet with a key of its own, which says yes to everything. */
export function ethereumWallet() {
  const account = privateKeyToAccount(generatePrivateKey())
  const listeners = new Map<string, Set<Listener>>()
  const asked: Request[] = []
  let chainId = 1n
  const answers: Record<string, (params: readonly unknown[]) => unknown> = {
    eth_requestAccounts: () => [account.address],
    eth_accounts: () => [account.address],
    eth_chainId: () => `0x${chainId.toString(16)}`,
    personal_sign: ([message]) => account.signMessage({ message: { raw: message as `0x${string}` } }),
    eth_signTypedData_v4: ([, typedData]) => account.signTypedData(JSON.parse(typedData as string)),
    eth_sendTransaction: () => `0x${'ab'.repeat(32)}`,
    wallet_addEthereumChain: () => null,
    wallet_switchEthereumChain([chain]) {
      chainId = hexToBigInt((chain as { chainId: `0x${string}` }).chainId)
      return null
    },
  }
  const provider = {
    async request({ method, params = [] }: Request) {
      asked.push({ method, params })
      return answers[method]?.(params)
    },
    on(event: string, listener: Listener) {
      listeners.set(event, new Set(listeners.get(event)).add(listener))
    },
    removeListener(event: string, listener: Listener) {
      listeners.get(event)?.delete(listener)
    },
  }
  return {
    address: account.address,
    provider,
    asked,
    answers,
    listeners: () => [...listeners.values()].reduce((sum, { size }) => sum + size, 0),
    emit(event: string, payload: unknown) {
      for (const listener of listeners.get(event) ?? []) listener(payload)
    },
  }
}

const announcers: (() => void)[] = []

/** Announces by EIP-6963 now and whenever somebody asks. */
export function announce(detail: unknown) {
  const tell = () => dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail }))
  addEventListener('eip6963:requestProvider', tell)
  announcers.push(() => removeEventListener('eip6963:requestProvider', tell))
  tell()
}

export const info = (name: unknown, rest: object = {}) => ({
  uuid: crypto.randomUUID(),
  name,
  rdns: `example.${name}`.toLowerCase().replaceAll(' ', '-'),
  icon: 'data:image/svg+xml,<svg/>',
  ...rest,
})

/** A Wallet Standard wallet with an ed25519 key, all features, and what a test puts in the place of some. */
export function solanaWallet(name: string, features: Record<string, unknown> = {}) {
  const { privateKey } = generateKeyPairSync('ed25519')
  const spki = createPublicKey(createPrivateKey(privateKey.export({ type: 'pkcs8', format: 'pem' })))
  const publicKey = new Uint8Array(spki.export({ type: 'spki', format: 'der' }).subarray(-32))
  const address = base58.encode(publicKey)
  const account = { address, publicKey, chains: ['solana:mainnet', 'solana:devnet'], features: [] }
  const changes = new Set<Listener>()
  const asked: { readonly feature: string; readonly input: unknown }[] = []
  const signBytes = (bytes: Uint8Array) => new Uint8Array(sign(null, bytes, privateKey))
  const feature = (method: string, work: (input: Record<string, unknown>) => object) => ({
    version: '1.0.0',
    async [method](input: Record<string, unknown>) {
      asked.push({ feature: method, input })
      return [work(input)]
    },
  })
  const wallet = {
    version: '1.0.0',
    name,
    icon: 'data:image/png;base64,AAAA',
    chains: ['solana:mainnet', 'solana:devnet'],
    accounts: [] as unknown[],
    features: {
      'standard:connect': {
        async connect(input?: unknown) {
          asked.push({ feature: 'connect', input })
          wallet.accounts = [account]
          return { accounts: wallet.accounts }
        },
      },
      'standard:disconnect': {
        async disconnect() {
          asked.push({ feature: 'disconnect', input: undefined })
          wallet.accounts = []
          for (const change of changes) change({ accounts: [] })
        },
      },
      'standard:events': {
        on(_event: string, listener: Listener) {
          changes.add(listener)
          return () => changes.delete(listener)
        },
      },
      'solana:signIn': feature('signIn', input => {
        wallet.accounts = [account]
        const signedMessage = new TextEncoder().encode(JSON.stringify(input))
        return { account, signedMessage, signature: signBytes(signedMessage), signatureType: 'ed25519' }
      }),
      'solana:signMessage': feature('signMessage', ({ message }) => ({
        signedMessage: message,
        signature: signBytes(message as Uint8Array),
      })),
      'solana:signTransaction': feature('signTransaction', ({ transaction }) => ({
        signedTransaction: transaction,
      })),
      'solana:signAndSendTransaction': feature('signAndSendTransaction', ({ transaction }) => ({
        signature: signBytes(transaction as Uint8Array),
      })),
      ...features,
    } as Record<string, unknown>,
  }
  return {
    address,
    account,
    publicKey: spki,
    wallet,
    asked,
    listeners: () => changes.size,
    change(accounts: readonly unknown[]) {
      wallet.accounts = [...accounts]
      for (const change of changes) change({ accounts })
    },
  }
}

/** As the standard has a wallet do it, to applications that run already and that come later. */
export function register(wallet: unknown) {
  const hand = (registry: { register(wallet: unknown): () => void }) =>
    announcers.push(registry.register(wallet))
  const onReady = (event: Event) => hand((event as CustomEvent).detail)
  addEventListener('wallet-standard:app-ready', onReady)
  announcers.push(() => removeEventListener('wallet-standard:app-ready', onReady))
  dispatchEvent(new CustomEvent('wallet-standard:register-wallet', { detail: hand }))
}

/** Takes every wallet out of the page. */
export function clearPage() {
  for (const leave of announcers.splice(0)) leave()
  Reflect.deleteProperty(globalThis, 'ethereum')
}
