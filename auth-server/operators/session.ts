import { IDLE_SESSION_MS, SESSION_LIFETIME_MS } from '@vitrine/shared/api/console/calls.ts'
import type { OperatorRole } from '@vitrine/shared/api/console/operator.ts'
import type { Actor } from '@vitrine/shared/api/operation.ts'
import { and, eq, gt } from 'drizzle-orm'
import type { Context } from '../context.ts'
import type { Transaction } from '../database/connect.ts'
import { operatorSessions, operators } from '../database/operator-tables.ts'
import { hashToken, newToken } from './token.ts'

/** Who calls from the console, by a session that is alive. */
export interface ActiveOperator {
  readonly id: string
  readonly name: string
  readonly allAppsRole: OperatorRole | null
  readonly actor: Actor
  readonly session: {
    /** Of the cookie's value. */
    readonly hash: string
    /** Thumbprint of the key of the browser that logged in (RFC 7638). */
    readonly thumbprint: string
    readonly createdAt: Date
    /** When it ends unless it is used, and when in any case. */
    readonly idleAt: Date
    readonly expiresAt: Date
  }
}

/** A use is written down when the last one is older. */
const USED_EVERY_MS = 60_000

/**
 * Opens a session on the console's origin, for the browser that has this key.
 * @returns the cookie's value, which is nowhere else
 */
export async function openSession(
  ctx: Pick<Context, 'now' | 'settings'>,
  tx: Transaction,
  { operatorId, passkeyId, thumbprint }: Record<'operatorId' | 'passkeyId' | 'thumbprint', string>,
): Promise<string> {
  const token = newToken()
  const now = ctx.now()
  await tx.insert(operatorSessions).values({
    ...{
      hash: hashToken(token),
      operatorId,
      passkeyId,
      thumbprint,
      origin: ctx.settings.consoleOrigin ?? '',
    },
    ...{ createdAt: new Date(now), usedAt: new Date(now), expiresAt: new Date(now + SESSION_LIFETIME_MS) },
  })
  return token
}

/**
 * Whose session a cookie's value is. It has ended when it was idle, at its time, when its passkey or its operator was removed, and
 * when the console has another origin than at the login.
 * @returns `null`: nobody's
 */
export async function findSession(
  { db, now: clock, settings }: Pick<Context, 'db' | 'now' | 'settings'>,
  token: string,
): Promise<ActiveOperator | null> {
  const now = clock()
  const [found] = await db
    .select({ session: operatorSessions, operator: operators })
    .from(operatorSessions)
    .innerJoin(operators, eq(operators.id, operatorSessions.operatorId))
    .where(
      and(
        eq(operatorSessions.hash, hashToken(token)),
        eq(operatorSessions.origin, settings.consoleOrigin ?? ''),
        gt(operatorSessions.expiresAt, new Date(now)),
        gt(operatorSessions.usedAt, new Date(now - IDLE_SESSION_MS)),
      ),
    )
  if (!found) return null
  const { session, operator } = found
  const isStale = session.usedAt.getTime() < now - USED_EVERY_MS
  const usedAt = isStale ? new Date(now) : session.usedAt
  if (isStale)
    await db.update(operatorSessions).set({ usedAt }).where(eq(operatorSessions.hash, session.hash))
  const { id, name, allAppsRole } = operator
  const { hash, thumbprint, createdAt, expiresAt } = session
  const idleAt = new Date(Math.min(usedAt.getTime() + IDLE_SESSION_MS, expiresAt.getTime()))
  return {
    ...{ id, name, allAppsRole, actor: `operator:${id}` },
    session: { hash, thumbprint, createdAt, idleAt, expiresAt },
  }
}

export async function endSession(tx: Transaction, hash: string): Promise<void> {
  await tx.delete(operatorSessions).where(eq(operatorSessions.hash, hash))
}
