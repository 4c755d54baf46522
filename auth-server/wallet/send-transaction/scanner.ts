import {
  SCAN_TIMEOUT_MS,
  type ScanRequest,
  type ScanResponse,
  scanResponse,
} from '@vitrine/shared/wallet/send-transaction.ts'
import { logError } from '../../log.ts'
import { limitedText } from '../../outside/limited-text.ts'

/** Looks ahead at a transaction or signature. Never rejects: that nothing could be learned is an answer too. */
export type Scanner = (request: ScanRequest) => Promise<ScanResponse>

const MAX_ANSWER_BYTES = 256 * 1024

export interface ScannerOptions {
  /** Takes the request of contract §2.10 as JSON by POST and answers as §7.4 says; checked by `settings.ts`. */
  readonly url: string
  /** Bearer token; `null`: the scanner asks for none. */
  readonly key: string | null
  readonly timeoutMs?: number
}

/**
 * The operator's scanner, asked by the server: its key stays here, and the scanner does not learn who asks. Nothing
 * about the user goes along but what the request itself says.
 */
export function createScanner({ url, key, timeoutMs = SCAN_TIMEOUT_MS }: ScannerOptions): Scanner {
  return async request => {
    try {
      return scanResponse.parse(await ask(url, key, timeoutMs, request))
    } catch (error) {
      logError('the transaction scanner', error instanceof Error ? withoutValues(error) : error)
      return failure(
        error instanceof Error && error.name === 'TimeoutError'
          ? 'The scanner did not answer in time.'
          : 'The scanner could not be asked, or its answer could not be read.',
      )
    }
  }
}

/** For an installation without a scanner. */
export const withoutScanner: Scanner = async () => failure('This service has no transaction scanner.')

async function ask(
  url: string,
  key: string | null,
  timeoutMs: number,
  request: ScanRequest,
): Promise<unknown> {
  const response = await fetch(url, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      accept: 'application/json',
      ...(key === null ? {} : { authorization: `Bearer ${key}` }),
    },
    body: JSON.stringify(request),
    // Followed, a redirect would carry the key to another place.
    redirect: 'error',
    signal: AbortSignal.timeout(timeoutMs),
  })
  if (!response.ok) {
    await response.body?.cancel()
    throw new Error(`The scanner answered with status ${response.status}.`)
  }
  return JSON.parse(await limitedText(response, MAX_ANSWER_BYTES))
}

const failure = (error: string): ScanResponse => ({
  simulation: { status: 'Error', error },
  validation: { status: 'Error', error },
})

/** Parsers quote what they read: a person's transaction, in the operator's log. */
const withoutValues = (error: Error): Error =>
  error instanceof SyntaxError || 'issues' in error
    ? new Error('The scanner’s answer is not of the form of contract §7.4.')
    : error
