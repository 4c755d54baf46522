import type { User } from '@vitrine/shared/api/client-user.ts'
import {
  CHANNEL_TOKEN_HEADER,
  type CompletedSignIn,
  initResponse,
  type OpenedChannel,
  statusResponse,
} from '@vitrine/shared/api/login/farcaster.ts'
import type { FrameResult } from '@vitrine/shared/bridge/methods.ts'
import { withCaptcha } from '../../captcha/with-captcha.ts'
import type { Calls } from '../../session/calls.ts'
import type { StepUpBody } from '../../step-up/step-up.ts'

/** A channel whose address the signer made for this device. */
export type Channel = Pick<OpenedChannel, 'channel_token' | 'connect_uri'>
/** What the person approved, and the channel that it came by. */
export interface Approved extends Channel {
  readonly signIn: CompletedSignIn
}

const WAY = { method: 'farcaster' } as const

/**
 * POST /farcaster/init.
 * @throws VitrineError `unknown_auth_error` where the address is not the signer's, or another device's
 */
export async function openChannel(
  calls: Calls,
  purpose: 'login' | 'link',
  signal: AbortSignal,
): Promise<Channel> {
  const { signature, ...channel } = await withCaptcha(calls, signal, token => {
    const body = { purpose, token }
    return purpose === 'link'
      ? calls.postAuthorized('/farcaster/init', body, initResponse, signal)
      : calls.postProven('/farcaster/init', body, initResponse, signal)
  })
  const { channel_token: token, connect_uri: url } = channel
  const device = await calls.device()
  await calls.requireAddress({ kind: 'channel-url', device, token, url }, signature)
  return channel
}

/** GET /farcaster/status. @returns `null` until the person has approved */
export async function askApproval(
  calls: Calls,
  channel: Channel,
  signal: AbortSignal,
): Promise<Approved | null> {
  const headers = { [CHANNEL_TOKEN_HEADER]: channel.channel_token }
  const status = await calls.get('/farcaster/status', statusResponse, signal, headers)
  return status.state === 'completed' ? { ...channel, signIn: status } : null
}

/** POST /farcaster/authenticate. */
export const authenticateByChannel = (
  calls: Calls,
  approved: Approved,
  disableSignup: boolean,
  signal: AbortSignal,
): Promise<FrameResult<'login'>> => {
  const mode = disableSignup ? 'no-signup' : 'login-or-sign-up'
  return calls.authenticate('/farcaster/authenticate', { ...bodyOf(approved), mode }, WAY, signal)
}

/** POST /farcaster/link: adds the account to who is logged in. */
export const linkByChannel = (
  calls: Calls,
  approved: Approved,
  proof: StepUpBody,
  signal: AbortSignal,
): Promise<User> =>
  calls.addAccount(
    '/farcaster/link',
    { ...bodyOf(approved), ...proof },
    { purpose: 'link', way: WAY },
    signal,
  )

const bodyOf = ({ channel_token, signIn: { message, signature, fid } }: Approved) => ({
  channel_token,
  message,
  signature,
  fid,
})
