/** What an operator's passkey is asked for, and answers: WebAuthn JSON as for people's logins. */
export {
  type Assertion,
  type Attestation,
  assertion,
  attestation,
  CHALLENGE_LIFETIME_MS,
  type CreationOptions,
  creationOptions,
  type RequestOptions,
  requestOptions,
} from '../login/passkey.ts'
