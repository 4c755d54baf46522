import { generateAuthenticationOptions, generateRegistrationOptions } from '@simplewebauthn/server'
import {
  CHALLENGE_LIFETIME_MS,
  type CreationOptions,
  type RequestOptions,
} from '@vitrine/shared/api/login/passkey.ts'
import type { Settings } from '../../settings.ts'
import { type Challenge, userHandleOf } from './challenge.ts'
import { ALGORITHMS } from './public-key.ts'
import { toCreationOptions, toRequestOptions } from './webauthn-json.ts'

/** The relying party of every passkey is the wallet origin's host: a site around the frame cannot ask for it. */
export const relyingPartyId = (settings: Settings): string => new URL(settings.origin).hostname

export interface NewPasskeyNames {
  /** Shown by the browser as the party that asks. */
  readonly app: string
  /** Tells the passkeys of one app apart in the browser's list. */
  readonly user: string
}

/**
 * What `navigator.credentials.create` is asked for: a discoverable passkey that verifies the person, since it is the
 * only thing that they show at a login.
 * @param exclude credential ids that the user has already
 */
export async function creationOptions(
  settings: Settings,
  challenge: Challenge,
  names: NewPasskeyNames,
  exclude: readonly string[],
): Promise<CreationOptions> {
  const options = await generateRegistrationOptions({
    rpID: relyingPartyId(settings),
    rpName: names.app,
    userID: bytesOf(userHandleOf(challenge)),
    userName: names.user,
    userDisplayName: names.user,
    challenge: bytesOf(challenge.challenge),
    timeout: CHALLENGE_LIFETIME_MS,
    attestationType: 'none',
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    supportedAlgorithmIDs: ALGORITHMS,
    excludeCredentials: exclude.map(credential => ({ id: credential })),
  })
  return toCreationOptions(options)
}

/** What `navigator.credentials.get` is asked for: any passkey of this origin; the person chooses which. */
export async function requestOptions(settings: Settings, { challenge }: Challenge): Promise<RequestOptions> {
  const options = await generateAuthenticationOptions({
    rpID: relyingPartyId(settings),
    challenge: bytesOf(challenge),
    timeout: CHALLENGE_LIFETIME_MS,
    userVerification: 'required',
  })
  return toRequestOptions(options)
}

const bytesOf = (text: string) => new Uint8Array(Buffer.from(text, 'base64url'))
