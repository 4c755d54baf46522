import * as z from 'zod/mini'
import { stepUpFields } from '../api/step-up-fields.ts'
import { wholeNumber } from '../whole-number.ts'

/**
 * Keys that are brought and taken out (contract §2.9), for wallets whose keys the server's signer holds. What is encrypted is
 * HPKE (contract §6.3) in mode base, with empty `info` and `aad` where nothing else is said; keys and ciphertexts are base64,
 * public keys SPKI.
 */

/** How long an import may take from `/init` to `/submit`. */
export const IMPORT_LIFETIME_MS = 10 * 60_000

const base64 = (max: number) => z.string().check(z.maxLength(max), z.regex(/^[A-Za-z\d+/]+={0,2}$/))
/** A P-256 public key as SPKI. */
const publicKey = base64(256)
/** An uncompressed P-256 point. */
const encapsulatedKey = base64(128)
const hpke = z.literal('HPKE')

/** What was encrypted by HPKE for one public key. */
export const hpkeSealed = z.object({ ciphertext: base64(4096), encapsulated_key: encapsulatedKey })
export type HpkeSealed = z.infer<typeof hpkeSealed>

/**
 * Which key: its own bytes (`private-key`; 32, of Solana also the 64 of its secret key), or the words that it is of (`hd`, UTF-8)
 * and the index at the chain's path.
 */
const named = {
  address: z.string().check(z.minLength(32), z.maxLength(64)),
  chain_type: z.enum(['ethereum', 'solana']),
}
const entropy = {
  entropy_type: z.enum(['private-key', 'hd']),
  /** Of `hd`. */
  index: z.optional(wholeNumber.check(z.nonnegative(), z.maximum(2 ** 31 - 1))),
}

/** POST /wallets/import/init, which the device signs. */
export const importInitRequest = z.strictObject({ ...named, ...entropy, encryption_type: hpke })
/** `signature`: see `SignerStatement`, `import-key`. */
export const importInitResponse = z.object({
  encryption_type: hpke,
  encryption_public_key: publicKey,
  import_id: z.string(),
  signature: z.string(),
})

const hpkeConfig = z.strictObject({
  /** Default `CHACHA20_POLY1305`. */
  aead_algorithm: z.optional(z.enum(['CHACHA20_POLY1305', 'AES_GCM256'])),
  info: z.optional(base64(1024)),
  aad: z.optional(base64(1024)),
})
/** A key on its way to the signer. */
export const sealedKey = z.strictObject({
  ...named,
  ...entropy,
  encryption_type: hpke,
  ...hpkeSealed.shape,
  hpke_config: z.optional(hpkeConfig),
})
export type SealedKey = z.infer<typeof sealedKey>

/** Who may sign beside the person. The server takes none: a person agrees to that for a wallet that is there (`api/delegation.ts`). */
export const additionalSigners = z
  .array(z.strictObject({ signer_id: z.string().check(z.minLength(1), z.maxLength(64)) }))
  .check(z.maxLength(10))

/** POST /wallets/import/submit, which the device signs. The answer is a wallet resource with `imported_at`. */
export const importSubmitRequest = z.strictObject({
  ...stepUpFields,
  wallet: sealedKey,
  additional_signers: z.optional(additionalSigners),
})
export type ImportSubmitRequest = z.infer<typeof importSubmitRequest>

/** POST /wallets/:wallet_id/export, which the device signs. With `export_seed_phrase` the words that the key is of. */
export const exportRequest = z.strictObject({
  ...stepUpFields,
  encryption_type: hpke,
  recipient_public_key: publicKey,
  export_seed_phrase: z.optional(z.boolean()),
})
/** The plaintext is as of an import: 32 bytes of Ethereum, 64 of Solana, or UTF-8 words. */
export const exportResponse = z.object({ encryption_type: hpke, ...hpkeSealed.shape })
