import { signedHeaders } from './signature.ts'

const TIMEOUT_MS = 10_000

export interface Message {
  readonly url: string
  readonly secret: string
  readonly id: string
  readonly body: string
  /** Unix ms. */
  readonly now: number
}

/**
 * Sends a message. What the backend answers besides its status is not read. No redirect is followed: it would take what is
 * told of users to a place that the operator did not name.
 * @returns the HTTP status; `null` where there was no answer within ten seconds
 */
export async function post({ url, secret, id, body, now }: Message): Promise<number | null> {
  try {
    const answer = await fetch(url, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'user-agent': 'vitrine-webhooks',
        ...signedHeaders(secret, id, body, now),
      },
      body,
      redirect: 'error',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    })
    await answer.body?.cancel()
    return answer.status
  } catch {
    return null
  }
}

/** Standard Webhooks: any 2xx says that the backend has it. */
export const isTaken = (status: number | null): boolean => status !== null && status >= 200 && status < 300
