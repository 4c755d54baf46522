import { type ErrorCode, STATUS_BY_CODE } from '@vitrine/shared/errors/codes.ts'
import { VitrineError } from '@vitrine/shared/errors/vitrine-error.ts'

/** Codes that a server can answer with: those that have an HTTP status. */
export type ServerErrorCode = {
  [Code in ErrorCode]: (typeof STATUS_BY_CODE)[Code] extends number ? Code : never
}[ErrorCode]

interface ApiErrorOptions extends ErrorOptions {
  /** Seconds after which the same request may succeed; becomes `Retry-After`. */
  readonly retryAfter?: number
}

/** An `api_error`; its status is the one of `STATUS_BY_CODE`. `message` is shown to people. */
export function apiError(
  code: ServerErrorCode,
  message: string,
  options: ApiErrorOptions = {},
): VitrineError {
  return new VitrineError(
    {
      type: 'api_error',
      code,
      message,
      status: STATUS_BY_CODE[code],
      ...(options.retryAfter === undefined ? {} : { data: { retryAfter: options.retryAfter } }),
    },
    options,
  )
}
