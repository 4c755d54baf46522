import { MAX_TYPED_DATA_LENGTH, type TypedData, typedData } from '@vitrine/shared/wallet/sign-typed-data.ts'
import { typedDataProblem } from '@vitrine/shared/wallet/typed-data-check.ts'
import { invalidParams } from './provider-error.ts'

const DOMAIN_FIELDS = ['name', 'version', 'chainId', 'verifyingContract', 'salt'] as const
const MAX_DEPTH = 32
/** Characters of a chain id that is padded with zeros. */
const MAX_PADDED = 256

/**
 * Typed data as dapps give it to `eth_signTypedData_v4`: JSON text or an object, `primaryType`, a domain of any shape.
 * What no type covers is dropped, since it is not signed: a screen must not show it. Some libraries send such fields.
 * @throws VitrineError `invalid_data` (-32602) with what is wrong
 */
export function readTypedData(value: unknown): TypedData {
  const given = parse(value)
  const { types, primaryType, domain, message } = given
  if (!isRecord(types) || typeof primaryType !== 'string' || !isRecord(message))
    throw invalidParams('Typed data is {types, primaryType, domain, message} (EIP-712).')
  const declared = Object.hasOwn(types, 'EIP712Domain') ? fieldsOf(types, 'EIP712Domain') : null
  const shape = typedData.safeParse({
    types,
    primary_type: primaryType,
    domain: coveredDomain(isRecord(domain) ? domain : {}, declared),
    message: covered(types, primaryType, message, 0),
  })
  if (!shape.success) {
    const [issue] = shape.error.issues
    const must =
      issue?.code === 'invalid_type' ? `must be of the type ${issue.expected}` : 'is not as EIP-712 has it'
    throw invalidParams(`Typed data: ${issue?.path.join('.') || 'it'} ${must}.`)
  }
  if (JSON.stringify(shape.data).length > MAX_TYPED_DATA_LENGTH)
    throw invalidParams(`The typed data is longer than ${MAX_TYPED_DATA_LENGTH} characters.`)
  const problem = typedDataProblem(shape.data)
  if (problem !== null) throw invalidParams(problem)
  return shape.data
}

/**
 * The chain that the domain names, if it does.
 * @returns `null` for none; a number too large for any chain is `NaN`
 */
export function domainChainId({ domain }: TypedData): number | null {
  if (domain.chainId === undefined) return null
  const chainId = Number(domain.chainId)
  return Number.isSafeInteger(chainId) ? chainId : Number.NaN
}

function parse(value: unknown): Record<string, unknown> {
  if (typeof value !== 'string') {
    if (!isRecord(value)) throw invalidParams('The typed data must be an object or its JSON text.')
    return value
  }
  // The domain, the types and JSON's own signs come on top; nothing near this can be shown.
  if (value.length > 4 * MAX_TYPED_DATA_LENGTH) throw invalidParams('The typed data is too long.')
  try {
    const parsed: unknown = JSON.parse(value)
    if (isRecord(parsed)) return parsed
  } catch {
    // Said below.
  }
  throw invalidParams('The typed data is not the JSON text of an object.')
}

/** Only what the domain's type names is hashed; without a type, all that the standard knows is. */
function coveredDomain(domain: Record<string, unknown>, declared: readonly Field[] | null) {
  const names = declared ? declared.map(({ name }) => name) : DOMAIN_FIELDS
  return Object.fromEntries(
    Object.entries(domain)
      .filter(([name, value]) => (names as readonly string[]).includes(name) && value !== null)
      .map(([name, value]) => [name, name === 'chainId' ? withoutZeros(value) : value]),
  )
}

/** Zeros before a hex number change no byte that is signed, as in MetaMask. Without them screens, scanners and rules read it alike. */
const withoutZeros = (value: unknown) =>
  typeof value === 'string' && value.length < MAX_PADDED ? value.replace(/^0x0+(?=[0-9a-f])/i, '0x') : value

interface Field {
  readonly name: string
  readonly type: string
}

function fieldsOf(types: Record<string, unknown>, name: string): Field[] {
  const given = Object.hasOwn(types, name) ? types[name] : undefined
  const fields = (Array.isArray(given) ? given : []).filter(
    (field): field is Field => typeof field?.name === 'string' && typeof field?.type === 'string',
  )
  // Of two by one name each would be walked, and theirs in turn: a few levels of that never end.
  if (new Set(fields.map(field => field.name)).size < fields.length)
    throw invalidParams(`The type ${name} has two fields of one name.`)
  return fields
}

function covered(types: Record<string, unknown>, type: string, value: unknown, depth: number): unknown {
  if (depth > MAX_DEPTH) throw invalidParams('The typed data is nested too deeply.')
  const item = /^(.+)\[\d*\]$/.exec(type)?.[1]
  if (item !== undefined)
    return Array.isArray(value) ? value.map(each => covered(types, item, each, depth + 1)) : value
  if (!Object.hasOwn(types, type) || !isRecord(value)) return value
  return Object.fromEntries(
    fieldsOf(types, type)
      .filter(({ name }) => Object.hasOwn(value, name))
      .map(field => [field.name, covered(types, field.type, value[field.name], depth + 1)]),
  )
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
