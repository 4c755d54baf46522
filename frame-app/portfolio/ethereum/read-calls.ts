import { VitrineError } from '@vitrine/shared/errors/vitrine-error.ts'
import { decodeFunctionResult, encodeFunctionData, parseAbi } from 'viem'
import type { ChainReader } from '../../approval/ethereum/reads/contract-reads.ts'
import type { Address, Hex } from '../../chains/ethereum/ports.ts'

/** Multicall3, at one address on nearly every chain (its transaction is signed once and for all). */
export const MULTICALL: Address = '0xcA11bde05977b3631167028862bE2a173976CA11'
const ABI = parseAbi([
  'struct Call { address target; bool allowFailure; bytes callData; }',
  'struct Result { bool success; bytes returnData; }',
  'function aggregate3(Call[] calls) payable returns (Result[] results)',
  'function getEthBalance(address who) view returns (uint256)',
])
/** Longest answer to one call that is looked at, in characters of hex: a contract may answer with megabytes. */
const MAX_ANSWER = 1_024
/** What Multicall3 adds to one answer, in characters of hex, with some room. */
const ENVELOPE = 512
/** Calls that go to a node side by side where each is asked by itself. */
const AT_ONCE = 10

/** A view function of a contract, or an account's native currency. */
export type Call =
  | { readonly kind: 'view'; readonly to: Address; readonly data: Hex }
  | { readonly kind: 'balance'; readonly of: Address }

/** Whether a chain has Multicall3, as far as it is known. */
export interface MulticallMemory {
  isAbsent(): boolean
  setAbsent(): void
}

/**
 * Reads all at once, in one block, by Multicall3; one by one where the chain has none, or where one contract makes all fail.
 * @returns the answers in the order of the calls; `null`: the contract refuses, or answers nonsense
 * @throws VitrineError `service_unavailable` when no node answers for all of them: half an answer is none
 * @throws the signal's reason when it aborts
 */
export async function readCalls(
  network: ChainReader,
  calls: readonly Call[],
  memory: MulticallMemory,
  signal: AbortSignal,
): Promise<readonly (Hex | null)[]> {
  const together = memory.isAbsent() ? null : await readTogether(network, calls, memory, signal)
  return together ?? readOneByOne(network, calls, signal)
}

async function readTogether(
  network: ChainReader,
  calls: readonly Call[],
  memory: MulticallMemory,
  signal: AbortSignal,
): Promise<readonly (Hex | null)[] | null> {
  const data = encodeFunctionData({
    abi: ABI,
    functionName: 'aggregate3',
    args: [calls.map(call => ({ ...targetOf(call), allowFailure: true }))],
  })
  const answer = await refusable(network, 'eth_call', [{ to: MULTICALL, data }, 'latest'], signal)
  if (answer === '0x') memory.setAbsent()
  if (typeof answer !== 'string' || answer.length > calls.length * (MAX_ANSWER + ENVELOPE)) return null
  try {
    const results = decodeFunctionResult({ abi: ABI, functionName: 'aggregate3', data: answer as Hex })
    return results.length === calls.length
      ? results.map(({ success, returnData }) => (success ? sane(returnData) : null))
      : null
  } catch {
    return null
  }
}

const targetOf = (call: Call): { readonly target: Address; readonly callData: Hex } =>
  call.kind === 'view'
    ? { target: call.to, callData: call.data }
    : {
        target: MULTICALL,
        callData: encodeFunctionData({ abi: ABI, functionName: 'getEthBalance', args: [call.of] }),
      }

async function readOneByOne(
  network: ChainReader,
  calls: readonly Call[],
  signal: AbortSignal,
): Promise<readonly (Hex | null)[]> {
  const answers: (Hex | null)[] = calls.map(() => null)
  const places = calls.entries()
  const work = async () => {
    for (const [place, call] of places) {
      const answer = await (call.kind === 'view'
        ? refusable(network, 'eth_call', [{ to: call.to, data: call.data }, 'latest'], signal)
        : refusable(network, 'eth_getBalance', [call.of, 'latest'], signal))
      answers[place] = call.kind === 'view' ? sane(answer) : sane(asWord(answer))
    }
  }
  await Promise.all(Array.from({ length: Math.min(AT_ONCE, calls.length) }, work))
  return answers
}

/** What a contract or node refuses is `null`; a node that does not answer fails. */
async function refusable(
  network: ChainReader,
  method: string,
  params: readonly unknown[],
  signal: AbortSignal,
): Promise<unknown> {
  try {
    return await network.request<unknown>(method, params, signal)
  } catch (error) {
    signal.throwIfAborted()
    if (error instanceof VitrineError && error.code !== 'service_unavailable') return null
    throw error
  }
}

const sane = (answer: unknown): Hex | null =>
  typeof answer === 'string' && answer.length <= MAX_ANSWER && /^0x(?:[0-9a-f]{64})+$/i.test(answer)
    ? (answer as Hex)
    : null

/** A quantity of JSON-RPC as a contract would answer it. */
const asWord = (answer: unknown): string | null =>
  typeof answer === 'string' && /^0x[0-9a-f]{1,64}$/i.test(answer)
    ? `0x${answer.slice(2).padStart(64, '0')}`
    : null
