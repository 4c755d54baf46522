import { randomBytes } from 'node:crypto'
import { IMPORT_LIFETIME_MS } from '@vitrine/shared/wallet/import-export.ts'
import { and, eq, isNull, type SQL } from 'drizzle-orm'
import type { Context } from '../../context.ts'
import { begunImports } from '../../database/imported-tables.ts'
import type { ActiveSession } from '../../http/session.ts'
import type { SignerResponse } from '../../signer/operations.ts'
import { importIsOver } from './refused-key.ts'

interface Named {
  readonly chainType: 'ethereum' | 'solana'
  readonly address: string
}
type Begun = SignerResponse<'issueImportKey'> & { readonly importId: string }

const newImportId = () => `import_${randomBytes(18).toString('base64url')}`

/** Begins the import of a key on a device. One for each address: a second one takes the place of the first. */
export async function beginImport(
  ctx: Context,
  { appId, userId, thumbprint }: ActiveSession,
  named: Named,
): Promise<Begun> {
  const importId = newImportId()
  const issued = await ctx.signer.issueImportKey({ appId, userId, importId, ...named })
  const begun = { id: importId, expiresAt: new Date(ctx.now() + IMPORT_LIFETIME_MS) }
  const { userId: user, thumbprint: device, chainType, address } = begunImports
  await ctx.db
    .insert(begunImports)
    .values({ ...begun, appId, userId, thumbprint, ...named })
    .onConflictDoUpdate({ target: [user, device, chainType, address], set: begun })
  return { importId, ...issued }
}

/** Begins a batch of an app's operator. */
export async function beginBatch(ctx: Context, appId: string): Promise<Begun> {
  const importId = newImportId()
  const nobody = { userId: null, chainType: null, address: null }
  const issued = await ctx.signer.issueImportKey({ appId, importId, ...nobody })
  const expiresAt = new Date(ctx.now() + IMPORT_LIFETIME_MS)
  await ctx.db.insert(begunImports).values({ id: importId, appId, expiresAt })
  return { importId, ...issued }
}

/**
 * Takes an import that was begun on this device, once: it is gone before anything of it is looked at.
 * @returns its id. @throws `resource_conflict` (409)
 */
export const takeImport = (
  ctx: Context,
  { appId, userId, thumbprint }: ActiveSession,
  { chainType, address }: Named,
): Promise<string> =>
  take(
    ctx,
    and(
      eq(begunImports.appId, appId),
      eq(begunImports.userId, userId),
      eq(begunImports.thumbprint, thumbprint),
      eq(begunImports.chainType, chainType),
      eq(begunImports.address, address),
    ),
  )

/** Takes a batch that the app's operator began, likewise. @throws `resource_conflict` (409) */
export const takeBatch = (ctx: Context, appId: string, importId: string): Promise<string> =>
  take(ctx, and(eq(begunImports.id, importId), eq(begunImports.appId, appId), isNull(begunImports.userId)))

async function take(ctx: Context, which: SQL | undefined): Promise<string> {
  const [taken] = await ctx.db.delete(begunImports).where(which).returning()
  if (!taken || taken.expiresAt.getTime() <= ctx.now()) throw importIsOver()
  return taken.id
}
