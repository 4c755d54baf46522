import type { TypedData } from './sign-typed-data.ts'

/** Deeper nesting than any order or permit has; a screen could not present it. */
const MAX_DEPTH = 16
/** More values than a screen could present, or a signer should hash for one person while others wait. */
const MAX_VALUES = 4096
/** Characters of type descriptions that are hashed in all: each struct hashes the description of its type again. */
const MAX_HASHED_CHARACTERS = 2_097_152

/** EIP-712 "Definition of domainSeparator". */
const DOMAIN_TYPES = {
  name: 'string',
  version: 'string',
  chainId: 'uint256',
  verifyingContract: 'address',
  salt: 'bytes32',
} as const

const STRUCT_NAME = /^[A-Za-z_]\w*$/
const FIELD_NAME = /^[A-Za-z_$][\w$]*$/
const ARRAY = /^(.+)\[([1-9]\d{0,4})?\]$/
/** `uint` and `int` are 256 bits wide (Solidity). EIP-712 has no aliases; wallets take them, and dapps use them. */
const ELEMENTARY = /^(?:address|bool|string|bytes(?:[1-9]|[12]\d|3[0-2])?|u?int(\d{1,3})?)$/
const INTEGER = /^(?:-?\d{1,78}|0x[0-9a-fA-F]{1,64})$/

/**
 * Finds what keeps typed data from meaning one thing to everyone (EIP-712): types that are undefined or named like
 * another, values that are missing or do not fit, and values that no type covers, which would be shown and not signed. A type
 * may contain itself (EIP-712, "Definition of typed structured data"): its data ends in a list without items or in `null`.
 *
 * @returns one sentence, or `null` when the libraries that take this data hash it alike.
 */
export function typedDataProblem(typedData: TypedData): string | null {
  const { types, primary_type, domain, message } = typedData
  const known = new Map(Object.entries(types))
  const walk: Walk = { types: known, structs: 0, values: 0 }
  const problem =
    typesProblem(known) ??
    primaryTypeProblem(known, primary_type) ??
    domainProblem(walk, domain) ??
    valueProblem(walk, primary_type, message, 'message', 0)
  if (problem !== null) return problem
  return walk.structs * JSON.stringify(types).length > MAX_HASHED_CHARACTERS
    ? 'The typed data holds more structs of large types than can be hashed.'
    : null
}

interface Walk {
  readonly types: ReadonlyMap<string, TypedData['types'][string]>
  structs: number
  values: number
}

function typesProblem(types: Walk['types']): string | null {
  for (const [name, fields] of types) {
    if (!isStructName(name) && !/^\w+(?::\w+)+$/.test(name))
      return `\`${name}\` cannot be the name of a type.`
    const names = new Set(fields.map(field => field.name))
    if (names.size < fields.length) return `The type \`${name}\` has two fields of one name.`
    for (const field of fields) {
      if (!FIELD_NAME.test(field.name) || field.name === '__proto__') {
        return `\`${field.name}\` in \`${name}\` cannot be the name of a field.`
      }
      const base = baseOf(field.type)
      if (!isElementary(base) && !(isStructName(base) && types.has(base))) {
        return `The type \`${field.type}\` of \`${name}.${field.name}\` is not defined.`
      }
    }
  }
  return null
}

function primaryTypeProblem(types: Walk['types'], primaryType: string): string | null {
  const fields = types.get(primaryType)
  if (!fields || primaryType === 'EIP712Domain') return `The primary type \`${primaryType}\` is not defined.`
  if (isStructName(primaryType)) return null
  // Libraries find the structs that a name with a colon needs in different ways; without any they agree.
  const isPlain = fields.every(({ type }) => isElementary(baseOf(type)))
  return isPlain && !types.has(primaryType.replace(/:.*/, ''))
    ? null
    : `A type that is named like \`${primaryType}\` can have elementary fields only.`
}

function domainProblem(walk: Walk, domain: TypedData['domain']): string | null {
  const given = Object.entries(domain).filter(([, value]) => value !== undefined)
  const declared = walk.types.get('EIP712Domain')
  for (const field of declared ?? []) {
    const type = field.type === 'uint' ? 'uint256' : field.type
    if (!Object.hasOwn(DOMAIN_TYPES, field.name) || domainType(field.name) !== type) {
      return `The domain cannot have the field \`${field.type} ${field.name}\`.`
    }
    if (!given.some(([name]) => name === field.name)) return `\`domain.${field.name}\` is missing.`
  }
  for (const [name, value] of given) {
    // Else the chain or contract that a person reads is not the one that the signature is bound to.
    if (declared && !declared.some(field => field.name === name)) {
      return `\`domain.${name}\` is not part of the type EIP712Domain.`
    }
    const problem = valueProblem(walk, domainType(name), value, `domain.${name}`, 0)
    if (problem !== null) return problem
  }
  return null
}

function valueProblem(walk: Walk, type: string, value: unknown, path: string, depth: number): string | null {
  if (depth > MAX_DEPTH) return `\`${path}\` is nested too deeply.`
  if (++walk.values > MAX_VALUES) return `The typed data holds more than ${MAX_VALUES} values.`
  const array = ARRAY.exec(type)
  if (array) {
    const [, item = '', length] = array
    if (!Array.isArray(value) || (length !== undefined && value.length !== Number(length))) {
      return `\`${path}\` is not a ${type}.`
    }
    return firstProblem(value.entries(), ([index, each]) =>
      valueProblem(walk, item, each, `${path}.${index}`, depth + 1),
    )
  }
  const fields = walk.types.get(type)
  if (!fields) return fits(type, value) ? null : `\`${path}\` is not a valid ${type}.`

  walk.structs++
  // A struct that is not there, as MetaMask has it: 32 bytes of zero.
  if (value === null) return null
  if (!isPlainObject(value)) return `\`${path}\` is not a ${type}.`
  const unknown = Object.keys(value).find(name => !fields.some(field => field.name === name))
  if (unknown !== undefined) return `\`${path}.${unknown}\` is not part of the type \`${type}\`.`
  return firstProblem(fields, field =>
    Object.hasOwn(value, field.name)
      ? valueProblem(walk, field.type, value[field.name], `${path}.${field.name}`, depth + 1)
      : `\`${path}.${field.name}\` is missing.`,
  )
}

/** Whether a value is one of an elementary type, in the one spelling that libraries encode alike. */
export function fits(type: string, value: unknown): boolean {
  if (type === 'bool') return typeof value === 'boolean'
  if (/^u?int/.test(type)) return isIntegerOf(type, value)
  if (typeof value !== 'string') return false
  if (type === 'string') return !/\p{Surrogate}/u.test(value)
  if (type === 'address') return /^0x[0-9a-fA-F]{40}$/.test(value)
  const size = type.slice('bytes'.length)
  const isHex = /^0x(?:[0-9a-fA-F]{2})*$/.test(value)
  return isHex && (size === '' || value.length === 2 + 2 * Number(size))
}

function isIntegerOf(type: string, value: unknown): boolean {
  const integer = integerOf(value)
  if (integer === null) return false
  const bits = BigInt(type.replace(/^u?int/, '') || 256)
  return type.startsWith('u')
    ? integer >= 0n && integer < 1n << bits
    : integer >= -(1n << (bits - 1n)) && integer < 1n << (bits - 1n)
}

function integerOf(value: unknown): bigint | null {
  // A larger number has lost digits on its way through JSON already.
  if (typeof value === 'number') return Number.isSafeInteger(value) ? BigInt(value) : null
  return typeof value === 'string' && INTEGER.test(value) ? BigInt(value) : null
}

/** EIP-712 "Definition of typed structured data", atomic and dynamic types, with the aliases `uint` and `int`. */
export function isElementary(type: string): boolean {
  const match = ELEMENTARY.exec(type)
  const bits = Number(match?.[1] ?? 8)
  return match !== null && bits >= 8 && bits <= 256 && bits % 8 === 0
}

/** A struct named like an elementary type would be taken for it by one library and not by the next. */
const isStructName = (name: string) =>
  STRUCT_NAME.test(name) && name !== '__proto__' && !/^(?:address|bool|string|(?:bytes|u?int)\d*)$/.test(name)

const baseOf = (type: string): string => {
  const array = ARRAY.exec(type)
  return array ? baseOf(array[1] ?? '') : type
}

const domainType = (name: string) => DOMAIN_TYPES[name as keyof typeof DOMAIN_TYPES]

const isPlainObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

function firstProblem<Item>(items: Iterable<Item>, check: (item: Item) => string | null): string | null {
  for (const item of items) {
    const problem = check(item)
    if (problem !== null) return problem
  }
  return null
}
