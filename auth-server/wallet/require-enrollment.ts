import { toEip155 } from '@vitrine/shared/chains/caip2.ts'
import { readTransaction, type SolanaInstruction } from '@vitrine/shared/chains/solana-message.ts'
import type { EditableAppConfig } from '@vitrine/shared/config/app-config.ts'
import { base64Bytes } from '@vitrine/shared/encoding.ts'
import type { RPC_REQUESTS } from '@vitrine/shared/wallet/rpc.ts'
import type * as z from 'zod/mini'
import { apiError } from '../errors/api-error.ts'
import type { Prover } from '../mfa/claim/own-factors.ts'

type Request = z.infer<(typeof RPC_REQUESTS)[keyof typeof RPC_REQUESTS]>
type Limit = EditableAppConfig['mfa_required_above'][number]

/**
 * Demands that a person who moves more than the operator says has a second factor; that they prove it is the signer's to demand. Read
 * of what is signed: the transaction's own value, and what it hands over or allows of a token. What a contract moves by itself is not
 * seen.
 * @throws `missing_mfa_enrollment` (403)
 */
export function requireEnrollment(
  { mfa_required_above: limits }: EditableAppConfig,
  request: Request,
  { mfa }: Prover,
): void {
  if (limits.length === 0 || (mfa && mfa.factors.list.length > 0)) return
  if (!limits.some(limit => moved(request, limit) > BigInt(limit.amount))) return
  throw apiError(
    'missing_mfa_enrollment',
    'For this amount your account needs a second step. Add one, then try again.',
  )
}

/** How much of what a limit is of, in its smallest unit. */
function moved(request: Request, limit: Limit): bigint {
  switch (request.method) {
    case 'eth_signTransaction':
      return ofEthereum(request.params.transaction, limit)
    case 'signTransaction':
      return limit.asset === undefined && limit.chain.startsWith('solana:')
        ? lamports(request.params.transaction)
        : 0n
    default:
      return 0n
  }
}

type EthereumTransaction = Extract<Request, { method: 'eth_signTransaction' }>['params']['transaction']

function ofEthereum(
  { chain_id: chainId, to, value = '0x0', data = '0x' }: EthereumTransaction,
  limit: Limit,
) {
  if (toEip155(chainId) !== limit.chain) return 0n
  if (limit.asset === undefined) return BigInt(value)
  return to?.toLowerCase() === limit.asset.toLowerCase() ? tokens(data) : 0n
}

/** ERC-20 calls by their selectors, with the place of the amount among the arguments. */
const TOKEN_CALLS: Readonly<Record<string, number>> = {
  // transfer, approve, increaseAllowance
  '0xa9059cbb': 1,
  '0x095ea7b3': 1,
  '0x39509351': 1,
  // transferFrom
  '0x23b872dd': 2,
}
const WORD = 64

function tokens(data: string): bigint {
  const place = TOKEN_CALLS[data.slice(0, 10).toLowerCase()]
  if (place === undefined) return 0n
  const word = data.slice(10 + place * WORD, 10 + (place + 1) * WORD)
  // A call that is cut short is one of zeros to the right.
  return word === '' ? 0n : BigInt(`0x${word.padEnd(WORD, '0')}`)
}

const SYSTEM_PROGRAM = '1'.repeat(32)
/** CreateAccount, Transfer, WithdrawNonceAccount, TransferWithSeed: number and lamports come first in each. */
const SYSTEM_MOVES = [0, 2, 5, 11]

/** All that a transaction's own instructions move. The cluster is not in it: a limit of any is one of all. */
function lamports(transaction: string): bigint {
  const bytes = base64Bytes(transaction)
  const message = bytes && readTransaction(bytes)?.message
  if (!message) return 0n
  return message.instructions
    .filter(({ programIndex }) => message.keys[programIndex] === SYSTEM_PROGRAM)
    .reduce((sum, instruction) => sum + ofInstruction(instruction), 0n)
}

function ofInstruction({ data }: SolanaInstruction): bigint {
  if (data.length < 12) return 0n
  const view = new DataView(data.buffer, data.byteOffset, data.byteLength)
  return SYSTEM_MOVES.includes(view.getUint32(0, true)) ? view.getBigUint64(4, true) : 0n
}
