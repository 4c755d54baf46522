import type {
  AuthenticationResponseJSON,
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
  RegistrationResponseJSON,
} from '@simplewebauthn/browser'
import type {
  Assertion,
  Attestation,
  CreationOptions,
  RequestOptions,
} from '@vitrine/shared/api/login/passkey.ts'

/** The snake_case of contract §2.6 to and from WebAuthn JSON as SimpleWebAuthn takes it. */
export function fromCreationOptions(options: CreationOptions): PublicKeyCredentialCreationOptionsJSON {
  const { challenge, rp, user, timeout, attestation, authenticator_selection: selection } = options
  return {
    challenge,
    rp: { name: rp.name, ...(rp.id !== undefined && { id: rp.id }) },
    user: { id: user.id, name: user.name, displayName: user.display_name },
    pubKeyCredParams: options.pub_key_cred_params,
    ...(timeout !== undefined && { timeout }),
    ...(attestation && { attestation }),
    ...(selection && {
      authenticatorSelection: {
        ...(selection.resident_key && { residentKey: selection.resident_key }),
        ...(selection.require_resident_key !== undefined && {
          requireResidentKey: selection.require_resident_key,
        }),
        ...(selection.user_verification && { userVerification: selection.user_verification }),
      },
    }),
    excludeCredentials: (options.exclude_credentials ?? []).map(({ id, type, transports }) => ({
      id,
      type,
      ...(transports && { transports }),
    })),
    extensions: { credProps: options.extensions?.cred_props ?? false },
  }
}

export function fromRequestOptions(options: RequestOptions): PublicKeyCredentialRequestOptionsJSON {
  const { challenge, rp_id: rpId, timeout, user_verification: userVerification } = options
  return {
    challenge,
    ...(rpId !== undefined && { rpId }),
    ...(timeout !== undefined && { timeout }),
    ...(userVerification && { userVerification }),
  }
}

export const toAttestation = ({ id, rawId, type, response }: RegistrationResponseJSON): Attestation => ({
  id,
  raw_id: rawId,
  type,
  client_extension_results: {},
  response: {
    client_data_json: response.clientDataJSON,
    attestation_object: response.attestationObject,
    ...(response.transports && { transports: response.transports }),
  },
})

export const toAssertion = ({ id, rawId, type, response }: AuthenticationResponseJSON): Assertion => ({
  id,
  raw_id: rawId,
  type,
  client_extension_results: {},
  response: {
    client_data_json: response.clientDataJSON,
    authenticator_data: response.authenticatorData,
    signature: response.signature,
    ...(response.userHandle !== undefined && { user_handle: response.userHandle }),
  },
})
