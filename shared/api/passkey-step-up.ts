import * as z from 'zod/mini'
import { assertion, challengeSignature, requestOptions } from './login/passkey.ts'

/** The part of `/step_up` that a passkey answers. */
export const challengeResponse = z.object({ options: requestOptions, signature: challengeSignature })
export const answeredChallenge = {
  challenge: requestOptions.shape.challenge,
  authenticator_response: assertion,
}
