import type { Context as RequestContext } from 'hono'
import { type $ZodType, safeParse } from 'zod/v4/core'
import { apiError } from '../errors/api-error.ts'
import { describeIssue } from '../http/body.ts'

/** What stands behind the `?` of an address. @throws `invalid_data` (400), naming the first part that is wrong */
export function queryOf<Query>(c: RequestContext, schema: $ZodType<Query>): Query {
  const { data, error } = safeParse(schema, c.req.query())
  if (error) throw apiError('invalid_data', describeIssue(error.issues[0]))
  return data
}
