import { base58Text } from '@vitrine/shared/encoding.ts'
import type { ResolvedInstruction } from './action.ts'

/** The instruction is shorter than its kind, or names an account that is not known: it is shown as one that nobody can read. */
export class Unreadable extends Error {}

/** Reads an instruction's data from its beginning; numbers are little-endian. */
export interface DataReader {
  u8(): number
  u32(): number
  u64(): bigint
  /** 32 bytes, base58. */
  key(): string
  /** Skips what is not shown. */
  skip(length: number): void
  rest(): Uint8Array
}

/** @throws Unreadable from its functions */
export function readData(data: Uint8Array): DataReader {
  const view = new DataView(data.buffer, data.byteOffset, data.byteLength)
  let offset = 0
  const advance = (length: number) => {
    if (offset + length > data.length) throw new Unreadable()
    offset += length
    return offset - length
  }
  return {
    u8: () => view.getUint8(advance(1)),
    u32: () => view.getUint32(advance(4), true),
    u64: () => view.getBigUint64(advance(8), true),
    key: () => {
      const start = advance(32)
      return base58Text(data.subarray(start, start + 32))
    },
    skip: length => void advance(length),
    rest: () => data.subarray(offset),
  }
}

/**
 * The accounts behind a place, among which the signature may be that the instruction asks for: the programs look for it in
 * all of them. A part of an action; empty where there is none.
 */
export function cosignersAfter(
  { accounts }: ResolvedInstruction,
  index: number,
): { readonly cosigners?: readonly string[] } {
  const cosigners = accounts.slice(index + 1).filter(it => it !== null)
  return cosigners.length > 0 ? { cosigners } : {}
}

/** The account at a place of the instruction. @throws Unreadable */
export function accountAt({ accounts }: ResolvedInstruction, index: number): string {
  const account = accounts[index]
  if (account === undefined || account === null) throw new Unreadable()
  return account
}
