import type { Action, AuthorityRight, ResolvedInstruction } from './action.ts'
import { accountAt, cosignersAfter, readData, Unreadable } from './read-data.ts'

const RIGHTS: readonly AuthorityRight[] = ['mint', 'freeze', 'owner', 'close']

/** SPL Token and Token-2022, which share the first 25 instructions. @throws Unreadable */
export function decodeToken(instruction: ResolvedInstruction): Action {
  const data = readData(instruction.data)
  const at = (index: number) => accountAt(instruction, index)
  const behind = (index: number) => cosignersAfter(instruction, index)
  switch (data.u8()) {
    case 3:
      return movement(at(0), at(1), at(2), null, data.u64(), behind(2))
    case 4:
      return delegation(at(0), at(1), at(2), null, data.u64(), behind(2))
    case 6: {
      const right = RIGHTS[data.u8()] ?? 'other'
      const newAuthority = data.u8() === 0 ? null : data.key()
      return { kind: 'set-authority', account: at(0), authority: at(1), right, newAuthority, ...behind(1) }
    }
    case 7:
    case 14:
      return { kind: 'mint', mint: at(0), account: at(1), authority: at(2), amount: data.u64() }
    case 8:
    case 15:
      return { kind: 'burn', account: at(0), mint: at(1), authority: at(2), amount: data.u64(), ...behind(2) }
    case 9:
      return { kind: 'close-account', account: at(0), destination: at(1), owner: at(2), ...behind(2) }
    case 12:
      return movement(at(0), at(2), at(3), at(1), data.u64(), behind(3))
    case 13:
      return delegation(at(0), at(2), at(3), at(1), data.u64(), behind(3))
    // Token-2022's transfer fee extension; 1 is its transfer.
    case 26:
      if (data.u8() !== 1) throw new Unreadable()
      return movement(at(0), at(2), at(3), at(1), data.u64(), behind(3))
    // Setting up mints, accounts and multisigs; revoking, thawing, syncing; asking for a size or an amount.
    case 0:
    case 1:
    case 2:
    case 5:
    case 11:
    case 16:
    case 17:
    case 18:
    case 19:
    case 20:
    case 21:
    case 22:
    case 23:
    case 24:
      return { kind: 'routine', program: instruction.program }
    default:
      throw new Unreadable()
  }
}

type Signers = ReturnType<typeof cosignersAfter>

const movement = (
  source: string,
  destination: string,
  authority: string,
  mint: string | null,
  amount: bigint,
  signers: Signers,
): Action => ({ kind: 'transfer-token', source, destination, authority, mint, amount, ...signers })

const delegation = (
  account: string,
  delegate: string,
  owner: string,
  mint: string | null,
  amount: bigint,
  signers: Signers,
): Action => ({ kind: 'delegate', account, delegate, owner, mint, amount, ...signers })
