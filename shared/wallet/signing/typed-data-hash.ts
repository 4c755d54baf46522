import { concatHex, keccak256, stringToBytes } from 'viem/utils'
import type { TypedData } from '../sign-typed-data.ts'
import { typedDataProblem } from '../typed-data-check.ts'

type Hex = `0x${string}`
type Types = ReadonlyMap<string, TypedData['types'][string]>

/** In the order of EIP-712, "Definition of domainSeparator". */
const DOMAIN_FIELDS = [
  { name: 'name', type: 'string' },
  { name: 'version', type: 'string' },
  { name: 'chainId', type: 'uint256' },
  { name: 'verifyingContract', type: 'address' },
  { name: 'salt', type: 'bytes32' },
] as const
const ZERO_WORD: Hex = `0x${'0'.repeat(64)}`

/**
 * The hash that `eth_signTypedData_v4` signs (EIP-712): keccak-256 of `0x19 0x01 ‖ domainSeparator ‖ hashStruct(message)`.
 * Where the EIP is silent it is as MetaMask has it, which contracts are written for: a struct that is `null` counts as 32
 * bytes of zero, and `uint` and `int` stay in the description of their type as they were written. An address is its 20
 * bytes, whatever the case of its letters: a checksum of a chain of its own (EIP-1191) looks like a wrong one elsewhere.
 *
 * @returns 32 bytes, 0x-prefixed hex.
 * @throws RangeError when `typedDataProblem` finds one.
 */
export function typedDataHash(typedData: TypedData): Hex {
  const problem = typedDataProblem(typedData)
  if (problem !== null) throw new RangeError(problem)
  const { types, primary_type, domain, message } = typedData
  const given = Object.entries(types)
  const domainType = DOMAIN_FIELDS.filter(({ name }) => domain[name] !== undefined)
  const hashStruct = structHasher(new Map([['EIP712Domain', domainType], ...given]))
  return keccak256(
    concatHex(['0x1901', hashStruct('EIP712Domain', domain), hashStruct(primary_type, message)]),
  )
}

/** EIP-712 "Definition of hashStruct". The values fit their types. */
function structHasher(types: Types) {
  const typeHashes = new Map<string, Hex>()
  const typeHash = (name: string): Hex => {
    const hash = typeHashes.get(name) ?? keccak256(stringToBytes(encodeType(types, name)))
    typeHashes.set(name, hash)
    return hash
  }
  const hashStruct = (name: string, struct: object): Hex =>
    keccak256(
      concatHex([
        typeHash(name),
        ...(types.get(name) ?? []).map(field => word(field.type, Reflect.get(struct, field.name))),
      ]),
    )
  /** "Definition of encodeData": one value in 32 bytes. */
  const word = (type: string, value: unknown): Hex => {
    const item = itemOf(type)
    if (item !== null)
      return keccak256(concatHex((value as readonly unknown[]).map(each => word(item, each))))
    if (types.has(type)) return value === null ? ZERO_WORD : hashStruct(type, value as object)
    if (type === 'string') return keccak256(stringToBytes(value as string))
    if (type === 'bytes') return keccak256(value as Hex)
    if (type.startsWith('bytes')) return `0x${digits(value as Hex).padEnd(64, '0')}`
    if (type === 'address')
      return `0x${digits(value as Hex)
        .toLowerCase()
        .padStart(64, '0')}`
    const number = BigInt.asUintN(256, BigInt(value as boolean | number | string))
    return `0x${number.toString(16).padStart(64, '0')}`
  }
  return hashStruct
}

/** "Definition of encodeType": the type itself, then all that it refers to, by name. */
function encodeType(types: Types, name: string): string {
  const others = new Set<string>()
  const collect = (type: string) => {
    for (const field of types.get(type) ?? []) {
      const base = baseOf(field.type)
      if (!types.has(base) || base === name || others.has(base)) continue
      others.add(base)
      collect(base)
    }
  }
  collect(name)
  return [name, ...[...others].sort()]
    .map(type => `${type}(${(types.get(type) ?? []).map(field => `${field.type} ${field.name}`).join(',')})`)
    .join('')
}

const itemOf = (type: string): string | null => /^(.+)\[\d*\]$/.exec(type)?.[1] ?? null

const baseOf = (type: string): string => {
  const item = itemOf(type)
  return item === null ? type : baseOf(item)
}

const digits = (hex: Hex): string => hex.slice(2)
