import { sealedSecret } from '@vitrine/shared/hpke/login-secret.ts'
import { findIssuer } from '../../apps/issuers.ts'
import type { App } from '../../apps/registry.ts'
import type { Context } from '../../context.ts'
import { apiError } from '../../errors/api-error.ts'
import type { DpopProof } from '../../http/dpop.ts'
import type { SignedRequest } from '../../http/signed-request.ts'
import { deviceBoundProof } from '../../identity/device-bound-proof.ts'
import { notFromHere } from '../../identity/device-signature.ts'
import type { ProofOfIdentity } from '../../identity/proof-of-identity.ts'
import { isTokenSubject } from '../../signer/token-subject.ts'

interface SealedToken {
  readonly token: string
  readonly custom_user_id: string
}

type SiteAccount = { readonly identity: { readonly type: 'custom_auth'; readonly subject: string } }

/**
 * What a token of the site's own login brings to log in or to link. It comes sealed for the signer, which checks it by the
 * settings that the operator sealed: neither can this process read.
 * @throws `expired_or_invalid_authorization` (403) | `invalid_credentials` (422) | `service_unavailable` (503)
 */
export async function proofByToken(
  ctx: Context,
  app: App,
  signed: SignedRequest<SealedToken>,
  dpop: DpopProof,
): Promise<ProofOfIdentity & SiteAccount> {
  const { token, custom_user_id: subject } = signed.request
  // The frame of an earlier release sends it in the clear.
  if (!sealedSecret.safeParse(token).success) throw notFromHere('sealed')
  if (!isTokenSubject(subject)) throw refusedToken()
  const { settings, seal } = (await findIssuer(ctx.db, app.id, 'custom-jwt')) ?? {}
  if (settings === undefined || typeof seal !== 'string') throw notSealed()
  const identity = { type: 'custom_auth', subject } as const
  const issuer = { settings, seal }
  const proof = { type: 'token', method: 'custom-jwt', appId: app.id, subject, token, issuer } as const
  const bound = deviceBoundProof(identity, proof, signed, dpop)
  return {
    ...bound,
    refusal(reason) {
      if (reason === 'token') return refusedToken()
      if (reason === 'keys') return notNow()
      return reason === 'issuer' ? notSealed() : bound.refusal(reason)
    },
  }
}

/** @throws `disallowed_login_method` (403) */
export function requireIssuer({ config }: App): void {
  if (config.custom_jwt_config) return
  throw apiError('disallowed_login_method', 'This site has not set up logging in with its own accounts.')
}

/** One answer for every flaw: a page that makes tokens up learns nothing of what is checked. */
const refusedToken = () =>
  apiError('invalid_credentials', 'The site’s own login was not accepted. Log in at the site again.')

const notNow = (options?: ErrorOptions) =>
  apiError(
    'service_unavailable',
    'The site’s own login cannot be checked just now. Try again in a moment.',
    options,
  )

const notSealed = () =>
  notNow({
    cause: new Error('custom_jwt_config of this app is not sealed: run `npm run vitrine -- app seal`'),
  })
