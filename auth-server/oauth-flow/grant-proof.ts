import {
  type AccountTypeOf,
  accountTypeOf,
  type provenBy,
  spokenOf,
} from '@vitrine/shared/account/login-facts.ts'
import type { granted } from '@vitrine/shared/api/oauth-flow.ts'
import type { WayOf } from '@vitrine/shared/login/define.ts'
import { wayName } from '@vitrine/shared/login/registry.ts'
import { emailAddress } from '@vitrine/shared/otp/email-address.ts'
import type * as z from 'zod/mini'
import { findClient, type SealedClient } from '../apps/oauth-clients.ts'
import type { App } from '../apps/registry.ts'
import type { Context } from '../context.ts'
import { spendNonce } from '../database/nonce.ts'
import { requireNoPlus } from '../entry/plus-emails.ts'
import { apiError } from '../errors/api-error.ts'
import type { DpopProof } from '../http/dpop.ts'
import type { SignedRequest } from '../http/signed-request.ts'
import { deviceBoundProof } from '../identity/device-bound-proof.ts'
import { notFromHere } from '../identity/device-signature.ts'
import type { ProofOfIdentity } from '../identity/proof-of-identity.ts'
import { logError } from '../log.ts'
import type { SignerResponse } from '../signer/operations.ts'
import { takeFlow } from './flow-row.ts'

type Granted = z.infer<z.ZodMiniObject<typeof granted>>
/** A way whose proof is a grant. */
export type GrantWay = WayOf<ReturnType<typeof provenBy<'grant'>>[number]>

export interface GrantProof extends ProofOfIdentity {
  readonly identity: { readonly type: AccountTypeOf<GrantWay['method']>; readonly subject: string }
  /** The page brought what the party said; else the person came back from its own page. */
  readonly isBrought: boolean
  /** Asked where a login makes a new user. @throws `disallowed_plus_email` (422) */
  requireNewAllowed(): void
}

/**
 * What a grant brings to log in or to link. The flow is used up, then the signer redeems what came back, which this process
 * reads nothing of. What the signer says is good for once, however many flows it is brought in, is spent before anything is
 * done with it.
 * @throws `oauth_state_mismatch` | `invalid_pkce_parameters` (400) | `oauth_account_suspended` | `disallowed_login_method` (403) |
 * `disallowed_plus_email` (422) | `oauth_unexpected` (502)
 */
export async function proofByGrant(
  ctx: Context,
  app: App,
  way: GrantWay,
  signed: SignedRequest<Granted>,
  dpop: DpopProof,
  userId: string | null,
): Promise<GrantProof> {
  const provider = wayName(way)
  const { state_code: state, authorization_code: answer, code_verifier: verifier } = signed.request
  const purpose = userId === null ? 'login' : 'link'
  const begun = { appId: app.id, provider, state, device: dpop.thumbprint, purpose, userId } as const
  const { codeChallenge, seal, expiresAt } = await takeFlow(ctx, begun)
  const client = await requireClient(ctx, app, way)
  const grant = { ...begun, codeChallenge, expiresAt: expiresAt.getTime(), seal }
  const redeemed = await ctx.signer.redeemGrant({ client, grant, answer, verifier })
  if (!redeemed.ok) throw refused(redeemed.reason, way)
  const { profile, receipt, once } = redeemed
  if (once && !(await spendNonce(ctx.db, { key: `grant:${once.digest}`, expiresAt: new Date(once.until) })))
    throw usedBefore()

  const { subject, email, isEmailVerified, ...told } = profile
  const vouchedEmail = isEmailVerified ? emailAddress.safeParse(email).data : undefined
  const requireNewAllowed = () => {
    if (vouchedEmail !== undefined) requireNoPlus(app, vouchedEmail)
  }
  if (userId !== null) requireNewAllowed()
  const identity = { type: accountTypeOf(way), subject }
  const bound = deviceBoundProof(
    identity,
    { type: 'grant', ...way, appId: app.id, verifier, ...receipt },
    signed,
    dpop,
  )
  return {
    ...bound,
    details: { ...present({ ...told, email }), ...(vouchedEmail !== undefined && { vouchedEmail }) },
    refreshesDetails: true,
    isBrought: redeemed.isBrought,
    requireNewAllowed,
    refusal: reason =>
      reason === 'grant' || reason === 'expired' ? notFromHere('authorization') : bound.refusal(reason),
  }
}

/** Without what the provider did not tell. */
const present = <T extends object>(told: T) =>
  Object.fromEntries(Object.entries(told).filter(([, value]) => value !== undefined)) as {
    [K in keyof T]?: NonNullable<T[K]>
  }

/** @throws `disallowed_login_method` (403) when the operator has set no client up */
export async function requireClient(ctx: Context, app: App, way: GrantWay): Promise<SealedClient> {
  const client = await findClient(ctx.db, app.id, wayName(way))
  if (client) return client
  logError(
    `a login with ${wayName(way)}`,
    new Error(`${app.id} is not known there: \`npm run vitrine -- ${way.method} set ${app.id} …\``),
  )
  throw apiError('disallowed_login_method', `This site has not set up logging in ${spokenOf(way)}.`)
}

type Refusal = Extract<SignerResponse<'redeemGrant'>, { ok: false }>['reason']

function refused(reason: Refusal, way: GrantWay): Error {
  switch (reason) {
    case 'grant':
    case 'expired':
      return apiError('oauth_state_mismatch', 'This login took too long. Start it again.')
    case 'sealed':
      return notFromHere('sealed')
    case 'verifier':
      return apiError('invalid_pkce_parameters', 'This login was begun elsewhere. Start it again.')
    case 'suspended':
      return apiError(
        'oauth_account_suspended',
        'This account is suspended there. Use another way to log in.',
      )
    case 'misconfigured':
      return apiError('oauth_unexpected', `Logging in ${spokenOf(way)} is not set up rightly. Tell the site.`)
    case 'subject':
      return apiError(
        'oauth_unexpected',
        `Logging in ${spokenOf(way)} needs a user id of 1 to 255 printable ASCII characters. Tell the site.`,
      )
    case 'refused':
      return apiError('oauth_unexpected', `Logging in ${spokenOf(way)} did not work. Try again.`)
    case 'unavailable':
      return apiError(
        'oauth_unexpected',
        `Logging in ${spokenOf(way)} is not possible just now. Try again in a moment.`,
      )
  }
}

const usedBefore = () => apiError('oauth_state_mismatch', 'This login was used already. Start it again.')
