import { allowedData, withData } from '@vitrine/shared/errors/data.ts'
import { VitrineError } from '@vitrine/shared/errors/vitrine-error.ts'
import type { Context as RequestContext } from 'hono'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import { isUnstorableText } from '../database/violations.ts'
import { apiError } from '../errors/api-error.ts'
import { logError } from '../log.ts'
import { SignerRefusal } from '../signer/refusal.ts'

/**
 * Hono `onError`: `{error, code, data?}` (contract §1); of the data what the code's list names. Whatever is not a `VitrineError` is answered without detail, because
 * driver and library messages name tables, hosts and values.
 */
export function errorResponse(error: Error, c: RequestContext): Response {
  const known = error instanceof VitrineError ? error : concealed(error)
  const status = (known.status ?? 500) as ContentfulStatusCode
  if (status >= 500) logError(`${c.req.method} ${c.req.path}`, error)
  const data = allowedData(known.code, known.data)
  if (data.retryAfter !== undefined) c.header('Retry-After', String(data.retryAfter))
  c.header('Cache-Control', 'no-store')
  return c.json({ error: known.message, code: known.code, ...withData(data) }, status)
}

function concealed(error: Error): VitrineError {
  if (isUnstorableText(error))
    return apiError('invalid_data', 'Check the request: a text has characters that cannot be.')
  return error instanceof SignerRefusal && error.code === 'unavailable'
    ? apiError('service_unavailable', 'The service is restarting. Try again in a moment.')
    : apiError('internal_error', 'Something went wrong on our side. Try again in a moment.')
}

/** Hono `notFound`. */
export function notFoundResponse(c: RequestContext): Response {
  return errorResponse(apiError('not_found', `There is nothing at ${c.req.path}.`), c)
}
