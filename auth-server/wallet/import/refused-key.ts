import { apiError } from '../../errors/api-error.ts'
import type { SignerResponse } from '../../signer/operations.ts'

type Reason = Extract<SignerResponse<'importKey'>, { ok: false }>['reason']

/** Why a key is not taken, to who brought it: they typed it, and can look at it again. */
const SENTENCES: Readonly<Record<Reason, string>> = {
  sealed: 'The key could not be read. Begin the import again.',
  key: 'This is not a valid private key. Check that all of it is there.',
  words: 'These are not the words of a seed phrase. Check each word and their number.',
  checksum: 'A word of the seed phrase is wrong or in another place. Check the words and their order.',
  address: 'This key is of another address. Check the address and the key.',
}

/** `invalid_data` (400) */
export const refusedKey = (reason: Reason) => apiError('invalid_data', SENTENCES[reason])

export const importIsOver = () => apiError('resource_conflict', 'This import is over. Begin it again.')
