import { secp256k1 } from '@noble/curves/secp256k1.js'
import type { UnsignedTransaction } from '@vitrine/shared/wallet/sign-transaction.ts'
import { transactionBytes } from '@vitrine/shared/wallet/signing/transaction-bytes.ts'
import { getAddress, keccak256 } from 'viem/utils'
import { amountOf, FieldProblems, readFields, refuse, sentAmountOf, wholeNumberUpTo } from './field.ts'

export const ETHEREUM_FIELDS = [
  'chainId',
  'token',
  'decimals',
  'to',
  'amount',
  'nonce',
  'gasLimit',
  'maxFee',
  'priorityFee',
] as const
export type EthereumField = (typeof ETHEREUM_FIELDS)[number]

/** A transfer as it will be signed, of the native coin or of one ERC-20 token. */
export interface EthereumTransfer {
  readonly chainId: number
  readonly token: { readonly contract: `0x${string}`; readonly decimals: number } | null
  readonly to: `0x${string}`
  /** In the smallest unit. */
  readonly amount: bigint
  readonly nonce: bigint
  readonly gasLimit: bigint
  /** In wei. */
  readonly maxFee: bigint
  readonly priorityFee: bigint
}

export interface SignedTransfer {
  /** As nodes take it: 0x-prefixed hex (Ethereum), base64 (Solana). */
  readonly transaction: string
  /** By which explorers find it: the hash (Ethereum), the first signature (Solana). */
  readonly id: string
}

const GWEI_DECIMALS = 9
export const ETHER_DECIMALS = 18
/** What the plainest transfer takes (Yellow Paper, appendix G). */
const TRANSFER_GAS = 21_000n
const MAX_UINT64 = (1n << 64n) - 1n
const MAX_UINT256 = (1n << 256n) - 1n
const MAX_SAFE = BigInt(Number.MAX_SAFE_INTEGER)
const ZERO_ADDRESS = `0x${'0'.repeat(40)}`

/**
 * Reads the form of a transfer (EIP-1559). Fees are in gwei; `token` is empty for the native coin, and `decimals` then counts
 * for nothing.
 *
 * @throws FieldProblems when a field cannot be signed as it stands.
 */
export function readEthereumTransfer(texts: Readonly<Record<EthereumField, string>>): EthereumTransfer {
  const isToken = texts.token.trim() !== ''
  const decimalsOf = (text: string) => Number(isToken ? wholeNumberUpTo(77n)(text) : ETHER_DECIMALS)
  const gwei = (text: string) => amountOf(text, GWEI_DECIMALS, MAX_UINT64)
  const read = readFields<EthereumField, Omit<Record<EthereumField, bigint>, 'token' | 'to'> & Addresses>(
    texts,
    {
      chainId: text => (text === '0' ? refuse('whole-number') : wholeNumberUpTo(MAX_SAFE)(text)),
      token: text => (isToken ? readAddress(text) : null),
      decimals: text => BigInt(decimalsOf(text)),
      to: readAddress,
      amount: text => sentAmountOf(text, knownDecimals(texts.decimals, decimalsOf), MAX_UINT256),
      nonce: wholeNumberUpTo(MAX_SAFE),
      gasLimit(text) {
        const limit = wholeNumberUpTo(MAX_UINT64)(text)
        return limit < TRANSFER_GAS || (isToken && limit === TRANSFER_GAS) ? refuse('gas') : limit
      },
      maxFee: gwei,
      priorityFee: gwei,
    },
  )
  if (read.priorityFee > read.maxFee) throw new FieldProblems<EthereumField>({ priorityFee: 'tip' })
  if (read.to === read.token) throw new FieldProblems<EthereumField>({ to: 'nobody' })
  return {
    ...read,
    chainId: Number(read.chainId),
    token: read.token && { contract: read.token, decimals: Number(read.decimals) },
  }
}

interface Addresses {
  readonly token: `0x${string}` | null
  readonly to: `0x${string}`
}

/** Digits that cannot be read are said at their own field: the amount is then only looked at for its form. */
function knownDecimals(text: string, read: (text: string) => number): number {
  try {
    return read(text.normalize('NFKC').trim())
  } catch {
    return ETHER_DECIMALS
  }
}

/** @returns it with the checksum of EIP-55. An address of one case has none to be checked by. */
function readAddress(text: string): `0x${string}` {
  if (text === '') refuse('missing')
  const [, digits = ''] = /^0x([\da-f]{40})$/i.exec(text) ?? refuse('address')
  const checked = getAddress(`0x${digits.toLowerCase()}`)
  if (checked === ZERO_ADDRESS) refuse('nobody')
  if (hasChecksum(text) && checked.slice(2) !== digits) refuse('checksum')
  return checked
}

/** EIP-55: an address in letters of both cases has a checksum. */
export const hasChecksum = (address: string): boolean =>
  /[a-f]/.test(address.slice(2)) && /[A-F]/.test(address)

/** What the transfer can cost at most, in wei, beside what it sends. */
export const highestFee = ({ gasLimit, maxFee }: EthereumTransfer): bigint => gasLimit * maxFee

/** @param key 32 bytes; the caller wipes them */
export function signEthereumTransfer(key: Uint8Array, transfer: EthereumTransfer): SignedTransfer {
  const unsigned = unsignedTransaction(transfer)
  const hash = keccak256(transactionBytes(unsigned), 'bytes')
  const bytes = secp256k1.sign(hash, key, { prehash: false, format: 'recovered' })
  const { r, s, recovery } = secp256k1.Signature.fromBytes(bytes, 'recovered')
  const transaction = transactionBytes(unsigned, {
    r: word(r),
    s: word(s),
    yParity: recovery === 0 ? 0 : 1,
  })
  return { transaction, id: keccak256(transaction) }
}

function unsignedTransaction(transfer: EthereumTransfer): UnsignedTransaction {
  const { chainId, token, to, amount, nonce, gasLimit, maxFee, priorityFee } = transfer
  return {
    type: 2,
    chain_id: chainId,
    nonce: quantity(nonce),
    gas_limit: quantity(gasLimit),
    max_fee_per_gas: quantity(maxFee),
    max_priority_fee_per_gas: quantity(priorityFee),
    ...(token ? { to: token.contract, data: transferCall(to, amount) } : { to, value: quantity(amount) }),
  }
}

/** ERC-20 `transfer(address,uint256)`. */
const transferCall = (to: string, amount: bigint) =>
  `0xa9059cbb${to.slice(2).toLowerCase().padStart(64, '0')}${word(amount).slice(2)}`

const quantity = (value: bigint) => `0x${value.toString(16)}`
const word = (value: bigint): `0x${string}` => `0x${value.toString(16).padStart(64, '0')}`
