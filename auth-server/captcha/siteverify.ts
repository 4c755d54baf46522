import * as z from 'zod/mini'
import { apiError } from '../errors/api-error.ts'
import { logError } from '../log.ts'

/** Both vendors answer within a second; a person waits for this. */
const TIMEOUT_MS = 5_000
/** Codes of both vendors that say: the fault is the operator's, not the token's. */
const OPERATOR_FAULTS = new Set([
  'missing-input-secret',
  'invalid-input-secret',
  'invalid-sitekey',
  'missing-sitekey',
  'sitekey-secret-mismatch',
])

const answerSchema = z.object({
  success: z.boolean(),
  hostname: z.optional(z.string()),
  'error-codes': z.optional(z.array(z.string())),
})

export interface SiteverifyQuestion {
  /** The vendor's `siteverify` address. */
  readonly url: string
  readonly secret: string
  readonly siteKey: string
  readonly token: string
  /** Host name of the page where the token must have been made; `null` where vendors' test keys are in use. */
  readonly hostname: string | null
}

/**
 * Asks Turnstile or hCaptcha whether a token is genuine: both take the same form and answer in the same shape. The
 * person's address is not sent along.
 * @throws `service_unavailable` (503) when the vendor cannot be asked: an answer that is missing is never a yes
 */
export async function siteverify(question: SiteverifyQuestion): Promise<boolean> {
  const answer = await ask(question).catch(error => {
    logError('the captcha vendor’s siteverify', error)
    throw unavailable()
  })
  const codes = answer['error-codes'] ?? []
  if (codes.some(code => OPERATOR_FAULTS.has(code))) {
    logError('the captcha', new Error(`The vendor refused the app’s site key or secret: ${codes.join(', ')}`))
    throw unavailable()
  }
  // A token that was made for another site of the same key is not one for this.
  return answer.success && (question.hostname === null || answer.hostname === question.hostname)
}

async function ask({ url, secret, siteKey, token }: SiteverifyQuestion) {
  const response = await fetch(url, {
    method: 'POST',
    body: new URLSearchParams({ secret, sitekey: siteKey, response: token }),
    // Followed, a redirect would carry the secret to another place.
    redirect: 'error',
    signal: AbortSignal.timeout(TIMEOUT_MS),
  })
  // Both vendors describe a refusal with 200 or 400 and the same body.
  return answerSchema.parse(await response.json())
}

const unavailable = () =>
  apiError('service_unavailable', 'It could not be checked that you are human. Try again in a moment.')
