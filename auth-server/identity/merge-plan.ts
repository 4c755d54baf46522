import { accountFacts, isGuestAccount } from '@vitrine/shared/account/login-facts.ts'
import { eq, type InferSelectModel } from 'drizzle-orm'
import type { App } from '../apps/registry.ts'
import type { Context } from '../context.ts'
import type { Database, Transaction } from '../database/connect.ts'
import { type AccountDetails, accounts, users } from '../database/schema.ts'
import { apiError } from '../errors/api-error.ts'
import { readFactors } from '../mfa/claim/store-factors.ts'
import type { SealedFactors } from '../signer/mfa-shapes.ts'
import { type Identity, linkedToAnotherUser, noRoomForWallet } from './identity.ts'

type AccountRow = InferSelectModel<typeof accounts>

/** Two users of one person, of whom one is to take the other in. */
export interface Parties {
  readonly userId: string
  readonly formerId: string
  /** Of the former, proven just now. */
  readonly identity: Identity
}

/** What would become of the other account's logins and wallets. */
export interface MergePlan {
  /** All logins of the other account. */
  readonly rows: readonly AccountRow[]
  /** Those that come over. */
  readonly moving: readonly AccountRow[]
  /** Whom the other had taken in. */
  readonly adopted: readonly { readonly userId: string; readonly seal: string }[]
  /** Types of those that end, for the user of the session has one that stays. */
  readonly ends: readonly string[]
  /** None any more, where the other had second factors; `null`: they never had one. */
  readonly factors: SealedFactors | null
}

/**
 * What comes over and what ends. Of a kind that a user has one of, the present user's stays and the other's ends: the person
 * is told which before they decide. Wallets all come over.
 * @throws `linked_to_another_user` (409) where two accounts cannot become one: something of the other is held, since it was
 * added a short while ago or somebody said "This wasn't me"; or one of them is a test account's, whose code is known.
 * or the other has a second factor, which would count no longer;
 * `cannot_link_more_of_type` (409) when the proven login itself would end, or both have more wallets of other apps than the app lets
 * one user have
 */
export async function readMerge(
  ctx: Context,
  app: App,
  db: Database | Transaction,
  { userId, formerId, identity }: Parties,
): Promise<MergePlan> {
  const [former] = await db.select().from(users).where(eq(users.id, formerId))
  const own = await db.select().from(accounts).where(eq(accounts.userId, userId))
  const rows = await db.select().from(accounts).where(eq(accounts.userId, formerId))
  const proven = rows.find(({ type, subject }) => type === identity.type && subject === identity.subject)
  if (!former || !proven || former.mergedInto !== null) throw linkedToAnotherUser()
  if ([former, ...rows].some(({ heldUntil }) => isHeld(ctx, heldUntil))) throw changedJustNow()
  if (new Set([...own, ...rows].map(({ details }) => details.test === true)).size > 1)
    throw linkedToAnotherUser()

  const factors = await readFactors(db, formerId)
  if (factors && factors.list.length > 0) throw hasSecondStep()

  const ends = rows.filter(({ type }) => isOnePerUser(type) && own.some(each => each.type === type))
  if (ends.includes(proven))
    throw apiError(
      'cannot_link_more_of_type',
      'You have such an account already. Remove or change it before you add another one.',
    )
  requireWalletRoom(app, [...own, ...rows])
  const adopted = await db
    .select({ userId: users.id, seal: users.adoptionSeal })
    .from(users)
    .where(eq(users.mergedInto, formerId))
  return {
    rows,
    moving: rows.filter(row => !ends.includes(row) && !isGuestAccount(row.type)),
    adopted: adopted.map(({ userId: id, seal }) => ({ userId: id, seal: seal ?? '' })),
    ends: ends.map(({ type }) => type),
    factors,
  }
}

/** What the signer's seal of an account covers besides its identity, see `Statement`. */
export function sealedFacts({ test, publicKey, contractChain }: AccountDetails) {
  const facts = {
    ...(test && { test }),
    ...(publicKey !== undefined && { publicKey }),
    ...(contractChain !== undefined && { contractChain }),
  }
  return Object.keys(facts).length === 0 ? undefined : facts
}

function requireWalletRoom({ config }: App, rows: readonly AccountRow[]): void {
  const { max_linked_wallets_per_user: max } = config
  if (max !== null && rows.filter(({ type }) => type === 'wallet').length > max) throw noRoomForWallet()
}

const isOnePerUser = (type: string): boolean => accountFacts(type)?.perUser === 'one'

const isHeld = (ctx: Context, heldUntil: Date | null): boolean =>
  heldUntil !== null && heldUntil.getTime() > ctx.now()

const hasSecondStep = () =>
  apiError(
    'linked_to_another_user',
    'This belongs to another account here whose wallet has a second step. Log in with it and remove the second step there first.',
  )

const changedJustNow = () =>
  apiError(
    'linked_to_another_user',
    'This belongs to another account here whose logins changed a short while ago. Bring the two together later, or log in with it instead.',
  )
