import type { AbiFunction } from 'abitype'
import { decodeAbiParameters, isAddress, parseAbiItem, slice, toFunctionSelector } from 'viem'
import type { Address, Hex } from '../../../chains/ethereum/ports.ts'
import type { CallField, KnownCall } from './action.ts'
import type { CallDescriptor, FieldDescriptor } from './descriptor.ts'
import { DESCRIPTORS } from './descriptors.ts'

interface Entry {
  readonly descriptor: CallDescriptor
  readonly item: AbiFunction
}

/** By selector; those for a named contract stand before those for every contract. */
const BY_SELECTOR = index(DESCRIPTORS)

/** The call as a descriptor explains it; `null` without one, or when a field that it names is not there. */
export function decodeKnownCall(chainId: number, contract: Address, data: Hex): KnownCall | null {
  for (const { descriptor, item } of BY_SELECTOR.get(data.slice(0, 10).toLowerCase()) ?? []) {
    const places = descriptor.at?.[chainId]
    const isOfContract = places?.some(place => place.toLowerCase() === contract.toLowerCase()) ?? false
    if (descriptor.at !== undefined && !isOfContract) continue
    const args = decodeArguments(item, data)
    if (args === null) continue
    const fields = descriptor.fields.map(field => readField(field, args, contract))
    if (fields.includes(null)) continue
    return {
      kind: 'known-call',
      contract,
      intent: descriptor.intent,
      signature: descriptor.abi.slice('function '.length),
      fields: fields.filter(field => field !== null),
      isOfContract,
      mayTakeMore: descriptor.mayTakeMore ?? false,
    }
  }
  return null
}

function decodeArguments(item: AbiFunction, data: Hex): unknown {
  try {
    const values = item.inputs.length === 0 ? [] : decodeAbiParameters(item.inputs, slice(data, 4))
    return Object.fromEntries(item.inputs.map(({ name }, place) => [name ?? '', values[place]]))
  } catch {
    return null
  }
}

function readField(field: FieldDescriptor, args: unknown, contract: Address): CallField | null {
  const { label, format } = field
  const value = at(args, field.path)
  if (format === 'address') return isAccount(value) ? { label, format, value } : null
  const number = typeof value === 'number' ? BigInt(value) : value
  if (typeof number !== 'bigint') return null
  if (typeof format === 'string') return { label, format, value: number }
  const token = format.tokenAmount === '@to' ? contract : at(args, format.tokenAmount)
  return isAccount(token) ? { label, format: 'token-amount', value: number, token } : null
}

const isAccount = (value: unknown): value is Address =>
  typeof value === 'string' && isAddress(value, { strict: false })

function at(root: unknown, path: string): unknown {
  return path.split('.').reduce<unknown>((value, name) => {
    if (Array.isArray(value)) return value.at(Number(name))
    return typeof value === 'object' && value !== null && Object.hasOwn(value, name)
      ? Reflect.get(value, name)
      : undefined
  }, root)
}

function index(descriptors: readonly CallDescriptor[]): ReadonlyMap<string, readonly Entry[]> {
  const found = new Map<string, Entry[]>()
  const inOrder = [...descriptors].sort((a, b) => Number(b.at !== undefined) - Number(a.at !== undefined))
  for (const descriptor of inOrder) {
    const item = parseAbiItem(descriptor.abi as string) as AbiFunction
    const selector = toFunctionSelector(item)
    found.set(selector, [...(found.get(selector) ?? []), { descriptor, item }])
  }
  return found
}
