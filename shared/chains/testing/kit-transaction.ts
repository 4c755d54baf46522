import {
  AccountRole,
  address,
  appendTransactionMessageInstructions,
  type Blockhash,
  compileTransaction,
  createTransactionMessage,
  getTransactionEncoder,
  type Instruction,
  pipe,
  setTransactionMessageConfig,
  setTransactionMessageFeePayer,
  setTransactionMessageLifetimeUsingBlockhash,
  type V1TransactionConfig,
} from '@solana/kit'

import type { TransactionInstruction } from '@solana/web3.js'

interface KitTransaction {
  readonly version?: 'legacy' | 0 | 1
  /** Base58. */
  readonly payer: string
  /** Base58. */
  readonly blockhash: string
  readonly instructions: readonly Instruction[]
  /** Only transactions of version 1 have it. */
  readonly config?: V1TransactionConfig
}

/** A whole unsigned transaction by `@solana/kit`, as a dapp makes it; web3.js has no version 1. */
export function kitTransaction({
  version = 1,
  payer,
  blockhash,
  instructions,
  config,
}: KitTransaction): Uint8Array {
  const lifetime = { blockhash: blockhash as Blockhash, lastValidBlockHeight: 1n }
  const message = pipe(
    version === 1
      ? setTransactionMessageConfig(config ?? {}, createTransactionMessage({ version }))
      : createTransactionMessage({ version }),
    it => setTransactionMessageFeePayer(address(payer), it),
    it => setTransactionMessageLifetimeUsingBlockhash(lifetime, it),
    it => appendTransactionMessageInstructions(instructions, it),
  )
  return new Uint8Array(getTransactionEncoder().encode(compileTransaction(message)))
}

/** An instruction that web3.js made, for kit. */
export const kitInstruction = ({ programId, keys, data }: TransactionInstruction): Instruction => ({
  programAddress: address(programId.toBase58()),
  accounts: keys.map(({ pubkey, isSigner, isWritable }) => ({
    address: address(pubkey.toBase58()),
    role:
      (isSigner ? AccountRole.READONLY_SIGNER : AccountRole.READONLY) |
      (isWritable ? AccountRole.WRITABLE : 0),
  })),
  data: Uint8Array.from(data),
})
