import type { ErrorCode } from '@vitrine/shared/errors/codes.ts'
import { VitrineError } from '@vitrine/shared/errors/vitrine-error.ts'

/** Numbers of EIP-1193 and EIP-1474, by the code of the error that they stand for (contract §8.5). */
export const EIP_CODE = {
  userRejected: 4001,
  unauthorized: 4100,
  unsupportedMethod: 4200,
  methodNotFound: -32601,
  disconnected: 4900,
  chainDisconnected: 4901,
  /** EIP-3326. */
  unrecognizedChain: 4902,
  invalidInput: -32000,
  transactionRejected: -32003,
  limitExceeded: -32005,
  invalidParams: -32602,
  internal: -32603,
} as const

const BY_CODE: Partial<Record<ErrorCode, number>> = {
  user_rejected: EIP_CODE.userRejected,
  exited_auth_flow: EIP_CODE.userRejected,
  user_exited_set_password_flow: EIP_CODE.userRejected,
  embedded_wallet_password_unconfirmed: EIP_CODE.userRejected,
  must_be_authenticated: EIP_CODE.unauthorized,
  embedded_wallet_not_found: EIP_CODE.unauthorized,
  invalid_data: EIP_CODE.invalidParams,
  not_supported: EIP_CODE.unsupportedMethod,
  unsupported_wallet_type: EIP_CODE.unsupportedMethod,
  connection_lost: EIP_CODE.disconnected,
  // As the page's side has it, and never -32603: viem asks again for what ended with that.
  client_request_timeout: EIP_CODE.disconnected,
  unsupported_chain_id: EIP_CODE.unrecognizedChain,
  insufficient_balance: EIP_CODE.invalidInput,
  transaction_failure: EIP_CODE.transactionRejected,
  too_many_requests: EIP_CODE.limitExceeded,
}

export const unsupportedMethod = (message: string) => numbered('not_supported', message)
export const invalidParams = (message: string) => numbered('invalid_data', message)
/** EIP-1193, 4901: what was asked is for another chain than the provider is on. */
export const wrongChain = (subject: string, asked: number, current: number) =>
  numbered(
    'invalid_data',
    `${subject} is for chain ${asked}, and the wallet is on chain ${current}. Call wallet_switchEthereumChain first.`,
    EIP_CODE.chainDisconnected,
  )
export const unauthorized = (message: string) => numbered('must_be_authenticated', message)

/** @param eipCode where it is not the usual one of the code */
export function numbered(code: ErrorCode, message: string, eipCode?: number): VitrineError {
  const data = eipCode === undefined ? undefined : { eipCode }
  return withEipCode(new VitrineError({ type: 'client_error', code, message, ...(data && { data }) }))
}

/** The same error with the number that a dapp expects as `data.eipCode`. */
export function withEipCode(error: VitrineError): VitrineError {
  if (error.data?.eipCode !== undefined) return error
  const { type, code, message, status, data } = error
  const eipCode = BY_CODE[code] ?? EIP_CODE.internal
  return new VitrineError(
    { type, code, message, data: { ...data, eipCode }, ...(status !== undefined && { status }) },
    { cause: error },
  )
}
