import { PublicKey, SystemProgram, TransactionInstruction } from '@solana/web3.js'
import { ASSOCIATED_TOKEN, TOKEN } from '../programs.ts'

/** Instructions of SPL Token and the associated token program, written out byte by byte: what the decoder must read. */

const key = (address: string) => new PublicKey(address)
const u64 = (value: bigint) => {
  const bytes = Buffer.alloc(8)
  bytes.writeBigUInt64LE(value)
  return bytes
}
const meta = (address: string, isWritable: boolean, isSigner = false) => ({
  pubkey: key(address),
  isSigner,
  isWritable,
})
const token = (data: Buffer, keys: ReturnType<typeof meta>[], program = TOKEN) =>
  new TransactionInstruction({ programId: key(program), keys, data })

export const associatedAddress = (owner: string, mint: string) =>
  PublicKey.findProgramAddressSync(
    [key(owner).toBuffer(), key(TOKEN).toBuffer(), key(mint).toBuffer()],
    key(ASSOCIATED_TOKEN),
  )[0].toBase58()

export const createAssociated = (payer: string, owner: string, mint: string) =>
  new TransactionInstruction({
    programId: key(ASSOCIATED_TOKEN),
    keys: [
      meta(payer, true, true),
      meta(associatedAddress(owner, mint), true),
      meta(owner, false),
      meta(mint, false),
      meta(SystemProgram.programId.toBase58(), false),
      meta(TOKEN, false),
    ],
    data: Buffer.from([1]),
  })

export const transferToken = (source: string, destination: string, owner: string, amount: bigint) =>
  token(Buffer.concat([Buffer.from([3]), u64(amount)]), [
    meta(source, true),
    meta(destination, true),
    meta(owner, false, true),
  ])

export const transferChecked = (
  source: string,
  mint: string,
  destination: string,
  owner: string,
  amount: bigint,
  decimals: number,
) =>
  token(Buffer.concat([Buffer.from([12]), u64(amount), Buffer.from([decimals])]), [
    meta(source, true),
    meta(mint, false),
    meta(destination, true),
    meta(owner, false, true),
  ])

export const approve = (source: string, delegate: string, owner: string, amount: bigint) =>
  token(Buffer.concat([Buffer.from([4]), u64(amount)]), [
    meta(source, true),
    meta(delegate, false),
    meta(owner, false, true),
  ])

export const setOwner = (account: string, owner: string, newOwner: string | null) =>
  token(
    Buffer.concat([
      Buffer.from([6, 2, newOwner === null ? 0 : 1]),
      newOwner === null ? Buffer.alloc(0) : key(newOwner).toBuffer(),
    ]),
    [meta(account, true), meta(owner, false, true)],
  )

export const closeAccount = (account: string, destination: string, owner: string) =>
  token(Buffer.from([9]), [meta(account, true), meta(destination, true), meta(owner, false, true)])

export const burn = (account: string, mint: string, owner: string, amount: bigint) =>
  token(Buffer.concat([Buffer.from([8]), u64(amount)]), [
    meta(account, true),
    meta(mint, true),
    meta(owner, false, true),
  ])

/** The same for an account that several own together: `cosigner` signs in the place of its owner. */
export function withCosigner(instruction: TransactionInstruction, cosigner: string): TransactionInstruction {
  const keys = instruction.keys.map(it => ({ ...it, isSigner: false }))
  return new TransactionInstruction({ ...instruction, keys: [...keys, meta(cosigner, false, true)] })
}

/** State of a mint, for an account that a test puts in place. */
export function mintData(decimals: number): Uint8Array {
  const data = new Uint8Array(82)
  data[44] = decimals
  data[45] = 1
  return data
}

export function tokenAccountData(mint: string, owner: string, amount: bigint): Uint8Array {
  const data = new Uint8Array(165)
  data.set(key(mint).toBytes(), 0)
  data.set(key(owner).toBytes(), 32)
  data.set(u64(amount), 64)
  data[108] = 1
  return data
}
