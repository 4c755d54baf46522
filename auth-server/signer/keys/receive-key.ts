import type { Custody } from '../custody.ts'
import { type EnvelopeContext, open, seal } from '../envelope.ts'
import type { SignerRequest, SignerResponse } from '../operations.ts'
import { SignerRefusal } from '../refusal.ts'
import { isSealOf } from '../seal.ts'
import { readBroughtKey } from './brought-key.ts'
import { importRecipient } from './import-recipient.ts'

/**
 * Takes a key that an app's operator brings for a user, or for who will first log in as an identity. That it is the operator is
 * the API process's word: this process does not know app secrets. What the API process could do with it is to give somebody a
 * wallet whose key it knows, as it could show them any other address (docs/security-model.md); what the operator encrypted it
 * cannot read, nor have sealed for anybody but whom it names.
 */
export async function receiveKey(
  custody: Custody,
  { appId, importId, owner, wallet }: SignerRequest<'receiveKey'>,
): Promise<SignerResponse<'receiveKey'>> {
  const recipient = importRecipient(custody, {
    appId,
    userId: null,
    importId,
    chainType: null,
    address: null,
  })
  const brought = await readBroughtKey(recipient, wallet)
  if (typeof brought === 'string') return { ok: false, reason: brought }
  const { privateKey, address, publicKey } = brought
  try {
    const named = { appId, chainType: wallet.chain_type, address }
    const context: EnvelopeContext =
      'userId' in owner
        ? { purpose: 'imported-key', ...owner, ...named }
        : { purpose: 'pending-import', ...owner, ...named }
    return { ok: true, address, publicKey, sealedKey: seal(keyOf(custody), context, privateKey) }
  } finally {
    privateKey.fill(0)
  }
}

/**
 * Gives a key that waited for an identity to the user whose identity it is: by this process's own seal of the account, which only a
 * proof of the identity makes. A test account's is another identity, whose code somebody wrote down.
 * @throws SignerRefusal `invalid_seal` | `unreadable_envelope`
 */
export function claimKey(
  custody: Custody,
  { appId, walletId, userId, account, waiting }: SignerRequest<'claimKey'>,
): SignerResponse<'claimKey'> {
  const { type: channel, subject: address, facts, seal: accountSeal } = account
  const statement = { kind: 'account', appId, channel, address, userId, ...(facts && { facts }) } as const
  if (facts?.test === true || !isSealOf(custody.keyring.accountSeal, statement, accountSeal))
    throw new SignerRefusal('invalid_seal', 'The identity that the key waits for is not this user’s.')
  const { sealedKey, pendingId, ...named } = waiting
  const context = {
    purpose: 'pending-import',
    pendingId,
    appId,
    type: channel,
    subject: address,
    ...named,
  } as const
  const privateKey = open(keyOf(custody), context, sealedKey)
  try {
    const owned = { purpose: 'imported-key', walletId, appId, userId, ...named } as const
    return { sealedKey: seal(keyOf(custody), owned, privateKey) }
  } finally {
    privateKey.fill(0)
  }
}

const keyOf = ({ keyring }: Custody) => ({ key: keyring.envelope, keyId: keyring.keyId })
