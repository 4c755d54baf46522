import { toHex } from 'viem'
import type { Address, EthereumTransactionInput } from '../../../chains/ethereum/ports.ts'
import { type ScanVerdict, worstOf } from '../../scan/scan.ts'

/** The worst word about any of the calls. @param ask scans one of them, by the parameters of its JSON-RPC request */
export async function scanTransactions(
  calls: readonly EthereumTransactionInput[],
  from: Address,
  ask: (params: readonly unknown[]) => Promise<ScanVerdict>,
): Promise<ScanVerdict> {
  const verdicts = await Promise.all(
    calls.map(({ to, value = 0n, data = '0x' }) =>
      ask([{ from, ...(to && { to }), value: toHex(value), data }]),
    ),
  )
  return worstOf(verdicts)
}
