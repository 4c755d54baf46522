import { hkdfSync } from 'node:crypto'
import type { HpkeRecipient } from '@vitrine/shared/hpke/hpke.ts'
import { spkiText } from '@vitrine/shared/hpke/key-transport.ts'
import { canonicalJson } from '@vitrine/shared/wallet/canonical-json.ts'
import type { Custody } from '../custody.ts'
import { deriveRecipient } from '../hpke-recipient.ts'
import { signStatement } from '../identity.ts'
import type { SignerRequest, SignerResponse } from '../operations.ts'

type Names = SignerRequest<'issueImportKey'>

/**
 * What a key is encrypted to on its way here: `DeriveKeyPair` (RFC 9180 §7.1.3) of HKDF-SHA256 (RFC 5869) with all that the import
 * is for as `info`. Nothing of it is stored: any signer with these roots opens what was encrypted for one of them, and what
 * was encrypted for one import opens for no other user, app, chain or address.
 */
export function importRecipient(
  { keyring }: Pick<Custody, 'keyring'>,
  { appId, userId, importId, chainType, address }: Names,
): HpkeRecipient {
  const names = canonicalJson({ appId, userId, importId, chainType, address })
  const ikm = Buffer.from(hkdfSync('sha256', keyring.importKey, '', names, 32))
  try {
    return deriveRecipient(ikm)
  } finally {
    ikm.fill(0)
  }
}

/** Says to what a key is encrypted, and signs it: who took over the API process would name a key of theirs. */
export function issueImportKey(custody: Custody, names: Names): SignerResponse<'issueImportKey'> {
  const publicKey = spkiText(importRecipient(custody, names).publicKey)
  return {
    publicKey,
    signature: signStatement(custody, { kind: 'import-key', ...names, recipient: publicKey }),
  }
}
