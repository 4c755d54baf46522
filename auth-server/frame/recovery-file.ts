import { join } from 'node:path'
import type { Hono } from 'hono'
import { apiError } from '../errors/api-error.ts'
import type { FrameContext } from './context.ts'
import { createFileStore, type FileStore } from './static-file.ts'

export const RECOVERY_PATH = '/recovery.html'
const FILE = 'vitrine-recovery.html'

/** The recovery page's SHA-256 in hex, as the build wrote it. @returns `null`: the page is not built */
export async function readRecoveryHash(distDir: string, files: FileStore): Promise<string | null> {
  const line = await files.read(join(distDir, 'recovery', `${FILE}.sha256`))
  return line ? (/^[\da-f]{64}(?= )/.exec(line.identity.toString())?.[0] ?? null) : null
}

/**
 * `GET /recovery.html` and `/recovery.html.sha256`: the page that brings wallets back without this server, to be kept. It is
 * never opened here: a page of this origin that asks for recovery words is what a phisher would make people used to.
 */
export function mountRecoveryFile(server: Hono, { settings }: FrameContext): void {
  const files = createFileStore()
  for (const [path, name] of [
    [RECOVERY_PATH, FILE],
    [`${RECOVERY_PATH}.sha256`, `${FILE}.sha256`],
  ] as const) {
    server.get(path, async c => {
      const file = await files.read(join(settings.distDir, 'recovery', name))
      if (!file) throw apiError('not_found', 'The recovery page is not built. Run `npm run build`.')
      return c.body(new Uint8Array(file.identity), 200, {
        'Content-Type': 'application/octet-stream',
        'Content-Disposition': `attachment; filename="${name}"`,
        'Content-Security-Policy': "default-src 'none'; sandbox; frame-ancestors 'none'",
        'X-Content-Type-Options': 'nosniff',
        'Cache-Control': 'no-store',
      })
    })
  }
}
