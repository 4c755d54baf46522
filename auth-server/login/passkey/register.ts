import type { Attestation } from '@vitrine/shared/api/login/passkey.ts'
import type { AuthenticatedUser } from '@vitrine/shared/api/session.ts'
import type { App } from '../../apps/registry.ts'
import type { Context } from '../../context.ts'
import type { DpopProof } from '../../http/dpop.ts'
import type { MadeWith } from '../../http/made-with.ts'
import type { ActiveSession } from '../../http/session.ts'
import type { SignedRequest } from '../../http/signed-request.ts'
import type { StepUp } from '../../http/step-up.ts'
import { completeLogin } from '../../identity/complete-login.ts'
import { linkAccount } from '../../identity/link-account.ts'
import { type ChallengeScope, challengeIsOver, takeChallenge } from './challenge.ts'
import { readClientData } from './client-data.ts'
import { passkeyProof } from './passkey-proof.ts'
import { verifyRegistration } from './verify-registration.ts'

/** A call that answers a challenge with a new passkey. */
export interface Registration {
  readonly app: App
  /** As the device signed it. */
  readonly signed: SignedRequest<{ readonly authenticator_response: Attestation }>
  readonly dpop: DpopProof
  /** Browser and device that it comes from. */
  readonly madeWith: MadeWith
}

/** Signs a new user up with a passkey. @throws `invalid_credentials` (422) and those of `completeLogin` */
export async function register(ctx: Context, registration: Registration): Promise<AuthenticatedUser> {
  const { app } = registration
  const proven = await provenRegistration(ctx, registration, {
    appId: app.id,
    purpose: 'register',
    userId: null,
  })
  return completeLogin(ctx, { app, proven, account: null, mode: undefined })
}

/** Gives the user of the session a passkey. @throws `invalid_credentials` (422) and those of `linkAccount` */
export async function link(ctx: Context, session: ActiveSession, stepUp: StepUp, registration: Registration) {
  const { app } = registration
  const proven = await provenRegistration(ctx, registration, {
    appId: app.id,
    purpose: 'link',
    userId: session.userId,
  })
  return linkAccount(ctx, app, session, proven, stepUp)
}

async function provenRegistration(
  ctx: Context,
  { app, signed, dpop, madeWith }: Registration,
  scope: ChallengeScope,
) {
  const { authenticator_response: attestation } = signed.request
  const answered = readClientData(attestation.response.client_data_json).challenge
  const challenge = await takeChallenge(ctx, answered, scope)
  if (!challenge) throw challengeIsOver()
  const { id, publicKey, details } = await verifyRegistration(ctx.settings, app, challenge, attestation)
  const credential = { id, publicKey }
  return passkeyProof(
    { challenge, credential, details: { ...details, ...madeWith }, signed, dpop },
    { type: 'new-credential', appId: app.id, credential },
  )
}
