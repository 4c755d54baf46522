import type { SolanaMessage } from '@vitrine/shared/chains/solana-message.ts'
import type { Action } from '../decode/action.ts'

/** Lamports for each signature. */
const BASE_FEE = 5_000n
/** Compute units that an instruction gets when the transaction names no limit. */
const DEFAULT_UNITS = 200_000
const MAX_UNITS = 1_400_000
const MICRO = 1_000_000n

/** The fee by the cluster's own rule, for when no node can be asked. @returns lamports */
export function estimateFee(
  actions: readonly Action[],
  { requiredSignatures, config }: Pick<SolanaMessage, 'requiredSignatures' | 'config'>,
): bigint {
  const signatures = BASE_FEE * BigInt(requiredSignatures)
  // Version 1 states its priority fee, and the runtime ignores instructions about it.
  if (config) return signatures + (config.priorityFee ?? 0n)
  const price = actions.find(action => action.kind === 'compute-price')?.microLamports ?? 0n
  const limit = actions.find(action => action.kind === 'compute-limit')?.units
  const working = actions.filter(({ kind }) => !kind.startsWith('compute-')).length
  const units = BigInt(Math.min(limit ?? working * DEFAULT_UNITS, MAX_UNITS))
  const priority = (units * price + MICRO - 1n) / MICRO
  return signatures + priority
}
