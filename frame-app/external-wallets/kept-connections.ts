import * as z from 'zod/mini'
import type { KeptConnection } from './ports.ts'

/** How many are kept; more than a person connects. */
const KEPT = 32

const text = (limit: number) => z.string().check(z.minLength(1), z.maxLength(limit))
const keptConnection = z.object({
  walletClientType: text(64),
  connectorType: z.enum(['injected', 'wallet_connect_v2', 'solana_adapter']),
  chainType: z.enum(['ethereum', 'solana']),
  id: z.nullable(z.string().check(z.maxLength(128))),
  name: text(64),
  address: text(64),
  topic: z.optional(text(128)),
})
const stored = z.object({
  wallets: z.array(z.object({ kept: keptConnection, connectedAt: z.number() })).check(z.maxLength(KEPT)),
  active: z.nullable(text(64)),
})
const names = z.array(text(64)).check(z.maxLength(32))

/** How many are offered first. */
const RECENT = 8

export interface StoredConnections {
  readonly wallets: readonly { readonly kept: KeptConnection; readonly connectedAt: number }[]
  /** The address of the wallet that was in use. */
  readonly active: string | null
}

/** A text in the frame origin's storage; what stands there may be anything. */
export interface ConnectionStorage {
  read(): string | null
  /** @param text nothing forgets it */
  write(text: string): void
}

/** `vitrine:connections` of contract §10.2, of one app and page: what a person connected to one site no other one restores. */
export const readConnections = (storage: ConnectionStorage): StoredConnections => {
  const { wallets, active } = parse(storage, stored) ?? { wallets: [], active: null }
  return {
    wallets: wallets.map(({ kept: { topic, ...kept }, connectedAt }) => ({
      kept: { ...kept, ...(topic !== undefined && { topic }) },
      connectedAt,
    })),
    active,
  }
}

/** Where there are none nothing is kept: pages without them load nothing of this. */
export const writeConnections = (storage: ConnectionStorage, connections: StoredConnections): void =>
  storage.write(
    connections.wallets.length === 0
      ? ''
      : JSON.stringify({ ...connections, wallets: connections.wallets.slice(0, KEPT) }),
  )

/** `walletClientType`s, the last used first. */
export const readRecent = (storage: ConnectionStorage): readonly string[] => parse(storage, names) ?? []

export const writeRecent = (storage: ConnectionStorage, walletClientType: string): void => {
  const others = readRecent(storage).filter(other => other !== walletClientType)
  storage.write(JSON.stringify([walletClientType, ...others].slice(0, RECENT)))
}

function parse<T>(storage: ConnectionStorage, schema: z.ZodMiniType<T>): T | null {
  try {
    return schema.parse(JSON.parse(storage.read() ?? ''))
  } catch {
    return null
  }
}
