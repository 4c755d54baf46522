import { type EditableAppConfig, editableAppConfig } from '@vitrine/shared/config/app-config.ts'
import { eq } from 'drizzle-orm'
import { apps } from '../../database/schema.ts'
import { ORIGIN, type TestServer } from '../../testing/server.ts'
import type { Person } from '../../wallet/testing/wallet-calls.ts'

/** Calls a path below `/embedded_wallets` as the person's frame does, with a proof of the device's key. */
export async function callSet(
  server: TestServer,
  { device, accessToken }: Person,
  path: string,
  body: unknown,
  headers: Readonly<Record<string, string | null>> = {},
  app = server.app,
): Promise<{ readonly status: number; readonly body: Record<string, unknown> & { readonly code?: string } }> {
  const url = `${ORIGIN}/api/v1/embedded_wallets${path}`
  const sent = new Headers({
    origin: ORIGIN,
    'content-type': 'application/json',
    'vitrine-app-id': server.appId,
    authorization: `Bearer ${accessToken}`,
    dpop: await device.prove({ method: 'POST', url, accessToken }),
  })
  for (const [name, value] of Object.entries(headers)) {
    if (value === null) sent.delete(name)
    else sent.set(name, value)
  }
  const response = await app.request(url, { method: 'POST', headers: sent, body: JSON.stringify(body) })
  return { status: response.status, body: await response.json() }
}

/** Lets the app's wallets be on the devices. */
export async function setWalletConfig(
  server: TestServer,
  config: Partial<EditableAppConfig['embedded_wallet_config']> = {},
): Promise<void> {
  const parsed = editableAppConfig.parse({
    name: 'Shop',
    allowed_domains: ['https://shop.example'],
    embedded_wallet_config: { mode: 'legacy-embedded-wallets-only', ...config },
  })
  await server.ctx.db.update(apps).set({ config: parsed }).where(eq(apps.id, server.appId))
}
