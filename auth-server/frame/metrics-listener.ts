import { createHash, timingSafeEqual } from 'node:crypto'
import { type RequestListener, request } from 'node:http'
import { json } from 'node:stream/consumers'
import { logError } from '../log.ts'
import { type MetricList, readMetrics, renderMetrics } from '../observability/merge.ts'
import type { ApiAddress } from './forward.ts'

/** Longer than the API process waits for the database. Prometheus gives up after ten seconds. */
const LIMIT_MS = 4_000

/**
 * Answers `GET /metrics` on a port of its own, for all processes in one. What the API process counted it is asked for by its
 * socket, on a path that nobody outside reaches; while it does not answer, the frame server's own numbers say so.
 * @param token of who asks; `null`: whoever reaches the port
 * @param read this process's own
 */
export function createMetricsListener(
  api: ApiAddress,
  token: string | null,
  read: () => Promise<MetricList>,
): RequestListener {
  return (incoming, outgoing) => {
    const { method, url = '', headers } = incoming
    const refuse = (status: number, more: Record<string, string> = {}) =>
      outgoing.writeHead(status, { 'content-type': 'text/plain; charset=utf-8', ...more }).end()
    if (!isAllowed(headers.authorization, token)) return refuse(401, { 'www-authenticate': 'Bearer' })
    if (url.split('?')[0] !== '/metrics') return refuse(404)
    if (method !== 'GET') return refuse(405, { allow: 'GET' })
    answer(api, read).then(
      text =>
        outgoing.writeHead(200, { 'content-type': 'text/plain; version=0.0.4; charset=utf-8' }).end(text),
      error => {
        logError('telling metrics', error)
        refuse(500)
      },
    )
  }
}

async function answer(api: ApiAddress, read: () => Promise<MetricList>): Promise<string> {
  const [own, apis] = await Promise.all([read(), readApi(api)])
  const up = (process: string, isUp: boolean) => ({ labels: { process }, value: isUp ? 1 : 0 })
  const answered = {
    name: 'vitrine_process_up',
    help: 'Whether a process answered this very scrape.',
    type: 'gauge',
    values: [up('frame', true), up('api', apis !== null)],
  } as unknown as MetricList[number]
  return renderMetrics([[answered, ...own], ...(apis ? [apis] : [])])
}

async function readApi({ socketPath, agent }: ApiAddress): Promise<MetricList | null> {
  try {
    const told = await new Promise<unknown>((resolve, reject) => {
      const signal = AbortSignal.timeout(LIMIT_MS)
      request({ socketPath, agent, path: '/metrics', signal })
        .on('response', answer => json(answer).then(resolve, reject))
        .on('error', reject)
        .end()
    })
    return readMetrics(told, 'api')
  } catch (error) {
    logError('asking the API process for its metrics', error)
    return null
  }
}

/** Compared by their hashes: in the same time, however long they are. */
function isAllowed(authorization: string | undefined, token: string | null): boolean {
  if (token === null) return true
  const [, given] = /^Bearer ([\x21-\x7e]+)$/i.exec(authorization ?? '') ?? []
  const hash = (text: string) => createHash('sha256').update(text).digest()
  return given !== undefined && timingSafeEqual(hash(given), hash(token))
}
