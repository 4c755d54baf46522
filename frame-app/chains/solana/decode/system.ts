import { SYSTEM } from '../programs.ts'
import type { Action, ResolvedInstruction } from './action.ts'
import { accountAt, type DataReader, readData, Unreadable } from './read-data.ts'

/** The System program's instructions, told apart by a 32-bit number. @throws Unreadable */
export function decodeSystem(instruction: ResolvedInstruction): Action {
  const data = readData(instruction.data)
  const at = (index: number) => accountAt(instruction, index)
  switch (data.u32()) {
    case 0:
      return newAccount(at(0), at(1), data)
    case 1:
      return { kind: 'assign', account: at(0), owner: data.key() }
    case 2:
      return { kind: 'transfer-sol', from: at(0), to: at(1), lamports: data.u64() }
    case 3: {
      data.skip(32)
      skipSeed(data)
      return newAccount(at(0), at(1), data)
    }
    case 4:
      return { kind: 'advance-nonce', account: at(0), authority: at(2) }
    case 5:
      return { kind: 'transfer-sol', from: at(0), to: at(1), lamports: data.u64() }
    case 7:
      return { kind: 'authorize-nonce', account: at(0), authority: at(1), newAuthority: data.key() }
    case 10: {
      data.skip(32)
      skipSeed(data)
      return { kind: 'assign', account: at(0), owner: data.key() }
    }
    case 11:
      // From an address derived of a base key by a seed; the base key signs.
      return { kind: 'transfer-sol', from: at(0), to: at(2), lamports: data.u64() }
    // Initialising and upgrading a nonce account, room for data.
    case 6:
    case 8:
    case 9:
    case 12:
      return { kind: 'routine', program: SYSTEM }
    default:
      throw new Unreadable()
  }
}

/** Lamports, then the room for data, then the owning program. */
function newAccount(payer: string, account: string, data: DataReader): Action {
  const lamports = data.u64()
  data.skip(8)
  return { kind: 'create-account', payer, account, lamports, owner: data.key() }
}

/** A string with its length in 64 bits before it. */
function skipSeed(data: DataReader) {
  const length = data.u64()
  if (length > 32n) throw new Unreadable()
  data.skip(Number(length))
}
