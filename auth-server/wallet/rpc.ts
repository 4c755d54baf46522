import { RPC_REQUESTS } from '@vitrine/shared/wallet/rpc.ts'
import { and, eq } from 'drizzle-orm'
import type { Hono } from 'hono'
import * as z from 'zod/mini'
import { type $ZodType, parse } from 'zod/v4/core'
import type { Context } from '../context.ts'
import { wallets } from '../database/schema.ts'
import { apiError } from '../http/errors.ts'
import type { ActiveSession } from '../http/session.ts'
import { requireDevice } from '../sessions/device.ts'
import { type AdmittedCall, admit } from './admit.ts'
import { storeAnswer, storedAnswer } from './idempotency.ts'
import type { RpcOperation } from './operation.ts'
import { askSigner } from './signer-refusal.ts'

const WALLET_ID = /^wallet_[\w-]{24}$/

/** `POST /wallets/:wallet_id/rpc` (contract §2.9, §6.1) for the methods of the registry. */
export function mountRpc(routes: Hono, ctx: Context, operations: readonly RpcOperation[]): void {
  const responses = new Map<string, $ZodType>(operations.map(({ method, response }) => [method, response]))
  const requests = z.union(operations.map(({ method }) => RPC_REQUESTS[method]))

  routes.post('/:wallet_id/rpc', async c => {
    const call = await admit(ctx, c, requests)
    const stored = await storedAnswer(ctx.db, call.idempotency, ctx.now())
    if (stored) return c.json(stored.body)

    const wallet = await requireWallet(ctx, call.session, c.req.param('wallet_id'))
    const answer = await perform(ctx, call, wallet)
    const response = responses.get(answer.method)
    if (!response) throw apiError('internal_error', 'The wallet could not do this. Try again in a moment.')
    const { body } = await storeAnswer(ctx.db, call.idempotency, parse(response, answer), ctx.now())
    return c.json(body)
  })
}

async function perform(ctx: Context, call: AdmittedCall<unknown>, wallet: typeof wallets.$inferSelect) {
  const { id: walletId, appId, userId, address, sealedKey, chainType } = wallet
  if (chainType !== 'ethereum') {
    throw apiError('unsupported_wallet_type', 'This wallet cannot perform this request.')
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
