import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A node as a visitor far away has it: each answer takes so long. */
export interface SlowNode {
  readonly url: string
  readonly chainId: number
  /** Methods of the requests so far, but for the question which chain it is of. */
  readonly asked: string[]
  stop(): Promise<void>
}

/** @param node asked in its place; what it says of its chain is not passed on. @param delayMs of each answer */
export async function startSlowNode(node: string, chainId: number, delayMs: number): Promise<SlowNode> {
  const asked: string[] = []
  const server = createServer(async (request, response) => {
    response.setHeader('access-control-allow-origin', '*')
    response.setHeader('access-control-allow-headers', '*')
    response.setHeader('access-control-max-age', '600')
    if (request.method === 'OPTIONS') return void response.writeHead(204).end()
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const body = Buffer.concat(chunks).toString()
    const { id, method } = JSON.parse(body) as { id: number; method: string }
    const isIdentity = method === 'eth_chainId'
    if (!isIdentity) asked.push(method)
    const [answer] = await Promise.all([
      isIdentity
        ? JSON.stringify({ jsonrpc: '2.0', id, result: `0x${chainId.toString(16)}` })
        : fetch(node, { method: 'POST', headers: { 'content-type': 'application/json' }, body }).then(it =>
            it.text(),
          ),
      new Promise(resolve => setTimeout(resolve, delayMs)),
    ])
    response.setHeader('content-type', 'application/json')
    response.end(answer)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    chainId,
    asked,
    async stop() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
