import { createHash } from 'node:crypto'
import { canonicalJson } from '@vitrine/shared/wallet/canonical-json.ts'
import * as z from 'zod/mini'

/** Where the wallet origin serves the manifest of its build. */
export const MANIFEST_PATH = '/.well-known/vitrine-build.json'
/** What the build writes below `dist`, and what a release publishes. */
export const MANIFEST_FILE = 'build-manifest.json'
/** Of a manifest as text. What is longer is none. */
export const MANIFEST_LIMIT_BYTES = 1_000_000

/** SHA-256 as `integrity` has it: of a file, and of a whole build. */
const digest = z.string().check(z.regex(/^sha256-[A-Za-z\d+/]{43}=$/))
/** Below the wallet origin: no `..`, no query, no other host. */
const path = z.string().check(z.maxLength(200), z.regex(/^(?:\/|(?:\/(?:[\w-][\w.-]*|:app_id))+)$/))

/**
 * All that a browser may load from the wallet origin, by path: files byte by byte, and documents by what in them is the same
 * for every app (`fixedDocument`, `fixedHeaders`).
 */
export const buildManifest = z.object({
  version: z.string().check(z.maxLength(64)),
  files: z.record(
    path,
    z.object({ sha256: digest, bytes: z.int().check(z.nonnegative(), z.maximum(16_000_000)) }),
  ),
  documents: z.record(
    path,
    z.object({
      sha256: digest,
      headers: z.record(z.string().check(z.maxLength(64)), z.string().check(z.maxLength(4000))),
    }),
  ),
  /** The policies of the pages that the server itself writes, in many languages. */
  pages: z.record(path, z.string().check(z.maxLength(4000))),
  /** Of the workers' files, by the beginning of their paths. */
  policies: z.record(z.string().check(z.maxLength(200)), z.string().check(z.maxLength(4000))),
})
export type BuildManifest = z.infer<typeof buildManifest>

export const sha256 = (content: string | Uint8Array): string =>
  `sha256-${createHash('sha256').update(content).digest('base64')}`

/** The hash of a whole build: SHA-256 over its manifest as canonical JSON (RFC 8785). */
export const buildHash = (manifest: BuildManifest): string => sha256(canonicalJson(manifest))

/** The manifest as it is written and served: with the hash that it has, for who reads it. */
export const printManifest = (manifest: BuildManifest): string =>
  `${JSON.stringify({ build: buildHash(manifest), ...manifest }, null, 1)}\n`

/**
 * Reads a manifest. The hash that it names itself is not believed.
 * @throws Error with a sentence
 */
export function parseManifest(text: string): BuildManifest {
  if (text.length > MANIFEST_LIMIT_BYTES) throw new Error('The manifest is too long.')
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    throw new Error('The manifest is no JSON.')
  }
  const read = buildManifest.safeParse(value)
  if (read.success) return read.data
  throw new Error(`The manifest is none: ${read.error.issues[0]?.path.join('.')} is not as it should be.`)
}
