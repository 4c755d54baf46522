import { and, eq, inArray } from 'drizzle-orm'
import type { Context } from '../context.ts'
import type { Database } from '../database/connect.ts'
import { authorizationKeys, delegationPolicies } from '../database/delegation-tables.ts'
import { apiError } from '../errors/api-error.ts'
import type { Offer } from '../signer/delegation-operations.ts'

interface Wanted {
  readonly chainType: 'ethereum' | 'solana'
  /** Left out: the app's only key with a policy for the chain. */
  readonly signerId?: string | undefined
  /** In the place of the key's own. */
  readonly policyIds?: readonly string[] | undefined
}

/**
 * A key of the app's and the policy that it would get a wallet by, as the operator's command registered them.
 * @throws `not_supported` (422) for an app that has none | `invalid_data` (400) for a key or policy that is not there, and where
 * several could be meant
 */
export async function findOffer(
  { db }: Pick<Context, 'db'>,
  appId: string,
  { chainType, signerId, policyIds }: Wanted,
): Promise<Offer> {
  const all = await keysOf(db, appId)
  if (all.length === 0)
    throw apiError(
      'not_supported',
      'This app has no key that could use a wallet. Its operator adds one by `authorization-keys add`.',
    )
  const keys = all.filter(({ id }) => signerId === undefined || id === signerId)
  if (keys.length === 0) throw apiError('invalid_data', 'This app has no key with this `signer_id`.')
  const ids = policyIds ?? keys.flatMap(key => key.policyIds)
  const policies = ids.length === 0 ? [] : await policiesOf(db, appId, ids)
  const offers = keys.flatMap(key =>
    policies
      .filter(
        ({ id, policy }) => policy.chain_type === chainType && (policyIds ?? key.policyIds).includes(id),
      )
      .map(({ id, policy, seal }) => ({
        key: {
          ...{ appId, signerId: key.id, name: key.name, publicKey: key.publicKey },
          ...{ policyIds: [...key.policyIds], seal: key.seal },
        },
        policy: { appId, policyId: id, policy, seal },
      })),
  )
  const [offer, another] = offers
  // Without a policy a key may do nothing: there is nothing to agree to.
  if (!offer)
    throw apiError(
      'invalid_data',
      'The app has no policy by which this key could use a wallet of this chain.',
    )
  if (another) throw apiError('invalid_data', 'The app has several keys. Name one by `signer_id`.')
  return offer
}

const keysOf = (db: Database, appId: string) =>
  db.select().from(authorizationKeys).where(eq(authorizationKeys.appId, appId))

const policiesOf = (db: Database, appId: string, ids: readonly string[]) =>
  db
    .select()
    .from(delegationPolicies)
    .where(and(eq(delegationPolicies.appId, appId), inArray(delegationPolicies.id, [...ids])))

/** Those that the operator has not removed. */
export const signerIdsOf = async ({ db }: Pick<Context, 'db'>, appId: string): Promise<string[]> =>
  (await keysOf(db, appId)).map(({ id }) => id)
