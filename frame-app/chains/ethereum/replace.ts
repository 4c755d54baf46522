import { clientError } from '@vitrine/shared/errors/vitrine-error.ts'
import { parseTransaction } from 'viem'
import type { EthereumTransactionInput, GasPrice, Hex, ReplacementKind } from './ports.ts'
import type { StoredTransaction } from './sent-transactions.ts'
import { toQuantity } from './unsigned-transaction.ts'

/**
 * Makes the request that replaces a waiting transaction: the same once more, or nothing sent to oneself, with the same nonce. Its
 * fees are filled in by `prepare`.
 * @throws VitrineError `invalid_data` where its signed bytes are not there
 */
export function replacementOf(row: StoredTransaction, kind: ReplacementKind): EthereumTransactionInput {
  const { raw } = row
  if (raw === undefined)
    throw clientError('invalid_data', 'This transaction cannot be replaced from here any more.')
  const signed = parseTransaction(raw as Hex)
  const { gasPrice, maxFeePerGas = 0n, maxPriorityFeePerGas = 0n } = signed
  const price: GasPrice = gasPrice === undefined ? { maxFeePerGas, maxPriorityFeePerGas } : { gasPrice }
  const common = { nonce: row.nonce, replaces: { hash: row.hash, kind, price } }
  // A node would compare other fees if the type were another one.
  const type = gasPrice === undefined ? 2 : signed.type === 'eip2930' ? 1 : 0
  if (kind === 'cancel') return { ...common, type, to: row.from, value: 0n }
  return {
    ...common,
    ...(signed.to && { to: signed.to }),
    value: signed.value ?? 0n,
    ...(signed.data !== undefined && { data: signed.data }),
    ...(signed.gas !== undefined && { gas: signed.gas }),
    ...(signed.accessList && { accessList: signed.accessList }),
    ...(signed.type === 'eip7702' && signed.authorizationList
      ? {
          type: 4 as const,
          authorizationList: signed.authorizationList.map(it => ({
            contract: it.address,
            chain_id: it.chainId,
            nonce: toQuantity(it.nonce),
            r: it.r,
            s: it.s,
            y_parity: it.yParity === 0 ? (0 as const) : (1 as const),
          })),
        }
      : { type }),
  }
}
