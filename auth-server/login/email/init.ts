import { randomUUID } from 'node:crypto'
import { CODE_LIFETIME_MS } from '@vitrine/shared/login/email.ts'
import type { App } from '../../apps/registry.ts'
import type { Context } from '../../context.ts'
import { loginCodes } from '../../database/schema.ts'
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
  const fresh = {
    id: codeId,
    digest,
    tries: 0,
    expiresAt: new Date(expiresAt),
    consumedAt: null,
    createdAt: new Date(ctx.now()),
  }
  await ctx.db
    .insert(loginCodes)
    .values({ ...fresh, appId: app.id, channel: 'email', address })
    .onConflictDoUpdate({
      target: [loginCodes.appId, loginCodes.channel, loginCodes.address],
      set: fresh,
    })
  await ctx.mail.send(loginCodeMail(address, app.config.name, code))
}
