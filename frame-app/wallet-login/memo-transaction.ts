import {
  AccountRole,
  appendTransactionMessageInstruction,
  address as asAddress,
  type Blockhash,
  compileTransaction,
  createTransactionMessage,
  getTransactionEncoder,
  pipe,
  setTransactionMessageFeePayer,
  setTransactionMessageLifetimeUsingBlockhash,
} from '@solana/kit'
import { MEMO_PROGRAMS } from '@vitrine/shared/wallet/solana-sign-in.ts'

/** All zero, which no node accepts: an attacker who gets the transaction cannot make its signer pay the fee. */
const NO_BLOCKHASH = '1'.repeat(32) as Blockhash

/**
 * Compiles an unsigned legacy transaction that says the message and does nothing.
 * @param wallet base58, who is to sign. @throws SolanaError when it is no address
 */
export function memoTransaction(wallet: string, message: string): Uint8Array<ArrayBuffer> {
  const payer = asAddress(wallet)
  const memo = {
    programAddress: asAddress(MEMO_PROGRAMS[0]),
    accounts: [{ address: payer, role: AccountRole.READONLY_SIGNER }],
    data: new TextEncoder().encode(message),
  }
  const compiled = compileTransaction(
    pipe(
      createTransactionMessage({ version: 'legacy' }),
      it => setTransactionMessageFeePayer(payer, it),
      it =>
        setTransactionMessageLifetimeUsingBlockhash(
          { blockhash: NO_BLOCKHASH, lastValidBlockHeight: 0n },
          it,
        ),
      it => appendTransactionMessageInstruction(memo, it),
    ),
  )
  return new Uint8Array(getTransactionEncoder().encode(compiled))
}
