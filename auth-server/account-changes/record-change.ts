import { randomUUID } from 'node:crypto'
import { eq, type InferSelectModel } from 'drizzle-orm'
import type { App } from '../apps/registry.ts'
import type { Context } from '../context.ts'
import {
  accountChanges,
  accountNotices,
  type MergedUser,
  type RemovedAccount,
  type ReplacedRecovery,
} from '../database/change-tables.ts'
import type { Transaction } from '../database/connect.ts'
import { accounts } from '../database/schema.ts'
import type { Caller } from '../http/caller.ts'
import { undoWindowMs } from './hold.ts'
import { languageOfUser } from './language.ts'
import { channelOf, isAlwaysTold } from './reach.ts'

type AccountRow = InferSelectModel<typeof accounts>

/** What became of the ways in of a user, or of their recovery, in the transaction that does it. */
export interface Change {
  readonly kind: InferSelectModel<typeof accountChanges>['kind']
  readonly added: Pick<RemovedAccount, 'type' | 'subject'> | null
  readonly removed: readonly AccountRow[]
  readonly recovery?: ReplacedRecovery
  /** A user who was taken in: their addresses are told as the user's own are, and as they were before. */
  readonly merged?: MergedUser & { readonly rows: readonly AccountRow[] }
  /** Of what waits: told to every address and number, and to these besides; until `until` it can be stopped. */
  readonly waits?: {
    readonly until: number
    readonly others: readonly Pick<Recipient, 'channel' | 'address'>[]
  }
}

/** On whose account, and from where. */
export interface Changer {
  readonly userId: string
  readonly thumbprint: string
  readonly caller: Caller
}

/**
 * Writes down what was changed, so that it can be undone, and whom to tell: written with the change, so that no crash
 * leaves somebody untold. `deliver-notices.ts` sends it.
 * @returns its id, and how many are told with the link that undoes it
 */
export async function recordChange(
  ctx: Pick<Context, 'now'>,
  tx: Transaction,
  app: App,
  { userId, thumbprint, caller }: Changer,
  { kind, added, removed, recovery, merged, waits }: Change,
): Promise<{ readonly id: string; readonly told: number }> {
  const id = randomUUID()
  const now = ctx.now()
  const expiresAt = new Date(waits?.until ?? now + undoWindowMs(app))
  await tx.insert(accountChanges).values({
    id,
    appId: app.id,
    userId,
    kind,
    thumbprint,
    madeWith: caller.madeWith,
    network: caller.from.network ?? null,
    added,
    removed: removed.map(toRemoved),
    recovery,
    merged: merged && withoutRows(merged),
    createdAt: new Date(now),
    expiresAt,
  })
  const rows = await tx.select().from(accounts).where(eq(accounts.userId, userId))
  const came = merged?.rows ?? []
  const present = rows.filter(row => !came.some(({ id: moved }) => moved === row.id))
  const own = [...present, ...removed]
  const sides = [
    { of: userId, told: waits ? everyAddress(own, waits.others, now) : recipientsOf(own, added, now) },
    ...(merged ? [{ of: merged.userId, told: recipientsOf(came, null, now) }] : []),
  ]
  for (const { of, told } of sides) {
    if (told.length === 0) continue
    const language = await languageOfUser(tx, of, caller.language)
    await tx.insert(accountNotices).values(
      told.map(recipient => ({
        ...recipient,
        id: randomUUID(),
        changeId: id,
        canUndo: recipient.canUndo && kind !== 'refuse',
        language,
        nextTryAt: new Date(now),
        expiresAt,
      })),
    )
  }
  return { id, told: sides.flatMap(({ told }) => told).filter(({ canUndo }) => canUndo).length }
}

const withoutRows = ({ rows: _, ...merged }: NonNullable<Change['merged']>): MergedUser => merged

interface Recipient {
  readonly channel: NonNullable<ReturnType<typeof channelOf>>
  readonly address: string
  /** Whether the message has the link that undoes: not at an address that came only just, perhaps with a thief. */
  readonly canUndo: boolean
}

/**
 * Every email address, removed ones too; phones where no older email address is told. Nothing is sent to test accounts.
 * The one that was added is told without the link, and so is any that is held.
 */
function recipientsOf(rows: readonly AccountRow[], added: Change['added'], now: number): Recipient[] {
  const reached = reachedBy(rows, added, now)
  const isTold = reached.some(({ channel, canUndo }) => isAlwaysTold(channel) && canUndo)
  return reached.filter(({ channel }) => isAlwaysTold(channel) || !isTold)
}

/** All of them, numbers as well: a thief may have one, and delete what comes there. */
function everyAddress(
  rows: readonly AccountRow[],
  others: NonNullable<Change['waits']>['others'],
  now: number,
): Recipient[] {
  const reached = reachedBy(rows, null, now)
  const isReached = (one: (typeof others)[number]) =>
    reached.some(({ channel, address }) => channel === one.channel && address === one.address)
  return [...reached, ...others.filter(one => !isReached(one)).map(one => ({ ...one, canUndo: true }))]
}

const reachedBy = (rows: readonly AccountRow[], added: Change['added'], now: number): Recipient[] =>
  rows.flatMap(({ type, subject, details, heldUntil }) => {
    const channel = channelOf(type)
    if (channel === undefined || details.test === true) return []
    const isAdded = added?.type === type && added.subject === subject
    const canUndo = !isAdded && (heldUntil === null || heldUntil.getTime() <= now)
    return [{ channel, address: subject, canUndo }]
  })

/** As it is written down, to be put back. */
export const toRemoved = (row: AccountRow): RemovedAccount => ({
  id: row.id,
  type: row.type,
  subject: row.subject,
  seal: row.seal,
  details: row.details,
  firstVerifiedAt: row.firstVerifiedAt.getTime(),
  latestVerifiedAt: row.latestVerifiedAt.getTime(),
  heldUntil: row.heldUntil?.getTime() ?? null,
})
