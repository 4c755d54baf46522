import { readMessage } from '../../approval/message/message-content.ts'
import { loginDangers } from '../../approval/message/message-dangers.ts'
import type { Silent } from '../kind.ts'
import type { SignMessageRequest } from './request.ts'

/** A message moves nothing by itself, so no scanner is asked. */
export const silent: Silent<SignMessageRequest, { readonly signature: string }> = {
  /**
   * A login of another site, or of another wallet: who has its signature is logged in there as this person. Bytes that
   * nobody can read are what an operator gives the screens up for, and need none.
   */
  async needsPerson({ hostOrigin }, { message, encoding, wallet: { address } }) {
    const { text } = readMessage(message, encoding)
    return text !== null && loginDangers(text, { hostOrigin, address }).length > 0
  },
  perform: ({ wallets }, request, signal) => wallets.signMessage(request, signal),
}
