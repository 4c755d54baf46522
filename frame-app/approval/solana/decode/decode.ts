import {
  ASSOCIATED_TOKEN,
  COMPUTE_BUDGET,
  MEMO,
  MEMO_1,
  STAKE,
  SYSTEM,
  TOKEN,
  TOKEN_2022,
  UPGRADEABLE_LOADER,
  VOTE,
} from '../../../chains/solana/programs.ts'
import type { Action, ResolvedInstruction } from './action.ts'
import { decodeAuthority } from './authority.ts'
import { decodeComputeBudget } from './compute-budget.ts'
import { accountAt, readData, Unreadable } from './read-data.ts'
import { decodeSystem } from './system.ts'
import { decodeToken } from './token.ts'

const DECODERS: ReadonlyMap<string, (instruction: ResolvedInstruction) => Action> = new Map([
  [SYSTEM, decodeSystem],
  [TOKEN, decodeToken],
  [TOKEN_2022, decodeToken],
  [ASSOCIATED_TOKEN, decodeAssociatedToken],
  [COMPUTE_BUDGET, decodeComputeBudget],
  [MEMO, decodeMemo],
  [MEMO_1, decodeMemo],
  [STAKE, decodeAuthority],
  [VOTE, decodeAuthority],
  [UPGRADEABLE_LOADER, decodeAuthority],
])

/** What an instruction does; `unknown` when its program is not one of those read here, or it is not in the program's form. */
export function decodeInstruction(instruction: ResolvedInstruction): Action {
  const { program, data } = instruction
  try {
    return DECODERS.get(program)?.(instruction) ?? { kind: 'unknown', program, data }
  } catch (error) {
    if (error instanceof Unreadable) return { kind: 'unknown', program, data }
    throw error
  }
}

/** Makes a wallet's own account for a token. No data means the same as 0, and 1 leaves an existing one as it is. */
function decodeAssociatedToken(instruction: ResolvedInstruction): Action {
  const at = (index: number) => accountAt(instruction, index)
  if (instruction.data.length > 0 && readData(instruction.data).u8() > 1) throw new Unreadable()
  return { kind: 'create-token-account', payer: at(0), account: at(1), owner: at(2), mint: at(3) }
}

function decodeMemo({ data }: ResolvedInstruction): Action {
  try {
    return { kind: 'memo', text: new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(data) }
  } catch {
    return { kind: 'memo', text: null }
  }
}
