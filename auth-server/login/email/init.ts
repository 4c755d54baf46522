import { randomUUID } from 'node:crypto'
import { CODE_LIFETIME_MS } from '@vitrine/shared/login/email.ts'
import { sql } from 'drizzle-orm'
import type { App } from '../../apps/registry.ts'
import type { Context } from '../../context.ts'
import { executePrepared } from '../../database/prepared.ts'
import { loginCodeMail } from '../../mail/login-code.ts'

/**
 * Makes a code, stores its digest and mails it. The code of an address replaces the one before it, tries and all.
 * Accounts are not looked at: what the caller sees, and how long it takes, is the same whether the address is known.
 * @param address normalised
 * @throws `service_unavailable` (503) when the mail cannot be handed over
 */
export async function sendCode(ctx: Context, app: App, address: string): Promise<void> {
  const codeId = randomUUID()
  const expiresAt = ctx.now() + CODE_LIFETIME_MS
  const { code, digest } = await ctx.signer.issueCode({
    appId: app.id,
    channel: 'email',
    address,
    codeId,
    expiresAt,
  })
  const now = new Date(ctx.now()).toISOString()
  const statement = sql`
    insert into login_codes (id, app_id, channel, address, digest, tries, expires_at, consumed_at, created_at)
    values (${codeId}, ${app.id}, 'email', ${address}, ${digest}, 0, ${new Date(expiresAt).toISOString()}, null, ${now})
    on conflict (app_id, channel, address) do update set
      id = excluded.id, digest = excluded.digest, tries = 0, expires_at = excluded.expires_at, consumed_at = null,
      created_at = excluded.created_at`
  await executePrepared(ctx.db, 'store-login-code', statement)
  await ctx.mail.send(loginCodeMail(address, app.config.name, code))
}
