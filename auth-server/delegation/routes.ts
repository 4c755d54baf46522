import {
  type delegationsResponse,
  revokeRequest,
  type revokeResponse,
  termsRequest,
  type termsResponse,
  updateWalletRequest,
} from '@vitrine/shared/api/delegation.ts'
import { walletTarget } from '@vitrine/shared/api/step-up.ts'
import { lifetimeOf } from '@vitrine/shared/wallet/policy.ts'
import type { output } from 'zod/v4/core'
import type { App } from '../apps/registry.ts'
import type { Context } from '../context.ts'
import { apiError } from '../errors/api-error.ts'
import { type Route, route } from '../http/route.ts'
import type { ActiveSession } from '../http/session.ts'
import { signed } from '../http/signed-request.ts'
import { askSigner } from '../wallet/call/ask-signer.ts'
import { WALLET_CALL } from '../wallet/call/guards.ts'
import { idempotencyOf, storedAnswer } from '../wallet/call/idempotency.ts'
import { type ReachedWallet, requireReachedWallet } from '../wallet/call/reached-wallet.ts'
import { changeSigners } from './change.ts'
import { findOffer } from './find-offer.ts'
import { revokeDelegations } from './revoke.ts'
import { toldDelegations } from './told-delegations.ts'

/** Paths below `/api/v1` by which a person lets an app's own key use their wallet, sees that, and stops it. */
export const delegationRoutes = (ctx: Context): readonly Route[] => [
  route(
    'POST /wallets/:wallet_id/delegation_terms',
    { ...WALLET_CALL, body: termsRequest },
    async ({ c, app, session, body }) => {
      const { wallet } = await requireDelegable(ctx, app, session, c.req.param('wallet_id'))
      const { signer_id: signerId, override_policy_ids: policyIds } = body
      const offer = await findOffer(ctx, app.id, { chainType: wallet.chainType, signerId, policyIds })
      const { policyHash, signature } = await askSigner(ctx.signer.readDelegationTerms(offer))
      const { policy, policyId } = offer.policy
      return c.json({
        ...{ signer_id: offer.key.signerId, name: offer.key.name, public_key: offer.key.publicKey },
        ...{ policy_id: policyId, policy, policy_hash: policyHash, signature },
        expires_at: ctx.now() + lifetimeOf(policy) * 1000,
      } satisfies output<typeof termsResponse>)
    },
  ),

  route(
    'PATCH /wallets/:wallet_id',
    {
      ...WALLET_CALL,
      body: signed(updateWalletRequest),
      stepUp: {
        purpose: 'delegate',
        async target(_body, { session, param }) {
          const { wallet } = await requireReachedWallet(ctx, session, param('wallet_id'))
          return walletTarget(wallet.chainType, wallet.address)
        },
        // To take somebody's use away takes no proof. The answer that got lost takes no second one.
        when: async ({ request, payload }, { session }) =>
          request.additional_signers.some(({ consent }) => consent) &&
          (await storedAnswer(ctx.db, idempotencyOf(session.userId, payload), ctx.now())) === null,
      },
    },
    async ({ c, app, session, body, stepUp }) => {
      const stored = await storedAnswer(ctx.db, idempotencyOf(session.userId, body.payload), ctx.now())
      if (stored) return c.json(stored.body)
      const reached = await requireDelegable(ctx, app, session, c.req.param('wallet_id'))
      return c.json(await changeSigners(ctx, { app, session, body, stepUp, reached }))
    },
  ),

  // Stopping asks for nothing that a person could lack: no terms, no proof, no device that is not held.
  route(
    'POST /wallets/revoke',
    {
      origin: 'own',
      limit: { scope: 'revoke-network', perLogin: 10 },
      body: signed(revokeRequest),
      session: true,
      proof: 'spent',
      userLimit: { scope: 'revoke-user', calls: 120 },
    },
    async ({ c, session, body }) => {
      const ended = await revokeDelegations(ctx, session, body)
      const message = ended === 0 ? 'There was nothing to stop.' : `Stopped: ${ended}.`
      return c.json({ message } satisfies output<typeof revokeResponse>)
    },
  ),

  route(
    'GET /users/me/delegations',
    {
      origin: 'own-read',
      limit: { scope: 'delegations-network', perLogin: 10 },
      session: true,
      proof: 'read',
      userLimit: { scope: 'delegations-user', calls: 300 },
    },
    async ({ c, session }) =>
      c.json({ delegations: await toldDelegations(ctx, session) } satisfies output<
        typeof delegationsResponse
      >),
  ),
]

/** @throws `not_supported` (422) for a wallet on the person's devices, where nobody else signs; those of `requireReachedWallet` */
async function requireDelegable(
  ctx: Context,
  { config }: App,
  session: ActiveSession,
  id: string,
): Promise<ReachedWallet> {
  try {
    return await requireReachedWallet(ctx, session, id)
  } catch (error) {
    if (config.embedded_wallet_config.mode === 'user-controlled-server-wallets-only') throw error
    throw apiError(
      'not_supported',
      'Wallets of this app are kept on the user’s device, where nobody but the user signs.',
      { cause: error },
    )
  }
}
