import { ADVANCE_NONCE } from '../../../chains/solana/durable-nonce.ts'
import { SYSTEM } from '../../../chains/solana/programs.ts'
import type { Action, ResolvedInstruction } from './action.ts'
import { accountAt, cosignersAfter, type DataReader, readData, Unreadable } from './read-data.ts'

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
      return transfer(at(0), at(1), at(0), data)
    case 3: {
      data.skip(32)
      skipSeed(data)
      return newAccount(at(0), at(1), data)
    }
    case ADVANCE_NONCE:
      return { kind: 'advance-nonce', account: at(0), authority: at(2) }
    case 5:
      // Out of a nonce account, with its authority's signature.
      return { ...transfer(at(0), at(1), at(0), data), ...cosignersAfter(instruction, 1) }
    case 6:
      return { kind: 'initialize-nonce', account: at(0), authority: data.key() }
    case 7:
      return {
        kind: 'authorize-nonce',
        account: at(0),
        authority: at(1),
        newAuthority: data.key(),
        ...cosignersAfter(instruction, 1),
      }
    case 8:
    case 9:
      return { kind: 'allocate', account: at(0) }
    case 10: {
      data.skip(32)
      skipSeed(data)
      return { kind: 'assign', account: at(0), owner: data.key() }
    }
    case 11:
      // From an address derived of a base key by a seed; the base key signs.
      return transfer(at(0), at(2), at(1), data)
    // Brings a nonce account to the present form.
    case 12:
      return { kind: 'routine', program: SYSTEM }
    default:
      throw new Unreadable()
  }
}

const transfer = (from: string, to: string, authority: string, data: DataReader): Action => ({
  kind: 'transfer-sol',
  from,
  to,
  authority,
  lamports: data.u64(),
})

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
