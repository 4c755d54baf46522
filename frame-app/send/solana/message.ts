import {
  address,
  appendTransactionMessageInstructions,
  blockhash as asBlockhash,
  compileTransaction,
  createTransactionMessage,
  getTransactionEncoder,
  type Instruction,
  pipe,
  setTransactionMessageFeePayer,
  setTransactionMessageLifetimeUsingBlockhash,
} from '@solana/kit'

/**
 * Compiles a transaction (version 0, without lookup tables) that one wallet signs and pays for.
 * @param wallet base58. @param blockhash base58. @returns the unsigned transaction, and the part of it that is signed
 */
export function compileTransfer(
  wallet: string,
  blockhash: string,
  instructions: readonly Instruction[],
): { readonly transaction: Uint8Array; readonly message: Uint8Array } {
  // The height is the sender's own note: no byte of the transaction has it.
  const lifetime = { blockhash: asBlockhash(blockhash), lastValidBlockHeight: 0n }
  const compiled = compileTransaction(
    pipe(
      createTransactionMessage({ version: 0 }),
      it => setTransactionMessageFeePayer(address(wallet), it),
      it => setTransactionMessageLifetimeUsingBlockhash(lifetime, it),
      it => appendTransactionMessageInstructions(instructions, it),
    ),
  )
  return {
    transaction: new Uint8Array(getTransactionEncoder().encode(compiled)),
    message: new Uint8Array(compiled.messageBytes),
  }
}
