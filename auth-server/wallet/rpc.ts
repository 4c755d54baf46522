import { RPC_CHAIN_TYPE, RPC_REQUESTS, RPC_RESPONSES, type RpcMethod } from '@vitrine/shared/wallet/rpc.ts'
import { and, eq } from 'drizzle-orm'
import type { Hono } from 'hono'
import * as z from 'zod/mini'
import type { Context } from '../context.ts'
import { wallets } from '../database/schema.ts'
import { apiError } from '../errors/api-error.ts'
import type { ActiveSession } from '../http/session.ts'
import { requireDevice } from '../sessions/device.ts'
import { type AdmittedCall, admit } from './call/admit.ts'
import { storeAnswer } from './call/idempotency.ts'
import { askSigner } from './call/signer-refusal.ts'
import type { RpcOperation } from './operation.ts'

const WALLET_ID = /^wallet_[\w-]{24}$/

/**
 * `POST /wallets/:wallet_id/rpc` (contract §2.9, §6.1) for the methods of the registry. The key of another request is a
 * `resource_conflict` (409).
 */
export function mountRpc(routes: Hono, ctx: Context, operations: readonly RpcOperation[]): void {
  const methods = operations.flatMap(operation => operation.methods)
  const requests = z.discriminatedUnion('method', schemasOf(methods))

  routes.post('/:wallet_id/rpc', async c => {
    const call = await admit(ctx, c, requests)
    const wallet = await requireWallet(ctx, call.session, c.req.param('wallet_id'))
    // A request has one signature (RFC 6979, RFC 8032), so a retry gets the same answer without one being kept: a stolen
    // database holds no signature that somebody made, a signed transaction for instance. The key is taken all the same.
    await storeAnswer(ctx.db, call.idempotency, {}, ctx.now())
    const { method } = call.request.body
    const answer = RPC_RESPONSES[method].safeParse(await perform(ctx, call, method, wallet))
    if (!answer.success)
      throw apiError('internal_error', 'The wallet could not do this. Try again in a moment.')
    return c.json(answer.data)
  })
}

type Schema = (typeof RPC_REQUESTS)[RpcMethod]

function schemasOf(methods: readonly RpcMethod[]): [Schema, ...Schema[]] {
  const [first, ...rest] = methods.map(method => RPC_REQUESTS[method])
  if (!first) throw new Error('No wallet operation is a method of the wallets’ RPC path.')
  return [first, ...rest]
}

/** @throws `unsupported_wallet_type` (422) for a method of the other chain family; what `askSigner` throws. */
async function perform(
  ctx: Context,
  call: AdmittedCall<unknown>,
  method: RpcMethod,
  wallet: typeof wallets.$inferSelect,
) {
  const { id: walletId, appId, userId, address, sealedKey, chainType } = wallet
  if (chainType !== RPC_CHAIN_TYPE[method]) {
    throw apiError(
      'unsupported_wallet_type',
      'This wallet is of another chain and cannot perform this request.',
    )
  }
  const { payload, signature } = call.request
  const device = await requireDevice(ctx, call.session)
  const key = { walletId, appId, userId, chainType, address, sealedKey }
  return askSigner(ctx.signer.walletRpc({ wallet: key, device, authorization: { payload, signature } }))
}

/** @throws `embedded_wallet_not_found` (404), for another user's wallet too: its existence is nobody's business. */
async function requireWallet(ctx: Context, { appId, userId }: ActiveSession, id: string) {
  // Postgres fails at a NUL in a text; what is no id of ours is not looked up.
  const [wallet] = WALLET_ID.test(id)
    ? await ctx.db
        .select()
        .from(wallets)
        .where(and(eq(wallets.id, id), eq(wallets.userId, userId), eq(wallets.appId, appId)))
    : []
  if (wallet) return wallet
  throw apiError('embedded_wallet_not_found', 'You have no such wallet.')
}
