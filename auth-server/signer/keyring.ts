import { createSecretKey, hkdfSync, type KeyObject } from 'node:crypto'
import type { HpkeRecipient } from '@vitrine/shared/hpke/hpke.ts'
import { deriveRecipient } from './hpke-recipient.ts'
import { deriveIdentity, type SignerIdentity } from './identity.ts'

export const MASTER_KEY_BYTES = 32

/** One key per purpose: a value made for one is worth nothing for another. */
const LABELS = {
  otp: 'vitrine/otp/v1',
  challenge: 'vitrine/passkey-challenge/v1',
  accountSeal: 'vitrine/account-seal/v1',
  deviceSeal: 'vitrine/device-seal/v1',
  envelope: 'vitrine/envelope/v1',
  tokenKey: 'vitrine/token-key/v1',
  shareKeys: 'vitrine/share-keys/v1',
  userEntropy: 'vitrine/user-entropy/v1',
  userId: 'vitrine/user-id/v1',
  providerSecret: 'vitrine/provider-secret/v1',
  issuerSeal: 'vitrine/issuer-seal/v1',
  oauthClient: 'vitrine/oauth-client/v1',
  grantSeal: 'vitrine/grant-seal/v1',
  adoption: 'vitrine/adoption/v1',
  recoveryKey: 'vitrine/recovery-key/v1',
  presence: 'vitrine/presence/v1',
  importKey: 'vitrine/import-key/v1',
  delegation: 'vitrine/delegation/v1',
} as const

/** The key pair to which devices encrypt what proves a login. */
const RECIPIENT_LABEL = 'vitrine/login-secrets/v1'

/** The key pair by which the signer is known; another version is another identity, which sites pin anew. */
const IDENTITY_LABEL = 'vitrine/signer-identity/v1'

/** Not a key: names the master key in an envelope, so that a wrong one is told apart from a damaged envelope. */
const KEY_ID_LABEL = 'vitrine/key-id/v1'
const KEY_ID_BYTES = 6

export type Keyring = Readonly<Record<keyof typeof LABELS, KeyObject>> & {
  readonly keyId: string
  readonly recipient: HpkeRecipient
  readonly identity: SignerIdentity
}

/**
 * Derives the signer's keys from the master key (HKDF-SHA256, RFC 5869: empty salt, the purpose as `info`, 32 bytes each)
 * and **wipes the master key**. The keys live outside the JavaScript heap, as `KeyObject`.
 *
 * @throws RangeError when the master key is not 32 bytes long.
 */
export function deriveKeyring(masterKey: Buffer): Keyring {
  if (masterKey.length !== MASTER_KEY_BYTES) throw new RangeError('The master key must have exactly 32 bytes')
  try {
    const key = (label: string): KeyObject => {
      const bytes = expand(masterKey, label, 32)
      try {
        return createSecretKey(bytes)
      } finally {
        bytes.fill(0)
      }
    }
    return {
      otp: key(LABELS.otp),
      challenge: key(LABELS.challenge),
      accountSeal: key(LABELS.accountSeal),
      deviceSeal: key(LABELS.deviceSeal),
      envelope: key(LABELS.envelope),
      tokenKey: key(LABELS.tokenKey),
      shareKeys: key(LABELS.shareKeys),
      userEntropy: key(LABELS.userEntropy),
      userId: key(LABELS.userId),
      providerSecret: key(LABELS.providerSecret),
      issuerSeal: key(LABELS.issuerSeal),
      oauthClient: key(LABELS.oauthClient),
      grantSeal: key(LABELS.grantSeal),
      adoption: key(LABELS.adoption),
      recoveryKey: key(LABELS.recoveryKey),
      presence: key(LABELS.presence),
      importKey: key(LABELS.importKey),
      delegation: key(LABELS.delegation),
      recipient: fromMaterial(masterKey, RECIPIENT_LABEL, deriveRecipient),
      identity: fromMaterial(masterKey, IDENTITY_LABEL, deriveIdentity),
      keyId: expand(masterKey, KEY_ID_LABEL, KEY_ID_BYTES).toString('base64url'),
    }
  } finally {
    masterKey.fill(0)
  }
}

const expand = (masterKey: Buffer, info: string, length: number): Buffer =>
  Buffer.from(hkdfSync('sha256', masterKey, '', info, length))

function fromMaterial<T>(masterKey: Buffer, label: string, derive: (ikm: Buffer) => T): T {
  const ikm = expand(masterKey, label, 32)
  try {
    return derive(ikm)
  } finally {
    ikm.fill(0)
  }
}
