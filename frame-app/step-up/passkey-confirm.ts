import { challengeResponse } from '@vitrine/shared/api/passkey-step-up.ts'
import type { ProvableAgain } from '@vitrine/shared/api/step-up.ts'
import type { Calls } from '../session/calls.ts'
import { type Confirmation, verifyStepUp } from './step-up-api.ts'

/** Has the browser use one of the person's own passkeys. @returns the proof; `null` for `release` */
export async function confirmByPasskey(
  calls: Calls,
  confirmation: Confirmation,
  way: ProvableAgain,
  signal: AbortSignal,
): Promise<string | null> {
  const [{ runCeremony }, { forDevice }] = await Promise.all([
    import('../login/passkey/ceremony.ts'),
    import('../login/passkey/passkey-api.ts'),
  ])
  const { purpose } = confirmation
  const { options, signature } = await calls.postAuthorized(
    '/step_up/challenge',
    { purpose },
    challengeResponse,
    signal,
  )
  const ceremony = await forDevice(calls, options, signature)
  const { response } = await runCeremony(ceremony, signal)
  const answer = { way, plain: { challenge: ceremony.issued, authenticator_response: response } }
  return verifyStepUp(calls, confirmation, answer, signal)
}
