import type { ErrorCode } from '@vitrine/shared/errors/codes.ts'
import { clientError, type VitrineError } from '@vitrine/shared/errors/vitrine-error.ts'
import type { VaultAnswer, VaultProblem } from '../../vault/set/refusal.ts'

const WORDS = {
  'needs-recovery': [
    'embedded_wallet_needs_recovery',
    'This device has no part of the wallet’s key. Recover the wallet on it.',
  ],
  locked: ['unable_to_sign', 'The wallet has closed in the meantime. Try again.'],
  'wrong-recovery-key': ['invalid_credentials', 'This does not open the recovery of this wallet.'],
  damaged: [
    'unable_to_sign',
    'The parts of the wallet’s key do not fit together, so nothing was signed. Please tell the site’s support.',
  ],
  'newer-version': [
    'unable_to_sign',
    'This wallet was stored by a newer version. Reload the page and try again.',
  ],
  'not-this-wallet': [
    'unable_to_sign',
    'The key on this device belongs to another address, so nothing was signed. Please tell the site’s support.',
  ],
  'unsupported-request': ['invalid_data', 'The wallet cannot perform this request.'],
  storage: [
    'session_storage_unavailable',
    'The browser blocks storage for the wallet, so it cannot keep its part of a key. Allow storage for this site, or use another browser.',
  ],
  exists: ['embedded_wallet_already_exists', 'This device keeps a wallet of this user already.'],
  'invalid-key': ['invalid_data', 'This is no private key of this chain. Check it and try again.'],
  'invalid-words': ['invalid_data', 'These words are no recovery phrase. Check their order and spelling.'],
  'other-address': ['invalid_data', 'This key makes another address than was said.'],
  'needs-envelope': [
    'embedded_wallet_not_found',
    'The key of this wallet is not there. Log in again, or import it once more.',
  ],
  'no-words': [
    'not_supported',
    'This wallet was imported, so it has no recovery phrase here. Export its key.',
  ],
  internal: ['unknown_embedded_wallet_error', 'The wallet could not do this. Try again in a moment.'],
} as const satisfies Record<VaultProblem, readonly [ErrorCode, string]>

/** What the vault answered. @throws VitrineError for a refusal, in words for a person */
export function answered<T>(answer: VaultAnswer<T>): T {
  if (answer.ok) return answer.value
  throw refusalOf(answer.problem)
}

export function refusalOf(problem: VaultProblem): VitrineError {
  const [code, message] = WORDS[problem]
  return clientError(code, message)
}
