import { eq } from 'drizzle-orm'
import type { Context } from '../context.ts'
import { accounts } from '../database/schema.ts'
import { apiError } from '../errors/api-error.ts'
import type { ProofOfIdentity } from './proof-of-identity.ts'

/**
 * A test account's code is written in a site's instructions: whoever has read it would log in as the user that it is
 * linked to, and to remove the test account would remove that user's login. So it is linked to test users alone.
 * @throws `failed_to_link_account` (422)
 */
export async function requireOwnKind(
  { db }: Context,
  { details }: Pick<ProofOfIdentity, 'details'>,
  userId: string,
): Promise<void> {
  if (details.test !== true) return
  const present = await db
    .select({ details: accounts.details })
    .from(accounts)
    .where(eq(accounts.userId, userId))
  if (present.every(account => account.details.test === true)) return
  throw apiError('failed_to_link_account', 'This is a test account of the site. Use another one.')
}
