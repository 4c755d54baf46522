import { accountTypeOf } from '@vitrine/shared/account/login-facts.ts'
import { sql } from 'drizzle-orm'
import type { Context } from '../context.ts'
import { spending } from '../database/nonce.ts'
import { executePrepared } from '../database/prepared.ts'
import { testAccounts } from '../database/schema.ts'
import { NO_SEAL } from '../database/unsealed-device.ts'
import type { DpopProof } from '../http/dpop.ts'
import { keyOf } from '../http/rate-limit.ts'
import type { Channel, Destination } from './destination.ts'
import { crowdedBeyond, sharedLimits } from './limits.ts'

const TEST_ADDRESSES = { email: testAccounts.email, sms: testAccounts.phoneNumber } as const satisfies Record<
  Channel,
  object
>

/** What is to know of an address and of the device that asks, before a code is made. */
export interface TakenProof {
  /** The device's proof was not seen before. */
  readonly isFresh: boolean
  /** The device has logged in as the user whose address it is. */
  readonly isKnown: boolean
  /** Most of what it may be sent for devices that are not known is used up. */
  readonly isCrowded: boolean
  /** The code that the operator fixed for this address (`npm run vitrine -- test-account add`); `null` for all others. */
  readonly fixedCode: string | null
}

/** Spends the device's proof, in a committed statement BEFORE anything is done for it, and looks the rest up with it. */
export async function takeProof(
  ctx: Context,
  appId: string,
  destination: Destination,
  proof: DpopProof,
): Promise<TakenProof> {
  const { channel, address } = destination
  const now = ctx.now()
  const isCrowded = sharedLimits(ctx, appId, destination).map(limit => {
    const beyond = new Date(crowdedBeyond(limit, now)).toISOString()
    return sql`exists (select from rate_limits where key = ${keyOf(limit)} and expires_at > ${beyond}::timestamptz)`
  })
  const statement = sql`
    with spent as (${spending(proof.nonce)})
    select exists (select from spent) as fresh,
      exists (
        select from accounts join devices on devices.user_id = accounts.user_id
        where accounts.app_id = ${appId} and accounts.type = ${accountTypeOf({ method: channel })}
          and accounts.subject = ${address} and devices.thumbprint = ${proof.thumbprint}
          and devices.seal <> ${NO_SEAL}
      ) as known,
      ${sql.join(isCrowded, sql` or `)} as crowded,
      (
        select otp_code from test_accounts where app_id = ${appId} and ${TEST_ADDRESSES[channel]} = ${address}
      ) as code`
  const [row] = await executePrepared<{
    fresh: boolean
    known: boolean
    crowded: boolean
    code: string | null
  }>(ctx.db, `take-proof-${channel}`, statement)
  return {
    isFresh: row?.fresh === true,
    isKnown: row?.known === true,
    isCrowded: row?.crowded === true,
    fixedCode: row?.code ?? null,
  }
}
