import {
  type Abi,
  type ContractFunctionArgs,
  type ContractFunctionName,
  type ContractFunctionReturnType,
  decodeFunctionResult,
  type EncodeFunctionDataParameters,
  encodeFunctionData,
} from 'viem'
import type { Address, EthereumNetwork, Hex } from '../../../chains/ethereum/ports.ts'

/** Longest answer that is looked at, in characters of hex: a contract may answer with megabytes. */
const MAX_ANSWER_LENGTH = 8_192

/** What a screen needs of a chain to read it. */
export type ChainReader = Pick<EthereumNetwork, 'request' | 'chain'>

/**
 * Asks the node; `null` when it does not answer or refuses. A screen says what it could not learn; it does not fail for it.
 * @throws the signal's reason when it aborts
 */
export async function ask<T>(
  network: ChainReader,
  method: string,
  params: readonly unknown[],
  signal: AbortSignal,
): Promise<T | null> {
  try {
    return await network.request<T>(method, params, signal)
  } catch {
    signal.throwIfAborted()
    return null
  }
}

/** The raw answer of a read-only call; `null` for none, for an empty one and for one that is too long to be honest. */
export async function readCall(
  network: ChainReader,
  to: Address,
  data: Hex,
  signal: AbortSignal,
): Promise<Hex | null> {
  const answer = await ask<unknown>(network, 'eth_call', [{ to, data }, 'latest'], signal)
  if (typeof answer !== 'string' || answer.length > MAX_ANSWER_LENGTH) return null
  return /^0x(?:[0-9a-f]{2})+$/i.test(answer) ? (answer as Hex) : null
}

/** A view function's answer; `null` when the contract has no such function or answers something else. */
export async function readView<
  const abi extends Abi,
  name extends ContractFunctionName<abi, 'view' | 'pure'>,
  args extends ContractFunctionArgs<abi, 'view' | 'pure', name>,
>(
  network: ChainReader,
  to: Address,
  call: { readonly abi: abi; readonly functionName: name; readonly args?: args },
  signal: AbortSignal,
): Promise<ContractFunctionReturnType<abi, 'view' | 'pure', name, args> | null> {
  const answer = await readCall(network, to, encodeFunctionData(call as EncodeFunctionDataParameters), signal)
  if (answer === null) return null
  try {
    return decodeFunctionResult({ ...call, data: answer } as never) as ContractFunctionReturnType<
      abi,
      'view' | 'pure',
      name,
      args
    >
  } catch {
    return null
  }
}
