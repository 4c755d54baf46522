import type { OauthAnswer, OauthFailure } from '@vitrine/shared/api/oauth-flow.ts'
import { sealAnswer } from '@vitrine/shared/hpke/oauth-answer.ts'

/** What a provider puts into the address that it comes back to (RFC 6749 §4.1.2, RFC 9207). */
export interface ProviderReturn {
  readonly code: string | null
  readonly state: string
  readonly iss: string | null
  readonly error: string | null
  /** Of iCloud: it is in the code's place, and no state is with it. */
  readonly isWebAuthToken?: boolean
}

/** A provider of its own kind leaves no code but its word of who somebody is, base64url of JSON; `false`: the person said no. */
const WORD = /[#&]tgAuthResult=([\w-]*)/
const FALSE = btoa('false').replace('=', '')

export function readReturned(search: string, hash: string): ProviderReturn {
  const query = new URLSearchParams(search)
  // Base64, whose `+` is a space in an address that does not write it as `%2B`.
  const token = query.get('ckWebAuthToken')?.replaceAll(' ', '+')
  if (token !== undefined) return { code: token, iss: null, error: null, state: '', isWebAuthToken: true }
  const word = WORD.exec(hash)?.[1]
  return {
    code: query.get('code') ?? word ?? null,
    iss: query.get('iss'),
    error: query.get('error') ?? (word === FALSE ? 'access_denied' : null),
    state: query.get('state') ?? '',
  }
}

/**
 * A person said no: RFC 6749 §4.1.2.1, Apple, LinkedIn, OpenID Connect Core §3.1.2.6 (`*_required`: they were asked for
 * something and left).
 */
const DENIED =
  /^(access_denied|user_denied|user_cancelled(_login|_authorize|_authorization)?|consent_required|interaction_required|login_required|authorization_denied)$/i
/** The provider bars them. */
const SUSPENDED = /suspend|disabled|blocked|banned|deactivated|account_locked/i
/** A code of more would not fit what carries it. */
const LONGEST_CODE = 4096

/** Why there is no code. */
export const failureOf = (error: string): OauthFailure =>
  DENIED.test(error) ? 'denied' : SUSPENDED.test(error) ? 'suspended' : 'failed'

/** Seals what came back, so that neither the site's page nor the API process can redeem it. @param recipient the signer's key */
export async function readAnswer(
  { code, state, iss, error }: ProviderReturn,
  recipient: string,
): Promise<OauthAnswer> {
  if (error !== null) return failureOf(error)
  if (!code || code.length > LONGEST_CODE) return 'failed'
  return sealAnswer(recipient, state, { code, iss: iss?.slice(0, 512) ?? null })
}

/** The page's address with what it is to give the frame (contract §10.2). */
export function returnUrl(redirectTo: string, parameters: Readonly<Record<string, string>>): string {
  const url = new URL(redirectTo)
  for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value)
  return url.href
}
