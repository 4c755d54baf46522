import { errorResponse } from '@vitrine/shared/api/session.ts'
import type { ErrorCode } from '@vitrine/shared/errors/codes.ts'
import { allowedData, withData } from '@vitrine/shared/errors/data.ts'
import { clientError, VitrineError } from '@vitrine/shared/errors/vitrine-error.ts'

const OFFLINE = 'You’re offline. Check your connection and try again.'
const UNREACHABLE = 'The wallet server cannot be reached. Check the connection and try again.'
const UNREADABLE = 'The wallet server gave an answer that cannot be read. Try again in a moment.'

/** By its form: the catalogue itself would weigh more than all that is done with codes here. */
const isErrorCode = (code: string): code is ErrorCode => /^[a-z][a-z0-9_]{2,63}$/.test(code)

/** Seconds of a `Retry-After` header; only its form in seconds is used (RFC 9110 §10.2.3). */
export const retryAfterSeconds = (header: string | null): number | undefined =>
  header !== null && /^\d{1,6}$/.test(header) ? Number(header) : undefined

/**
 * An answer with status 400–599 as an `api_error` (contract §1). A body that is not ours, e.g. of a proxy, is not shown.
 * @param body the parsed body, unchecked
 * @param retryAfter the `Retry-After` header
 */
export function apiError(status: number, body: unknown, retryAfter: string | null): VitrineError {
  const parsed = errorResponse.safeParse(body)
  const code =
    parsed.success && isErrorCode(parsed.data.code)
      ? parsed.data.code
      : status >= 500
        ? 'service_unavailable'
        : 'internal_error'
  const wait = retryAfterSeconds(retryAfter)
  const data = {
    ...allowedData(code, Object(body).data),
    ...(wait !== undefined && { retryAfter: wait }),
  }
  return new VitrineError({
    type: 'api_error',
    status,
    code,
    message: parsed.success ? parsed.data.error : UNREADABLE,
    ...withData(data),
  })
}

/** No answer at all. The cause stays here: it names addresses. */
export const networkError = (isOnline: boolean, cause: unknown) =>
  clientError('service_unavailable', isOnline ? UNREACHABLE : OFFLINE, { cause })

/** An answer of the wrong shape. */
export const unreadableAnswer = (cause: unknown) => clientError('service_unavailable', UNREADABLE, { cause })
