import { scanRequest } from '@vitrine/shared/wallet/send-transaction.ts'
import type { Context } from '../../context.ts'
import { upTo } from '../../http/body.ts'
import { type Route, route } from '../../http/route.ts'
import { createScanner, withoutScanner } from './scanner.ts'

/** The longest transaction that a wallet signs, and the rest of the body. */
const BODY_LIMIT_BYTES = 640 * 1024

/** `POST /scan/transaction` (contract §2.10, §7.4). Each look ahead may cost the operator money. */
export function scanRoutes(ctx: Context): readonly Route[] {
  const { scannerUrl, scannerKey } = ctx.settings
  const scan = scannerUrl === null ? withoutScanner : createScanner({ url: scannerUrl, key: scannerKey })
  return [
    route(
      'POST /scan/transaction',
      {
        origin: 'own',
        limit: { scope: 'scan-network', perLogin: 5 },
        body: upTo(BODY_LIMIT_BYTES, scanRequest),
        session: true,
        proof: 'spent',
        userLimit: { scope: 'scan-user', calls: 120 },
      },
      async ({ c, body }) => c.json(await scan(body)),
    ),
  ]
}
