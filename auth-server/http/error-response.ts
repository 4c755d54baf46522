import { allowedData, withData } from '@vitrine/shared/errors/data.ts'
import { VitrineError } from '@vitrine/shared/errors/vitrine-error.ts'
import type { Context as RequestContext } from 'hono'
import { routePath } from 'hono/route'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import { isDatabaseLost, isUnstorableText, namesRetiredKey } from '../database/violations.ts'
import { apiError } from '../errors/api-error.ts'
import { logError } from '../log.ts'
import { SignerRefusal, type SignerRefusalCode } from '../signer/refusal.ts'

/** Of what is away for a moment: a signer starts again in less, a database that fails over takes some of these. */
export const RETRY_AFTER_SECONDS = 2

/**
 * Hono `onError`: `{error, code, data?}` (contract §1); of the data what the code's list names. Whatever is not a `VitrineError` is answered without detail, because
 * driver and library messages name tables, hosts and values.
 */
export function errorResponse(error: Error, c: RequestContext): Response {
  const known = error instanceof VitrineError ? error : concealed(error)
  const status = (known.status ?? 500) as ContentfulStatusCode
  // By its pattern: a path may hold a secret.
  if (status >= 500) logError(`${c.req.method} ${routePath(c, -1)}`, error)
  const data = allowedData(known.code, known.data)
  const retryAfter = data.retryAfter ?? (isAway(error) ? RETRY_AFTER_SECONDS : undefined)
  if (retryAfter !== undefined) c.header('Retry-After', String(retryAfter))
  c.header('Cache-Control', 'no-store')
  return c.json({ error: known.message, code: known.code, ...withData(data) }, status)
}

function concealed(error: Error): VitrineError {
  if (isUnstorableText(error))
    return apiError('invalid_data', 'Check the request: a text has characters that cannot be.')
  return isAway(error)
    ? apiError('service_unavailable', 'The service is not available right now. Try again in a moment.')
    : apiError('internal_error', 'Something went wrong on our side. Try again in a moment.')
}

/** It has no roots yet, or others than the database at this moment. */
const AWAY: ReadonlySet<SignerRefusalCode> = new Set([
  'unavailable',
  'no_roots',
  'stale_roots',
  'unreadable_roots',
  'unknown_master_key',
])

/** The signer or the database. Whether it did what it was asked nobody knows, so nothing here asks it again. */
const isAway = (error: Error): boolean =>
  error instanceof SignerRefusal ? AWAY.has(error.code) : isDatabaseLost(error) || namesRetiredKey(error)

/** Without the path: whoever makes a link would choose what stands on a page of the wallet origin. */
export const NOTHING_HERE = 'There is nothing here. Check the address.'

/** Hono `notFound`. */
export function notFoundResponse(c: RequestContext): Response {
  return errorResponse(apiError('not_found', NOTHING_HERE), c)
}
