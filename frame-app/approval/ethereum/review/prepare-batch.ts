import type {
  Address,
  EthereumNetwork,
  EthereumTransactionInput,
  PreparedTransaction,
} from '../../../chains/ethereum/ports.ts'
import type { Simulation } from '../reads/simulation.ts'

interface Batch {
  readonly network: Pick<EthereumNetwork, 'prepare'>
  readonly wallet: Address
  readonly calls: readonly EthereumTransactionInput[]
  /** Of all the calls, one after another. */
  readonly simulation: Simulation | null
}

/** Half more than the simulation used, since the chain's state may have changed by then. Unused gas is not paid for. */
const withMargin = (gas: bigint) => (gas * 3n) / 2n

/**
 * Prepares several transactions as one batch, from each prepared alone. Alone a later one can fail because an earlier one
 * has not happened (a swap before its approval): its gas is then taken from the simulation of the whole batch.
 */
export async function prepareBatch(
  { network, wallet, calls, simulation }: Batch,
  prepared: readonly PreparedTransaction[],
  signal: AbortSignal,
): Promise<readonly PreparedTransaction[]> {
  const runs = simulation?.calls.every(call => call.ok) ? simulation.calls : []
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
  // Prepared side by side, all of them have the account's next nonce; shown are the nonces that they will be sent with.
  return again.map((one, place) =>
    one.hasFixedNonce || place === 0
      ? one
      : { ...one, unsigned: { ...one.unsigned, nonce: shifted(one.unsigned.nonce, place) } },
  )
}

const shifted = (nonce: string, by: number) => `0x${(BigInt(nonce) + BigInt(by)).toString(16)}`
