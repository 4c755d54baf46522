import { CHANNEL_LIFETIME_MS } from '@vitrine/shared/api/login/farcaster.ts'
import type { Custody } from '../custody.ts'
import { signStatement } from '../identity.ts'
import { CLOCK_SKEW_MS } from '../issue-code.ts'
import type { SignerRequest, SignerResponse } from '../operations.ts'
import { SignerRefusal } from '../refusal.ts'
import { type BegunChannel, sealStatement } from '../seal.ts'

/**
 * Begins a login that a person approves in an app of theirs: has the mailer open a channel at the relay (FIP-11) for a message
 * with a nonce of this process, and signs for the device what its QR code stands for.
 * @throws SignerRefusal `invalid_request` when it would live longer than five minutes
 */
export async function openChannel(
  custody: Custody,
  { redirectUrl, ...begun }: SignerRequest<'openChannel'>,
): Promise<SignerResponse<'openChannel'>> {
  const { appId, device, expiresAt } = begun
  if (expiresAt > custody.now() + CHANNEL_LIFETIME_MS + CLOCK_SKEW_MS) {
    throw new SignerRefusal('invalid_request', 'A channel lives five minutes at most.')
  }
  const nonce = channelNonce(custody, begun)
  const opened = await custody.mailer
    .openChannel({ ...namedBy(custody, appId), nonce, expiresAt, redirectUrl })
    .catch(() => null)
  if (opened === null) return { ok: false, reason: 'unavailable' }
  const signature = signStatement(custody, { kind: 'channel-url', appId, device, ...opened })
  return { ok: true, ...opened, nonce, signature }
}

/** What came by a channel, as the relay says. Nothing of it is vouched for. */
export async function readChannel(
  { mailer }: Custody,
  { token }: SignerRequest<'readChannel'>,
): Promise<SignerResponse<'readChannel'>> {
  const read = await mailer.readChannel({ token }).catch(() => null)
  return read === null ? { ok: false, reason: 'unavailable' } : { ok: true, ...read }
}

/**
 * The nonce of the message (EIP-4361): of this login alone, by this device, for this purpose and user, until its end. Nobody
 * else can make it, so that a message which was signed for another site, another person's device or at another time has none
 * that is asked for here.
 * @returns 16 bytes, hex: an EIP-4361 nonce has letters and digits alone
 */
export function channelNonce({ keyring }: Pick<Custody, 'keyring'>, begun: BegunChannel): string {
  const { appId, channelId, device, purpose, userId, expiresAt } = begun
  const statement = { kind: 'channel', appId, channelId, device, purpose, userId, expiresAt } as const
  return Buffer.from(sealStatement(keyring.challenge, statement), 'base64url').subarray(0, 16).toString('hex')
}

/**
 * Whom a message names, which people read in their app before they approve: the wallet origin, as this process knows it, never
 * what a caller says; and the app, by a path of its own.
 */
export const namedBy = ({ origin }: Pick<Custody, 'origin'>, appId: string) => ({
  domain: new URL(origin).host,
  uri: `${origin}/apps/${encodeURIComponent(appId)}`,
})
