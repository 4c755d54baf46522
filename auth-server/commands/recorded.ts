import { type Operation, recordOperation } from '../audit/record-operation.ts'
import type { Transaction } from '../database/connect.ts'
import type { Call } from './command.ts'

/** Of an app, where it is of one. */
type Told = Omit<Operation, 'actor' | 'appId'> & { readonly appId?: string }

/**
 * Does something and writes down that it was done, in one transaction.
 * @param told of what `work` made, where that is only known then; `null`: it changed nothing
 */
export const recorded = <T>(
  { db, app, now }: Pick<Call, 'db' | 'app' | 'now'>,
  work: (tx: Transaction) => Promise<T>,
  told: Told | ((made: T) => Told | null),
): Promise<T> =>
  db.transaction(async tx => {
    const made = await work(tx)
    const operation = typeof told === 'function' ? told(made) : told
    if (operation) await writeDown(tx, { app, now }, operation)
    return made
  })

/** Writes down what is done in a transaction of its own. */
export const writeDown = (
  tx: Transaction,
  { app, now }: Pick<Call, 'app' | 'now'>,
  { appId = app?.id, ...operation }: Told,
): Promise<void> => recordOperation(tx, now, { ...operation, actor: 'command', appId: appId ?? null })
