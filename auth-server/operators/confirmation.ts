import { CONFIRMATION_LIFETIME_MS } from '@vitrine/shared/api/console/calls.ts'
import type { ConfirmedOperation } from '@vitrine/shared/api/console/confirm.ts'
import { and, eq, gt } from 'drizzle-orm'
import type { Context } from '../context.ts'
import { operatorConfirmations } from '../database/operator-tables.ts'
import { hashToken, newToken } from './token.ts'

/** What an operator confirms by their passkey: it is good for nothing else. */
export interface Confirmed {
  readonly operation: ConfirmedOperation
  readonly appId: string
  /** Id of what it is done to; `''`: the app. */
  readonly target: string
}

/** One text for one operation. */
export const subjectOf = ({ operation, appId, target }: Confirmed): string =>
  JSON.stringify([operation, appId, target])

/** To be called once the passkey answered. @returns what the call that does it carries, and until when (unix ms) */
export async function confirm(
  { db, now }: Pick<Context, 'db' | 'now'>,
  sessionHash: string,
  what: Confirmed,
): Promise<{ readonly confirmation: string; readonly expiresAt: number }> {
  const confirmation = newToken()
  const expiresAt = now() + CONFIRMATION_LIFETIME_MS
  await db.insert(operatorConfirmations).values({
    ...{ hash: hashToken(confirmation), sessionHash },
    ...{ subject: subjectOf(what), expiresAt: new Date(expiresAt) },
  })
  return { confirmation, expiresAt }
}

/** Uses a confirmation up. @returns whether it was one, of this session and for this very thing */
export async function takeConfirmation(
  { db, now }: Pick<Context, 'db' | 'now'>,
  sessionHash: string,
  confirmation: string,
  what: Confirmed,
): Promise<boolean> {
  const taken = await db
    .delete(operatorConfirmations)
    .where(
      and(
        eq(operatorConfirmations.hash, hashToken(confirmation)),
        eq(operatorConfirmations.sessionHash, sessionHash),
        eq(operatorConfirmations.subject, subjectOf(what)),
        gt(operatorConfirmations.expiresAt, new Date(now())),
      ),
    )
    .returning({ hash: operatorConfirmations.hash })
  return taken.length === 1
}
