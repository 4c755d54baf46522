import { isAddress } from 'viem'
import type { Address, Hex } from '../../../chains/ethereum/ports.ts'

export type Struct = Readonly<Record<string, unknown>>

export const isStruct = (value: unknown): value is Struct =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

export const addressOf = (value: unknown): Address | null =>
  typeof value === 'string' && isAddress(value, { strict: false }) ? value : null

/** A whole number as JSON of typed data has it: a number, or decimal or 0x-prefixed digits. `null` for anything else. */
export function integerOf(value: unknown): bigint | null {
  if (typeof value === 'bigint') return value
  if (typeof value === 'number') return Number.isSafeInteger(value) ? BigInt(value) : null
  return typeof value === 'string' && /^(?:-?\d{1,80}|0x[0-9a-f]{1,64})$/i.test(value) ? BigInt(value) : null
}

export const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])

export const isBytes = (value: unknown): value is Hex =>
  typeof value === 'string' && /^0x(?:[0-9a-f]{2})*$/i.test(value)
