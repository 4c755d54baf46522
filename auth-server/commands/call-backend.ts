import { setTimeout } from 'node:timers/promises'
import { canonicalJson } from '@vitrine/shared/wallet/canonical-json.ts'
import * as z from 'zod/mini'
import { CommandError } from './command.ts'

/** The running server, and as which app's backend it is asked. */
export interface BackendAccess {
  readonly origin: string
  readonly appId: string
  readonly secret: string
  /** Waits so many seconds before a call that the server put off; absent: by the machine's clock. */
  pause?(seconds: number): Promise<void>
}

const refusal = z.object({ error: z.string() })
/** A window of a rate limit is ten minutes. */
const MOST_SECONDS = 660
const MOST_WAITS = 20

/**
 * Asks the server as the app's backend does. A call that comes too soon (429, RFC 6585 §4) waits as long as the server says
 * (`Retry-After`, RFC 9110 §10.2.3) and is made again.
 * @throws CommandError
 */
export async function callBackend(access: BackendAccess, path: string, body?: unknown): Promise<unknown> {
  for (let waits = 0; ; waits++) {
    const response = await post(access, path, body)
    const answer: unknown = await response.json().catch(() => null)
    if (response.ok) return answer
    const seconds = Number(response.headers.get('retry-after') ?? Number.NaN)
    if (response.status === 429 && seconds > 0 && seconds <= MOST_SECONDS && waits < MOST_WAITS) {
      await (access.pause ?? wait)(seconds)
      continue
    }
    const told = refusal.safeParse(answer)
    throw new CommandError(
      `The server refused (${response.status}): ${told.success ? told.data.error : 'it did not say why.'}`,
    )
  }
}

const wait = async (seconds: number) => {
  await setTimeout(seconds * 1000)
}

function post({ origin, appId, secret }: BackendAccess, path: string, body: unknown): Promise<Response> {
  const credentials = Buffer.from(`${appId}:${secret}`).toString('base64')
  return fetch(`${origin}/api/v1${path}`, {
    method: 'POST',
    // The secret goes where the operator said, and nowhere that somebody else says.
    redirect: 'error',
    headers: { authorization: `Basic ${credentials}`, 'content-type': 'application/json' },
    ...(body !== undefined && { body: canonicalJson(body) }),
  }).catch(() => {
    throw new CommandError(
      `The server does not answer at ${origin}. Is it running, and VITRINE_ORIGIN right?`,
    )
  })
}
