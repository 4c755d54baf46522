import type { linkRequest } from '@vitrine/shared/api/login/farcaster.ts'
import type { output } from 'zod/v4/core'
import type { App } from '../../apps/registry.ts'
import type { Context } from '../../context.ts'
import type { AccountDetails } from '../../database/schema.ts'
import { apiError } from '../../errors/api-error.ts'
import type { DpopProof } from '../../http/dpop.ts'
import type { SignedRequest } from '../../http/signed-request.ts'
import { deviceBoundProof } from '../../identity/device-bound-proof.ts'
import type { ProofOfIdentity } from '../../identity/proof-of-identity.ts'
import { readSignIn } from '../../signer/sign-in/sign-in-message.ts'
import { type ChannelRow, channelIsOver, takeChannel } from './channel-row.ts'

type SignIn = Pick<output<typeof linkRequest>, 'channel_token' | 'message' | 'signature' | 'fid'>
type FarcasterAccount = { readonly identity: { readonly type: 'farcaster'; readonly subject: string } }

/**
 * What a message that a person approved in their Farcaster app brings to log in or to link. The channel is used up, then the
 * signer checks the message and asks the chain; what the relay says of the account is shown and proves nothing.
 * @throws `invalid_credentials` (422) | `service_unavailable` (503)
 */
export async function proofByChannel(
  ctx: Context,
  app: App,
  signed: SignedRequest<SignIn>,
  dpop: DpopProof,
  userId: string | null,
): Promise<ProofOfIdentity & FarcasterAccount> {
  const { channel_token: token, message, signature, fid } = signed.request
  const purpose = userId === null ? 'login' : 'link'
  const channel = await takeChannel(ctx, token, { appId: app.id, device: dpop.thumbprint, purpose, userId })
  const { channelId, expiresAt } = channel
  const subject = String(fid)
  const bound = deviceBoundProof(
    { type: 'farcaster', subject } as const,
    {
      ...{ type: 'channel', appId: app.id, channelId, expiresAt: expiresAt.getTime() },
      ...{ subject, message, signature: signature as `0x${string}` },
    },
    signed,
    dpop,
  )
  return {
    ...bound,
    details: { ...profileOf(channel, fid), fid, ownerAddress: readSignIn(message)?.address ?? '' },
    refreshesDetails: true,
    refusal(reason) {
      switch (reason) {
        case 'expired':
          return channelIsOver()
        case 'message':
          return apiError(
            'invalid_credentials',
            'What was approved is not this login. Start it again, and scan the code of this page.',
          )
        case 'custody':
          return apiError(
            'invalid_credentials',
            'This Farcaster account is held by another address now. Log in to Farcaster anew, then start again.',
          )
        case 'chain':
          return apiError('service_unavailable', 'Farcaster accounts cannot be checked just now. Try again.')
        default:
          return bound.refusal(reason)
      }
    },
  }
}

/** As the relay told it of the same account. */
function profileOf({ answer }: ChannelRow, fid: number): AccountDetails {
  if (answer?.fid !== fid) return {}
  const { username, display_name: displayName, bio, pfp_url: picture } = answer
  return {
    ...(username && { username }),
    ...(displayName && { displayName }),
    ...(bio && { bio }),
    ...(picture && { profilePicture: picture, profilePictureUrl: picture }),
  }
}
