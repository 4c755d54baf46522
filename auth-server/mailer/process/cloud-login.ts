import * as z from 'zod'
import { logError } from '../../log.ts'
import { limitedText } from '../../outside/limited-text.ts'
import type { MailerRequest, MailerResponse } from '../operations.ts'
import { MailerRefusal } from '../refusal.ts'

/** A person waits with their window open. */
const TIMEOUT_MS = 5000
const MAX_BYTES = 65_536

const unauthorized = z.object({
  serverErrorCode: z.literal('AUTHENTICATION_REQUIRED'),
  redirectURL: z.string().min(1).max(4096),
})

/**
 * Asks CloudKit who calls, as nobody: it answers where a person logs in (CloudKit Web Services Reference, "Accessing CloudKit
 * Using an API Token").
 * @throws MailerRefusal `unavailable`
 */
export async function askCloudLogin({
  url,
  container_identifier: container,
  environment,
  api_token: token,
}: MailerRequest<'askCloudLogin'>): Promise<MailerResponse<'askCloudLogin'>> {
  const asked = new URL(`/database/1/${container}/${environment}/public/users/caller`, url)
  asked.searchParams.set('ckAPIToken', token)
  try {
    const answer = await fetch(asked, {
      headers: { accept: 'application/json', 'user-agent': 'Vitrine' },
      redirect: 'error',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    })
    const told = unauthorized.safeParse(JSON.parse(await limitedText(answer, MAX_BYTES)))
    if (!told.success) throw new Error(`CloudKit answered ${answer.status}, and not where to log in`)
    return { url: told.data.redirectURL }
  } catch (error) {
    logError('a recovery by iCloud', error)
    throw new MailerRefusal('unavailable', 'CloudKit does not say where to log in.')
  }
}
