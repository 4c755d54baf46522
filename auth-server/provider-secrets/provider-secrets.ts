import { and, asc, eq, sql } from 'drizzle-orm'
import type { Context } from '../context.ts'
import type { Database, Transaction } from '../database/connect.ts'
import { executePrepared } from '../database/prepared.ts'
import { providerSecrets } from '../database/secret-tables.ts'
import { removePlain, sealPlainSecrets, storeSealed } from './plain-secrets.ts'
import type { Provider } from './provider.ts'

/** The database, and the signer that alone seals and opens. */
export type SecretStore = Pick<Context, 'db' | 'signer'>

/**
 * An app's secret at a provider, in plain: opened by the signer for each use, held by the API process while it asks the
 * provider, and kept nowhere. The database alone opens none; who takes over the API process can have them opened.
 * @throws SignerRefusal `unknown_key` when it was sealed under a key that is not held
 */
export async function openSecret(
  store: SecretStore,
  appId: string,
  provider: Provider,
): Promise<string | null> {
  const sealed = (await findSealed(store.db, appId, provider)) ?? (await findPlain(store, appId, provider))
  if (sealed === null) return null
  return (await store.signer.openProviderSecret({ appId, provider, sealed })).secret
}

/** Seals and stores a secret, in the place of the one before, also of one that an earlier release stored in plain. */
export async function storeSecret(
  { db, signer }: { readonly db: Database | Transaction; readonly signer: SecretStore['signer'] },
  appId: string,
  provider: Provider,
  secret: string,
): Promise<void> {
  const { sealed: sealedSecret } = await signer.sealProviderSecret({ appId, provider, secret })
  await db.transaction(async tx => {
    await removePlain(tx, appId, provider)
    await storeSealed(tx, { appId, provider, sealedSecret })
  })
}

/** Which secrets an app has, and since when; never what they are. */
export const listSecrets = (db: Database, appId: string) =>
  db
    .select({ provider: providerSecrets.provider, updatedAt: providerSecrets.updatedAt })
    .from(providerSecrets)
    .where(eq(providerSecrets.appId, appId))
    .orderBy(asc(providerSecrets.provider))

/** @returns `false` when there was none. */
export const removeSecret = (
  db: Database | Transaction,
  appId: string,
  provider: Provider,
): Promise<boolean> =>
  db.transaction(async tx => {
    const plain = await removePlain(tx, appId, provider)
    const sealed = await tx
      .delete(providerSecrets)
      .where(and(eq(providerSecrets.appId, appId), eq(providerSecrets.provider, provider)))
      .returning({ provider: providerSecrets.provider })
    return plain || sealed.length === 1
  })

/** An earlier release, while both run, may have stored one just now; it is looked for again, whichever call sealed it. */
async function findPlain(store: SecretStore, appId: string, provider: Provider): Promise<string | null> {
  await sealPlainSecrets(store)
  return findSealed(store.db, appId, provider)
}

async function findSealed(db: Database, appId: string, provider: Provider): Promise<string | null> {
  const [row] = await executePrepared<{ sealed: string }>(
    db,
    'provider-secret',
    sql`select sealed_secret as sealed from provider_secrets where app_id = ${appId} and provider = ${provider}`,
  )
  return row?.sealed ?? null
}
