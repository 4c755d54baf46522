import { apiError } from '../errors/api-error.ts'
import type { DpopProof } from '../http/dpop.ts'
import type { SignedRequest } from '../http/signed-request.ts'
import type { SignerRequest } from '../signer/operations.ts'

/** The device that logs in, links or updates, and its signature over that very request: the signer checks it. */
export type DeviceSignature = Pick<SignerRequest<'verifyLogin'>, 'publicKey' | 'authorization' | 'deviceSeal'>

export const deviceSignature = (
  { payload, signature }: Pick<SignedRequest<unknown>, 'payload' | 'signature'>,
  dpop: DpopProof,
): DeviceSignature => ({ publicKey: dpop.publicKey(), authorization: { payload, signature } })

/**
 * The signer did not find the device's signature over this request, or what it sealed for it.
 * @returns `expired_or_invalid_authorization` (403)
 */
export const notFromHere = (reason: 'authorization' | 'sealed') =>
  apiError(
    'expired_or_invalid_authorization',
    reason === 'authorization'
      ? 'This device’s signature does not fit the request. Check the device’s clock, reload the page and try again.'
      : 'This page’s wallet is out of date. Reload the page and try again.',
  )
