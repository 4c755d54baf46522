import { ENROLMENT_LIFETIME_MS } from '@vitrine/shared/api/console/calls.ts'
import { and, eq, gt, isNull, notExists, sql } from 'drizzle-orm'
import type { Database, Transaction } from '../database/connect.ts'
import { operatorEnrolments, operatorPasskeys, operators } from '../database/operator-tables.ts'
import { hashToken, newToken } from './token.ts'

/** By which an operator may register one passkey. */
export interface Enrolment {
  readonly hash: string
  readonly operator: { readonly id: string; readonly name: string }
}

const OF_IT = eq(operatorPasskeys.enrolmentHash, operatorEnrolments.hash)

/**
 * Makes the operator a link that works once, for a day; a former one that was not used works no more. By the operator's commands alone.
 * @param now unix ms
 * @returns the secret of the link, which is nowhere else
 */
export async function createEnrolment(tx: Transaction, now: number, operatorId: string): Promise<string> {
  const used = tx.select({ one: sql`1` }).from(operatorPasskeys).where(OF_IT)
  await tx
    .delete(operatorEnrolments)
    .where(and(eq(operatorEnrolments.operatorId, operatorId), notExists(used)))
  const token = newToken()
  const expiresAt = new Date(now + ENROLMENT_LIFETIME_MS)
  await tx.insert(operatorEnrolments).values({ hash: hashToken(token), operatorId, expiresAt })
  return token
}

/** Takes every passkey, session and link from an operator. */
export async function removeEnrolments(tx: Transaction, operatorId: string): Promise<void> {
  await tx.delete(operatorEnrolments).where(eq(operatorEnrolments.operatorId, operatorId))
}

/** @returns `null`: there is none, it was used, or its day is over */
export async function findEnrolment(db: Database, now: number, token: string): Promise<Enrolment | null> {
  const [found] = await db
    .select({ hash: operatorEnrolments.hash, id: operators.id, name: operators.name })
    .from(operatorEnrolments)
    .innerJoin(operators, eq(operators.id, operatorEnrolments.operatorId))
    .leftJoin(operatorPasskeys, OF_IT)
    .where(
      and(
        eq(operatorEnrolments.hash, hashToken(token)),
        gt(operatorEnrolments.expiresAt, new Date(now)),
        isNull(operatorPasskeys.id),
      ),
    )
  return found ? { hash: found.hash, operator: { id: found.id, name: found.name } } : null
}
