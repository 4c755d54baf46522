import { randomBytes } from 'node:crypto'
import { editableAppConfig } from '@vitrine/shared/config/app-config.ts'
import type { Database } from '../database/connect.ts'
import { apps } from '../database/schema.ts'
import { findApp, hashSecret, replaceConfig } from './registry.ts'

export const DEMO_APP_ID = 'app_demo'

/** Seeds the app of the demo shop in a development server; an operator's later edits stay. */
export async function seedDemoApp(db: Database, shopPort: number): Promise<void> {
  const origins = [`http://127.0.0.1:${shopPort}`, `http://localhost:${shopPort}`]
  const config = editableAppConfig.parse({
    name: 'Demo shop',
    allowed_domains: origins,
    embedded_wallet_config: { ethereum: { create_on_login: 'users-without-wallets' } },
  })
  await db
    .insert(apps)
    .values({ id: DEMO_APP_ID, config, secretHash: hashSecret(randomBytes(32).toString('base64url')) })
    .onConflictDoNothing()
  const app = await findApp(db, DEMO_APP_ID)
  const missing = origins.filter(origin => !app?.config.allowed_domains.includes(origin))
  if (app && missing.length > 0) {
    await replaceConfig(db, app.id, {
      ...app.config,
      allowed_domains: [...app.config.allowed_domains, ...missing],
    })
  }
}
