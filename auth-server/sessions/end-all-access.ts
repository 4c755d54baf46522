import { sql } from 'drizzle-orm'
import { accountTransfers, stepUps } from '../database/change-tables.ts'
import type { Transaction } from '../database/connect.ts'
import { hostKeys } from '../database/host-key-tables.ts'
import { mfaResets } from '../database/mfa-tables.ts'
import { oauthFlows } from '../database/oauth-tables.ts'
import { operatorChallenges, operatorConfirmations, operatorSessions } from '../database/operator-tables.ts'
import { recoveryKeys } from '../database/recovery-tables.ts'
import {
  approvalFlows,
  backendLoginCodes,
  captchaKeys,
  loginCodes,
  oneTimeCodes,
  passkeyChallenges,
  refreshTokens,
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
  operatorChallenges,
  operatorConfirmations,
] as const

/** What `endAllAccess` empties: no backup needs it, and whoever reads one gets in by none of it. */
export const EMPTIED = [refreshTokens, hostKeys, operatorSessions, ...BEGUN, captchaKeys] as const

/**
 * Ends every session of every app, and all that was begun and could be finished: for an operator whose database is another than
 * it was, or was read by somebody. Everybody logs in anew. @returns how many sessions it ended
 */
export async function endAllAccess(tx: Pick<Transaction, 'execute'>): Promise<number> {
  const { rowCount } = await tx.execute(sql`update sessions set revoked_at = now() where revoked_at is null`)
  // Refresh tokens: so that they lead nowhere even in a process that was not stopped. The captcha's key lies in the clear: see
  // `captcha/challenge-key.ts`.
  for (const table of EMPTIED) await tx.execute(sql`delete from ${table}`)
  // One that was used since a backup would let its holder in once more. Passkeys stand on the others.
  await tx.execute(sql`update operator_enrolments set expires_at = to_timestamp(0)`)
  return rowCount ?? 0
}
