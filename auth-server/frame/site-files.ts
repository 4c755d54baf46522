import { join } from 'node:path'
import type { Hono } from 'hono'
import { apiError } from '../errors/api-error.ts'
import type { SecurityContact, Settings } from '../settings.ts'
import type { FrameContext } from './context.ts'
import { createFileStore, type FileStore, sendFile } from './static-file.ts'

const DAY_MS = 86_400_000
const FOR_A_DAY = { 'Cache-Control': 'public, max-age=86400' }

/** Reads the icon of the wallet origin and the console. @throws `not_found` where the server is not built */
export async function readIcon(files: FileStore, { distDir }: Pick<Settings, 'distDir'>) {
  const icon = await files.read(join(distDir, 'server/favicon.ico'))
  if (!icon) throw apiError('not_found', 'The server is not built. Run `npm run build`.')
  return icon
}

/** Mounts the files that clients look for on every origin: `/favicon.ico`, `/robots.txt` and `/.well-known/security.txt`. */
export function mountSiteFiles(server: Hono, { settings }: FrameContext): void {
  const files = createFileStore()
  server.get('/favicon.ico', async c => sendFile(c, await readIcon(files, settings), FOR_A_DAY))

  // The wallet origin has documents of apps and windows of users. None of them is of use in a search engine.
  server.get('/robots.txt', c => c.text('User-agent: *\nDisallow: /\n', 200, FOR_A_DAY))

  server.get('/.well-known/security.txt', c => {
    const { securityContact, origin } = settings
    if (!securityContact)
      throw apiError(
        'not_found',
        'This server has no security contact. Its operator can set VITRINE_SECURITY_CONTACT.',
      )
    return c.text(securityTxt(securityContact, origin, Date.now()), 200, FOR_A_DAY)
  })
}

/**
 * Writes security.txt (RFC 9116). The file expires at a midnight, at least a whole day after it is sent: a copy in a cache, which
 * lasts one day, never has a date that has passed.
 */
function securityTxt({ contacts, days }: SecurityContact, origin: string, nowMs: number): string {
  const expires = new Date(Math.ceil(nowMs / DAY_MS + days) * DAY_MS).toISOString().replace('.000', '')
  return [
    ...contacts.map(contact => `Contact: ${contact}`),
    `Expires: ${expires}`,
    `Canonical: ${origin}/.well-known/security.txt`,
    '',
  ].join('\n')
}
