import { sql } from 'drizzle-orm'
import type { Context } from '../context.ts'
import { providerSecrets } from '../database/schema.ts'
import { isProvider } from './provider.ts'

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
      await tx
        .insert(providerSecrets)
        .values({ appId, provider, sealedSecret })
        .onConflictDoUpdate({
          target: [providerSecrets.appId, providerSecrets.provider],
          set: { sealedSecret, updatedAt: sql`now()` },
        })
    }
    await tx.execute(sql`truncate captcha_secrets`)
    return rows.length
  })
}
