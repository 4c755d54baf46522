import { walletTarget } from '@vitrine/shared/api/step-up.ts'
import {
  importInitRequest,
  type importInitResponse,
  importSubmitRequest,
} from '@vitrine/shared/wallet/import-export.ts'
import type { output } from 'zod/v4/core'
import type { Context } from '../../context.ts'
import { apiError } from '../../errors/api-error.ts'
import { type Route, route } from '../../http/route.ts'
import { signed } from '../../http/signed-request.ts'
import { askSigner } from '../call/ask-signer.ts'
import { WALLET_CALL } from '../call/guards.ts'
import { idempotencyOf, storedAnswer } from '../call/idempotency.ts'
import { requireServerMode } from '../call/require-server-mode.ts'
import { beginImport } from './begun-imports.ts'
import { importWallet } from './import.ts'

/** `POST /wallets/import/…` (contract §2.9): keys that people bring. */
export const importRoutes = (ctx: Context): readonly Route[] => [
  route(
    'POST /wallets/import/init',
    { ...WALLET_CALL, body: signed(importInitRequest), rule: requireServerMode },
    async ({ c, session, body: { request } }) => {
      const named = { chainType: request.chain_type, address: request.address }
      const { importId, publicKey, signature } = await askSigner(beginImport(ctx, session, named))
      return c.json({
        encryption_type: 'HPKE',
        encryption_public_key: publicKey,
        import_id: importId,
        signature,
      } satisfies output<typeof importInitResponse>)
    },
  ),

  route(
    'POST /wallets/import/submit',
    {
      ...WALLET_CALL,
      body: signed(importSubmitRequest),
      rule(app, { request }) {
        requireServerMode(app)
        if (request.additional_signers?.length)
          throw apiError(
            'not_supported',
            'Import the wallet first. Then its person allows a signer, by PATCH /wallets/:wallet_id.',
          )
      },
      stepUp: {
        purpose: 'import',
        target: ({ request: { wallet } }) => walletTarget(wallet.chain_type, wallet.address),
        // The answer that got lost takes no second proof: the first one is used up.
        when: async ({ payload }, { session }) =>
          (await storedAnswer(ctx.db, idempotencyOf(session.userId, payload), ctx.now())) === null,
      },
    },
    async ({ c, app, session, body, stepUp }) => {
      const idempotency = idempotencyOf(session.userId, body.payload)
      const stored = await storedAnswer(ctx.db, idempotency, ctx.now())
      return c.json(
        stored ? stored.body : await importWallet(ctx, { app, session, body, idempotency, stepUp }),
      )
    },
  ),
]
