import { scanRequest } from '@vitrine/shared/wallet/send-transaction.ts'
import type { Hono } from 'hono'
import type { Context } from '../../context.ts'
import { requireApp } from '../../http/app-id.ts'
import { readBody } from '../../http/body.ts'
import { requireProofOfPossession } from '../../http/dpop.ts'
import { clientNetwork } from '../../http/network.ts'
import { requireOwnOrigin } from '../../http/origin.ts'
import { limitRate, TEN_MINUTES_MS } from '../../http/rate-limit.ts'
import { requireSession } from '../../http/session.ts'
import { createScanner, withoutScanner } from './scanner.ts'

/** The longest transaction that a wallet signs, and the rest of the body. */
const BODY_LIMIT_BYTES = 640 * 1024
/** Looks ahead that one user may ask for in ten minutes: each may cost the operator money. */
const USER_LIMIT = 120
const NETWORK_FACTOR = 5

/** `POST /scan/transaction` (contract §2.10, §7.4): origin, rate limit, schema, session, single use, work. */
export function mountScan(routes: Hono, ctx: Context): void {
  const { scannerUrl, scannerKey, networkLimit } = ctx.settings
  const scan = scannerUrl === null ? withoutScanner : createScanner({ url: scannerUrl, key: scannerKey })

  routes.post('/transaction', async c => {
    requireOwnOrigin(ctx.settings, c)
    const subject = clientNetwork(ctx.settings, c)
    const windowMs = TEN_MINUTES_MS
    await limitRate(ctx, [{ scope: 'scan-network', subject, limit: NETWORK_FACTOR * networkLimit, windowMs }])
    const app = await requireApp(ctx, c)
    const request = await readBody(c, scanRequest, BODY_LIMIT_BYTES)
    const session = await requireSession(ctx, c, app.id)
    await requireProofOfPossession(ctx, c, session)
    await limitRate(ctx, [{ scope: 'scan-user', subject: session.userId, limit: USER_LIMIT, windowMs }])
    return c.json(await scan(request))
  })
}
