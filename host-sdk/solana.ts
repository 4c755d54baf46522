import type { Wallet as UserWallet } from '@vitrine/shared/wallet/wallet.ts'
import type { IdentifierArray, Wallet, WalletAccount } from '@wallet-standard/base'
import { fromBase58 } from './base58.ts'
import { createEmitter } from './emitter.ts'
import { ICON } from './icon.ts'
import type { VitrineOptions } from './options.ts'
import type { Shell } from './shell.ts'
import { register } from './wallet-standard.ts'

/**
 * The Solana provider of the user's wallets: a Wallet Standard wallet. It is a part of its own, which only pages of apps with
 * Solana load.
 */
export interface HostSolana {
  readonly wallet: SolanaWallet
  /** All of the user's wallets, whenever they change. */
  setWallets(wallets: readonly UserWallet[]): void
  destroy(): void
}

/** Passes a call to the frame. */
type Send = (request: { readonly method: string; readonly inputs: readonly unknown[] }) => Promise<unknown>

/** An input names its account; bytes go in and come out as `Uint8Array`s. Each feature takes several inputs at once. */
type Input = { readonly account: WalletAccount } & Readonly<Record<string, unknown>>
type Feature<Method extends string, In, Out> = { readonly version: '1.0.0' } & {
  readonly [M in Method]: (...inputs: readonly In[]) => Promise<readonly Out[]>
}
interface WithVersions {
  readonly supportedTransactionVersions: readonly ['legacy', 0, 1]
}

/** What the wallet can do, by the names of the Wallet Standard. */
export interface SolanaFeatures extends Readonly<Record<`${string}:${string}`, unknown>> {
  readonly 'standard:connect': {
    readonly version: '1.0.0'
    /** Logs in, and makes a Solana wallet where there is none; `silent`: neither. */
    connect(input?: { readonly silent?: boolean }): Promise<{ readonly accounts: readonly WalletAccount[] }>
  }
  readonly 'standard:disconnect': {
    readonly version: '1.0.0'
    /** The page sees no accounts until it connects again. The login stays. */
    disconnect(): Promise<void>
  }
  readonly 'standard:events': {
    readonly version: '1.0.0'
    on(event: 'change', listener: (change: { accounts: readonly WalletAccount[] }) => void): () => void
  }
  readonly 'solana:signMessage': Feature<
    'signMessage',
    Input,
    { readonly signedMessage: Uint8Array; readonly signature: Uint8Array }
  >
  readonly 'solana:signTransaction': WithVersions &
    Feature<'signTransaction', Input, { readonly signedTransaction: Uint8Array }>
  readonly 'solana:signAndSendTransaction': WithVersions &
    Feature<'signAndSendTransaction', Input, { readonly signature: Uint8Array }>
  readonly 'solana:signIn': Feature<
    'signIn',
    Readonly<Record<string, unknown>>,
    {
      readonly account: WalletAccount
      readonly signedMessage: Uint8Array
      readonly signature: Uint8Array
      readonly signatureType: 'ed25519'
    }
  >
}
/** The Wallet Standard wallet of the user's Solana wallets. */
export interface SolanaWallet extends Wallet {
  readonly features: SolanaFeatures
}

const SIGNING = ['solana:signMessage', 'solana:signTransaction', 'solana:signAndSendTransaction'] as const

/** @param chains clusters of the app, e.g. `solana:mainnet` */
export function createSolana(
  chains: readonly string[],
  { walletStandard }: Pick<VitrineOptions, 'walletStandard'>,
  send: Send,
  mounts?: Shell['mounts'],
): HostSolana {
  const events = createEmitter<{ change: { accounts: readonly WalletAccount[] } }>()
  /** By address: an application tells accounts apart by identity. */
  const known = new Map<string, WalletAccount>()
  let addresses: readonly string[] = []
  let accounts: readonly WalletAccount[] = Object.freeze([])
  let isDisconnected = false

  const accountOf = (address: string): WalletAccount => {
    const account =
      known.get(address) ??
      Object.freeze({
        address,
        publicKey: fromBase58(address) ?? new Uint8Array(),
        chains: Object.freeze(chains) as IdentifierArray,
        features: SIGNING,
      })
    known.set(address, account)
    return account
  }
  const update = () => {
    const next = isDisconnected ? [] : addresses.map(accountOf)
    if (next.length === accounts.length && next.every((account, index) => account === accounts[index])) return
    accounts = Object.freeze(next)
    events.emit('change', { accounts })
  }
  const call = async <T>(method: string, inputs: readonly unknown[]) =>
    (await send({ method, inputs })) as readonly T[]
  const sign =
    <T>(method: string) =>
    (...inputs: readonly Input[]) =>
      call<T>(method, inputs.map(withAddress))

  const signing = {
    version: '1.0.0',
    supportedTransactionVersions: Object.freeze(['legacy', 0, 1] as const),
  } as const
  const wallet = Object.freeze<SolanaWallet>({
    version: '1.0.0',
    name: 'Vitrine',
    icon: `data:image/svg+xml;base64,${btoa(ICON)}`,
    chains: Object.freeze(chains) as IdentifierArray,
    get accounts() {
      return accounts
    },
    features: Object.freeze<SolanaFeatures>({
      'standard:connect': {
        version: '1.0.0',
        async connect({ silent } = {}) {
          const found = await call<string>('connect', [{ silent: silent === true }])
          // What asks in silence does not undo what a person has ended.
          if (!silent) isDisconnected = false
          addresses = found
          update()
          return { accounts }
        },
      },
      'standard:disconnect': {
        version: '1.0.0',
        async disconnect() {
          isDisconnected = true
          update()
        },
      },
      'standard:events': { version: '1.0.0', on: events.on },
      'solana:signMessage': { version: '1.0.0', signMessage: sign('signMessage') },
      'solana:signTransaction': { ...signing, signTransaction: sign('signTransaction') },
      'solana:signAndSendTransaction': {
        ...signing,
        signAndSendTransaction: sign('signAndSendTransaction'),
      },
      'solana:signIn': {
        version: '1.0.0',
        async signIn(...inputs) {
          const outputs = await call<{ address: string; signedMessage: Uint8Array; signature: Uint8Array }>(
            'signIn',
            inputs.length > 0 ? inputs : [{}],
          )
          isDisconnected = false
          update()
          return outputs.map(({ address, ...output }) => ({
            account: accountOf(address),
            ...output,
            signatureType: 'ed25519',
          }))
        },
      },
    }),
  })

  const stopAnnouncing = walletStandard === false ? undefined : register(wallet, mounts)
  return {
    wallet,
    setWallets(wallets) {
      addresses = wallets.flatMap(({ chainType, address }) => (chainType === 'solana' ? address : []))
      update()
    },
    destroy() {
      isDisconnected = true
      update()
      stopAnnouncing?.()
    },
  }
}

/** The frame knows accounts by address. Bytes are copied: a view would take the whole buffer behind it across. */
function withAddress({ account, ...input }: Input): object {
  const copied = Object.entries(input).map(([key, value]) => [
    key,
    ArrayBuffer.isView(value)
      ? new Uint8Array(value.buffer, value.byteOffset, value.byteLength).slice()
      : value,
  ])
  return { ...Object.fromEntries(copied), address: account.address }
}
