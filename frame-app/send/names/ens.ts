import { VitrineError } from '@vitrine/shared/errors/vitrine-error.ts'
import { decodeFunctionResult, encodeFunctionData, namehash, parseAbi, toHex } from 'viem'
import { normalize, packetToBytes } from 'viem/ens'
import type { EthereumNetwork } from '../../chains/ethereum/ports.ts'
import type { RecipientProblem } from '../recipient.ts'
import { ENS_RESOLVER } from './name-service.ts'

const RESOLVER = parseAbi([
  'function resolve(bytes name, bytes data) view returns (bytes result, address resolver)',
])
const ADDRESS = parseAbi(['function addr(bytes32 node) view returns (address)'])
/** ERC-3668: the resolver wants a server of its own to be asked. */
const OFFCHAIN_LOOKUP = '0x556f1830'

export type ResolvedName = { readonly address: string } | { readonly problem: RecipientProblem }

/**
 * The address of an ENS name (ENSIP-1, ENSIP-10), by the app's own nodes alone: where the answer lies with another server, it
 * is not asked, since it would learn who sends to whom, and could answer differently to each.
 *
 * @throws the signal's reason when it aborts
 */
export async function resolveEns(
  network: Pick<EthereumNetwork, 'request'>,
  typed: string,
  signal: AbortSignal,
): Promise<ResolvedName> {
  // ENSIP-15: one name has one spelling, and scripts that are mixed to deceive have none.
  const name = normalized(typed)
  if (name === null) return { problem: 'unreadable' }
  const data = encodeFunctionData({
    abi: RESOLVER,
    functionName: 'resolve',
    args: [
      toHex(packetToBytes(name)),
      encodeFunctionData({ abi: ADDRESS, functionName: 'addr', args: [namehash(name)] }),
    ],
  })
  try {
    const answer = await network.request<unknown>('eth_call', [{ to: ENS_RESOLVER, data }, 'latest'], signal)
    return readAnswer(answer)
  } catch (error) {
    signal.throwIfAborted()
    return { problem: problemOf(error) }
  }
}

function normalized(name: string): string | null {
  try {
    return normalize(name)
  } catch {
    return null
  }
}

function readAnswer(answer: unknown): ResolvedName {
  try {
    const [result] = decodeFunctionResult({
      abi: RESOLVER,
      functionName: 'resolve',
      data: answer as `0x${string}`,
    })
    // One word, of which an address is the end: with more in it the answer is not one.
    if (!/^0x0{24}[0-9a-f]{40}$/i.test(result)) return { problem: 'nameUnknown' }
    const address = decodeFunctionResult({ abi: ADDRESS, functionName: 'addr', data: result })
    return /^0x0{40}$/.test(address) ? { problem: 'nameUnknown' } : { address }
  } catch {
    return { problem: 'nameUnknown' }
  }
}

function problemOf(error: unknown): RecipientProblem {
  if (!(error instanceof VitrineError) || error.code === 'service_unavailable') return 'noAnswer'
  const { data } = error.data ?? {}
  return typeof data === 'string' && data.startsWith(OFFCHAIN_LOOKUP) ? 'nameOffchain' : 'nameUnknown'
}
