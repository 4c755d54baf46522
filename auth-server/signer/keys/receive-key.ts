import { base64Text } from '@vitrine/shared/encoding.ts'
import { type BatchOwner, batchInfo } from '@vitrine/shared/wallet/batch-import.ts'
import type { Custody } from '../custody.ts'
import { type EnvelopeContext, open, seal } from '../envelope.ts'
import { readGuarded } from '../guarded-seal.ts'
import type { SignerRequest, SignerResponse } from '../operations.ts'
import { SignerRefusal } from '../refusal.ts'
import { readBroughtKey } from './brought-key.ts'
import { importRecipient } from './import-recipient.ts'

type Owner = SignerRequest<'receiveKey'>['owner']
type Account = SignerRequest<'claimKey'>['account']

/**
 * Takes a key that an app's operator brings for a user, or for who will first log in as an identity. That it is the operator is
 * the API process's word: this process does not know app secrets. What the API process could do with it is to give somebody a
 * wallet whose key it knows, as it could show them any other address (docs/security-model.md). What the operator encrypted it
 * can neither read nor have sealed for anybody else: the owner whom the operator named is part of what was encrypted, and that a
 * login is a user's is this process's own word.
 * @throws SignerRefusal `invalid_seal`
 */
export async function receiveKey(
  custody: Custody,
  { appId, importId, owner, wallet }: SignerRequest<'receiveKey'>,
): Promise<SignerResponse<'receiveKey'>> {
  const nobody = { userId: null, chainType: null, address: null }
  const recipient = importRecipient(custody, { appId, importId, ...nobody })
  // Not the caller's: who could name another owner here would take that one's key out.
  const info = base64Text(batchInfo(namedOwner(custody, appId, owner)))
  const brought = await readBroughtKey(recipient, {
    ...wallet,
    hpke_config: { ...wallet.hpke_config, info },
  })
  if (typeof brought === 'string') return { ok: false, reason: brought }
  const { privateKey, address, publicKey } = brought
  try {
    const named = { appId, chainType: wallet.chain_type, address }
    const context: EnvelopeContext =
      'userId' in owner
        ? { purpose: 'imported-key', userId: owner.userId, walletId: owner.walletId, ...named }
        : { purpose: 'pending-import', ...owner, ...named }
    return { ok: true, address, publicKey, sealedKey: seal(keyOf(custody), context, privateKey) }
  } finally {
    privateKey.fill(0)
  }
}

/** As the operator must have named who is to have the key. */
function namedOwner(custody: Custody, appId: string, owner: Owner): BatchOwner {
  if (!('userId' in owner)) return { type: owner.type, subject: owner.subject }
  const { userId, account } = owner
  if (!account) return { user_id: userId }
  requireAccount(custody, { appId, userId, account })
  return { type: account.type, subject: account.subject }
}

/**
 * Gives a key that waited for an identity to the user whose identity it is: by this process's own seal of the account, which only a
 * proof of the identity makes.
 * @throws SignerRefusal `invalid_seal` | `unreadable_envelope`
 */
export function claimKey(
  custody: Custody,
  { appId, walletId, userId, account, waiting }: SignerRequest<'claimKey'>,
): SignerResponse<'claimKey'> {
  requireAccount(custody, { appId, userId, account })
  const { type, subject } = account
  const { sealedKey, ...named } = waiting
  const context = { purpose: 'pending-import', appId, type, subject, ...named } as const
  const privateKey = open(keyOf(custody), context, sealedKey)
  try {
    const { chainType, address } = named
    const owned = { purpose: 'imported-key', walletId, appId, userId, chainType, address } as const
    return { sealedKey: seal(keyOf(custody), owned, privateKey) }
  } finally {
    privateKey.fill(0)
  }
}

/**
 * Demands that an identity is a user's, by this process's own word. A test account's is another identity, whose code somebody wrote down.
 * @throws SignerRefusal `invalid_seal`
 */
export function requireAccount(
  { keyring }: Custody,
  { appId, userId, account }: { appId: string; userId: string; account: Account },
): void {
  const { type: channel, subject: address, facts, seal: accountSeal } = account
  const statement = { kind: 'account', appId, channel, address, userId, ...(facts && { facts }) } as const
  if (facts?.test === true || !readGuarded(keyring.accountSeal, statement, accountSeal))
    throw new SignerRefusal('invalid_seal', 'The identity that the key is for is not this user’s.')
}

const keyOf = ({ keyring }: Custody) => keyring.envelope
