import { createClient, custom, parseAbi } from 'viem'
import { readContract, verifyHash } from 'viem/actions'
import * as z from 'zod'
import { logError } from '../../log.ts'
import type { FarcasterPlaces } from '../../settings.ts'
import type { MailerRequest, MailerResponse } from '../operations.ts'
import { MailerRefusal } from '../refusal.ts'
import { limitedText } from './limited-text.ts'

/** A person waits for their login, and the signer for this. */
const TIMEOUT_MS = 4000
const MAX_BYTES = 65_536
const REGISTRY = parseAbi(['function idOf(address owner) view returns (uint256 fid)'])

const answered = z.union([
  z.object({ result: z.unknown().refine(it => it !== undefined) }),
  z.object({ error: z.object({ code: z.number(), message: z.string(), data: z.unknown() }) }),
])

/**
 * Asks the chain which account an address holds (`idOf` of the IdRegistry), and whether the contract there signed.
 * @throws MailerRefusal `unavailable`
 */
export async function readCustody(
  { rpcUrl, idRegistry }: FarcasterPlaces,
  { address, contract }: MailerRequest<'readCustody'>,
): Promise<MailerResponse<'readCustody'>> {
  const signal = AbortSignal.timeout(TIMEOUT_MS)
  const request = (call: { readonly method: string; readonly params?: unknown }) =>
    askNode(rpcUrl, call, signal)
  const client = createClient({ transport: custom({ request }, { retryCount: 0 }) })
  try {
    const [fid, isSigned] = await Promise.all([
      readContract(client, { address: idRegistry, abi: REGISTRY, functionName: 'idOf', args: [address] }),
      contract && verifyHash(client, { address, hash: contract.digest, signature: contract.signature }),
    ])
    return { fid: String(fid), isSigned }
  } catch (error) {
    // Its message names the node's address, which may hold a key.
    logError('asking the chain for an account', new Error(error instanceof Error ? error.name : typeof error))
    throw new MailerRefusal('unavailable', 'The chain cannot be asked.')
  }
}

async function askNode(
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
  throw Object.assign(new Error('the node refused'), told.error)
}
