import { type Client, createClient, custom } from 'viem'
import * as z from 'zod'
import { limitedText } from '../../outside/limited-text.ts'

/** A person waits for their login, and the signer for this. */
const TIMEOUT_MS = 4000
const MAX_BYTES = 65_536

const failure = z.object({ code: z.number(), message: z.string(), data: z.unknown() })
const answered = z.union([
  z.object({ result: z.unknown().refine(it => it !== undefined) }),
  z.object({ error: failure }),
])

/** A node of a chain, for one question and a few seconds. */
export interface AskedNode {
  readonly client: Client
  /** Whether it gave no answer to a call: what viem then says of a contract is nobody's word. */
  isAway(): boolean
}

export function askNode(url: string): AskedNode {
  const signal = AbortSignal.timeout(TIMEOUT_MS)
  let isAway = false
  const request = async (call: { readonly method: string; readonly params?: unknown }) => {
    try {
      return await post(url, call, signal)
    } catch (error) {
      if (!(error instanceof Reverted)) isAway = true
      throw error
    }
  }
  return {
    client: createClient({
      transport: custom({ request }, { retryCount: 0 }),
      // A contract names addresses that viem would fetch from in here (ERC-3668): anybody's contract, and any address.
      ccipRead: false,
    }),
    isAway: () => isAway,
  }
}

/** The call was made, and the contract did not agree to it. */
class Reverted extends Error {
  readonly code: number
  readonly data: unknown

  constructor({ code, message, data }: z.infer<typeof failure>) {
    super(message)
    this.code = code
    this.data = data
  }
}

async function post(
  url: string,
  { method, params }: { method: string; params?: unknown },
  signal: AbortSignal,
) {
  const answer = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
    redirect: 'error',
    signal,
  })
  const told = answered.parse(JSON.parse(await limitedText(answer, MAX_BYTES)))
  if ('result' in told) return told.result
  // EIP-1474 has no code for a revert; geth's is 3, and others say it in words.
  if (told.error.code === 3 || /revert|invalid opcode|out of gas/i.test(told.error.message))
    throw new Reverted(told.error)
  throw Object.assign(new Error('the node refused'), told.error)
}
