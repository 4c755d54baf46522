import type { Vendor } from '@vitrine/shared/captcha/provider.ts'
import { sql } from 'drizzle-orm'
import type { Database } from '../database/connect.ts'
import { executePrepared } from '../database/prepared.ts'
import { captchaSecrets } from '../database/schema.ts'

/**
 * The operator's secret at a captcha vendor. In a table of its own, so that no answer that carries an app's config can
 * carry it. Whoever has it can check tokens at the operator's cost, and cannot make one.
 */
export async function findVendorSecret(db: Database, appId: string, vendor: Vendor): Promise<string | null> {
  const [row] = await executePrepared<{ secret: string }>(
    db,
    'captcha-secret',
    sql`select secret from captcha_secrets where app_id = ${appId} and provider = ${vendor}`,
  )
  return row?.secret ?? null
}

export async function storeVendorSecret(
  db: Database,
  appId: string,
  provider: Vendor,
  secret: string,
): Promise<void> {
  await db
    .insert(captchaSecrets)
    .values({ appId, provider, secret })
    .onConflictDoUpdate({ target: [captchaSecrets.appId, captchaSecrets.provider], set: { secret } })
}
