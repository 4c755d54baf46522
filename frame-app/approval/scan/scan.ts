import * as z from 'zod/mini'
import type { Calls } from '../../session/calls.ts'

/** Contract §7.4, as far as a receipt needs it. */
const answer = z.object({
  validation: z.union([
    z.object({ status: z.literal('Success'), result_type: z.string() }),
    z.object({ status: z.literal('Error'), error: z.string() }),
  ]),
})

/** `unchecked`: the scanner is off or did not answer. */
export type ScanVerdict = 'fine' | 'suspicious' | 'malicious' | 'unchecked'

export interface ScanRequest {
  /** A number of EIP-155, or the name of a Solana cluster, e.g. `solana:mainnet`. */
  readonly chainId: number | string
  /** Host of the pinned origin, or of another origin of the same app: a site cannot have another site's good name. */
  readonly domain: string
  readonly method: string
  readonly params: readonly unknown[]
}

/**
 * POST /scan/transaction (contract §2.10): the operator's scanner. Its word adds to the warnings and never takes one away.
 * @throws the signal's reason when it aborts
 */
export async function scan(
  calls: Pick<Calls, 'postAuthorized'>,
  { chainId, domain, method, params }: ScanRequest,
  signal: AbortSignal,
): Promise<ScanVerdict> {
  const body = { chain_id: String(chainId), metadata: { domain }, request: { method, params } }
  try {
    const { validation } = await calls.postAuthorized('/scan/transaction', body, answer, signal)
    return validation.status === 'Success' ? verdict(validation.result_type) : 'unchecked'
  } catch {
    signal.throwIfAborted()
    return 'unchecked'
  }
}

function verdict(resultType: string): ScanVerdict {
  const word = resultType.toLowerCase()
  if (word === 'benign') return 'fine'
  // A word that we do not know is a warning: a scanner has more ways to say "bad" than "good".
  return word === 'malicious' ? 'malicious' : 'suspicious'
}

/** The worst word about any of them. */
export const worstOf = (verdicts: readonly ScanVerdict[]): ScanVerdict =>
  (['malicious', 'suspicious', 'unchecked'] as const).find(it => verdicts.includes(it)) ?? 'fine'
