import { verifyAuthenticationResponse } from '@simplewebauthn/server'
import type { Assertion } from '@vitrine/shared/api/login/passkey.ts'
import { deviceChallenge } from '@vitrine/shared/api/login/passkey-device.ts'
import { originsFor } from '@vitrine/shared/config/allowed-origin.ts'
import type { App } from '../../apps/registry.ts'
import type { AccountDetails } from '../../database/schema.ts'
import { notFromHere } from '../../identity/device-signature.ts'
import type { Settings } from '../../settings.ts'
import type { Challenge } from './challenge.ts'
import { isFromAllowedSite, readClientData } from './client-data.ts'
import { relyingPartyId } from './options.ts'
import { refusedPasskey } from './verify-registration.ts'
import { fromAssertion } from './webauthn-json.ts'

/** What an assertion answers. */
export interface AnsweredChallenge {
  /** Taken from the database by now. */
  readonly challenge: Challenge
  /** RFC 7638 thumbprint of the key that proves the call. */
  readonly device: string
}

/**
 * Checks what `navigator.credentials.get` gave (Web Authentication Level 3, §7.2). The signer checks the signature
 * again, against the key that it sealed: this process is not believed about a login.
 * @param details of the account of this credential
 * @returns the new signature counter
 * @throws `expired_or_invalid_authorization` (403) | `invalid_credentials` (422); also for a counter that went back: a copy of
 * the authenticator is about
 */
export async function verifyAssertion(
  settings: Settings,
  app: App,
  { challenge, device }: AnsweredChallenge,
  assertion: Assertion,
  { coseKey, counter, userHandle }: AccountDetails,
): Promise<number> {
  const { allowed_domains } = app.config
  if (coseKey === undefined || counter === undefined) throw new Error('The account of a passkey has no key')
  const client = readClientData(assertion.response.client_data_json)
  // The frame of an earlier release, which named no device.
  if (client.challenge === challenge.challenge) throw notFromHere('sealed')
  if (!isFromAllowedSite(client, allowed_domains)) throw refusedPasskey()
  // Step 6: the authenticator names the account too; another one than the key's is a mix-up.
  if ((assertion.response.user_handle ?? userHandle) !== userHandle) throw refusedPasskey()
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: fromAssertion(assertion),
      expectedChallenge: await deviceChallenge(challenge.challenge, device),
      expectedOrigin: settings.origin,
      expectedRPID: relyingPartyId(settings),
      expectedTopOrigin: originsFor(allowed_domains, String(client.topOrigin)),
      requireUserVerification: true,
      credential: { id: assertion.id, publicKey: new Uint8Array(Buffer.from(coseKey, 'base64url')), counter },
    })
    if (verified) return authenticationInfo.newCounter
  } catch {
    // The library throws for each step that does not hold; all of them are the same to the caller.
  }
  throw refusedPasskey()
}
