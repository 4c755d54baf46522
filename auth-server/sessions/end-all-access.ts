import { sql } from 'drizzle-orm'
import { accountTransfers, stepUps } from '../database/change-tables.ts'
import type { Transaction } from '../database/connect.ts'
import { mfaResets } from '../database/mfa-tables.ts'
import { oauthFlows } from '../database/oauth-tables.ts'
import { recoveryKeys } from '../database/recovery-tables.ts'
import {
  approvalFlows,
  backendLoginCodes,
  loginCodes,
  oneTimeCodes,
  passkeyChallenges,
} from '../database/schema.ts'

/** What somebody began who may not be its person, and could finish. */
const BEGUN = [
  approvalFlows,
  oauthFlows,
  oneTimeCodes,
  loginCodes,
  passkeyChallenges,
  backendLoginCodes,
  stepUps,
  accountTransfers,
  recoveryKeys,
  mfaResets,
] as const

/**
 * Ends every session of every app, and all that was begun and could be finished: for an operator whose database is another than
 * it was, or was read by somebody. Everybody logs in anew. @returns how many sessions it ended
 */
export async function endAllAccess(tx: Pick<Transaction, 'execute'>): Promise<number> {
  const { rowCount } = await tx.execute(sql`update sessions set revoked_at = now() where revoked_at is null`)
  // So that it leads nowhere even in a process that was not stopped.
  await tx.execute(sql`delete from refresh_tokens`)
  for (const table of BEGUN) await tx.execute(sql`delete from ${table}`)
  // It lies in the clear: see `captcha/challenge-key.ts`.
  await tx.execute(sql`delete from captcha_keys`)
  return rowCount ?? 0
}
