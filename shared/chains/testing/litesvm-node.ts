import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Duplex } from 'node:stream'
import { LiteSVM } from 'litesvm'
import { answerRpc, RpcError } from './litesvm-rpc.ts'
import { serveSubscriptions } from './litesvm-socket.ts'

/** A Solana node of one machine: a real runtime behind the JSON-RPC methods that wallets and web3.js ask. */
export interface LitesvmNode {
  /** `http://127.0.0.1:<port>`; the same port takes subscriptions by `ws:`. */
  readonly url: string
  readonly svm: LiteSVM
  /** Methods asked so far, in order. */
  readonly asked: string[]
  /** Answers in the node's place until it answers `undefined`; to make a node fail. */
  intercept: ((method: string, params: readonly unknown[]) => unknown) | null
  stop(): Promise<void>
}

/** What an interceptor answers to have the node refuse with a JSON-RPC error, or not answer at all. */
export { RpcError }
export const HANG_UP = Symbol('hang up')

export async function startLitesvmNode(): Promise<LitesvmNode> {
  const svm = new LiteSVM()
  const asked: string[] = []
  const server = createServer((request, response) => void serve(request, response))
  // The server forgets a connection that became a socket.
  const sockets = new Set<Duplex>()
  server.on('connection', socket => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
  })

  async function serve(request: IncomingMessage, response: ServerResponse) {
    response.setHeader('access-control-allow-origin', '*')
    response.setHeader('access-control-allow-headers', '*')
    // A frame with COEP `require-corp` reads no other.
    response.setHeader('cross-origin-resource-policy', 'cross-origin')
    if (request.method === 'OPTIONS') return void response.writeHead(204).end()
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const body = JSON.parse(Buffer.concat(chunks).toString()) as object | object[]
    const answers = [body].flat().map(it => answer(it as RpcCall))
    if (answers.some(it => 'result' in it && it.result === HANG_UP)) return void response.destroy()
    response.setHeader('content-type', 'application/json')
    response.end(JSON.stringify(Array.isArray(body) ? answers : answers[0]))
    tellSubscribers()
  }

  function answer({ id, method, params = [] }: RpcCall) {
    asked.push(method)
    try {
      const instead = node.intercept?.(method, params)
      return { jsonrpc: '2.0', id, result: instead === undefined ? answerRpc(svm, method, params) : instead }
    } catch (error) {
      if (!(error instanceof RpcError)) throw error
      const { code, message, data } = error
      return { jsonrpc: '2.0', id, error: { code, message, ...(data !== undefined && { data }) } }
    }
  }

  const tellSubscribers = serveSubscriptions(server, asked, signature =>
    Boolean(svm.getTransaction(signature as never)),
  )
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const node: LitesvmNode = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    svm,
    asked,
    intercept: null,
    async stop() {
      for (const socket of sockets) socket.destroy()
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
  return node
}

interface RpcCall {
  readonly id: number | string
  readonly method: string
  readonly params?: readonly unknown[]
}
