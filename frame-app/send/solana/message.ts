import { base58Bytes } from '@vitrine/shared/encoding.ts'

/** An instruction by addresses, base58. */
export interface Instruction {
  readonly program: string
  readonly accounts: readonly Account[]
  readonly data: Uint8Array
}

interface Account {
  readonly address: string
  readonly isWritable: boolean
}

/** One signer: the bytes of its signature, which it has still to write. */
const UNSIGNED = new Uint8Array(64)
const VERSION_0 = 0x80
/** A short vector's length is one byte below this; a transfer has no more. */
const MAX_SHORT = 127

/**
 * A whole transaction (version 0, without lookup tables) that one wallet signs and pays for. `shared/chains/solana-message.ts`
 * says how the format is built, and reads it.
 * @param wallet base58. @param blockhash base58. @returns unsigned
 */
export function unsignedTransaction(
  wallet: string,
  blockhash: string,
  instructions: readonly Instruction[],
): Uint8Array {
  const keys = keysOf(wallet, instructions)
  const place = (address: string) => keys.all.indexOf(address)
  return concat([
    [1, ...UNSIGNED],
    [VERSION_0, 1, 0, keys.readonly],
    short(keys.all.length),
    ...keys.all.map(bytesOf),
    bytesOf(blockhash),
    short(instructions.length),
    ...instructions.flatMap(({ program, accounts, data }) => [
      [place(program)],
      short(accounts.length),
      accounts.map(({ address }) => place(address)),
      short(data.length),
      data,
    ]),
    short(0),
  ])
}

/** What is signed of it. */
export const messageOf = (transaction: Uint8Array): Uint8Array => transaction.subarray(1 + UNSIGNED.length)

/** The signer, then what may be changed, then the rest; each once. */
function keysOf(wallet: string, instructions: readonly Instruction[]) {
  const writable = new Set([wallet])
  const readonly = new Set<string>()
  for (const { accounts } of instructions)
    for (const { address, isWritable } of accounts) if (isWritable) writable.add(address)
  for (const { program, accounts } of instructions)
    for (const address of [...accounts.map(it => it.address), program])
      if (!writable.has(address)) readonly.add(address)
  return { all: [...writable, ...readonly], readonly: readonly.size }
}

function short(length: number): readonly number[] {
  if (length > MAX_SHORT) throw new TypeError('A transfer has no such vector')
  return [length]
}

function bytesOf(address: string): Uint8Array {
  const bytes = base58Bytes(address)
  if (bytes?.length !== 32) throw new TypeError('Not an address of Solana')
  return bytes
}

const concat = (parts: readonly ArrayLike<number>[]): Uint8Array =>
  Uint8Array.from(parts.flatMap(part => Array.from(part)))
