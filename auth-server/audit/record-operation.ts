import type { Actor, OperationData, OperationType } from '@vitrine/shared/api/operation.ts'
import { auditEvents } from '../database/audit-tables.ts'
import type { Database, Transaction } from '../database/connect.ts'
import type { Caller } from '../http/caller.ts'
import { EVENT_LIFETIME_MS } from './record-event.ts'

export interface Operation {
  readonly type: OperationType
  /** `null`: the person themselves. */
  readonly actor: Actor | null
  /** `null`: of no app. */
  readonly appId: string | null
  /** Whom it was about; left out: no user. */
  readonly userId?: string
  readonly data?: OperationData
  /** From where; left out: from a shell on the server. */
  readonly caller?: Pick<Caller, 'madeWith' | 'from'>
}

/**
 * Writes down what an operator or a backend did, in the transaction that does it: no crash leaves the one without the other. No webhook
 * tells of it, and the person's activity does not show it.
 * @param now unix ms
 */
export async function recordOperation(
  db: Database | Transaction,
  now: number,
  { type, actor, appId, userId, data = {}, caller }: Operation,
): Promise<void> {
  await db.insert(auditEvents).values({
    ...{ type, actor, appId, userId, data },
    ...{ at: new Date(now), expiresAt: new Date(now + EVENT_LIFETIME_MS) },
    ...{ madeWith: caller?.madeWith, network: caller?.from.network },
  })
}
