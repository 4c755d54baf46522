import type { Hono } from 'hono'
import { BUILD } from '../build-info.ts'

/**
 * What a balancer or an orchestrator asks of this process itself, whatever has become of the others.
 * - `GET /health/live`: 200 while it answers at all. It asks nothing else: who restarts the server for a database that is away
 *   only makes it worse.
 * - `GET /version`: what runs here. Neither libraries nor machine.
 */
export function mountProcess(server: Hono): void {
  server.get('/health/live', c => c.json({ ok: true }, 200, { 'Cache-Control': 'no-store' }))
  server.get('/version', c => c.json(BUILD, 200, { 'Cache-Control': 'no-store' }))
}
