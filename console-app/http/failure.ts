import type { ErrorCode } from '@vitrine/shared/errors/codes.ts'
import { VitrineError } from '@vitrine/shared/errors/vitrine-error.ts'

/** Why a call did not do what it should, in a sentence for the operator. */
export interface ConsoleFailure {
  readonly code: ErrorCode | 'aborted'
  readonly message: string
  readonly data?: Readonly<Record<string, unknown>>
}

/** Whatever was thrown, as screens tell it. What is not ours says nothing that helps anybody. */
export function failureOf(error: unknown): ConsoleFailure {
  if (error instanceof VitrineError)
    return { code: error.code, message: error.message, ...(error.data && { data: error.data }) }
  if (error instanceof DOMException && error.name === 'AbortError') return { code: 'aborted', message: '' }
  return {
    code: 'internal_error',
    message: 'Something went wrong in this page. Reload it and try again.',
  }
}
