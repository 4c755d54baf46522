import * as z from 'zod/mini'
import { canonicalJson } from './canonical-json.ts'
import { importInitResponse, sealedKey } from './import-export.ts'

/**
 * Keys of many users, which an app's operator brings from another provider: by the app's backend, with the app secret. Keys are
 * encrypted as a person's are (`import-export.ts`), to the one key of a batch.
 */

/** Keys in one batch. */
export const BATCH_SIZE = 100

/** POST /wallets/import/key: good once, for `IMPORT_LIFETIME_MS`. `signature`: `SignerStatement`, `import-key`, of no user. */
export const batchKeyResponse = importInitResponse

/**
 * A user by id, or by a login: account type of contract §3, and its subject as the server keeps it (an e-mail address in lower case,
 * a number as E.164, `ethereum:0x…` in lower case, a provider's id). Where no user has that login yet, the key waits for who
 * first logs in by it.
 */
export const batchOwner = z.union([
  z.strictObject({ user_id: z.string().check(z.minLength(1), z.maxLength(64)) }),
  z.strictObject({
    type: z.string().check(z.maxLength(64)),
    subject: z.string().check(z.minLength(1), z.maxLength(1364)),
  }),
])
export type BatchOwner = z.infer<typeof batchOwner>

export const batchItem = z.strictObject({ owner: batchOwner, wallet: sealedKey })
export type BatchItem = z.infer<typeof batchItem>

/** POST /wallets/import. Each item is read by itself: one that is wrong stops no other. */
export const batchRequest = z.strictObject({
  import_id: z.string().check(z.maxLength(64)),
  wallets: z.array(z.unknown()).check(z.minLength(1), z.maxLength(BATCH_SIZE)),
})

/**
 * What a key of a batch is encrypted with as HPKE `info`: the owner, RFC 8785, UTF-8. Who takes over the API process cannot give
 * one owner's key to another, whose person would take it out.
 */
export const batchInfo = (owner: BatchOwner): Uint8Array<ArrayBuffer> =>
  new TextEncoder().encode(canonicalJson(owner))

/** One for each item, in order. `waiting`: for the first login of its owner; there is no user yet. */
export const batchResponse = z.object({
  results: z.array(
    z.union([
      z.object({
        ok: z.literal(true),
        user_id: z.nullable(z.string()),
        wallet: z.object({ address: z.string(), chain_type: z.enum(['ethereum', 'solana']) }),
        status: z.enum(['imported', 'waiting']),
      }),
      z.object({ ok: z.literal(false), code: z.string(), error: z.string() }),
    ]),
  ),
})
export type BatchResult = z.infer<typeof batchResponse>['results'][number]
