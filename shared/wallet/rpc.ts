import type * as z from 'zod/mini'
import { signLegacyTypedDataRequest, signLegacyTypedDataResponse } from './legacy-typed-data.ts'
import { signAuthorizationRequest, signAuthorizationResponse } from './sign-authorization.ts'
import {
  personalSignRequest,
  personalSignResponse,
  solanaSignMessageRequest,
  solanaSignMessageResponse,
} from './sign-message.ts'
import {
  ethSignTransactionRequest,
  ethSignTransactionResponse,
  solanaSignTransactionRequest,
  solanaSignTransactionResponse,
} from './sign-transaction.ts'
import { signTypedDataRequest, signTypedDataResponse } from './sign-typed-data.ts'

/**
 * RPC methods that a wallet's key performs (contract §6.1), and the body that each takes. Both custody modes perform the
 * same requests: the server's signer behind POST /wallets/:wallet_id/rpc, and the vault worker on the device.
 */
export const RPC_REQUESTS = {
  personal_sign: personalSignRequest,
  eth_signTypedData: signLegacyTypedDataRequest,
  eth_signTypedData_v4: signTypedDataRequest,
  eth_signTransaction: ethSignTransactionRequest,
  eth_sign7702Authorization: signAuthorizationRequest,
  signMessage: solanaSignMessageRequest,
  signTransaction: solanaSignTransactionRequest,
} as const

export const RPC_RESPONSES = {
  personal_sign: personalSignResponse,
  eth_signTypedData: signLegacyTypedDataResponse,
  eth_signTypedData_v4: signTypedDataResponse,
  eth_signTransaction: ethSignTransactionResponse,
  eth_sign7702Authorization: signAuthorizationResponse,
  signMessage: solanaSignMessageResponse,
  signTransaction: solanaSignTransactionResponse,
} as const satisfies Record<RpcMethod, unknown>

export type RpcMethod = keyof typeof RPC_REQUESTS
export type RpcRequest<M extends RpcMethod> = z.infer<(typeof RPC_REQUESTS)[M]>
export type RpcData<M extends RpcMethod> = z.infer<(typeof RPC_RESPONSES)[M]>['data']
/** The chain family whose wallets perform the method. */
export const RPC_CHAIN_TYPE = {
  personal_sign: 'ethereum',
  eth_signTypedData: 'ethereum',
  eth_signTypedData_v4: 'ethereum',
  eth_signTransaction: 'ethereum',
  eth_sign7702Authorization: 'ethereum',
  signMessage: 'solana',
  signTransaction: 'solana',
} as const satisfies Record<RpcMethod, 'ethereum' | 'solana'>
