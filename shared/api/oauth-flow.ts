import * as z from 'zod/mini'
import { captchaToken } from '../captcha/token.ts'
import { sealedSecret } from '../hpke/login-secret.ts'
import { sealedAnswer } from '../hpke/oauth-answer.ts'

/**
 * A login at another company, whatever the method. The device makes `state_code` and the PKCE verifier (RFC 7636) and keeps them.
 * A window of the wallet origin goes to the provider and comes back to `CALLBACK_PATH`, which seals the provider's answer for
 * the signer. The device fetches it by the flow's id, or the site's page brings it along, and it is worth nothing without the
 * verifier. What begins a flow and what ends it are calls of its method (`login/<method>.ts`).
 */

/** How long a person may take at the provider. */
export const FLOW_LIFETIME_MS = 10 * 60_000
/** What a page comes back with (contract §10.2). */
export const RETURN_PARAMETERS = {
  code: 'vitrine_oauth_code',
  state: 'vitrine_oauth_state',
  provider: 'vitrine_oauth_provider',
} as const

/** 36 random bytes, base64url. */
export const stateCode = z.string().check(z.regex(/^[\w-]{48}$/))
/** 32 random bytes, base64url: known to the frame and the window that it opened alone. */
export const flowId = z.string().check(z.regex(/^[\w-]{43}$/))

/** Why there is no answer to redeem: the person said no, the provider bars them, or it failed. */
export const OAUTH_FAILURES = ['denied', 'suspended', 'failed'] as const
export type OauthFailure = (typeof OAUTH_FAILURES)[number]
/** What the way back brings: the provider's answer, sealed for the signer, or why there is none. */
export const oauthAnswer = z.union([sealedAnswer, z.enum(OAUTH_FAILURES)])
export type OauthAnswer = z.infer<typeof oauthAnswer>

/** `/init` below a method's path, which the device proves; of who is logged in for `link`. */
export const begunFlow = {
  flow_id: flowId,
  state_code: stateCode,
  /** S256 (RFC 7636 §4.2). */
  code_challenge: z.string().check(z.regex(/^[\w-]{43}$/)),
  purpose: z._default(z.enum(['login', 'link']), 'login'),
  /** Where the whole page comes back to, of one of the app's origins; absent: the flow goes on in a window of its own. */
  redirect_to: z.optional(z.string().check(z.maxLength(2048))),
  token: z.optional(captchaToken),
}

/** `/init` and `/start`: where it leads; `signature` is the signer's, see `SignerStatement`, `oauth-url`. */
const leads = { url: z.string(), signature: z.string() }
export const initResponse = z.object(leads)

/** `/oauth_flows/start`: the window asks for what its frame began. `not_found` (404) until that has. */
export const startRequest = z.object({ flow_id: flowId })
export const startResponse = z.object({
  ...leads,
  /** The way's name (`wayName`). */
  provider: z.string().check(z.maxLength(80)),
  state_code: stateCode,
  redirect_to: z.nullable(z.string()),
})
export type StartedFlow = z.infer<typeof startResponse>

/** `/oauth_flows/answer`: the window leaves what it came back with, once. Not of a flow that takes the whole page. */
export const answerRequest = z.object({ state_code: stateCode, answer: oauthAnswer })
export const answerResponse = z.object({ success: z.boolean() })

/** `/oauth_flows/status`: `null` while the person is at the provider. */
export const statusRequest = z.object({ flow_id: flowId })
export const statusResponse = z.object({ answer: z.nullable(oauthAnswer) })

/** The verifier is sealed for the signer, with `state_code` as the subject that it belongs to: the API process sees none. */
export const granted = {
  state_code: stateCode,
  authorization_code: sealedAnswer,
  code_verifier: sealedSecret,
}
