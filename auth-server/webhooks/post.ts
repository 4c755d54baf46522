import { askOutside } from '../outside/ask-outside.ts'
import { signedHeaders } from './signature.ts'

const TIMEOUT_MS = 10_000

export interface Message {
  readonly url: string
  readonly secret: string
  readonly id: string
  readonly body: string
  /** Unix ms. */
  readonly now: number
  /** An operator's command sends it. */
  readonly isCommand?: boolean
}

/**
 * Sends a message. What the backend answers besides its status is not read. No redirect is followed: it would take what is
 * told of users to a place that the operator did not name.
 * @returns the HTTP status; `null` where there was no answer within ten seconds
 */
export async function post({
  url,
  secret,
  id,
  body,
  now,
  isCommand = false,
}: Message): Promise<number | null> {
  try {
    const { status } = await askOutside(url, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'user-agent': 'vitrine-webhooks',
        ...signedHeaders(secret, id, body, now),
      },
      body,
      signal: AbortSignal.timeout(TIMEOUT_MS),
      maxBytes: 0,
      isCommand,
    })
    return status
  } catch {
    return null
  }
}

/** Standard Webhooks: any 2xx says that the backend has it. */
export const isTaken = (status: number | null): boolean => status !== null && status >= 200 && status < 300
