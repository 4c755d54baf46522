import { randomBytes } from 'node:crypto'
import type { OperatorRole } from '@vitrine/shared/api/console/operator.ts'
import { and, asc, eq, inArray, type SQL, sql } from 'drizzle-orm'
import type { Database, Transaction } from '../database/connect.ts'
import { operatorApps, operatorPasskeys, operators } from '../database/operator-tables.ts'
import { apps } from '../database/schema.ts'

/** Of the console: a person, what they may do, and with how many passkeys they come in. */
export interface Operator {
  readonly id: string
  readonly name: string
  /** To every app; `null`: to those of `apps` alone. */
  readonly allAppsRole: OperatorRole | null
  readonly apps: readonly { readonly id: string; readonly role: OperatorRole }[]
  readonly passkeys: number
}

/** Which right to give: `none` takes it away. `apps` left out: to all apps. */
export interface Right {
  readonly apps: readonly string[] | null
  readonly role: OperatorRole | 'none'
}

/** Enters an operator who may nothing yet. @returns the id */
export async function addOperator(db: Database | Transaction, name: string): Promise<string> {
  const id = `operator_${randomBytes(12).toString('hex')}`
  await db.insert(operators).values({ id, name })
  return id
}

/** Gives an operator a right, in the place of the one that they had there. */
export async function giveRight(tx: Transaction, operatorId: string, { apps, role }: Right): Promise<void> {
  if (apps === null) {
    const allAppsRole = role === 'none' ? null : role
    await tx.update(operators).set({ allAppsRole }).where(eq(operators.id, operatorId))
    return
  }
  await tx
    .delete(operatorApps)
    .where(and(eq(operatorApps.operatorId, operatorId), inArray(operatorApps.appId, [...apps])))
  if (role === 'none') return
  await tx.insert(operatorApps).values(apps.map(appId => ({ operatorId, appId, role })))
}

/** Removes an operator with their passkeys and sessions. */
export async function removeOperator(db: Database | Transaction, id: string): Promise<void> {
  await db.delete(operators).where(eq(operators.id, id))
}

/** By name. */
export async function listOperators(db: Database | Transaction): Promise<readonly Operator[]> {
  const rows = await db
    .select({
      id: operators.id,
      name: operators.name,
      allAppsRole: operators.allAppsRole,
      passkeys: db.$count(operatorPasskeys, eq(operatorPasskeys.operatorId, operators.id)),
    })
    .from(operators)
    .orderBy(asc(operators.name), asc(operators.id))
  const rights = await db.select().from(operatorApps).orderBy(asc(operatorApps.appId))
  return rows.map(row => ({
    ...row,
    apps: rights
      .filter(({ operatorId }) => operatorId === row.id)
      .map(({ appId: id, role }) => ({ id, role })),
  }))
}

/** The apps that an operator may see, by name, with the higher of the rights that they have to each. */
export const appsOf = (db: Database, operatorId: string): Promise<readonly OperatedApp[]> =>
  readApps(db, operatorId, sql`true`)

/** @returns `null`: none, or there is no such app */
export const rightTo = async (
  db: Database,
  operatorId: string,
  appId: string,
): Promise<OperatorRole | null> => (await readApps(db, operatorId, eq(apps.id, appId)))[0]?.role ?? null

interface OperatedApp {
  readonly id: string
  readonly name: string
  readonly role: OperatorRole
}

async function readApps(db: Database, operatorId: string, which: SQL): Promise<readonly OperatedApp[]> {
  const { rows } = await db.execute<OperatedApp & Record<string, unknown>>(sql`
    select apps.id, apps.config ->> 'name' as name, ${HIGHER} as role
    from ${apps} cross join ${operators} left join ${operatorApps}
      on ${operatorApps.appId} = ${apps.id} and ${operatorApps.operatorId} = ${operators.id}
    where ${operators.id} = ${operatorId} and ${which} and coalesce(${operators.allAppsRole}, ${operatorApps.role}) is not null
    order by 2, 1`)
  return rows
}

const HIGHER = sql`case when 'manager' in (${operators.allAppsRole}, ${operatorApps.role}) then 'manager' else 'viewer' end`

/** Whether a right lets do what another one asks for. */
export const reaches = (has: OperatorRole | null, needs: OperatorRole): boolean =>
  has === 'manager' || has === needs
