import { hashAuthorization, hashMessage, hexToBytes, keccak256 } from 'viem/utils'
import type { RPC_CHAIN_TYPE, RpcData, RpcMethod, RpcRequest } from '../rpc.ts'
import { messageBytes } from '../sign-message.ts'
import { legacyTypedDataHash } from './legacy-typed-data-hash.ts'
import { nonceOf, transactionBytes } from './transaction-bytes.ts'
import { typedDataHash } from './typed-data-hash.ts'

type Hex = `0x${string}`

/** secp256k1 with low s (EIP-2): r and s are 32 bytes, 0x-prefixed hex. */
export interface EthereumSignature {
  readonly r: Hex
  readonly s: Hex
  readonly yParity: 0 | 1
}

export type EthereumMethod = {
  [M in RpcMethod]: (typeof RPC_CHAIN_TYPE)[M] extends 'ethereum' ? M : never
}[RpcMethod]

/** A request as a key sees it: it signs 32 bytes, and the signature becomes the answer. */
export interface EthereumSigning<M extends EthereumMethod> {
  readonly hash: Uint8Array
  answer(signature: EthereumSignature): RpcData<M>
}

type Plan = { readonly [M in EthereumMethod]: (params: RpcRequest<M>['params']) => EthereumSigning<M> }

const PLAN: Plan = {
  /** EIP-191, version 0x45. */
  personal_sign(params) {
    return { hash: hexToBytes(hashMessage({ raw: messageBytes(params) })), answer: encoded }
  },

  /** Version 1, before EIP-712. */
  eth_signTypedData({ fields }) {
    return { hash: hexToBytes(legacyTypedDataHash(fields)), answer: encoded }
  },

  eth_signTypedData_v4({ typed_data }) {
    return { hash: hexToBytes(typedDataHash(typed_data)), answer: encoded }
  },

  eth_signTransaction({ transaction }) {
    return {
      hash: keccak256(transactionBytes(transaction), 'bytes'),
      answer: signature => ({
        signed_transaction: transactionBytes(transaction, signature),
        encoding: 'rlp',
      }),
    }
  },

  /** EIP-7702: keccak-256 of `0x05 ‖ rlp([chain id, address, nonce])`. */
  eth_sign7702Authorization({ contract, chain_id, nonce }) {
    const asked = { contractAddress: contract as Hex, chainId: chain_id, nonce: nonceOf(nonce) }
    return {
      hash: hashAuthorization({ ...asked, to: 'bytes' }),
      answer: ({ r, s, yParity }) => ({
        authorization: { contract, chain_id, nonce, r, s, y_parity: yParity },
      }),
    }
  },
}

/**
 * What an Ethereum key has to sign for a request, the same for both custody modes: it is made before any key is opened.
 *
 * @throws RangeError, or an error of viem, when the request has no one meaning: see `typedDataHash`, `transactionBytes`.
 */
export function ethereumSigning<M extends EthereumMethod>({
  method,
  params,
}: RpcRequest<M> & { readonly method: M }): EthereumSigning<M> {
  return (PLAN as { readonly [Each in M]: (params: RpcRequest<M>['params']) => EthereumSigning<M> })[method](
    params,
  )
}

/** r, s and v (27 or 28): 65 bytes, 0x-prefixed hex. */
const encoded = ({ r, s, yParity }: EthereumSignature) =>
  ({ signature: `${r}${s.slice(2)}${yParity === 0 ? '1b' : '1c'}`, encoding: 'hex' }) as const
