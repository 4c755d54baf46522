import { sql } from 'drizzle-orm'
import type { Context } from '../context.ts'
import { executePrepared } from '../database/prepared.ts'
import type { Destination } from './destination.ts'

/** The code that the operator fixed for this address (`npm run vitrine -- test-account add`); `null` for all others. */
export async function fixedCodeOf(
  ctx: Context,
  appId: string,
  { channel, address }: Destination,
): Promise<string | null> {
  const column = channel === 'email' ? sql`email` : sql`phone_number`
  const [account] = await executePrepared<{ code: string }>(
    ctx.db,
    `fixed-code-${channel}`,
    sql`select otp_code as code from test_accounts where app_id = ${appId} and ${column} = ${address}`,
  )
  return account?.code ?? null
}
