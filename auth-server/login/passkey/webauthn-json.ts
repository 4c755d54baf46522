import type {
  AuthenticationResponseJSON,
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
  RegistrationResponseJSON,
} from '@simplewebauthn/server'
import type {
  Assertion,
  Attestation,
  CreationOptions,
  RequestOptions,
} from '@vitrine/shared/api/login/passkey.ts'

/** WebAuthn JSON as SimpleWebAuthn writes it, to and from the snake_case of contract §2.6. */
export function toCreationOptions(options: PublicKeyCredentialCreationOptionsJSON): CreationOptions {
  const { challenge, rp, user, pubKeyCredParams, timeout, authenticatorSelection: selection } = options
  return {
    challenge,
    rp: { name: rp.name, ...(rp.id !== undefined && { id: rp.id }) },
    user: { id: user.id, name: user.name, display_name: user.displayName },
    pub_key_cred_params: pubKeyCredParams,
    attestation: 'none',
    ...(timeout !== undefined && { timeout }),
    ...(selection && {
      authenticator_selection: {
        ...(selection.residentKey && { resident_key: selection.residentKey }),
        ...(selection.requireResidentKey !== undefined && {
          require_resident_key: selection.requireResidentKey,
        }),
        ...(selection.userVerification && { user_verification: selection.userVerification }),
      },
    }),
    exclude_credentials: (options.excludeCredentials ?? []).map(({ id, transports }) => ({
      id,
      type: 'public-key',
      ...(transports && { transports }),
    })),
    extensions: { cred_props: true },
  }
}

export function toRequestOptions(options: PublicKeyCredentialRequestOptionsJSON): RequestOptions {
  const { challenge, rpId, timeout, userVerification } = options
  return {
    challenge,
    ...(rpId !== undefined && { rp_id: rpId }),
    ...(timeout !== undefined && { timeout }),
    ...(userVerification && { user_verification: userVerification }),
  }
}

/** Extension results are not read: nothing depends on what the page's side of the browser claims. */
export const fromAttestation = ({ id, raw_id, response }: Attestation): RegistrationResponseJSON => ({
  id,
  rawId: raw_id,
  type: 'public-key',
  clientExtensionResults: {},
  response: {
    clientDataJSON: response.client_data_json,
    attestationObject: response.attestation_object,
    ...(response.transports && { transports: response.transports }),
  },
})

export const fromAssertion = ({ id, raw_id, response }: Assertion): AuthenticationResponseJSON => ({
  id,
  rawId: raw_id,
  type: 'public-key',
  clientExtensionResults: {},
  response: {
    clientDataJSON: response.client_data_json,
    authenticatorData: response.authenticator_data,
    signature: response.signature,
    ...(response.user_handle !== undefined && { userHandle: response.user_handle }),
  },
})
