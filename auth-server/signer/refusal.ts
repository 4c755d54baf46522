/** Why the signer refused; the message that comes with it is for logs and holds no secret. */
export const SIGNER_REFUSAL_CODES = [
  'invalid_request',
  'invalid_seal',
  'invalid_authorization',
  'expired_authorization',
  'missing_presence',
  'missing_mfa',
  'unreadable_envelope',
  'unknown_key',
  'no_roots',
  'unreadable_roots',
  'stale_roots',
  'unknown_master_key',
  'unavailable',
  'internal_error',
] as const
export type SignerRefusalCode = (typeof SIGNER_REFUSAL_CODES)[number]

/** The one error of the signer, on both sides of the socket. `message` is written for a log and never quotes an input. */
export class SignerRefusal extends Error {
  override readonly name = 'SignerRefusal'
  readonly code: SignerRefusalCode

  constructor(code: SignerRefusalCode, message: string) {
    super(message)
    this.code = code
  }
}
