import type { Keyring, PageWallet } from '../keys/keyring.ts'
import { amountText } from '../transfer/field.ts'
import {
  isOnCurve,
  readSolanaTransfer,
  SIGNATURE_FEE,
  SOL_DECIMALS,
  type SolanaField,
  type SolanaTransfer,
  signSolanaTransfer,
} from '../transfer/solana-transfer.ts'
import type { Words } from '../words/words.ts'
import type { TransferForm } from './transfer-screen.ts'

/** A transfer of SOL. */
export function solanaForm(
  words: Words,
  keyring: Keyring,
  wallet: PageWallet,
): TransferForm<SolanaField, SolanaTransfer> {
  const said = words.send
  const sol = (lamports: bigint) => `${amountText(lamports, SOL_DECIMALS)} SOL`
  return {
    coin: 'SOL',
    idLabel: said.signature,
    fields: [
      { name: 'to', label: said.to },
      { name: 'amount', label: said.amount, hint: said.amountHint, keys: 'decimal' },
      { name: 'blockhash', label: said.blockhash, hint: said.blockhashHint },
      { name: 'nonceAccount', label: said.nonceAccount, hint: said.nonceAccountHint },
    ],
    read: texts => readSolanaTransfer(wallet.address, texts),
    headline: transfer => said.sends(sol(transfer.lamports)),
    facts: transfer => [
      [said.to, transfer.to],
      [said.from, transfer.from],
      [said.chain, 'Solana'],
      [said.fee, sol(SIGNATURE_FEE)],
      [said.blockhash, transfer.blockhash],
      ...(transfer.nonceAccount ? [[said.nonceAccount, transfer.nonceAccount] as const] : []),
    ],
    warnings: transfer => [
      ...(isOnCurve(transfer.to) ? [] : [words.warning.program]),
      ...(transfer.to === transfer.from ? [words.warning.toOneself] : []),
    ],
    sign: transfer => keyring.withKey(wallet, key => signSolanaTransfer(key, transfer)),
  }
}
