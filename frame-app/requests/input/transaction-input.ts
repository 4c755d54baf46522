import type { Authorization } from '@vitrine/shared/wallet/sign-authorization.ts'
import { checksumAddress } from 'viem'
import type { AccessListEntry, Address, EthereumTransactionInput } from '../../chains/ethereum/ports.ts'
import { toQuantity } from '../../chains/ethereum/unsigned-transaction.ts'
import {
  optional,
  readAddress,
  readCount,
  readData,
  readList,
  readQuantity,
  readRecord,
  readWord,
} from './fields.ts'
import { invalidParams } from './provider-error.ts'

export interface AskedTransaction {
  readonly input: EthereumTransactionInput
  readonly from: Address | undefined
  /** EIP-155; where the dapp names one. */
  readonly chainId: number | undefined
}

const TYPES: readonly unknown[] = [0, 1, 2, 4]
/** In all: with the longest data it still fits into one message to the signer, of a megabyte. */
const MAX_STORAGE_KEYS = 4096
const BLOB_FIELDS = ['blobs', 'blobVersionedHashes', 'maxFeePerBlobGas', 'sidecars']

/**
 * A transaction as JSON-RPC has it (`eth_sendTransaction`): hex numbers, `gas` or `gasLimit`, `data` or `input`.
 * @throws VitrineError `invalid_data` (-32602) with the field's name
 */
export function readTransaction(value: unknown, name = 'transaction'): AskedTransaction {
  // Of a deployment some libraries write the receiver, and of a transfer the data, as nothing.
  const fields = withoutEmpty(readRecord(value, name), { to: ['', '0x'], data: [''], input: [''] })
  const prefix = `${name}.`
  const read = <T>(field: string, reader: (value: unknown, name: string) => T) =>
    optional(fields, field, reader, prefix)
  const blob = BLOB_FIELDS.find(field => fields.has(field))
  if (blob) throw invalidParams(`${prefix}${blob}: transactions with blobs are not supported.`)
  const to = read('to', readChecksummed)
  const data = oneOf(
    read('data', readCallData),
    read('input', readCallData),
    `${prefix}data and ${prefix}input`,
  )
  const gas = oneOf(read('gas', readGas), read('gasLimit', readGas), `${prefix}gas and ${prefix}gasLimit`)
  const input = withoutUndefined({
    to,
    data,
    gas,
    value: read('value', readValue),
    nonce: read('nonce', readCount),
    gasPrice: read('gasPrice', readQuantity),
    maxFeePerGas: read('maxFeePerGas', readQuantity),
    maxPriorityFeePerGas: read('maxPriorityFeePerGas', readQuantity),
    type: read('type', readType),
    accessList: read('accessList', readAccessList),
    authorizationList: read('authorizationList', readAuthorizationList),
  }) satisfies EthereumTransactionInput
  checkTogether(input, name)
  return { input, from: read('from', readAddress), chainId: read('chainId', readCount) }
}

function checkTogether(input: EthereumTransactionInput, name: string): void {
  const { to, data, type, gasPrice, maxFeePerGas, maxPriorityFeePerGas, accessList, authorizationList } =
    input
  const isFeeMarket = maxFeePerGas !== undefined || maxPriorityFeePerGas !== undefined
  if (to === undefined && (data === undefined || data === '0x'))
    throw invalidParams(`${name}.to is missing. To create a contract, give its code as data.`)
  if (gasPrice !== undefined && isFeeMarket)
    throw invalidParams(`${name} has both gasPrice and maxFeePerGas: give one of them.`)
  if (maxFeePerGas !== undefined && maxPriorityFeePerGas !== undefined && maxPriorityFeePerGas > maxFeePerGas)
    throw invalidParams(`${name}.maxPriorityFeePerGas is more than maxFeePerGas.`)
  if ((type === 0 || type === 1) && isFeeMarket)
    throw invalidParams(`${name}.type ${type} has gasPrice, and no maxFeePerGas.`)
  if ((type === 2 || type === 4) && gasPrice !== undefined)
    throw invalidParams(`${name}.type ${type} has maxFeePerGas, and no gasPrice.`)
  if (type === 0 && accessList) throw invalidParams(`${name}.type 0 has no accessList.`)
  if (authorizationList && type !== undefined && type !== 4)
    throw invalidParams(`${name}.authorizationList needs type 0x4.`)
  if (authorizationList && gasPrice !== undefined)
    throw invalidParams(`${name}.authorizationList needs maxFeePerGas, and no gasPrice.`)
  if (type === 4 && !authorizationList)
    throw invalidParams(`${name}.authorizationList is missing (type 0x4).`)
  if (authorizationList && to === undefined) throw invalidParams(`${name}.to is missing (type 0x4).`)
}

function withoutEmpty(
  fields: ReadonlyMap<string, unknown>,
  empty: Readonly<Record<string, readonly unknown[]>>,
): ReadonlyMap<string, unknown> {
  return new Map([...fields].filter(([name, value]) => !empty[name]?.includes(value)))
}

/** Chains count gas with 64 bits, and the signer takes no more. */
function readGas(value: unknown, name: string): bigint {
  const gas = readQuantity(value, name)
  if (gas >> 64n !== 0n) throw invalidParams(`${name} is too large: it must be below 2^64.`)
  return gas
}

/**
 * Wei. `0x` is how some libraries write nothing. Hex without its prefix is taken as in MetaMask, but only where it cannot be a
 * decimal number, such as "10" or "1e18": MetaMask sends 16 and 7,704 wei for these.
 */
function readValue(value: unknown, name: string): bigint {
  if (value === '0x') return 0n
  const isBareHex =
    typeof value === 'string' &&
    /^[\da-f]+$/i.test(value) &&
    /[a-f]/i.test(value) &&
    !/^\d+e\d+$/i.test(value)
  return readQuantity(isBareHex ? `0x${value}` : value, name)
}

/** Half a byte at the beginning is a whole one after a zero, as in MetaMask. The screen reads the bytes that are signed. */
const readCallData = (value: unknown, name: string) =>
  readData(typeof value === 'string' && value.length % 2 === 1 ? value.replace(/^0x/i, '0x0') : value, name)

/** In mixed case the letters are a checksum (EIP-55): one that does not fit tells of a damaged address. */
function readChecksummed(value: unknown, name: string): Address {
  const address = readAddress(value, name)
  const digits = address.slice(2)
  const isPlain = digits === digits.toLowerCase() || digits === digits.toUpperCase()
  if (!isPlain && checksumAddress(address) !== address)
    throw invalidParams(`${name}: the checksum of this address is wrong. Check every character.`)
  return checksumAddress(address)
}

function readType(value: unknown, name: string): 0 | 1 | 2 | 4 {
  const type = readCount(value, name)
  if (!TYPES.includes(type)) throw invalidParams(`${name} must be "0x0", "0x1", "0x2" or "0x4".`)
  return type as 0 | 1 | 2 | 4
}

function readAccessList(value: unknown, name: string): AccessListEntry[] {
  const list = readList(value, name, 256).map((entry, index) => {
    const at = `${name}[${index}]`
    const fields = readRecord(entry, at)
    return {
      address: readAddress(fields.get('address'), `${at}.address`),
      storageKeys: readList(fields.get('storageKeys') ?? [], `${at}.storageKeys`, 1024).map((key, keyIndex) =>
        readWord(key, `${at}.storageKeys[${keyIndex}]`),
      ),
    }
  })
  if (list.reduce((sum, { storageKeys }) => sum + storageKeys.length, 0) > MAX_STORAGE_KEYS)
    throw invalidParams(`${name} has more than ${MAX_STORAGE_KEYS} storage keys.`)
  return list
}

/** Signed authorizations (EIP-7702), made by `eth_sign7702Authorization`. */
function readAuthorizationList(value: unknown, name: string): Authorization[] {
  const list = readList(value, name, 16)
  if (list.length === 0) throw invalidParams(`${name} is empty.`)
  return list.map((entry, index) => {
    const at = `${name}[${index}]`
    const fields = readRecord(entry, at)
    const parity = readCount(fields.get('yParity') ?? fields.get('v'), `${at}.yParity`)
    if (parity > 1) throw invalidParams(`${at}.yParity must be "0x0" or "0x1".`)
    const word = (field: string) =>
      `0x${readQuantity(fields.get(field), `${at}.${field}`).toString(16).padStart(64, '0')}`
    return {
      contract: readAddress(fields.get('address') ?? fields.get('contractAddress'), `${at}.address`),
      chain_id: readCount(fields.get('chainId'), `${at}.chainId`),
      nonce: toQuantity(readCount(fields.get('nonce'), `${at}.nonce`)),
      r: word('r'),
      s: word('s'),
      y_parity: parity as 0 | 1,
    }
  })
}

/** Two names of one field, of which libraries send one or both. */
function oneOf<T>(first: T | undefined, second: T | undefined, names: string): T | undefined {
  if (first !== undefined && second !== undefined && first !== second) throw invalidParams(`${names} differ.`)
  return first ?? second
}

type Defined<T> = { [K in keyof T]?: Exclude<T[K], undefined> }

function withoutUndefined<T extends object>(value: T): Defined<T> {
  return Object.fromEntries(Object.entries(value).filter(([, each]) => each !== undefined)) as Defined<T>
}
