import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

interface RpcCall {
  readonly method: string
  readonly params: readonly unknown[]
}
/** What the endpoint does with one request: passes it on, or answers in its own way. */
export type Behaviour = (call: RpcCall, pass: () => Promise<string>) => Promise<string | number | 'hang up'>

/**
 * An endpoint before a node, which fails as a test wishes.
 * @param chainId where it is given, that question is answered so, and not counted
 */
export async function startGateway(node: string, chainId?: string) {
  const seen: RpcCall[] = []
  let behave: Behaviour = (_call, pass) => pass()
  const server = createServer(async (request, response) => {
    const body = await text(request)
    const call = JSON.parse(body) as RpcCall
    if (chainId !== undefined && call.method === 'eth_chainId')
      return reply(response, JSON.stringify({ jsonrpc: '2.0', id: 1, result: chainId }))
    seen.push(call)
    const pass = () =>
      fetch(node, { method: 'POST', headers: { 'content-type': 'application/json' }, body }).then(
        answer => answer.text(),
        // The node stopped while it was asked, as at the end of a test that follows a transaction.
        () => 'hang up',
      )
    const answer = await behave(call, pass)
    reply(response, answer)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    seen,
    methods: () => seen.map(({ method }) => method),
    behave(next: Behaviour) {
      behave = next
    },
    async stop() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

function reply(response: ServerResponse, answer: string | number): void {
  if (answer === 'hang up') return void response.destroy()
  const isStatus = typeof answer === 'number'
  response.writeHead(isStatus ? answer : 200, { 'content-type': 'application/json' })
  response.end(isStatus ? '' : answer)
}

async function text(request: IncomingMessage): Promise<string> {
  let body = ''
  for await (const chunk of request) body += chunk
  return body
}
