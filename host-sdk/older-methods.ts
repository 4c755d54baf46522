import type { EthereumRequest } from './ethereum.ts'

/** A JSON-RPC 2.0 request, as libraries from before EIP-1193 make it. */
export interface JsonRpcRequest {
  readonly id?: unknown
  readonly jsonrpc?: unknown
  readonly method: string
  readonly params?: unknown
}

/** What answers it. */
export interface JsonRpcResponse {
  readonly id?: unknown
  readonly jsonrpc?: unknown
  readonly result?: unknown
  /** Of a batch, where one request's failure is not the other's. */
  readonly error?: unknown
}

/** Of `sendAsync`. */
export type Callback = (error: unknown, response?: JsonRpcResponse | JsonRpcResponse[]) => void

/** What dapps called before EIP-1193 had `request`, as other wallets still answer it. */
export interface OlderMethods {
  /** `eth_requestAccounts`. */
  enable(): Promise<unknown>
  /** A method's name and its parameters, or a request. With a callback it is `sendAsync`. */
  send(request: string | JsonRpcRequest, paramsOrCallback?: unknown): Promise<unknown>
  /** One request or a batch of them. Without a callback it returns a promise, as MetaMask's does. */
  sendAsync(request: JsonRpcRequest | readonly JsonRpcRequest[], callback?: Callback): Promise<unknown>
}

type Requests = { request(request: EthereumRequest): Promise<unknown> }

const answer = async (
  provider: Requests,
  { id, method, params }: JsonRpcRequest,
): Promise<JsonRpcResponse> => ({
  id,
  jsonrpc: '2.0',
  result: await provider.request({ method, params }),
})

/** `OlderMethods.sendAsync` of a provider. Like `send` it stands in the part that few pages load. */
export function sendAsync(
  provider: Requests,
  asked: JsonRpcRequest | readonly JsonRpcRequest[],
  callback?: Callback,
): Promise<unknown> {
  const answers: Promise<JsonRpcResponse | JsonRpcResponse[]> =
    'map' in asked
      ? Promise.all(asked.map(it => answer(provider, it).catch(error => ({ ...it, error }))))
      : answer(provider, asked)
  return callback ? answers.then(response => callback(null, response), callback) : answers
}

/** `OlderMethods.send` of a provider. */
export async function send(provider: Requests, asked: string | JsonRpcRequest, params?: unknown) {
  if (typeof asked === 'string') return answer(provider, { method: asked, params })
  if (!params) return answer(provider, asked)
  return sendAsync(provider, asked, params as Callback)
}
