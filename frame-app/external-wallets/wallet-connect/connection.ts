import { RELAY_RESULTS, type RelayArguments, type RelayResult } from '@vitrine/shared/bridge/wallet-relay.ts'
import { clientTypeOf } from '../catalogue.ts'
import type { ConnectionEvent, WalletConnection, WalletVerb } from '../ports.ts'
import {
  accountAway,
  walletFailure,
  walletGone,
  walletTimeout,
  walletUnsupported,
} from '../wallet-failure.ts'
import { readFailure } from './failures.ts'
import type { Client } from './line.ts'
import { METHODS } from './methods.ts'
import { readPeer } from './peer.ts'
import { type Asked, readAddress, readScope, type Scope } from './scope.ts'
import { within } from './within.ts'

export interface ConnectionParts {
  readonly client: Client
  readonly topic: string
  readonly asked: Asked
  /** Of the session as it stands. */
  readonly scope: Scope
  /** The account that was in use, where it is still there. */
  readonly address?: string
  /** Milliseconds, by `walletClientType`. */
  requestMs(walletClientType: string): number
  readonly farewellMs: number
  /** It has ended, whoever ended it. */
  onEnd(): void
}

const NEVER = new AbortController().signal
const LATE = new Error('Not in time')
/** Seconds for which the relay keeps a request: the shortest that the library takes. */
const REQUEST_EXPIRY_S = 300

/** An open session with a phone. */
export function createConnection(parts: ConnectionParts): WalletConnection {
  const { client, topic, asked, onEnd, farewellMs } = parts
  const { chainType } = asked
  const peer = readPeer(client.session.get(topic).peer.metadata)
  const walletClientType = clientTypeOf(peer.meta.name)
  const listeners = new Set<(event: ConnectionEvent) => void>()
  let scope = parts.scope
  let present = [...scope.accounts.keys()]
  let hasEnded = false

  const chainsOf = (address: string) => scope.accounts.get(address) ?? []
  const tell = (event: ConnectionEvent) => {
    for (const listener of [...listeners]) listener(event)
  }
  const inFront = (address: string) => [address, ...present.filter(other => other !== address)]
  if (parts.address !== undefined && scope.accounts.has(parts.address)) present = inFront(parts.address)
  /** The first of the app's chains that this account has. */
  const firstChain = () => asked.chains.find(chain => chainsOf(present[0] ?? '').includes(chain)) ?? ''
  let chain = firstChain()
  const chainId = () => (chainType === 'ethereum' ? Number(chain.slice('eip155:'.length)) : null)
  const goTo = (next: string) => {
    if (next === chain) return
    chain = next
    const id = chainId()
    if (id !== null) tell({ type: 'chain', chainId: id })
  }
  const show = (accounts: readonly string[]) => {
    const isSame = accounts.length === present.length && accounts.every((it, index) => it === present[index])
    present = [...accounts]
    if (!isSame) tell({ type: 'accounts', accounts: present })
    if (!chainsOf(present[0] ?? '').includes(chain)) goTo(firstChain())
  }

  const end = () => {
    if (hasEnded) return
    hasEnded = true
    present = []
    client.off('session_event', onEvent)
    client.off('session_update', onUpdate)
    client.off('session_delete', onGone)
    client.off('session_expire', onGone)
    tell({ type: 'disconnect' })
    listeners.clear()
  }
  const leave = async () => {
    end()
    await farewell(client, topic, farewellMs)
    onEnd()
  }
  const onGone = (gone: { topic: string }) => {
    if (gone.topic !== topic) return
    end()
    onEnd()
  }
  const onUpdate = (update: { topic: string; params: { namespaces: unknown } }) => {
    if (update.topic !== topic) return
    const next = readScope(update.params.namespaces, asked)
    // Whoever takes back all accounts, or claims what nobody asked for, is no wallet of this person's any more.
    if (next === null) return void leave()
    scope = next
    show([...next.accounts.keys()])
  }
  const onEvent = (given: { topic: string; params: { event: { name: string; data: unknown } } }) => {
    if (given.topic !== topic) return
    const { name, data } = given.params.event
    // Only what the session holds: a wallet that changes to something else says so by an update before.
    if (name === 'accountsChanged') {
      const text = Array.isArray(data) ? String(data[0]) : ''
      const address = readAddress(text.slice(text.lastIndexOf(':') + 1), chainType)
      if (address !== null && scope.accounts.has(address)) show(inFront(address))
    }
    if (name === 'chainChanged') {
      const next = readChain(data)
      if (chainsOf(present[0] ?? '').includes(next)) goTo(next)
    }
  }
  client.on('session_event', onEvent)
  client.on('session_update', onUpdate)
  client.on('session_delete', onGone)
  client.on('session_expire', onGone)

  const can = (verb: WalletVerb) => !hasEnded && scope.methods.has(METHODS[verb]?.name ?? '')
  async function ask<V extends WalletVerb>(verb: V, argument: RelayArguments[V], signal: AbortSignal) {
    const method = METHODS[verb]
    if (signal.aborted) throw signal.reason
    const wallet = peer.meta.name
    if (hasEnded) throw walletGone(wallet)
    const target = verb === 'wallet_switchEthereumChain' ? toChain(argument) : null
    // A phone has no chain of its own: each request says which. One that the session has needs no asking.
    if (target !== null && chainsOf(present[0] ?? '').includes(target)) {
      goTo(target)
      return null as RelayResult<V>
    }
    if (!method || !can(verb)) throw walletUnsupported(wallet)
    const account = method.account?.(argument)
    const address = account === undefined ? present[0] : readAddress(account, chainType)
    // On Solana a message is of no cluster.
    const on = method.chain ? method.chain(argument) : chain
    const chains = chainsOf(address ?? '')
    if (chains.length === 0) throw accountAway(wallet)
    if (on === null || !chains.includes(on))
      throw walletFailure({ code: 4_901, message: 'The chain is not in the session' }, { verb, wallet })
    const asking = client.request({
      topic,
      chainId: on,
      request: { method: method.name, params: method.params(argument) },
      expiry: REQUEST_EXPIRY_S,
    })
    let answer: unknown
    try {
      answer = await within(asking, parts.requestMs(walletClientType), signal, () => LATE)
    } catch (error) {
      if (signal.aborted) throw error
      if (error === LATE) throw walletTimeout({ verb, wallet })
      throw hasEnded ? walletGone(wallet) : walletFailure(readFailure(error), { verb, wallet })
    }
    const read = RELAY_RESULTS[verb].safeParse(method.read(answer, argument))
    if (!read.success)
      throw walletFailure({ code: null, message: 'An odd answer', reason: 'answer' }, { verb, wallet })
    if (target !== null && chainsOf(present[0] ?? '').includes(target)) goTo(target)
    return read.data as RelayResult<V>
  }

  return {
    walletClientType,
    connectorType: 'wallet_connect_v2',
    chainType,
    meta: peer.meta,
    openApp: peer.openApp,
    accounts: () => present,
    chainId,
    can,
    on(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    ask,
    disconnect: leave,
    get kept() {
      return {
        walletClientType,
        connectorType: 'wallet_connect_v2' as const,
        chainType,
        id: peer.meta.id,
        name: peer.meta.name,
        address: present[0] ?? '',
        topic,
      }
    },
  }
}

/** Ends a session on both sides; what cannot be told to the phone in time ends here all the same. Never rejects. */
export async function farewell(client: Client, topic: string, ms: number): Promise<void> {
  if (!client.session.keys.includes(topic)) return
  const told = client.disconnect({ topic, reason: { code: 6_000, message: 'User disconnected.' } })
  try {
    await within(told, ms, NEVER, () => LATE)
  } catch {
    // Without the key nothing that comes on this topic can be read.
    await client.core.crypto.deleteSymKey(topic).catch(() => {})
    await client.session.delete(topic, { code: 6_000, message: 'User disconnected.' }).catch(() => {})
  }
}

const toChain = (argument: unknown) => `eip155:${Object(argument).chainId}`

/** A chain id as wallets write it in `chainChanged`: a number, decimal or hex text, or CAIP-2. */
const readChain = (data: unknown) => {
  const text = String(data).replace(/^eip155:/, '')
  return /^(?:0x[\da-f]{1,14}|\d{1,16})$/i.test(text) ? `eip155:${Number(text)}` : ''
}
