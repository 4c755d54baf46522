import { invalidParams } from './provider-error.ts'

type Address = `0x${string}`
type Hex = `0x${string}`

/** Longest call data, in bytes; the signer takes no more (`shared/wallet/sign-transaction.ts`). */
const MAX_DATA_BYTES = 262_144
/** More than any token has. */
const MAX_DECIMALS = 36

/*
 * Readers of one field each. A wrong value is refused by the field's name: what is repaired by guessing is signed as
 * something that the dapp did not mean.
 */

/** JSON-RPC's hex number, below 2^256. Some libraries write a number, which is taken while JavaScript counts it exactly. */
export function readQuantity(value: unknown, name: string): bigint {
  if (typeof value === 'number' && Number.isSafeInteger(value) && value >= 0) return BigInt(value)
  if (typeof value !== 'string' || !/^0x[0-9a-f]{1,64}$/i.test(value))
    throw invalidParams(`${name} must be a number as hex, such as "0x1".`)
  return BigInt(value)
}

/** A number that JavaScript counts exactly, e.g. a chain id or a nonce. */
export function readCount(value: unknown, name: string): number {
  const count = readQuantity(value, name)
  if (count > BigInt(Number.MAX_SAFE_INTEGER))
    throw invalidParams(`${name} is too large: it must be below 2^53.`)
  return Number(count)
}

/** Of a token: JSON's number by the standards; some libraries write hex or decimal text. */
export function readDecimals(value: unknown, name: string): number {
  const decimals =
    typeof value === 'string' && /^(?:\d{1,2}|0x[0-9a-f]{1,2})$/i.test(value) ? Number(value) : value
  if (typeof decimals !== 'number' || !Number.isInteger(decimals) || decimals < 0 || decimals > MAX_DECIMALS)
    throw invalidParams(`${name} must be a whole number from 0 to ${MAX_DECIMALS}.`)
  return decimals
}

/** 20 bytes; the checksum (EIP-55) is checked apart, where its code is there. */
export function readAddress(value: unknown, name: string): Address {
  if (typeof value !== 'string' || !/^0x[0-9a-f]{40}$/i.test(value))
    throw invalidParams(`${name} must be an address: 0x and 40 hex digits.`)
  return value as Address
}

/** Whole bytes. */
export function readData(value: unknown, name: string): Hex {
  if (typeof value !== 'string' || !/^0x(?:[0-9a-f]{2})*$/i.test(value))
    throw invalidParams(`${name} must be 0x followed by whole bytes.`)
  if (value.length > 2 + 2 * MAX_DATA_BYTES)
    throw invalidParams(`${name} is longer than ${MAX_DATA_BYTES} bytes.`)
  return value as Hex
}

/** Exactly 32 bytes. */
export function readWord(value: unknown, name: string): Hex {
  if (typeof value !== 'string' || !/^0x[0-9a-f]{64}$/i.test(value))
    throw invalidParams(`${name} must be 32 bytes.`)
  return value as Hex
}

export function readText(value: unknown, name: string, limit: number): string {
  if (
    typeof value !== 'string' ||
    value.length === 0 ||
    value.length > limit ||
    /[\p{Surrogate}\p{Cc}\p{Cf}]/u.test(value)
  )
    throw invalidParams(`${name} must be a text of 1 to ${limit} plain characters.`)
  return value
}

export function readList(value: unknown, name: string, limit: number): readonly unknown[] {
  if (!Array.isArray(value)) throw invalidParams(`${name} must be a list.`)
  if (value.length > limit) throw invalidParams(`${name} has more than ${limit} entries.`)
  return value
}

/** The parameters of a JSON-RPC request. Libraries send more than a method has, such as web3.js an empty password. */
export function readParams({ method, params }: { readonly method: string; readonly params: unknown }) {
  if (!Array.isArray(params)) throw invalidParams(`${method}: params must be a list.`)
  return params as readonly unknown[]
}

/** An object as data: only its own fields count. */
export function readRecord(value: unknown, name: string): ReadonlyMap<string, unknown> {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw invalidParams(`${name} must be an object.`)
  // Absent and null are the same to dapps, which build these objects by spreading.
  return new Map(Object.entries(value).filter(([, each]) => each !== undefined && each !== null))
}

/** What `read` makes of the field, `undefined` where there is none. */
export function optional<T>(
  fields: ReadonlyMap<string, unknown>,
  name: string,
  read: (value: unknown, name: string) => T,
  prefix = '',
): T | undefined {
  const value = fields.get(name)
  return value === undefined ? undefined : read(value, prefix + name)
}
