import {
  type batchKeyResponse,
  batchRequest,
  type batchResponse,
} from '@vitrine/shared/wallet/batch-import.ts'
import type { output } from 'zod/v4/core'
import type { Context } from '../../context.ts'
import { upTo } from '../../http/body.ts'
import { type Route, route } from '../../http/route.ts'
import { askSigner } from '../call/ask-signer.ts'
import { requireServerMode } from '../call/require-server-mode.ts'
import { importBatch } from './batch.ts'
import { beginBatch, takeBatch } from './begun-imports.ts'

/** A hundred keys and their owners. */
const BATCH_BYTES = 768 * 1024

/** Of an app's backend, which has its secret. */
const BACKEND_CALL = {
  origin: 'none',
  limit: { scope: 'batch-network', calls: 1_200 },
  app: 'secret',
  rule: requireServerMode,
} as const

/** Keys of many users, which an app's operator brings: `shared/wallet/batch-import.ts`. */
export const batchRoutes = (ctx: Context): readonly Route[] => [
  route('POST /wallets/import/key', BACKEND_CALL, async ({ c, app }) => {
    const { importId, publicKey, signature } = await askSigner(beginBatch(ctx, app.id))
    return c.json({
      encryption_type: 'HPKE',
      encryption_public_key: publicKey,
      import_id: importId,
      signature,
    } satisfies output<typeof batchKeyResponse>)
  }),

  route(
    'POST /wallets/import',
    { ...BACKEND_CALL, body: upTo(BATCH_BYTES, batchRequest) },
    async ({ c, app, body }) => {
      // Gone before anything of it is looked at.
      const importId = await takeBatch(ctx, app.id, body.import_id)
      const results = await importBatch(ctx, app, importId, body.wallets)
      return c.json({ results } satisfies output<typeof batchResponse>)
    },
  ),
]
