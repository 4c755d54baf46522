import type { ErrorCode } from './codes.ts'

/** The facts that the server sends along with an error, for programs, by code. */
export interface ErrorFacts {
  /** Seconds after which the same call may succeed. */
  readonly too_many_requests: { readonly retryAfter?: number }
  /** How often another code may still be tried, after one that was wrong. */
  readonly invalid_credentials: { readonly triesLeft?: number }
  /** The same of a code of a second factor. */
  readonly missing_or_invalid_mfa: { readonly triesLeft?: number }
  /** Seconds until second factors can be tried again. */
  readonly mfa_verification_max_attempts_reached: { readonly retryAfter?: number }
  /** Who checks, where the frame can ask for that by itself: it was off when the frame was loaded. */
  readonly invalid_captcha: { readonly provider?: 'altcha' }
  /** Unix ms until when the device is held, where that is why. */
  readonly policy_violation: { readonly heldUntil?: number }
  /** The type of the account that was proven; the rest is the frame's, see `shared/api/transfer.ts`. No page is told it. */
  readonly account_transfer_required: {
    readonly type: string
    readonly nonce: string
    readonly account: object
  }
  /** The site's own words for who may not log in, as far as it has some (specification §2, `allowlist_config`). */
  readonly allowlist_rejected: {
    readonly errorTitle?: string
    readonly errorDetail?: string
    readonly errorCtaText?: string
    readonly errorCtaLink?: string
  }
}

type Listed = {
  [Code in keyof ErrorFacts]: readonly [Code, readonly (keyof ErrorFacts[Code])[]]
}[keyof ErrorFacts]

/** What is not named here never leaves the server, whatever the error carries, and is not read by a client. */
const FIELDS = new Map<string, readonly string[]>([
  ['too_many_requests', ['retryAfter']],
  ['invalid_credentials', ['triesLeft']],
  ['missing_or_invalid_mfa', ['triesLeft']],
  ['mfa_verification_max_attempts_reached', ['retryAfter']],
  ['invalid_captcha', ['provider']],
  ['policy_violation', ['heldUntil']],
  ['account_transfer_required', ['type', 'nonce', 'account']],
  ['allowlist_rejected', ['errorTitle', 'errorDetail', 'errorCtaText', 'errorCtaLink']],
] satisfies Listed[])

export type ErrorData<Code extends ErrorCode> = Code extends keyof ErrorFacts
  ? ErrorFacts[Code]
  : Record<never, never>

type Fact = string | number | object

/** Texts, numbers and objects among `given` that the code allows. */
export function allowedData(code: string, given: unknown): Readonly<Record<string, Fact>> {
  return Object.fromEntries(
    Object.entries(Object(given)).filter(
      (fact): fact is [string, Fact] =>
        !!FIELDS.get(code)?.includes(fact[0]) &&
        // What a code has as an object its reader checks: no other code has one.
        ['string', 'number', ...(fact[0] === 'account' ? ['object'] : [])].includes(typeof fact[1]),
    ),
  )
}

/** The same, to be spread into an error: nothing where nothing is allowed. */
export const withData = (data: Readonly<Record<string, Fact>>) =>
  Object.keys(data).length > 0 ? { data } : {}
