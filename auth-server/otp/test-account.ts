import { sql } from 'drizzle-orm'
import type { Context } from '../context.ts'
import { executePrepared } from '../database/prepared.ts'
import { testAccounts } from '../database/schema.ts'
import type { Channel, Destination } from './destination.ts'

const COLUMNS = { email: testAccounts.email, sms: testAccounts.phoneNumber } as const satisfies Record<
  Channel,
  object
>

/** The code that the operator fixed for this address (`npm run vitrine -- test-account add`); `null` for all others. */
export async function fixedCodeOf(
  ctx: Context,
  appId: string,
  { channel, address }: Destination,
): Promise<string | null> {
  const [account] = await executePrepared<{ code: string }>(
    ctx.db,
    `fixed-code-${channel}`,
    sql`select otp_code as code from test_accounts where app_id = ${appId} and ${COLUMNS[channel]} = ${address}`,
  )
  return account?.code ?? null
}
