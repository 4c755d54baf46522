import type { ErrorCode } from '@vitrine/shared/errors/codes.ts'
import { clientError, type VitrineError } from '@vitrine/shared/errors/vitrine-error.ts'
import { type Failure, toFailure } from '../../words/failure.ts'
import { say } from '../../words/say.ts'

/**
 * What the browser's refusal of a ceremony means to a person. Step numbers are those of Web Authentication Level 3,
 * `create` (https://www.w3.org/TR/webauthn-3/#sctn-createCredential) and `get`
 * (https://www.w3.org/TR/webauthn-3/#sctn-discover-from-external-source).
 */
export function passkeyFailure(error: unknown): VitrineError {
  const name = error instanceof Error ? error.name : ''
  switch (name) {
    // Closed by the person, nothing found, too late, or no right to ask: browsers make these one on purpose.
    // https://www.w3.org/TR/webauthn-3/#sctn-assertion-privacy
    case 'NotAllowedError':
      return clientError('exited_auth_flow', say('passkey.cancelled'), { cause: error })
    // `create` step 22: https://www.w3.org/TR/webauthn-3/#sctn-op-make-cred step 3, an excluded credential is there.
    case 'InvalidStateError':
      return clientError('cannot_link_more_of_type', say('passkey.alreadyThere'), { cause: error })
    // `create` steps 7 and 8, `get` steps 5 and 6: the relying party is not this origin's.
    case 'SecurityError':
      return clientError('not_supported', say('passkey.refusedHere'), { cause: error })
    // https://www.w3.org/TR/webauthn-3/#sctn-op-make-cred steps 2, 4 and 5: the device has no such key, or cannot verify
    // a person.
    case 'NotSupportedError':
    case 'ConstraintError':
      return clientError('not_supported', say('passkey.unsupported'), { cause: error })
    default:
      return clientError('unknown_auth_error', say('passkey.failed'), { cause: error })
  }
}

/** Codes that other methods use too, in the words of this one. */
const WORDS: Partial<Record<ErrorCode, () => string>> = {
  invalid_credentials: () => say('passkey.refused'),
  passkey_not_registered: () => say('passkey.unknown'),
  cannot_link_more_of_type: () => say('passkey.alreadyThere'),
  client_request_timeout: () => say('passkey.cancelled'),
}

/** Why a step failed, in the words of passkeys and the person's language. */
export function toPasskeyFailure(error: unknown): Failure {
  const failure = toFailure(error)
  return { ...failure, message: WORDS[failure.code]?.() ?? failure.message }
}

/** Refusals that a window of the wallet origin may be spared: what a frame may not do, it may. */
export const mayGoOnInWindow = ({ code, cause }: VitrineError): boolean =>
  cause instanceof Error && (code === 'exited_auth_flow' || cause.name === 'SecurityError')
