import { isWritable, type SolanaMessage } from '@vitrine/shared/chains/solana-message.ts'
import { base58Text } from '@vitrine/shared/encoding.ts'
import type { ChainAccount } from '../../../chains/solana/ports.ts'
import { ADDRESS_LOOKUP_TABLE } from '../../../chains/solana/programs.ts'
import type { ResolvedInstruction } from './action.ts'

/** A message with every index resolved to an address. */
export interface ResolvedMessage {
  readonly instructions: readonly ResolvedInstruction[]
  /** Addresses that the transaction may change; `null` where a table could not be read is left out. */
  readonly writable: readonly string[]
  /** False: some accounts stand in lookup tables that could not be read. */
  readonly isComplete: boolean
}

/** Where the addresses of a lookup table begin. */
const TABLE_HEADER_BYTES = 56
/** An index is one byte. */
const MAX_TABLE_ADDRESSES = 256

/**
 * Puts addresses in the place of indexes.
 * @param tables accounts of the message's lookup tables, as far as a node was asked for them
 */
export function resolveMessage(
  message: SolanaMessage,
  tables: ReadonlyMap<string, ChainAccount | null>,
): ResolvedMessage {
  const lookUp = (table: string, indexes: readonly number[]) => {
    const addresses = readLookupTable(tables.get(table))
    return indexes.map(index => addresses?.[index] ?? null)
  }
  const writableLookups = message.lookups.flatMap(({ table, writable }) => lookUp(table, writable))
  const readonlyLookups = message.lookups.flatMap(({ table, readonly }) => lookUp(table, readonly))
  const keys: readonly (string | null)[] = [...message.keys, ...writableLookups, ...readonlyLookups]
  return {
    instructions: message.instructions.map(({ programIndex, accounts, data }) => ({
      program: message.keys[programIndex] ?? '',
      accounts: accounts.map(index => keys[index] ?? null),
      data,
    })),
    writable: keys.filter(
      (key, index): key is string => key !== null && isWritable(message, index, writableLookups.length),
    ),
    isComplete: !keys.includes(null),
  }
}

function readLookupTable(account: ChainAccount | null | undefined): string[] | null {
  if (account?.owner !== ADDRESS_LOOKUP_TABLE || account.data[0] !== 1) return null
  const addresses = account.data.subarray(TABLE_HEADER_BYTES, TABLE_HEADER_BYTES + 32 * MAX_TABLE_ADDRESSES)
  return Array.from({ length: Math.floor(addresses.length / 32) }, (_, index) =>
    base58Text(addresses.subarray(32 * index, 32 * index + 32)),
  )
}
