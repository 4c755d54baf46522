import { randomUUID } from 'node:crypto'
import { CODE_LIFETIME_MS } from '@vitrine/shared/otp/code.ts'
import { sql } from 'drizzle-orm'
import type { App } from '../apps/registry.ts'
import type { Context } from '../context.ts'
import { executePrepared } from '../database/prepared.ts'
import { type Destination, slotOf } from './destination.ts'
import { fixedCodeOf } from './test-account.ts'

/**
 * Makes a code, stores its digest and sends it. The code of an address replaces the one before it, tries and all.
 * Accounts are not looked at: what the caller sees, and how long it takes, is the same whether the address is known.
 * A test account's code is the operator's own and is not sent.
 * @throws what `send` throws
 */
export async function sendCode(
  ctx: Context,
  app: App,
  destination: Destination,
  send: (code: string) => Promise<void>,
): Promise<void> {
  const codeId = randomUUID()
  const expiresAt = ctx.now() + CODE_LIFETIME_MS
  const fixedCode = await fixedCodeOf(ctx, app.id, destination)
  const { code, digest } = await ctx.signer.issueCode({
    appId: app.id,
    ...destination,
    codeId,
    expiresAt,
    ...(fixedCode !== null && { fixedCode }),
  })
  const now = new Date(ctx.now()).toISOString()
  const expiry = new Date(expiresAt).toISOString()
  const { address } = destination
  const statement = sql`
    insert into login_codes (id, app_id, channel, address, digest, test, tries, expires_at, consumed_at, created_at)
    values (${codeId}, ${app.id}, ${slotOf(destination)}, ${address}, ${digest}, ${fixedCode !== null}, 0, ${expiry}, null, ${now})
    on conflict (app_id, channel, address) do update set
      id = excluded.id, digest = excluded.digest, test = excluded.test, tries = 0, expires_at = excluded.expires_at,
      consumed_at = null, created_at = excluded.created_at`
  await executePrepared(ctx.db, 'store-login-code', statement)
  if (fixedCode === null) await send(code)
}
