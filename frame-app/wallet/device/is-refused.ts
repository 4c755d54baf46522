import type { ErrorCode } from '@vitrine/shared/errors/codes.ts'
import { VitrineError } from '@vitrine/shared/errors/vitrine-error.ts'

/**
 * Whether the server looked at a request and said no, so that nothing of it happened. After a timeout, a broken connection
 * or an answer of 500 and above nobody knows.
 * @param codes any refusal when there are none
 */
export function isRefused(error: unknown, ...codes: readonly ErrorCode[]): boolean {
  if (!(error instanceof VitrineError) || error.type !== 'api_error') return false
  const { status = 500 } = error
  return status >= 400 && status < 500 && (codes.length === 0 || codes.includes(error.code))
}
