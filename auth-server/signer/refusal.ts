import type { SignerRefusalCode } from './operations.ts'

/** The one error of the signer, on both sides of the socket. `message` is written for a log and never quotes an input. */
export class SignerRefusal extends Error {
  override readonly name = 'SignerRefusal'
  readonly code: SignerRefusalCode

  constructor(code: SignerRefusalCode, message: string) {
    super(message)
    this.code = code
  }
}
