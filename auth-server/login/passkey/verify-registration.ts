import { verifyRegistrationResponse } from '@simplewebauthn/server'
import type { Attestation } from '@vitrine/shared/api/login/passkey.ts'
import type { App } from '../../apps/registry.ts'
import type { AccountDetails } from '../../database/schema.ts'
import { apiError } from '../../errors/api-error.ts'
import { madeBy } from '../../http/made-with.ts'
import type { Settings } from '../../settings.ts'
import { type Challenge, userHandleOf } from './challenge.ts'
import { isFromAllowedSite, readClientData } from './client-data.ts'
import { relyingPartyId } from './options.ts'
import { ALGORITHMS, spkiOf } from './public-key.ts'
import { fromAttestation } from './webauthn-json.ts'

/** A passkey as its account keeps it. */
export interface NewPasskey {
  readonly id: string
  readonly publicKey: string
  readonly details: AccountDetails
}

/**
 * Checks what `navigator.credentials.create` made (Web Authentication Level 3, §7.1).
 * @param challenge taken from the database by now
 * @throws `invalid_credentials` (422)
 */
export async function verifyRegistration(
  settings: Settings,
  app: App,
  challenge: Challenge,
  attestation: Attestation,
): Promise<NewPasskey> {
  const client = readClientData(attestation.response.client_data_json)
  if (!isFromAllowedSite(client, app.config.allowed_domains)) throw refusedPasskey()
  try {
    const { registrationInfo } = await verifyRegistrationResponse({
      response: fromAttestation(attestation),
      expectedChallenge: challenge.challenge,
      expectedOrigin: settings.origin,
      expectedRPID: relyingPartyId(settings),
      requireUserVerification: true,
      supportedAlgorithmIDs: ALGORITHMS,
    })
    if (registrationInfo) {
      const { aaguid, credential } = registrationInfo
      const { id, publicKey, counter } = credential
      const spki = spkiOf(publicKey)
      return {
        id,
        publicKey: spki,
        details: {
          publicKey: spki,
          coseKey: Buffer.from(publicKey).toString('base64url'),
          counter,
          transports: attestation.response.transports ?? [],
          userHandle: userHandleOf(challenge),
          ...madeBy(aaguid),
        },
      }
    }
  } catch {
    // The library throws for each step that does not hold; all of them are the same to the caller.
  }
  throw refusedPasskey()
}

/** One refusal for everything that does not hold: what exactly is wrong helps only who makes it up. */
export const refusedPasskey = () =>
  apiError('invalid_credentials', 'This passkey could not be verified. Try again.')
