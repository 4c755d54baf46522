import { RPC_CHAIN_TYPE, RPC_REQUESTS, RPC_RESPONSES, type RpcMethod } from '@vitrine/shared/wallet/rpc.ts'
import * as z from 'zod/mini'
import type { App } from '../apps/registry.ts'
import { recordEvent } from '../audit/record-event.ts'
import type { Context } from '../context.ts'
import { useDelegation } from '../delegation/use.ts'
import { apiError } from '../errors/api-error.ts'
import type { BodyReader } from '../http/body.ts'
import { callerOf } from '../http/caller.ts'
import { forBackendToo, type Route, route } from '../http/route.ts'
import type { ActiveSession } from '../http/session.ts'
import { type SignedRequest, signed } from '../http/signed-request.ts'
import { requireProver } from '../mfa/claim/own-factors.ts'
import { record } from '../observability/recorder.ts'
import { requireUnheldOwner } from '../users/adopted.ts'
import { askSigner } from './call/ask-signer.ts'
import { WALLET_CALL } from './call/guards.ts'
import { idempotencyOf, storeAnswer } from './call/idempotency.ts'
import { type ReachedWallet, requireReachedWallet, signerWallet } from './call/reached-wallet.ts'
import { signedData } from './call/signed-data.ts'
import { requireEnrollment } from './require-enrollment.ts'

const PATTERN = 'POST /wallets/:wallet_id/rpc'

/**
 * `POST /wallets/:wallet_id/rpc` (contract §2.9, §6.1) for the methods of the registry: of a person, whose device signs, and of
 * the app's backend, whose authorization key does. The key of another request is a `resource_conflict` (409).
 */
export function rpcRoute(ctx: Context, methods: readonly RpcMethod[]): Route {
  const body = signed(z.discriminatedUnion('method', schemasOf(methods)))
  return forBackendToo(ofPerson(ctx, body), ofBackend(ctx, body))
}

type RpcBody = BodyReader<SignedRequest<z.infer<Schema>>>

const ofBackend = (ctx: Context, body: RpcBody): Route =>
  route(
    PATTERN,
    { origin: 'none', limit: { scope: 'delegate-network', calls: 6_000 }, app: 'secret', body },
    async ({ c, app, body }) =>
      c.json(
        await useDelegation(ctx, {
          app,
          caller: callerOf(ctx.settings, c),
          walletId: c.req.param('wallet_id'),
          body,
        }),
      ),
  )

function ofPerson(ctx: Context, body: RpcBody): Route {
  return route(PATTERN, { ...WALLET_CALL, body }, async ({ c, app, session, body }) => {
    const wallet = await requireReachedWallet(ctx, session, c.req.param('wallet_id'))
    // A request has one signature (RFC 6979, RFC 8032), so a retry gets the same answer without one being kept: a stolen
    // database holds no signature that somebody made, a signed transaction for instance. The key is taken all the same.
    const idempotency = idempotencyOf(session.userId, body.payload)
    await storeAnswer(ctx.db, idempotency, {}, ctx.now())
    const answer = RPC_RESPONSES[body.request.method].safeParse(
      await perform(ctx, app, session, body, wallet),
    )
    if (!answer.success)
      throw apiError('internal_error', 'The wallet could not do this. Try again in a moment.')
    record().signature(wallet.wallet.chainType)
    // Before the answer: no signature leaves here that nobody wrote down. A retry of the request is the same signature.
    const data = signedData(body.request, wallet.wallet)
    const once = `signed:${idempotency.key}`
    await recordEvent(ctx.db, ctx.now(), session, session, { type: 'wallet.signed', data, once })
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
  app: App,
  session: ActiveSession,
  { request, payload, signature }: SignedRequest<z.infer<Schema>>,
  reached: ReachedWallet,
) {
  const { wallet, owner } = reached
  const { method } = request
  if (wallet.chainType !== RPC_CHAIN_TYPE[method]) {
    throw apiError(
      'unsupported_wallet_type',
      'This wallet is of another chain and cannot perform this request.',
    )
  }
  requireUnheldOwner(ctx.now(), owner)
  const prover = await requireProver(ctx, session)
  requireEnrollment(app.config, request, prover)
  const { adopter } = owner
  const authorization = { payload, signature }
  return askSigner(ctx.signer.walletRpc({ wallet: signerWallet(reached), adopter, ...prover, authorization }))
}
