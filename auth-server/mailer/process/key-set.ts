import { logError } from '../../log.ts'
import { type KeySet, MAX_KEY_SET_BYTES, type MailerRequest } from '../operations.ts'
import { MailerRefusal } from '../refusal.ts'
import { limitedText } from './limited-text.ts'

/** A person waits for their login. */
const TIMEOUT_MS = 3000

/**
 * Fetches an issuer's key set for the signer, which has no network. Neither a redirect is followed, so that the configured
 * host is the only one that is asked, nor more read than a key set has.
 * @throws MailerRefusal `unavailable`
 */
export async function fetchKeySet({ url }: MailerRequest<'fetchKeySet'>): Promise<KeySet> {
  try {
    const answer = await fetch(url, {
      headers: { accept: 'application/jwk-set+json, application/json' },
      redirect: 'error',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    })
    if (answer.status !== 200) throw new Error(`the issuer answered ${answer.status}`)
    return { keySet: await limitedText(answer, MAX_KEY_SET_BYTES) }
  } catch (error) {
    logError('fetching the keys of a site’s own login', error)
    throw new MailerRefusal('unavailable', 'The key set cannot be had.')
  }
}
