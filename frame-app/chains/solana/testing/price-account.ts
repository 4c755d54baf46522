import { createHash } from 'node:crypto'

export interface PriceAccount {
  readonly id: string
  readonly price: bigint
  readonly doubt: bigint
  readonly exponent: number
  /** Unix seconds. */
  readonly at: number
  /** 1: verified in full. */
  readonly level: number
  readonly name: string
}

/** A `PriceUpdateV2` account, written field by field. */
export function priceAccountData({ id, price, doubt, exponent, at, level, name }: PriceAccount): Uint8Array {
  const data = Buffer.alloc(134)
  createHash('sha256').update(`account:${name}`).digest().copy(data, 0, 0, 8)
  data[40] = level
  Buffer.from(id, 'hex').copy(data, 41)
  data.writeBigInt64LE(price, 73)
  data.writeBigUInt64LE(doubt, 81)
  data.writeInt32LE(exponent, 89)
  data.writeBigInt64LE(BigInt(Math.floor(at)), 93)
  data.writeBigInt64LE(BigInt(Math.floor(at) - 1), 101)
  return new Uint8Array(data)
}
