import { clientError } from '@vitrine/shared/errors/vitrine-error.ts'
import type { Calls, CloudGrant } from '../session/calls.ts'
import { createOneAnswerKey } from '../session/one-answer-key.ts'

/**
 * Redeems what a window came back with for an access token to the person's cloud, which nobody on the way can read.
 * @throws VitrineError what the server refuses; `oauth_unexpected`: the answer is not the signer's, or not for us
 */
export async function redeemCloudGrant(
  calls: Calls,
  grant: CloudGrant,
  signal: AbortSignal,
): Promise<string> {
  const key = await createOneAnswerKey()
  const sealed = await calls.cloudToken(grant, key.recipient, signal)
  try {
    return await key.open(sealed)
  } catch (cause) {
    throw clientError('oauth_unexpected', 'The access to the cloud is not for this page.', { cause })
  }
}
