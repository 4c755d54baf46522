import { logError } from '../../log.ts'
import { askOutside } from '../../outside/ask-outside.ts'
import { type KeySet, MAX_KEY_SET_BYTES, type MailerRequest } from '../operations.ts'
import { MailerRefusal } from '../refusal.ts'

/** A person waits for their login. */
const TIMEOUT_MS = 3000

/**
 * Fetches an issuer's key set for the signer, which has no network.
 * @throws MailerRefusal `unavailable`
 */
export async function fetchKeySet({ url }: MailerRequest<'fetchKeySet'>): Promise<KeySet> {
  try {
    const { status, text } = await askOutside(url, {
      headers: { accept: 'application/jwk-set+json, application/json' },
      signal: AbortSignal.timeout(TIMEOUT_MS),
      maxBytes: MAX_KEY_SET_BYTES,
    })
    if (status !== 200) throw new Error(`the issuer answered ${status}`)
    return { keySet: text }
  } catch (error) {
    logError('fetching the keys of a site’s own login', error)
    throw new MailerRefusal('unavailable', 'The key set cannot be had.')
  }
}
