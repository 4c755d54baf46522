import { and, eq, sql } from 'drizzle-orm'
import type { Context } from '../context.ts'
import type { Transaction } from '../database/connect.ts'
import { captchaSecrets, providerSecrets } from '../database/secret-tables.ts'
import { isProvider, type Provider } from './provider.ts'

/**
 * Seals the captcha secrets that an earlier release stored in plain, and empties their table; `truncate` gives its file
 * back at once, where deleted rows would stay in it for a while. Backups of before still have them.
 * @returns how many there were.
 */
export async function sealPlainSecrets({ db, signer }: Pick<Context, 'db' | 'signer'>): Promise<number> {
  // Nearly always: no lock is taken to find nothing.
  const found = await db.execute(sql`select from captcha_secrets limit 1`)
  if (found.rows.length === 0) return 0
  return db.transaction(async tx => {
    await tx.execute(sql`lock table captcha_secrets in access exclusive mode`)
    const { rows } = await tx.execute<{ app_id: string; provider: string; secret: string }>(
      sql`select app_id, provider, secret from captcha_secrets`,
    )
    for (const { app_id: appId, provider, secret } of rows) {
      if (!isProvider(provider)) continue
      const { sealed: sealedSecret } = await signer.sealProviderSecret({ appId, provider, secret })
      await storeSealed(tx, { appId, provider, sealedSecret })
    }
    await tx.execute(sql`select clear_captcha_secrets()`)
    return rows.length
  })
}

/** In the place of the sealed one before. */
export async function storeSealed(
  tx: Transaction,
  row: { readonly appId: string; readonly provider: Provider; readonly sealedSecret: string },
): Promise<void> {
  await tx
    .insert(providerSecrets)
    .values(row)
    .onConflictDoUpdate({
      target: [providerSecrets.appId, providerSecrets.provider],
      set: { sealedSecret: row.sealedSecret, updatedAt: sql`now()` },
    })
}

/**
 * Removes what an earlier release stored in plain: sealed later, it would take the place of what was set since. Before
 * anything is written to the other table, so that who seals at the same time and this one wait in one order.
 * @returns whether there was one.
 */
export async function removePlain(tx: Transaction, appId: string, provider: Provider): Promise<boolean> {
  const vendor = captchaSecrets.provider.enumValues.find(it => it === provider)
  if (!vendor) return false
  const removed = await tx
    .delete(captchaSecrets)
    .where(and(eq(captchaSecrets.appId, appId), eq(captchaSecrets.provider, vendor)))
    .returning({ provider: captchaSecrets.provider })
  return removed.length === 1
}
