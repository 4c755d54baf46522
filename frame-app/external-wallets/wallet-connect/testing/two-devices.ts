import { onTestFinished } from 'vitest'
import type { ChainType, ConnectionEvent, WalletConnection } from '../../ports.ts'
import type { KeyValueStore } from '../key-value-store.ts'
import { createWalletConnect, type WalletConnect, type WalletConnectParts } from '../wallet-connect.ts'
import { createMemoryStore } from './memory-store.ts'
import { type Phone, type PhoneOptions, startPhone } from './phone.ts'
import { startRelay, type TestRelay } from './relay.ts'

export const SITE = {
  name: 'Shop',
  description: '',
  url: 'https://shop.example',
  icons: [],
}

/** A relay of its own for a test, which ends with it. */
export async function relayed(): Promise<TestRelay> {
  const relay = await startRelay()
  onTestFinished(() => relay.close())
  return relay
}

export async function phoned(relay: TestRelay, options: Partial<PhoneOptions> = {}): Promise<Phone> {
  const phone = await startPhone({ relayUrl: relay.url, ...options })
  onTestFinished(() => phone.switchOff())
  return phone
}

/** The frame's side. @param storage of an earlier visit */
export function framed(
  relay: Pick<TestRelay, 'url'>,
  options: Partial<WalletConnectParts> = {},
): { readonly frame: WalletConnect; readonly storage: KeyValueStore } {
  const storage = options.storage ?? createMemoryStore()
  const frame = createWalletConnect({
    appId: 'app',
    projectId: 'project',
    relayUrl: relay.url,
    chains: { ethereum: [1, 137], solana: ['solana:mainnet', 'solana:devnet'] },
    metadata: SITE,
    requestTimeouts: {},
    ...options,
    storage,
  })
  onTestFinished(() => frame.close())
  return { frame, storage }
}

/** Connects as a person does: the phone's camera sees each code. */
export function connect(
  frame: WalletConnect,
  phone: Phone,
  chainType: ChainType = 'ethereum',
  signal: AbortSignal = new AbortController().signal,
): Promise<WalletConnection> {
  return frame.connect({ chainType, signal, onUri: uri => void phone.scan(uri).catch(() => {}) })
}

/** The next event of this type. */
export const nextEvent = <Type extends ConnectionEvent['type']>(connection: WalletConnection, type: Type) =>
  new Promise<Extract<ConnectionEvent, { type: Type }>>(resolve => {
    const stop = connection.on(event => {
      if (event.type !== type) return
      stop()
      resolve(event as Extract<ConnectionEvent, { type: Type }>)
    })
  })

export const never = new AbortController().signal
