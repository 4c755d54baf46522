import { randomBytes } from 'node:crypto'
import { CHAIN_KEYS } from '../chain-keys.ts'
import type { Custody } from '../custody.ts'
import { open, seal } from '../envelope.ts'
import type { SignerRequest, SignerResponse } from '../operations.ts'
import { SignerRefusal } from '../refusal.ts'
import { requireAccount } from './receive-key.ts'

/**
 * Makes the key of a wallet for somebody who has not logged in yet. It leaves this process sealed for the identities of that person:
 * nothing signs by it, exports it or knows it, whoever asks, until one of them is proven here.
 *
 * The bytes are random, as no key that follows from an identity could be: who has an e-mail address after somebody else would have the
 * keys of theirs.
 */
export function pregenerateKey(
  { keyring }: Custody,
  { walletId, appId, identities, chainType }: SignerRequest<'pregenerateKey'>,
): SignerResponse<'pregenerateKey'> {
  const { addressOf, publicKeyOf } = CHAIN_KEYS[chainType]
  // Of either curve nearly every 32 bytes are a key: of secp256k1 all but 2^-128 of them (SEC 1 §3.2.1), of the others addressOf throws.
  const privateKey = randomBytes(32)
  try {
    const address = addressOf(privateKey)
    const context = { purpose: 'expected-key', walletId, appId, identities, chainType, address } as const
    return {
      address,
      publicKey: publicKeyOf(privateKey),
      sealedKey: seal(keyring.envelope, context, privateKey),
    }
  } finally {
    privateKey.fill(0)
  }
}

/**
 * Gives such a key to the user who has one of the identities that it was sealed for: by this process's own seal of the account, which
 * only a proof of the identity makes. A test account, whose code somebody wrote down, is no such proof.
 * @throws SignerRefusal `invalid_seal` | `unreadable_envelope`
 */
export function claimExpectedKey(
  custody: Custody,
  { appId, walletId, userId, account, expected }: SignerRequest<'claimExpectedKey'>,
): SignerResponse<'claimExpectedKey'> {
  requireAccount(custody, { appId, userId, account })
  const { sealedKey, ...named } = expected
  // The envelope says whose it is: what the caller names besides opens nothing.
  if (!named.identities.some(it => it.type === account.type && it.subject === account.subject))
    throw new SignerRefusal('invalid_seal', 'The wallet waits for another identity.')
  const key = custody.keyring.envelope
  const privateKey = open(key, { purpose: 'expected-key', appId, ...named }, sealedKey)
  try {
    const { chainType, address } = named
    const owned = { purpose: 'imported-key', walletId, appId, userId, chainType, address } as const
    return { sealedKey: seal(key, owned, privateKey) }
  } finally {
    privateKey.fill(0)
  }
}
