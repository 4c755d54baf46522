import { STAKE, UPGRADEABLE_LOADER, VOTE } from '../../../chains/solana/programs.ts'
import type { Action, ResolvedInstruction } from './action.ts'
import { accountAt, cosignersAfter, type DataReader, readData, Unreadable } from './read-data.ts'

type Reading = (at: (index: number) => string, data: DataReader) => Action

/** An authority's place in the instruction; the new one's, or none where it stands in the data. */
const authorize =
  (authority: number, newAuthority?: number): Reading =>
  (at, data) => ({
    kind: 'set-authority',
    account: at(0),
    right: 'other',
    authority: at(authority),
    newAuthority: newAuthority === undefined ? data.key() : at(newAuthority),
  })

const withdraw =
  (authority: number): Reading =>
  (at, data) => ({
    kind: 'transfer-sol',
    from: at(0),
    to: at(1),
    authority: at(authority),
    lamports: data.u64(),
  })

const READINGS: ReadonlyMap<string, Readonly<Record<number, Reading>>> = new Map([
  // `StakeInstruction`: Authorize, Withdraw, AuthorizeWithSeed, AuthorizeChecked, AuthorizeCheckedWithSeed.
  [STAKE, { 1: authorize(2), 4: withdraw(4), 8: authorize(1), 10: authorize(2, 3), 11: authorize(1, 3) }],
  // `VoteInstruction`: Authorize, Withdraw, AuthorizeChecked.
  [VOTE, { 1: authorize(2), 3: withdraw(2), 7: authorize(2, 3) }],
  // `UpgradeableLoaderInstruction`: SetAuthority, SetAuthorityChecked.
  [UPGRADEABLE_LOADER, { 4: authorize(1, 2), 7: authorize(1, 2) }],
])
const SET_LOADER_AUTHORITY = 4

/**
 * Programs of which only those instructions are read that put somebody in control or pay out; all else of them is a step
 * that cannot be read. A 32-bit number tells them apart. @throws Unreadable
 */
export function decodeAuthority(instruction: ResolvedInstruction): Action {
  const { program, accounts } = instruction
  const at = (index: number) => accountAt(instruction, index)
  const data = readData(instruction.data)
  const number = data.u32()
  // Without a new authority nobody can ever change the program again.
  if (program === UPGRADEABLE_LOADER && number === SET_LOADER_AUTHORITY && accounts.length === 2)
    return { kind: 'set-authority', account: at(0), right: 'other', authority: at(1), newAuthority: null }
  const read = READINGS.get(program)?.[number]
  if (!read) throw new Unreadable()
  return { ...read(at, data), ...cosignersAfter(instruction, 1) }
}
