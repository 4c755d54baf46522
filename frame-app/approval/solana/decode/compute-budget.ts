import { COMPUTE_BUDGET } from '../../../chains/solana/programs.ts'
import type { Action, ResolvedInstruction } from './action.ts'
import { readData, Unreadable } from './read-data.ts'

/** How much work the transaction may do and what is paid for each unit of it. @throws Unreadable */
export function decodeComputeBudget({ data: bytes }: ResolvedInstruction): Action {
  const data = readData(bytes)
  switch (data.u8()) {
    case 2:
      return { kind: 'compute-limit', units: data.u32() }
    case 3:
      return { kind: 'compute-price', microLamports: data.u64() }
    case 1:
    case 4:
      return { kind: 'routine', program: COMPUTE_BUDGET }
    default:
      throw new Unreadable()
  }
}
