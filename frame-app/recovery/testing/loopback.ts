import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { onTestFinished } from 'vitest'

export interface Asked {
  readonly method: string
  /** With its query. */
  readonly url: string
  readonly headers: IncomingHttpHeaders
  readonly body: string
}

export interface Answer {
  readonly status?: number
  readonly body?: unknown
  readonly headers?: Readonly<Record<string, string>>
}

/** A vendor on the loopback interface, for one test. @param answer `null`: the connection breaks */
export async function startVendor(answer: (asked: Asked) => Answer | null) {
  const asked: Asked[] = []
  const server = createServer(async (request, response) => {
    const parts: Buffer[] = []
    for await (const part of request) parts.push(part)
    const { method = '', url = '', headers } = request
    const one = { method, url, headers, body: Buffer.concat(parts).toString() }
    asked.push(one)
    const given = answer(one)
    if (given === null) return request.socket.destroy()
    const { status = 200, body, headers: more = {} } = given
    response.writeHead(status, { 'content-type': 'application/json', ...more })
    response.end(body === undefined ? '' : JSON.stringify(body))
  })
  await new Promise<void>(resolve => void server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, asked }
}
