import { type ErrorCode, STATUS_BY_CODE } from '@vitrine/shared/errors/codes.ts'
import { allowedData, type ErrorData, withData } from '@vitrine/shared/errors/data.ts'
import { VitrineError } from '@vitrine/shared/errors/vitrine-error.ts'

/** Codes that a server can answer with: those that have an HTTP status. */
export type ServerErrorCode = {
  [Code in ErrorCode]: (typeof STATUS_BY_CODE)[Code] extends number ? Code : never
}[ErrorCode]

interface ApiErrorOptions<Code extends ErrorCode> extends ErrorOptions {
  /** For programs. `retryAfter`, in seconds, becomes the header `Retry-After` as well. */
  readonly data?: ErrorData<Code>
}

/** An `api_error`; its status is the one of `STATUS_BY_CODE`. `message` is shown to people. */
export function apiError<Code extends ServerErrorCode>(
  code: Code,
  message: string,
  { data: given, ...options }: ApiErrorOptions<Code> = {},
): VitrineError {
  const facts = withData(allowedData(code, given))
  return new VitrineError(
    { type: 'api_error', code, message, status: STATUS_BY_CODE[code], ...facts },
    options,
  )
}
