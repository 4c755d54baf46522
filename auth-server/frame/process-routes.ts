import { join } from 'node:path'
import type { Hono } from 'hono'
import { BUILD } from '../build-info.ts'
import { apiError } from '../errors/api-error.ts'
import { MANIFEST_FILE, MANIFEST_PATH } from '../frame-build/manifest.ts'
import type { FrameContext } from './context.ts'
import { createFileStore, sendFile } from './static-file.ts'

/**
 * What a balancer or an orchestrator asks of this process itself, whatever has become of the others.
 * - `GET /health/live`: 200 while it answers at all. It asks nothing else: who restarts the server for a database that is away
 *   only makes it worse.
 * - `GET /version`: what runs here, with the hash of what browsers load of it. Neither libraries nor machine.
 * - `GET /.well-known/vitrine-build.json`: each file with its hash, for `vitrine verify`.
 */
export function mountProcess(server: Hono, { settings, readBuild }: FrameContext): void {
  const files = createFileStore()
  server.get('/health/live', c => c.json({ ok: true }, 200, { 'Cache-Control': 'no-store' }))
  server.get('/version', async c =>
    c.json(await describeRunning(readBuild), 200, { 'Cache-Control': 'no-store' }),
  )
  server.get(MANIFEST_PATH, async c => {
    const file = await files.read(join(settings.distDir, MANIFEST_FILE))
    if (!file) throw apiError('not_found', 'The build has no manifest. Run `npm run build`.')
    return sendFile(c, file, { 'Cache-Control': 'no-cache', 'Access-Control-Allow-Origin': '*' })
  })
}

/**
 * What runs here. Without `build`: its files are not those that were built, or nobody knows.
 * @param readBuild see `FrameContext`
 */
export async function describeRunning(readBuild: FrameContext['readBuild']) {
  const build = await readBuild()
  return { ...BUILD, ...(build?.changed.length === 0 && { build: build.hash }) }
}
