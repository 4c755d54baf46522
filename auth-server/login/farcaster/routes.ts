import { randomUUID } from 'node:crypto'
import {
  authenticateRequest,
  CHANNEL_LIFETIME_MS,
  CHANNEL_TOKEN_HEADER,
  type CompletedSignIn,
  channelToken,
  initRequest,
  type initResponse,
  linkRequest,
  type statusResponse,
  transferRequest,
  unlinkRequest,
} from '@vitrine/shared/api/login/farcaster.ts'
import { stepUpTarget } from '@vitrine/shared/api/step-up.ts'
import type { output } from 'zod/v4/core'
import { requireOwnAddress } from '../../apps/own-address.ts'
import { requireCaptcha } from '../../captcha/require-captcha.ts'
import type { Context } from '../../context.ts'
import { apiError } from '../../errors/api-error.ts'
import { type Route, route } from '../../http/route.ts'
import { signedLogin } from '../../http/signed-login.ts'
import { completeLogin } from '../../identity/complete-login.ts'
import { findAccount } from '../../identity/identity.ts'
import { linkAccount } from '../../identity/link-account.ts'
import { transferRoute } from '../../identity/transfer-route.ts'
import { unlinkAccount } from '../../identity/unlink-account.ts'
import type { RelayedSignIn } from '../../mailer/operations.ts'
import { proofByChannel } from './channel-proof.ts'
import { findChannel, insertChannel, keepAnswer } from './channel-row.ts'

/** `proofByChannel` uses the channel up, and what follows the device's proof. */
const APPROVED = {
  origin: 'own',
  limit: { scope: 'farcaster-network', perLogin: 1 },
  method: 'farcaster',
  proof: 'for-work',
} as const
/** A held device changes no way in. */
const DOOR = { session: true, unheld: true } as const

/** `/api/v1/farcaster` (contract §2.4). */
export const farcasterRoutes = (ctx: Context): readonly Route[] => [
  route(
    'POST /init',
    {
      origin: 'own',
      limit: { scope: 'farcaster-init-network', perLogin: 2 },
      method: 'farcaster',
      body: initRequest,
      rule(app, { redirect_url, relying_party }) {
        if (redirect_url !== undefined) requireOwnAddress(app, redirect_url, 'redirect_url')
        if (relying_party !== undefined) requireOwnAddress(app, relying_party, 'relying_party')
      },
      session: ({ purpose }: output<typeof initRequest>) => purpose === 'link',
      proof: 'spent',
      captcha: requireCaptcha,
    },
    async ({ c, app, body: { purpose, redirect_url }, session, proof }) => {
      const begun = {
        ...{ appId: app.id, channelId: randomUUID(), device: proof.thumbprint, purpose },
        userId: session?.userId ?? null,
      }
      const expiresAt = ctx.now() + CHANNEL_LIFETIME_MS
      const opened = await ctx.signer.openChannel({ ...begun, expiresAt, redirectUrl: redirect_url ?? null })
      if (!opened.ok) throw unreachable()
      const { token, url, nonce, signature } = opened
      await insertChannel(ctx, { ...begun, token, nonce, expiresAt: new Date(expiresAt) })
      const answer = { channel_token: token, connect_uri: url, signature }
      return c.json(answer satisfies output<typeof initResponse>)
    },
  ),

  route(
    'GET /status',
    { origin: 'own-read', limit: { scope: 'farcaster-status-network', perLogin: 250 } },
    async ({ c, app }) => {
      const { data: token } = channelToken.safeParse(c.req.header(CHANNEL_TOKEN_HEADER))
      if (token === undefined)
        throw apiError('invalid_data', `The header ${CHANNEL_TOKEN_HEADER} is missing.`)
      const channel = await findChannel(ctx, app.id, token)
      const { nonce } = channel
      if (channel.answer === null) {
        const read = await ctx.signer.readChannel({ token })
        if (!read.ok) throw unreachable()
        if (read.signIn === null) {
          return c.json({ state: 'pending', nonce } satisfies output<typeof statusResponse>)
        }
        channel.answer = toAnswer(read.signIn)
        await keepAnswer(ctx, channel, token, channel.answer)
      }
      const told = { state: 'completed', nonce, ...channel.answer } as const
      return c.json(told satisfies output<typeof statusResponse>)
    },
  ),

  route(
    'POST /authenticate',
    { ...APPROVED, body: signedLogin(authenticateRequest) },
    async ({ c, app, body, proof }) => {
      const proven = await proofByChannel(ctx, app, body, proof, null)
      const account = await findAccount(ctx, app.id, proven.identity)
      return c.json(await completeLogin(ctx, { app, proven, account, mode: body.request.mode }))
    },
  ),

  route(
    'POST /link',
    {
      ...APPROVED,
      ...DOOR,
      body: signedLogin(linkRequest),
      stepUp: { purpose: 'link', target: () => stepUpTarget('farcaster') },
    },
    async ({ c, app, body, session, proof, stepUp }) => {
      const proven = await proofByChannel(ctx, app, body, proof, session.userId)
      return c.json(await linkAccount(ctx, app, session, proven, stepUp))
    },
  ),

  route(
    'POST /unlink',
    {
      origin: 'own',
      limit: { scope: 'farcaster-unlink-network', perLogin: 1 },
      ...DOOR,
      body: unlinkRequest,
      proof: 'spent',
      stepUp: { purpose: 'unlink', target: ({ fid }) => stepUpTarget('farcaster', String(fid)) },
    },
    async ({ c, app, body: { fid }, session, stepUp }) =>
      c.json(await unlinkAccount(ctx, app, session, { type: 'farcaster', subject: String(fid) }, stepUp)),
  ),

  transferRoute(ctx, {
    body: transferRequest,
    limit: { scope: 'farcaster-unlink-network', perLogin: 1 },
    method: 'farcaster',
    identity: ({ farcaster_id: subject }) => ({ type: 'farcaster', subject }),
  }),
]

const toAnswer = ({ displayName, pictureUrl, username, bio, ...proven }: RelayedSignIn): CompletedSignIn => ({
  ...proven,
  ...(username && { username }),
  ...(displayName && { display_name: displayName }),
  ...(bio && { bio }),
  ...(pictureUrl && { pfp_url: pictureUrl }),
})

const unreachable = () => apiError('service_unavailable', 'Farcaster cannot be reached just now. Try again.')
