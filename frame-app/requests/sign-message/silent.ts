import type { Silent } from '../kind.ts'
import type { SignMessageRequest } from './request.ts'

/** A message moves nothing by itself, so no scanner is asked. */
export const silent: Silent<SignMessageRequest, { readonly signature: string }> = {
  needsPerson: async () => false,
  perform: ({ wallets }, request, signal) => wallets.signMessage(request, signal),
}
