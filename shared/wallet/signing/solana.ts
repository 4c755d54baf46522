import { isTransaction, readTransaction, withSignature } from '../../chains/solana-message.ts'
import { base64Bytes, base64Text } from '../../encoding.ts'
import type { RPC_CHAIN_TYPE, RpcData, RpcMethod, RpcRequest } from '../rpc.ts'
import { MAX_MESSAGE_BYTES } from '../sign-message.ts'

export type SolanaMethod = {
  [M in RpcMethod]: (typeof RPC_CHAIN_TYPE)[M] extends 'solana' ? M : never
}[RpcMethod]

/** A request as a key sees it: Ed25519 (RFC 8032) over `message`, and the 64 bytes of signature become the answer. */
export interface SolanaSigning<M extends SolanaMethod> {
  readonly message: Uint8Array
  answer(signature: Uint8Array): RpcData<M>
}

type Plan = {
  readonly [M in SolanaMethod]: (params: RpcRequest<M>['params'], address: string) => SolanaSigning<M>
}

const PLAN: Plan = {
  signMessage({ message: text }) {
    const message = base64Bytes(text)
    if (!message || message.length > MAX_MESSAGE_BYTES) {
      throw new RangeError('The message is not base64 of 65,536 bytes at most.')
    }
    if (isReserved(message)) throw new RangeError('The message is one of Vitrine’s own statements.')
    if (isTransaction(message)) throw new RangeError('The message is a transaction: sign it as one.')
    return { message, answer: signature => ({ signature: base64Text(signature), encoding: 'base64' }) }
  },

  signTransaction({ transaction: text }, address) {
    const bytes = base64Bytes(text)
    const transaction = bytes && readTransaction(bytes)
    if (!bytes || !transaction)
      throw new RangeError('This is not a Solana transaction, legacy, version 0 or version 1.')
    const { requiredSignatures, keys } = transaction.message
    const index = keys.slice(0, requiredSignatures).indexOf(address)
    if (index < 0) throw new RangeError('The transaction does not ask for a signature by this wallet.')
    return {
      message: transaction.messageBytes,
      answer: signature => ({
        signed_transaction: base64Text(withSignature(bytes, index, signature)),
        encoding: 'base64',
      }),
    }
  },
}

/** How the statements begin by which keys vouch for wallets (`set-statement.ts`): no site may have them signed. */
const RESERVED = new TextEncoder().encode('\x19Vitrine ')

export const isReserved = (message: Uint8Array) => RESERVED.every((byte, index) => message[index] === byte)

/**
 * What a Solana key has to sign for a request, the same for both custody modes: it is made before any key is opened.
 *
 * @param address of the wallet that is to sign.
 * @throws RangeError when the request is not what it claims to be, or needs no signature by this wallet.
 */
export function solanaSigning<M extends SolanaMethod>(
  { method, params }: RpcRequest<M> & { readonly method: M },
  address: string,
): SolanaSigning<M> {
  type Each = (params: RpcRequest<M>['params'], address: string) => SolanaSigning<M>
  return (PLAN as unknown as { readonly [Key in M]: Each })[method](params, address)
}
