import { createHash } from 'node:crypto'
import { readFile, stat } from 'node:fs/promises'
import { extname } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { Context as RequestContext } from 'hono'
import type { Settings } from '../settings.ts'

const TYPES: Readonly<Record<string, string>> = {
  '.js': 'text/javascript; charset=utf-8',
  '.mjs': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.woff2': 'font/woff2',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.json': 'application/json',
  '.html': 'text/html; charset=utf-8',
  '.txt': 'text/plain; charset=utf-8',
  '.webp': 'image/webp',
  '.ico': 'image/x-icon',
}
const COMPRESSED_ALREADY = new Set(['.woff2', '.png', '.webp', '.ico'])

export interface StaticFile {
  readonly type: string
  readonly etag: string
  /** Subresource Integrity value. */
  readonly integrity: string
  readonly identity: Buffer
  readonly br: Buffer | null
  readonly gzip: Buffer | null
}

export interface FileStore {
  /** `null` when there is no such file. */
  read(path: string): Promise<StaticFile | null>
}

/**
 * How well Brotli packs: in production once for millions. In development the first page waits for it after each start, ten times
 * as long as at 5, and 6 % of the bytes are not worth that.
 */
export const brotliQuality = ({ development }: Pick<Settings, 'development'>): number =>
  development ? 5 : 10

/**
 * Reads and compresses each file once, and again when it changed: a development build replaces files under the server.
 * @param quality of Brotli, see `brotliQuality`
 */
export function createFileStore(quality = 10): FileStore {
  const known = new Map<string, { readonly version: string; readonly file: Promise<StaticFile> }>()
  return {
    async read(path) {
      const stats = await stat(path).catch(() => null)
      if (!stats?.isFile()) return null
      const version = `${stats.mtimeMs}:${stats.size}`
      const cached = known.get(path)
      if (cached?.version === version) return cached.file
      const file = load(path, quality)
      known.set(path, { version, file })
      return file
    },
  }
}

async function load(path: string, quality: number): Promise<StaticFile> {
  const identity = await readFile(path)
  const extension = extname(path)
  const compressible = !COMPRESSED_ALREADY.has(extension)
  const digest = createHash('sha384').update(identity).digest('base64')
  return {
    type: TYPES[extension] ?? 'application/octet-stream',
    etag: `"${digest.slice(0, 32)}"`,
    integrity: `sha384-${digest}`,
    identity,
    br: compressible
      ? await promisify(brotliCompress)(identity, { params: { [constants.BROTLI_PARAM_QUALITY]: quality } })
      : null,
    gzip: compressible ? await promisify(gzip)(identity, { level: 9 }) : null,
  }
}

/** Answers with the best encoding that the client takes, or 304 (RFC 9110 §13.1.2). */
export function sendFile(
  c: RequestContext,
  file: StaticFile,
  headers: Readonly<Record<string, string>>,
): Response {
  const all = { ...headers, ETag: file.etag, Vary: 'Accept-Encoding', 'Content-Type': file.type }
  const wanted = c.req
    .header('if-none-match')
    ?.split(',')
    .map(tag => tag.trim().replace(/^W\//, ''))
  if (wanted?.includes(file.etag)) return c.body(null, 304, all)
  const accepted = c.req.header('accept-encoding') ?? ''
  if (file.br && /\bbr\b/.test(accepted))
    return c.body(bytes(file.br), 200, { ...all, 'Content-Encoding': 'br' })
  if (file.gzip && /\bgzip\b/.test(accepted)) {
    return c.body(bytes(file.gzip), 200, { ...all, 'Content-Encoding': 'gzip' })
  }
  return c.body(bytes(file.identity), 200, all)
}

/** A view of its own memory; Hono takes no `Buffer`. */
const bytes = (buffer: Buffer) => new Uint8Array(buffer)
