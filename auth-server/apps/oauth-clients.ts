import { and, asc, eq, sql } from 'drizzle-orm'
import type { Database, Transaction } from '../database/connect.ts'
import { oauthClients } from '../database/oauth-tables.ts'
import { executePrepared } from '../database/prepared.ts'
import { type PartySettings, partySettings } from '../oauth-providers/telegram-bot.ts'

/** How an app is known at a provider, as the signer sealed it. */
export interface SealedClient {
  readonly settings: PartySettings
  readonly sealed: string
}

/** @returns `null` when the operator set none up */
export async function findClient(
  db: Database,
  appId: string,
  provider: string,
): Promise<SealedClient | null> {
  const [row] = await executePrepared<{ settings: unknown; sealed: string }>(
    db,
    'oauth-client',
    sql`select settings, sealed_secret as sealed from oauth_clients where app_id = ${appId} and provider = ${provider}`,
  )
  return row ? { settings: partySettings.parse(row.settings), sealed: row.sealed } : null
}

/** In the place of the one before. The API process's role cannot. */
export async function storeClient(
  db: Database | Transaction,
  appId: string,
  provider: string,
  { settings, sealed: sealedSecret }: SealedClient,
): Promise<void> {
  await db
    .insert(oauthClients)
    .values({ appId, provider, settings, sealedSecret })
    .onConflictDoUpdate({
      target: [oauthClients.appId, oauthClients.provider],
      set: { settings, sealedSecret, updatedAt: sql`now()` },
    })
}

/** Which an app has, and since when; never the secrets. */
export const listClients = (db: Database, appId: string) =>
  db
    .select({
      provider: oauthClients.provider,
      settings: oauthClients.settings,
      updatedAt: oauthClients.updatedAt,
    })
    .from(oauthClients)
    .where(eq(oauthClients.appId, appId))
    .orderBy(asc(oauthClients.provider))

/** @returns `false` when there was none. */
export async function removeClient(
  db: Database | Transaction,
  appId: string,
  provider: string,
): Promise<boolean> {
  const removed = await db
    .delete(oauthClients)
    .where(and(eq(oauthClients.appId, appId), eq(oauthClients.provider, provider)))
    .returning({ provider: oauthClients.provider })
  return removed.length === 1
}
