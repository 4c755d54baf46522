import type { User } from '@vitrine/shared/api/client-user.ts'
import {
  creationInitResponse,
  type RequestOptions,
  requestInitResponse,
} from '@vitrine/shared/api/login/passkey.ts'
import { deviceChallenge } from '@vitrine/shared/api/login/passkey-device.ts'
import type { FrameResult } from '@vitrine/shared/bridge/methods.ts'
import { withCaptcha } from '../../captcha/with-captcha.ts'
import type { EffectiveConfig } from '../../config/effective.ts'
import type { Calls } from '../../session/calls.ts'
import type { StepUpBody } from '../../step-up/step-up.ts'
import type { Ceremony, CeremonyResponse } from './ceremony.ts'
import type { Purpose } from './flow.ts'

const WAY = { method: 'passkey' } as const

/**
 * POST /passkeys/authenticate/init, /passkeys/register/init or /passkeys/link/init (contract §2.6).
 * @param hints of the site, for a passkey that is made
 */
export const generateChallenge = (
  calls: Calls,
  purpose: Purpose,
  signal: AbortSignal,
  hints: EffectiveConfig['passkeys']['hints'] = [],
): Promise<Ceremony> => withCaptcha(calls, signal, token => askFor(calls, purpose, token, signal, hints))

async function askFor(
  calls: Calls,
  purpose: Purpose,
  token: string | undefined,
  signal: AbortSignal,
  hints: EffectiveConfig['passkeys']['hints'],
): Promise<Ceremony> {
  switch (purpose) {
    case 'log-in': {
      const { options, signature } = await calls.post(
        '/passkeys/authenticate/init',
        { token },
        requestInitResponse,
        signal,
      )
      return forDevice(calls, options, signature)
    }
    case 'sign-up': {
      const { options, signature } = await calls.post(
        '/passkeys/register/init',
        { token },
        creationInitResponse,
        signal,
      )
      await calls.requireIssued(options.challenge, signature)
      return { kind: 'create', options, hints }
    }
    case 'link': {
      const { options, signature } = await calls.postAuthorized(
        '/passkeys/link/init',
        { token },
        creationInitResponse,
        signal,
      )
      await calls.requireIssued(options.challenge, signature)
      return { kind: 'create', options, hints }
    }
  }
}

/** Has the passkey name this device, so that its answer is worth nothing to who puts another one in its place. */
export async function forDevice(
  calls: Pick<Calls, 'device' | 'requireIssued'>,
  options: RequestOptions,
  signature: string,
): Promise<Extract<Ceremony, { kind: 'get' }>> {
  const { challenge: issued } = options
  await calls.requireIssued(issued, signature)
  const challenge = await deviceChallenge(issued, await calls.device())
  return { kind: 'get', issued, options: { ...options, challenge } }
}

/** POST /passkeys/authenticate or /passkeys/register. @param challenge the one that was answered */
export function submitLogin(
  calls: Calls,
  challenge: string,
  { kind, response }: CeremonyResponse,
  signal: AbortSignal,
): Promise<FrameResult<'login'>> {
  const path = kind === 'create' ? '/passkeys/register' : '/passkeys/authenticate'
  const body = { authenticator_response: response, ...(kind === 'get' && { challenge }) }
  return calls.authenticate(path, body, WAY, signal)
}

/** POST /passkeys/link. */
export const submitLink = (
  calls: Calls,
  { response, proof }: Pick<CeremonyResponse, 'response'> & { readonly proof: StepUpBody },
  signal: AbortSignal,
): Promise<User> =>
  calls.addAccount(
    '/passkeys/link',
    { authenticator_response: response, ...proof },
    { purpose: 'link', way: WAY },
    signal,
  )

/** POST /passkeys/rename. @param name nothing gives it back its own */
export const renamePasskey = (
  calls: Calls,
  credentialId: string,
  name: string,
  signal: AbortSignal,
): Promise<User> => calls.changeUser('/passkeys/rename', { credential_id: credentialId, name }, signal)
