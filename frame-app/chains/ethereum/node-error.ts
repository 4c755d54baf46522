import type { NodeError } from './rpc-error.ts'

/** Numbers with which a node says that it is at its limit or does not serve the method: another one may. */
const ASK_ANOTHER: readonly number[] = [429, -32601, -32603, -32004, -32005, -32007]

/** What a node has understood and refused is its answer; all else is none. */
export const isAnswer = (error: NodeError | null): boolean =>
  error !== null && !ASK_ANOTHER.includes(error.code)

/** The JSON-RPC error inside what viem throws; `null` when no node has answered. */
export function nodeErrorOf(thrown: unknown): NodeError | null {
  for (let error = thrown; error instanceof Error; error = error.cause) {
    // viem's class for `{error: {code, message, data}}`, below those that it names after the number.
    if (error.name !== 'RpcRequestError') continue
    const { code, details, data } = error as Error & { code?: unknown; details?: unknown; data?: unknown }
    return {
      code: typeof code === 'number' && Number.isSafeInteger(code) ? code : -32603,
      message: typeof details === 'string' ? details : error.message,
      data: revertData(data),
    }
  }
  return null
}

/** Nodes give it as it is, or inside an object. */
function revertData(data: unknown): string | null {
  const value = typeof data === 'object' && data !== null ? Reflect.get(data, 'data') : data
  return typeof value === 'string' && /^0x(?:[0-9a-f]{2})*$/i.test(value) ? value : null
}
