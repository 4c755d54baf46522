import { randomBytes } from 'node:crypto'
import type { CreateWalletRequest } from '@vitrine/shared/wallet/create.ts'
import { and, asc, eq } from 'drizzle-orm'
import type { Context, Transaction } from '../../context.ts'
import { users, wallets } from '../../database/schema.ts'
import { apiError } from '../../http/errors.ts'
import { requireDevice } from '../../sessions/device.ts'
import type { AdmittedCall } from '../admit.ts'
import { storeAnswer, storedAnswer } from '../idempotency.ts'
import { walletResource } from '../resource.ts'
import { askSigner } from '../signer-refusal.ts'

/**
 * Makes the user's next Ethereum wallet. The key is made first and is worth nothing until its row is committed; row,
 * index and idempotent answer are one transaction, so that a crash leaves the whole wallet or none.
 *
 * @param automatic the call is the one on login: an existing wallet is its answer.
 * @returns the wallet resource.
 * @throws `embedded_wallet_already_exists` (409) without `create_additional`; what `askSigner` throws.
 */
export async function createWallet(
  ctx: Context,
  { session, request, idempotency }: AdmittedCall<CreateWalletRequest>,
  automatic: boolean,
): Promise<unknown> {
  const { appId, userId } = session
  const { chain_type: chainType, create_additional: additional = false } = request.body
  const { payload, signature } = request
  const device = await requireDevice(ctx, session)
  const id = `wallet_${randomBytes(18).toString('base64url')}`
  const authorization = { payload, signature }
  const key = await askSigner(
    ctx.signer.createWallet({ walletId: id, appId, userId, chainType, device, authorization }),
  )

  return ctx.db.transaction(async tx => {
    await lockUser(tx, userId)
    const stored = automatic ? null : await storedAnswer(tx, idempotency, ctx.now())
    if (stored) return stored.body

    const existing = await tx
      .select()
      .from(wallets)
      .where(and(eq(wallets.userId, userId), eq(wallets.chainType, chainType)))
      .orderBy(asc(wallets.walletIndex))
    const [first] = existing
    if (first && automatic) return walletResource(first)
    if (first && !additional) {
      throw apiError(
        'embedded_wallet_already_exists',
        'You already have an Ethereum wallet. Set `createAdditional` to make another one.',
      )
    }

    const walletIndex = (existing.at(-1)?.walletIndex ?? -1) + 1
    const [row] = await tx
      .insert(wallets)
      .values({ id, appId, userId, chainType, walletIndex, ...key })
      .returning()
    if (!row) throw apiError('embedded_wallet_create_error', 'The wallet could not be created. Try again.')
    const answer = walletResource(row)
    if (!automatic) await storeAnswer(tx, idempotency, answer, ctx.now())
    return answer
  })
}

/**
 * One creation per user at a time, across all server processes: highest index, insert and answer see no other one.
 * `no key update` is taken before any insert that references the user, so that two transactions cannot wait for each
 * other's foreign-key lock.
 */
async function lockUser(tx: Transaction, userId: string): Promise<void> {
  await tx.select({ id: users.id }).from(users).where(eq(users.id, userId)).for('no key update')
}
