import { expectUserRequest, type ImportResult } from '@vitrine/shared/api/import-users.ts'
import { VitrineError } from '@vitrine/shared/errors/vitrine-error.ts'
import { safeParse } from 'zod/v4/core'
import type { App } from '../apps/registry.ts'
import type { Context } from '../context.ts'
import { apiError } from '../errors/api-error.ts'
import { describeIssue } from '../http/body.ts'
import { logError } from '../log.ts'
import { type By, expectUser } from './expect-user.ts'
import { readWanted } from './read-request.ts'

/** Rows of one call at a time: each takes a connection to the database, of which people's logins need some too. */
const AT_ONCE = 4

/**
 * Expects many users; what is wrong with one row stops no other. Each is a transaction.
 * @returns what became of each, in order
 */
export async function importUsers(
  ctx: Context,
  app: App,
  rows: readonly unknown[],
  by: By,
): Promise<ImportResult[]> {
  const results: ImportResult[] = []
  const left = rows.entries()
  const work = async () => {
    for (const [at, row] of left) results[at] = await importOne(ctx, app, row, by)
  }
  await Promise.all(Array.from({ length: AT_ONCE }, work))
  return results
}

async function importOne(ctx: Context, app: App, row: unknown, by: By): Promise<ImportResult> {
  try {
    const parsed = safeParse(expectUserRequest, row)
    if (!parsed.success) throw apiError('invalid_data', describeIssue(parsed.error.issues[0]))
    return { ok: true, ...(await expectUser(ctx, app, readWanted(app, parsed.data, ctx.now()), by)) }
  } catch (error) {
    if (!(error instanceof VitrineError)) logError('the import of a user', error)
    const { code, message } =
      error instanceof VitrineError
        ? error
        : apiError('internal_error', 'This user could not be imported. Send the row again.')
    return { ok: false, code, error: message }
  }
}
