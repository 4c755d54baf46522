import type {
  Address,
  EthereumNetwork,
  EthereumTransactionInput,
  PreparedTransaction,
} from '../../chains/ethereum/ports.ts'
import type { Simulation } from '../reads/simulation.ts'

interface Sequence {
  readonly network: Pick<EthereumNetwork, 'prepare'>
  readonly wallet: Address
  readonly calls: readonly EthereumTransactionInput[]
  /** All of them, tried out one after another. */
  readonly trial: Simulation | null
}

/** Half more than the trial used: the state may differ a little by then. What is not used is not paid. */
const withMargin = (gas: bigint) => (gas * 3n) / 2n

/**
 * Several transactions, each prepared on its own, as the row that they are. On its own a later one may fail for want of
 * an earlier one (a swap before its approval): the trial of the row tells its gas then.
 */
export async function asSequence(
  { network, wallet, calls, trial }: Sequence,
  prepared: readonly PreparedTransaction[],
  signal: AbortSignal,
): Promise<readonly PreparedTransaction[]> {
  const runs = trial?.calls.every(call => call.ok) ? trial.calls : []
  const again = await Promise.all(
    prepared.map(async (one, place) => {
      const gasUsed = runs[place]?.gasUsed
      const call = calls[place]
      const fails = one.warnings.some(({ kind }) => kind === 'will-fail')
      if (place === 0 || !fails || gasUsed === undefined || call === undefined) return one
      const gas = call.gas ?? withMargin(gasUsed)
      const better = await network.prepare(wallet, { ...call, gas }, signal)
      return { ...better, warnings: better.warnings.filter(({ kind }) => kind !== 'will-fail') }
    }),
  )
  // Prepared side by side they all have the next nonce; what is shown is the row.
  return again.map((one, place) =>
    one.hasFixedNonce || place === 0
      ? one
      : { ...one, unsigned: { ...one.unsigned, nonce: shifted(one.unsigned.nonce, place) } },
  )
}

const shifted = (nonce: string, by: number) => `0x${(BigInt(nonce) + BigInt(by)).toString(16)}`
