import { personalSignResponse } from '@vitrine/shared/wallet/sign-message.ts'
import type { RpcOperation } from '../operation.ts'

/** `personal_sign`: the signer reads the message from the signed body; nothing is left to do here. */
export const signMessage = {
  kind: 'rpc',
  method: 'personal_sign',
  response: personalSignResponse,
} as const satisfies RpcOperation
