import type { EventData } from '@vitrine/shared/api/activity.ts'
import { readTransaction } from '@vitrine/shared/chains/solana-message.ts'
import { base58Text, base64Bytes } from '@vitrine/shared/encoding.ts'
import { type RPC_REQUESTS, RPC_RESPONSES, type RpcMethod } from '@vitrine/shared/wallet/rpc.ts'
import { keccak256 } from 'viem/utils'
import type * as z from 'zod/mini'
import type { App } from '../apps/registry.ts'
import { delegationData } from '../audit/delegation-data.ts'
import { recordEvent, THE_SERVER } from '../audit/record-event.ts'
import type { Context } from '../context.ts'
import { apiError } from '../errors/api-error.ts'
import type { Caller } from '../http/caller.ts'
import { limitUser } from '../http/rate-limit.ts'
import type { SignedRequest } from '../http/signed-request.ts'
import { record } from '../observability/recorder.ts'
import type { SignerResponse } from '../signer/operations.ts'
import { askSigner } from '../wallet/call/ask-signer.ts'
import { idempotencyOf, storeAnswer, storedAnswer } from '../wallet/call/idempotency.ts'
import { findServerWallet, signerWallet } from '../wallet/call/reached-wallet.ts'
import { signedData } from '../wallet/call/signed-data.ts'
import { signerIdsOf } from './find-offer.ts'
import { tellRefusal, violationError } from './refused-use.ts'
import { personOf, readList, replaceList } from './stored-list.ts'

interface Use {
  readonly app: App
  readonly caller: Caller
  readonly walletId: string
  readonly body: SignedRequest<z.infer<(typeof RPC_REQUESTS)[RpcMethod]>>
}

type Signed = Extract<SignerResponse<'delegatedRpc'>, { outcome: 'signed' }>

/**
 * Performs what an app's own key asks of a person's wallet.
 * 1. The signer judges and signs, outside of any transaction, and makes the list with what is spent then.
 * 2. That list takes the place of the one that it was made from, with the event that tells the person and the receipt of the
 *    request, in one transaction. Whoever finds that another use or change was faster begins again: what was signed is thrown away.
 * 3. Only then the signature leaves.
 * A retry of a request, by its idempotency key, shows its receipt, is not counted, and gets the same signature.
 *
 * @returns `{method, data}`
 * @throws `user_has_not_delegated_wallet` (403) | `policy_violation` (403) | `resource_conflict` (409); those of `askSigner`
 */
export async function useDelegation(ctx: Context, { app, caller, walletId, body }: Use): Promise<unknown> {
  const { request, payload, signature } = body
  const found = await findServerWallet(ctx, app.id, walletId)
  if (!found) throw notDelegated()
  const { userId: ownerId } = found.wallet
  await limitUser(ctx, ownerId, { scope: 'delegate-user', calls: 600 })
  const { key, ...rest } = idempotencyOf(ownerId, payload)
  const idempotency = { ...rest, key: `delegate:${key}` }
  const authorization = { payload, signature }
  let stale: string | null = null
  for (;;) {
    const present = await readList(ctx.db, walletId)
    if (!present) throw notDelegated()
    const stored = await storedAnswer(ctx.db, idempotency, ctx.now())
    const { receipt } = (stored?.body ?? {}) as { readonly receipt?: string }

    // 1.
    const signerIds = await signerIdsOf(ctx, app.id)
    const asked = {
      wallet: signerWallet(found),
      present,
      signerIds,
      ...(receipt && { receipt }),
      authorization,
    }
    const answer = await askSigner(ctx.signer.delegatedRpc(asked))
    if (answer.outcome === 'stale') {
      // It read an older row than another call did; the same one again is no accident.
      if (stale === present.seal)
        throw apiError('service_unavailable', 'The delegations of this wallet cannot be used right now.')
      stale = present.seal
      continue
    }
    const delegation = present.list.delegations.find(({ id }) => id === answer.delegationId)
    if (!delegation) throw notDelegated()
    const told = { ...delegationData(present.list, delegation), spendings: answer.spendings }
    if (answer.outcome === 'refused') {
      const data = { ...told, method: answer.method, rule: answer.violation }
      await tellRefusal(ctx, app, caller, { ownerId, delegation, data })
      throw violationError(answer.violation)
    }
    const result = RPC_RESPONSES[request.method].safeParse({ method: answer.method, data: answer.data })
    if (!result.success)
      throw apiError('internal_error', 'The wallet could not do this. Try again in a moment.')
    record().signature(found.wallet.chainType)
    const { next } = answer
    if (next === null) return result.data

    // 2.
    const data = { ...told, ...signedData(request, found.wallet), ...hashOf(answer) }
    const isStored = await ctx.db.transaction(async tx => {
      if (!(await replaceList(tx, present, next))) return false
      await storeAnswer(tx, idempotency, { receipt: answer.receipt }, ctx.now())
      const whose = { appId: app.id, userId: await personOf(tx, ownerId) }
      await recordEvent(tx, ctx.now(), whose, THE_SERVER, { type: 'wallet.delegation_used', data })
      return true
    })

    // 3.
    if (isStored) return result.data
  }
}

/** By what the transaction is found on its chain; of Solana once who pays for it has signed. */
function hashOf({ data }: Signed): Pick<EventData, 'hash'> {
  const { signed_transaction: signed } = data
  if (typeof signed !== 'string') return {}
  if (/^0x[0-9a-f]+$/.test(signed)) return { hash: keccak256(signed as `0x${string}`) }
  const bytes = base64Bytes(signed)
  const [first] = (bytes && readTransaction(bytes)?.signatures) || []
  return first?.some(byte => byte !== 0) ? { hash: base58Text(first) } : {}
}

/** One answer for a wallet that is not there and one that nobody gave: which wallets people have is their own affair. */
const notDelegated = () =>
  apiError(
    'user_has_not_delegated_wallet',
    'The wallet’s person has not allowed this app to use it, or has stopped that.',
  )
