import type { RelayArguments, RelayedWallet, RelayResult } from '@vitrine/shared/bridge/wallet-relay.ts'
import { clientError } from '@vitrine/shared/errors/vitrine-error.ts'
import { createStore } from '../../core/store.ts'
import { walletClientType } from '../../external-wallets/catalogue.ts'
import type {
  ConnectedWallet,
  ConnectionEvent,
  Detected,
  ExternalWallets,
  PairingOptions,
  WalletConnection,
  WalletVerb,
} from '../../external-wallets/ports.ts'

export const ADDRESS = '0x71C7656EC7ab88b098defB751B7401B5f6d8976F'
export const OTHER_ADDRESS = '0x4838B106FCe9647Bdf1E7877BF73cE8B0BAD5f97'
export const SOLANA_ADDRESS = '4Nd1mBQtrMJVYVfKf2PJy9NZUZdTAsp7D4xWLs4gDB4T'

const VERBS: Readonly<Record<RelayedWallet['chainType'], readonly WalletVerb[]>> = {
  ethereum: ['personal_sign', 'wallet_switchEthereumChain'],
  solana: ['solana:signMessage'],
}

export const relayed = (own: Partial<RelayedWallet> = {}): RelayedWallet => {
  const chainType = own.chainType ?? 'ethereum'
  const name = own.name ?? 'MetaMask'
  return {
    handle: `${chainType}-${name}`.replace(/\W/g, '_'),
    name,
    id: chainType === 'ethereum' ? 'io.metamask' : name,
    icon: null,
    chainType,
    source: chainType === 'ethereum' ? 'eip6963' : 'wallet-standard',
    verbs: [...VERBS[chainType]],
    ...own,
  }
}

type Answers = { readonly [V in WalletVerb]?: (argument: never, signal: AbortSignal) => unknown }

export interface FakeConnection extends WalletConnection {
  readonly asked: { readonly verb: WalletVerb; readonly argument: unknown }[]
  isEnded: boolean
  tell(event: ConnectionEvent): void
}

export interface FakeConnectionOptions {
  readonly wallet?: RelayedWallet
  readonly address?: string
  readonly chainId?: number | null
  readonly answers?: Answers
  readonly connectorType?: WalletConnection['connectorType']
}

/** A line to a wallet that answers as the test says. */
export function fakeConnection(options: FakeConnectionOptions = {}): FakeConnection {
  const { wallet = relayed(), answers = {} } = options
  const isEthereum = wallet.chainType === 'ethereum'
  let accounts: readonly string[] = [options.address ?? (isEthereum ? ADDRESS : SOLANA_ADDRESS)]
  let chainId = isEthereum ? (options.chainId ?? 1) : null
  const listeners = new Set<(event: ConnectionEvent) => void>()
  const connectorType = options.connectorType ?? (isEthereum ? 'injected' : 'solana_adapter')
  const clientType = walletClientType(wallet)
  const connection: FakeConnection = {
    walletClientType: clientType,
    connectorType,
    chainType: wallet.chainType,
    meta: { name: wallet.name, id: wallet.id, icon: wallet.icon },
    asked: [],
    isEnded: false,
    accounts: () => accounts,
    chainId: () => chainId,
    can: verb => wallet.verbs.includes(verb) || verb in answers,
    on(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    async ask<V extends WalletVerb>(verb: V, argument: RelayArguments[V], signal: AbortSignal) {
      connection.asked.push({ verb, argument })
      const answer = answers[verb] as
        | ((argument: RelayArguments[V], signal: AbortSignal) => unknown)
        | undefined
      if (answer === undefined) throw clientError('unable_to_sign', `The test gives no answer to ${verb}.`)
      return (await answer(argument, signal)) as RelayResult<V>
    },
    async disconnect() {
      connection.isEnded = true
    },
    kept: {
      walletClientType: clientType,
      connectorType,
      chainType: wallet.chainType,
      id: wallet.id,
      name: wallet.name,
      address: accounts[0] ?? '',
    },
    tell(event) {
      if (event.type === 'accounts') accounts = event.accounts
      if (event.type === 'chain') chainId = event.chainId
      if (event.type === 'disconnect') accounts = []
      for (const listener of [...listeners]) listener(event)
    },
  }
  return connection
}

export interface FakeWallets extends ExternalWallets {
  readonly pairings: PairingOptions[]
  readonly kept: WalletConnection[]
  readonly disconnected: string[]
  setDetected(detected: Detected): void
}

export interface FakeWalletsOptions {
  readonly detected?: readonly RelayedWallet[]
  readonly connected?: readonly ConnectedWallet[]
  readonly recent?: readonly string[]
  readonly connect?: ExternalWallets['connectInjected']
  readonly pair?: (options: PairingOptions) => Promise<WalletConnection>
}

/** The person's wallets as a screen sees them, without a page or a relay. */
export function fakeWallets(options: FakeWalletsOptions = {}): FakeWallets {
  const detected = createStore<Detected>({ status: 'known', wallets: options.detected ?? [] })
  const connected = createStore<readonly ConnectedWallet[]>(options.connected ?? [])
  const pairings: PairingOptions[] = []
  const kept: WalletConnection[] = []
  const disconnected: string[] = []
  return {
    detected,
    discover() {},
    connected,
    connectInjected: options.connect ?? (async wallet => fakeConnection({ wallet })),
    connectPhone(asked) {
      pairings.push(asked)
      return options.pair?.(asked) ?? new Promise(() => {})
    },
    keep(connection) {
      kept.push(connection)
      const wallet = held(connection)
      connected.set([wallet, ...connected.get().filter(it => it.connection !== connection)])
      return wallet
    },
    setActive() {},
    async disconnect(address) {
      disconnected.push(address)
    },
    connectionOf: () => null,
    bringToChain: async (connection, { id: chainId }, signal) =>
      void (await connection.ask('wallet_switchEthereumChain', { chainId }, signal)),
    recent: () => options.recent ?? [],
    pairings,
    kept,
    disconnected,
    setDetected: detected.set,
  }
}

export const held = (connection: WalletConnection): ConnectedWallet => ({
  address: connection.accounts()[0] ?? '',
  chainType: connection.chainType,
  chainId: connection.chainId(),
  connection,
  connectedAt: 0,
})
