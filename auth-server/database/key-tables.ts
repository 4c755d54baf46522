import { type SQL, sql } from 'drizzle-orm'
import { integer, jsonb, pgTable, text } from 'drizzle-orm/pg-core'
import { createdAt, instant } from './columns.ts'

/** What the signer's keys come from, and who knows it by now; the rest of the schema is in `schema.ts`. */

/** The signer's roots, sealed under the master key; the last generation counts. The API's role reads it only. */
export const signerRoots = pgTable('signer_roots', {
  generation: integer('generation').primaryKey(),
  sealed: text('sealed').notNull(),
  createdAt: createdAt(),
})

/** Which master keys the roots were sealed under, and until when; `null`: they still are. The API's role reads it only. */
export const masterKeys = pgTable('master_keys', {
  id: text('id').primaryKey(),
  usedFrom: instant('used_from').notNull().defaultNow(),
  usedUntil: instant('used_until'),
})

/** The keys that envelopes may name. The API's role reads it only. */
export const envelopeKeys = pgTable('envelope_keys', {
  id: text('id').primaryKey(),
  createdAt: createdAt(),
})

/**
 * Which key a row's envelope names, as Postgres reads it there itself: it lets no key go that is named, and no row come that names one
 * which is gone. Every sealed column has one: see `keys/sealed-columns.ts`.
 */
export const keyIdOf = (column: string, idOf: (keyId: SQL) => SQL = keyId => keyId) =>
  text('key_id')
    .generatedAlwaysAs(idOf(sql.raw(`nullif(split_part(${column}, '.', 2), '')`)))
    .references(() => envelopeKeys.id)

/** Token-signing keys; `sealedPrivateKey` opens only in the signer process. */
export const tokenKeys = pgTable('token_keys', {
  kid: text('kid').primaryKey(),
  publicJwk: jsonb('public_jwk').$type<JsonWebKey>().notNull(),
  sealedPrivateKey: text('sealed_private_key').notNull(),
  keyId: keyIdOf('sealed_private_key'),
  createdAt: createdAt(),
  /** It is published before. */
  signsFrom: instant('signs_from').notNull().defaultNow(),
  /** No token of it lives any more; null: none follows it yet. */
  expiresAt: instant('expires_at'),
})

/** What users' entropies are derived with, besides a root of the signer's: one row for the installation, sealed by the signer. */
export const entropySalts = pgTable('entropy_salts', {
  name: text('name').primaryKey(),
  sealedSalt: text('sealed_salt').notNull(),
  keyId: keyIdOf('sealed_salt'),
  createdAt: createdAt(),
})

/** Which roots the signer of each running API process works with, and the master keys that it was given. */
export const keyReaders = pgTable('key_readers', {
  id: text('id').primaryKey(),
  generation: integer('generation').notNull(),
  masterKeys: text('master_keys').array().notNull(),
  expiresAt: instant('expires_at').notNull(),
})
