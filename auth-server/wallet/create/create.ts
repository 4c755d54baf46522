import type { CreateWalletRequest } from '@vitrine/shared/wallet/create.ts'
import { recordEvent } from '../../audit/record-event.ts'
import type { Context } from '../../context.ts'
import type { Transaction } from '../../database/connect.ts'
import { walletEntropies, wallets } from '../../database/schema.ts'
import { apiError } from '../../errors/api-error.ts'
import type { ActiveSession } from '../../http/session.ts'
import type { SignedRequest } from '../../http/signed-request.ts'
import { type Prover, requireProver } from '../../mfa/claim/own-factors.ts'
import type { SignerResponse } from '../../signer/operations.ts'
import { newWalletId } from '../../users/claim-imports.ts'
import { lockUser } from '../../users/lock-user.ts'
import { requireRoom, type WalletConfig } from '../../users/wallet-index.ts'
import { askSigner } from '../call/ask-signer.ts'
import { type IdempotentRequest, storeAnswer, storedAnswer } from '../call/idempotency.ts'
import { walletResource } from './resource.ts'
import { entropySalt } from './stored-entropy-salt.ts'
import { type ChainType, readUserWallets, type UserWallets } from './user-wallets.ts'

interface CreationCall {
  readonly config: WalletConfig
  readonly session: ActiveSession
  readonly body: SignedRequest<CreateWalletRequest>
  readonly idempotency: IdempotentRequest
}

/**
 * Makes the user's next wallet of a chain type.
 * 1. The signer derives the key for the next index, without a lock and outside of any transaction: a signer that hangs
 *    holds up nobody else.
 * 2. Wallet, entropy and idempotent answer are one transaction, so that a crash leaves the whole wallet or none. Until
 *    then the key is worth nothing.
 * 3. Whoever finds under the lock that another call was faster begins again; each time one wallet more exists.
 *
 * @param automatic the call is the one on login: an existing wallet is its answer.
 * @returns the wallet resource.
 * @throws `embedded_wallet_already_exists` (409) without `create_additional`, `embedded_wallet_not_found` (404) with it where there is none; those of `requireRoom` and `askSigner`.
 */
export async function createWallet(ctx: Context, call: CreationCall, automatic: boolean): Promise<unknown> {
  const prover = await requireProver(ctx, call.session)
  for (;;) {
    const before = await readUserWallets(ctx.db, call.session.userId, call.body.request.chain_type)
    const made = await deriveWallet(ctx, call, prover, before)
    const outcome = await ctx.db.transaction(tx => commit(ctx, tx, { call, automatic, before, made }))
    if (outcome !== 'overtaken') return outcome.answer
  }
}

interface Attempt {
  readonly call: CreationCall
  readonly automatic: boolean
  /** What the key was derived from. */
  readonly before: UserWallets
  readonly made: SignerResponse<'createWallet'> & { readonly id: string }
}

async function deriveWallet(
  ctx: Context,
  { session: { appId, userId }, body }: CreationCall,
  prover: Prover,
  { nextIndex, sealedEntropy }: UserWallets,
): Promise<Attempt['made']> {
  const id = newWalletId()
  const { payload, signature, request } = body
  const salt = sealedEntropy === null ? { entropySalt: await entropySalt(ctx) } : {}
  const made = await askSigner(
    ctx.signer.createWallet({
      walletId: id,
      appId,
      userId,
      chainType: request.chain_type,
      walletIndex: nextIndex,
      sealedEntropy,
      ...salt,
      ...prover,
      authorization: { payload, signature },
    }),
  )
  return { id, ...made }
}

async function commit(
  ctx: Context,
  tx: Transaction,
  { call, automatic, before, made }: Attempt,
): Promise<{ readonly answer: unknown } | 'overtaken'> {
  const { config, session, body, idempotency } = call
  const { appId, userId } = session
  const { chain_type: chainType, create_additional: additional = false } = body.request

  await lockUser(tx, userId)
  const stored = automatic ? null : await storedAnswer(tx, idempotency, ctx.now())
  if (stored) return { answer: stored.body }

  const now = await readUserWallets(tx, userId, chainType)
  if (now.first && automatic) return { answer: walletResource(now.first, userId) }
  if (now.nextIndex > 0 && !additional) throw alreadyExists(chainType)
  if (now.nextIndex === 0 && additional) throw noneYet(chainType)
  requireRoom(config, chainType, now.nextIndex)
  // The key is of an index or an entropy that is another call's by now.
  if (now.nextIndex !== before.nextIndex || now.sealedEntropy !== before.sealedEntropy) return 'overtaken'

  const { id, address, publicKey, sealedKey, sealedEntropy } = made
  if (now.sealedEntropy === null) await tx.insert(walletEntropies).values({ userId, appId, sealedEntropy })
  const [row] = await tx
    .insert(wallets)
    .values({ id, appId, userId, chainType, walletIndex: now.nextIndex, address, publicKey, sealedKey })
    .returning()
  if (!row) throw apiError('embedded_wallet_create_error', 'The wallet could not be created. Try again.')
  const data = { chain_type: chainType, address, wallet_index: row.walletIndex }
  await recordEvent(tx, ctx.now(), session, session, { type: 'user.wallet_created', data })
  const answer = walletResource(row, userId)
  if (automatic) return { answer }
  return { answer: (await storeAnswer(tx, idempotency, answer, ctx.now())).body }
}

const noneYet = (chainType: ChainType) =>
  apiError(
    'embedded_wallet_not_found',
    `You have no ${chainType === 'solana' ? 'Solana' : 'Ethereum'} wallet yet. Make the first one without \`createAdditional\`.`,
  )

const alreadyExists = (chainType: ChainType) =>
  apiError(
    'embedded_wallet_already_exists',
    `You already have ${chainType === 'solana' ? 'a Solana' : 'an Ethereum'} wallet. Set \`createAdditional\` to make another one.`,
  )
