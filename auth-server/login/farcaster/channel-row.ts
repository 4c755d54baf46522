import { createHash } from 'node:crypto'
import type { CompletedSignIn } from '@vitrine/shared/api/login/farcaster.ts'
import { and, eq, gt, type InferSelectModel, isNull, type SQL } from 'drizzle-orm'
import type { Context } from '../../context.ts'
import { farcasterChannels } from '../../database/farcaster-tables.ts'
import { apiError } from '../../errors/api-error.ts'

export type ChannelRow = InferSelectModel<typeof farcasterChannels>

const hashOf = (token: string) => createHash('sha256').update(token).digest('hex')

const isOpen = (ctx: Context, appId: string, token: string, ...more: SQL[]) =>
  and(
    eq(farcasterChannels.tokenHash, hashOf(token)),
    eq(farcasterChannels.appId, appId),
    gt(farcasterChannels.expiresAt, new Date(ctx.now())),
    ...more,
  )

/** @throws `service_unavailable` (503) when the relay gives one token twice */
export async function insertChannel(
  ctx: Context,
  { token, ...channel }: Omit<ChannelRow, 'tokenHash' | 'answer'> & { readonly token: string },
): Promise<void> {
  const made = await ctx.db
    .insert(farcasterChannels)
    .values({ ...channel, tokenHash: hashOf(token) })
    .onConflictDoNothing()
    .returning({ tokenHash: farcasterChannels.tokenHash })
  if (!made[0]) throw apiError('service_unavailable', 'Farcaster cannot be reached just now. Try again.')
}

/** @throws `not_found` (404) */
export async function findChannel(ctx: Context, appId: string, token: string): Promise<ChannelRow> {
  const [channel] = await ctx.db
    .select()
    .from(farcasterChannels)
    .where(isOpen(ctx, appId, token))
  if (!channel) throw apiError('not_found', 'This login is over. Start it again.')
  return channel
}

/** Keeps what the relay told, for it tells nobody a second time. */
export async function keepAnswer(
  ctx: Context,
  { appId }: Pick<ChannelRow, 'appId'>,
  token: string,
  answer: CompletedSignIn,
): Promise<void> {
  await ctx.db
    .update(farcasterChannels)
    .set({ answer })
    .where(isOpen(ctx, appId, token))
}

/**
 * Uses a channel up, for the device and user that opened it, before anything of it is verified: of two uses at once one has
 * it, and nobody else's call takes it from them.
 * @throws `invalid_credentials` (422)
 */
export async function takeChannel(
  ctx: Context,
  token: string,
  { appId, device, purpose, userId }: Pick<ChannelRow, 'appId' | 'device' | 'purpose' | 'userId'>,
): Promise<ChannelRow> {
  const theirs = isOpen(
    ctx,
    appId,
    token,
    eq(farcasterChannels.device, device),
    eq(farcasterChannels.purpose, purpose),
    userId === null ? isNull(farcasterChannels.userId) : eq(farcasterChannels.userId, userId),
  )
  const [taken] = await ctx.db.delete(farcasterChannels).where(theirs).returning()
  if (taken) return taken
  throw channelIsOver()
}

export const channelIsOver = () =>
  apiError(
    'invalid_credentials',
    'This login is over, was used already, or was begun on another device. Start it again.',
  )
