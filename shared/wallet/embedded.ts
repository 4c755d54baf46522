import * as z from 'zod/mini'
import { stepUpFields } from '../api/step-up-fields.ts'
import { wholeNumber } from '../whole-number.ts'

/**
 * On-device wallets (docs/architecture.md, Wallets): one BIP-39 entropy per user, split 2-of-3. The contract names no path for them but
 * the one of `key_material` (§2.8); these are ours, below `/api/v1/embedded_wallets`. The server stores ciphertexts of
 * shares: it can open none of them without its signer process, which gives their keys to a device of the user only
 * (POST /keys, which the device signs: contract §6.2).
 *
 * - A **set** is the entropy and all wallets of it. Its id is its own Ed25519 public key, so that who changes a set proves
 *   that they can rebuild it: a login alone, even a stolen one, cannot replace a recovery or slip in a wallet.
 * - A **sharing** is one split of the entropy. Each device has one of its own: its share lies there, the auth share here.
 *   The set's recovery share belongs to one of the sharings.
 */

/** 32 bytes, base64url. */
const bytes32 = z.string().check(z.regex(/^[\w-]{43}$/))
/** 16 bytes, base64url. */
const bytes16 = z.string().check(z.regex(/^[\w-]{22}$/))
/** 64 bytes, base64url. */
const signature = z.string().check(z.regex(/^[\w-]{86}$/))
/** A versioned envelope of the vault; the server only keeps it. */
const envelope = z.string().check(z.maxLength(512), z.regex(/^v[1-9]\d{0,2}\.[\w-]+\.[\w-]+$/))

/** What the signer's keys are for. `auth-share` opens auth shares; `recovery` is the provider's part of a recovery key. */
export const SHARE_KEY_PURPOSES = ['auth-share', 'recovery'] as const
export type ShareKeyPurpose = (typeof SHARE_KEY_PURPOSES)[number]
/** Bytes of each. */
export const SHARE_KEY_BYTES = 32

/** POST /keys. `recipient` is a P-256 key of the vault for this one answer, base64 SPKI: only it can read `keys`. */
export const releaseKeysRequest = z.strictObject({
  /** Whose set it is, where that is a former user whose account the caller took in. */
  owner_id: z.optional(z.string().check(z.maxLength(64))),
  recipient: z.string().check(z.maxLength(256), z.regex(/^[A-Za-z\d+/]+={0,2}$/)),
  purposes: z.array(z.enum(SHARE_KEY_PURPOSES)).check(z.minLength(1), z.maxLength(2)),
})
/**
 * A compact JWE (RFC 7516; ECDH-ES, A256GCM) of the keys, 32 bytes each, in the order of the purposes, and the signer's
 * signature over it: see `SignerStatement`, `share-keys`.
 */
export const releaseKeysResponse = z.object({
  keys: z.string().check(z.maxLength(2048)),
  signature,
})

/** One wallet of a set. `signature` by the wallet's own key: nobody registers an address that is not theirs. */
export const setWallet = z.strictObject({
  chain_type: z.enum(['ethereum', 'solana']),
  wallet_index: wholeNumber.check(z.nonnegative(), z.maximum(2 ** 31 - 1)),
  address: z.string().check(z.minLength(32), z.maxLength(64)),
  /** Ethereum: compressed SEC1, 0x-prefixed hex. Solana: base58, the address itself. */
  public_key: z.string().check(z.maxLength(70)),
  signature,
})
export type SetWallet = z.infer<typeof setWallet>

const sharing = z.strictObject({ id: bytes16, auth_share: envelope })
export type Sharing = z.infer<typeof sharing>

const opened = { share: envelope, verifier: bytes32 }
/** A name that another party gave what it keeps. */
const place = z.string().check(z.maxLength(512), z.regex(/^[\w.-]+$/))
/** WebAuthn's, base64url. */
const credentialId = z.string().check(z.maxLength(1364), z.regex(/^[\w-]+$/))

/**
 * Recovery methods (contract §6.5). `privy` (automatic) takes nothing of the person's; every other one has a `verifier`, which
 * proves to the server what opens the share, and opens nothing. `salt` is Argon2id's of a passcode, the PRF's input of a
 * passkey.
 */
export const recovery = z.union([
  z.strictObject({ method: z.literal('privy'), share: envelope }),
  z.strictObject({ method: z.literal('user-passcode'), ...opened, salt: bytes16 }),
  z.strictObject({ method: z.literal('recovery-encryption-key'), ...opened }),
  z.strictObject({ method: z.literal('google-drive'), ...opened, file_id: place }),
  z.strictObject({ method: z.literal('icloud'), ...opened, icloud_record_name: place }),
  z.strictObject({ method: z.literal('passkey'), ...opened, salt: bytes32, credential_id: credentialId }),
])
export type Recovery = z.infer<typeof recovery>
export type RecoveryMethod = Recovery['method']
export const RECOVERY_METHODS = [
  'privy',
  'user-passcode',
  'recovery-encryption-key',
  'google-drive',
  'icloud',
  'passkey',
] as const satisfies readonly RecoveryMethod[]

/**
 * A key that was brought from elsewhere. It is sealed by a key of the set's entropy, so that whatever opens the set opens it:
 * one recovery holds for all of a person's wallets. `signature` as a wallet's: by the imported key itself.
 */
export const importedSetWallet = z.strictObject({
  chain_type: setWallet.shape.chain_type,
  address: setWallet.shape.address,
  public_key: setWallet.shape.public_key,
  signature,
  envelope,
})
export type ImportedSetWallet = z.infer<typeof importedSetWallet>

/**
 * POST /: a new set with its first wallets. The user's set, when there is one already, is the answer instead. Who has no wallet
 * and imports a key registers a set with that key alone; `imported` takes a proof of a way in (`step-up`, purpose `import`).
 */
export const registerSetRequest = z.strictObject({
  ...stepUpFields,
  set_id: bytes32,
  sharing,
  recovery,
  wallets: z.array(setWallet).check(z.maxLength(64)),
  imported: z.optional(z.array(importedSetWallet).check(z.maxLength(64))),
  proof: signature,
})
/** POST /imported: a key more; the same one again is no error. The proof is of all but the step-up. */
export const addImportedRequest = z.strictObject({
  ...stepUpFields,
  set_id: bytes32,
  wallet: importedSetWallet,
  proof: signature,
})
/** What is exported. `seed-phrase` is the words of the entropy, which every wallet that was made here comes from. */
export const EXPORTED_SECRETS = ['private-key', 'seed-phrase'] as const
export type ExportedSecret = (typeof EXPORTED_SECRETS)[number]
/** POST /:address/export: leave to show a key that this device has; written down, and told to every address. */
export const exportFromDeviceRequest = z.strictObject({ ...stepUpFields, secret: z.enum(EXPORTED_SECRETS) })
/** POST /wallets: a further wallet; the same one again is no error. */
export const addWalletRequest = z.strictObject({ set_id: bytes32, wallet: setWallet, proof: signature })
/** POST /sharings: the sharing of a device that has rebuilt the entropy; `retires` is the one that the device had before. */
export const addSharingRequest = z.strictObject({
  set_id: bytes32,
  sharing,
  retires: z.optional(bytes16),
  proof: signature,
})
/** POST /shares: the auth share for a device's own share. */
export const releaseShareRequest = z.strictObject({ set_id: bytes32, sharing_id: bytes16 })
/** POST /:address/recovery: `replaces` is the sharing of the recovery share that was seen last. The proof is of all but the step-up. */
export const changeRecoveryRequest = z.strictObject({
  ...stepUpFields,
  set_id: bytes32,
  replaces: bytes16,
  sharing,
  retires: z.optional(bytes16),
  recovery,
  proof: signature,
})
/** POST /:address/recovery/key_material (contract §2.8). */
export const keyMaterialRequest = z.strictObject({ chain_type: z.optional(z.enum(['ethereum', 'solana'])) })
/** POST /:address/recovery/shares: `verifier` proves the passcode, where the recovery has one. */
export const releaseRecoveryRequest = z.strictObject({ verifier: z.optional(bytes32) })

export type AddImportedRequest = z.infer<typeof addImportedRequest>
export type RegisterSetRequest = z.infer<typeof registerSetRequest>
export type AddWalletRequest = z.infer<typeof addWalletRequest>
export type AddSharingRequest = z.infer<typeof addSharingRequest>
export type ChangeRecoveryRequest = z.infer<typeof changeRecoveryRequest>

const { signature: _, ...toldWallet } = setWallet.shape
const { signature: __, ...toldImported } = importedSetWallet.shape
/** Unix seconds. */
const created = { created_at: z.number() }

/** A user's set as the server tells it. */
export const embeddedSet = z.object({
  set_id: bytes32,
  recovery_method: z.enum(RECOVERY_METHODS),
  recovery_sharing_id: bytes16,
  wallets: z.array(z.object({ ...toldWallet, ...created })),
  imported: z.array(z.object({ ...toldImported, ...created })),
})
export type EmbeddedSet = z.infer<typeof embeddedSet>

export const setResponse = z.object({ set: embeddedSet })
export const shareResponse = z.object({ set: embeddedSet, auth_share: envelope })
export const recoveryShareResponse = z.object({
  set: embeddedSet,
  sharing_id: bytes16,
  auth_share: envelope,
  recovery_share: envelope,
})
export type RecoveryShareResponse = z.infer<typeof recoveryShareResponse>

/** Contract §2.8; the last two are ours. `privy_passcode_derived_recovery_key` is another product's and is never told. */
export const RECOVERY_TYPES = {
  privy: 'privy_generated_recovery_key',
  'user-passcode': 'user_passcode_derived_recovery_key',
  'google-drive': 'google_drive_recovery_secret',
  icloud: 'icloud_recovery_secret',
  'recovery-encryption-key': 'recovery_encryption_key',
  passkey: 'passkey_prf_recovery_key',
} as const satisfies Record<RecoveryMethod, string>

/** Contract §2.8, and which sharing the recovery share is of. `recovery_key` stays null: it travels encrypted, by POST /keys. */
export const keyMaterialResponse = z.object({
  recovery_type: z.enum(Object.values(RECOVERY_TYPES)),
  recovery_key_derivation_salt: z.nullable(z.string()),
  recovery_key: z.literal(null),
  recovery_code: z.literal(null),
  file_id: z.nullable(place),
  icloud_record_name: z.nullable(place),
  /** Of the passkey by whose PRF the recovery key is made. */
  credential_id: z.nullable(credentialId),
  set_id: bytes32,
  recovery_sharing_id: bytes16,
})
export type KeyMaterial = z.infer<typeof keyMaterialResponse>
