import { address, createNoopSigner, type Instruction, isAddress, isOffCurveAddress } from '@solana/kit'
import { getTransferSolInstruction } from '@solana-program/system'
import {
  getCreateAssociatedTokenIdempotentInstruction,
  getTransferCheckedInstruction,
} from '@solana-program/token'
import { readMint } from '../../approval/solana/reads/mint.ts'
import { readTokenAccount } from '../../approval/solana/reads/token-accounts.ts'
import type { ChainAccount, SolanaNetwork } from '../../chains/solana/ports.ts'
import { SYSTEM } from '../../chains/solana/programs.ts'
import { RENT_EXEMPT } from '../../chains/solana/rent.ts'
import { associatedAccount } from '../../portfolio/solana/associated-account.ts'
import { compileTransfer } from './message.ts'

/** Why a transfer is not made. */
export type TransferProblem =
  /** An account at the address belongs to a program: what a wallet is sent it cannot be given back. */
  | 'notWallet'
  /** The token's own rules ask for more than a plain transfer. */
  | 'tokenRules'
  /** The wallet keeps the token somewhere else, or has less of it by now. */
  | 'tokenShort'
  /** A wallet that is new on the chain has to be sent as much as its account must keep. */
  | 'tooLittle'
  | 'feeShort'

export interface Transfer {
  readonly wallet: string
  /** The mint; `null`: SOL. */
  readonly token: string | null
  readonly to: string
  /** Smallest units; `max`: all SOL but the fee. */
  readonly amount: bigint | 'max'
}

export type BuiltTransfer =
  | { readonly transaction: Uint8Array; readonly amount: bigint }
  | { readonly problem: TransferProblem }

type Network = Pick<SolanaNetwork, 'accounts' | 'latestBlockhash' | 'fee'>

/**
 * An unsigned transfer, made from what the node says now.
 * @throws VitrineError `service_unavailable`; the signal's reason when it aborts
 */
export async function buildTransfer(
  network: Network,
  transfer: Transfer,
  signal: AbortSignal,
): Promise<BuiltTransfer> {
  const [blockhash, accounts] = await Promise.all([
    network.latestBlockhash(signal),
    network.accounts([transfer.wallet, transfer.to, ...(transfer.token ? [transfer.token] : [])], signal),
  ])
  // SOL in a program's account is the program's, and for tokens only a wallet's own account is derived.
  if (!isWallet(transfer.to, accounts.get(transfer.to))) return { problem: 'notWallet' }
  return transfer.token === null
    ? buildSol(network, transfer, accounts, blockhash, signal)
    : buildToken(
        network,
        { ...transfer, token: transfer.token },
        accounts.get(transfer.token),
        blockhash,
        signal,
      )
}

type Accounts = ReadonlyMap<string, ChainAccount | null>

function isWallet(to: string, account: ChainAccount | null | undefined): boolean {
  if (account) return account.owner === SYSTEM && account.data.length === 0
  return isAddress(to) && !isOffCurveAddress(to)
}

async function buildSol(
  network: Network,
  { wallet, to, amount }: Transfer,
  accounts: Accounts,
  blockhash: string,
  signal: AbortSignal,
): Promise<BuiltTransfer> {
  const build = (lamports: bigint) => compileTransfer(wallet, blockhash, [solTransfer(wallet, to, lamports)])
  const lamports =
    amount === 'max' ? await allButFee(network, accounts.get(wallet), build(1n).message, signal) : amount
  if (lamports <= 0n) return { problem: 'feeShort' }
  if (!accounts.get(to) && lamports < RENT_EXEMPT) return { problem: 'tooLittle' }
  return { transaction: build(lamports).transaction, amount: lamports }
}

async function allButFee(
  network: Network,
  account: ChainAccount | null | undefined,
  message: Uint8Array,
  signal: AbortSignal,
): Promise<bigint> {
  const fee = await network.fee(message, signal)
  return (account?.lamports ?? 0n) - (fee ?? 0n)
}

async function buildToken(
  network: Network,
  { wallet, token, to, amount }: Transfer & { readonly token: string },
  mintAccount: ChainAccount | null | undefined,
  blockhash: string,
  signal: AbortSignal,
): Promise<BuiltTransfer> {
  const mint = readMint(token, mintAccount, null)
  // A hook takes accounts that only its program knows.
  if (!mintAccount || mint === null || mint.rules.hook !== null) return { problem: 'tokenRules' }
  const program = mintAccount.owner
  const [source, destination] = await Promise.all([
    associatedAccount(wallet, token, program),
    associatedAccount(to, token, program),
  ])
  const accounts = await network.accounts([source, destination], signal)
  const held = readTokenAccount(accounts.get(source))?.amount ?? 0n
  const sent = amount === 'max' ? held : amount
  if (sent === 0n || held < sent) return { problem: 'tokenShort' }
  const receiver = readTokenAccount(accounts.get(destination))
  // Its address was derived for the receiver; by now it could have been given to somebody else.
  if (accounts.get(destination) && (receiver?.owner !== to || receiver.mint !== token))
    return { problem: 'notWallet' }
  const parties = { wallet, token, to, program, source, destination }
  const instructions = [
    ...(receiver ? [] : [createAccount(parties)]),
    tokenTransfer(parties, sent, mint.decimals),
  ]
  return { amount: sent, transaction: compileTransfer(wallet, blockhash, instructions).transaction }
}

/** The instruction alone: the wallet signs the whole transaction once it is approved. */
const signer = (wallet: string) => createNoopSigner(address(wallet))

const solTransfer = (from: string, to: string, amount: bigint): Instruction =>
  getTransferSolInstruction({ source: signer(from), destination: address(to), amount })

interface Parties {
  readonly wallet: string
  readonly token: string
  readonly to: string
  /** SPL Token or Token-2022: whose the mint is. */
  readonly program: string
  readonly source: string
  readonly destination: string
}

/** Idempotent: that somebody else made the account in the meantime is no failure. */
const createAccount = ({ wallet, token, to, program, destination }: Parties): Instruction =>
  getCreateAssociatedTokenIdempotentInstruction({
    payer: signer(wallet),
    ata: address(destination),
    owner: address(to),
    mint: address(token),
    tokenProgram: address(program),
  })

/** Checked: it fails where the token is another one than was shown. Token-2022 has the same instruction. */
const tokenTransfer = (
  { wallet, token, program, source, destination }: Parties,
  amount: bigint,
  decimals: number,
): Instruction =>
  getTransferCheckedInstruction(
    {
      source: address(source),
      mint: address(token),
      destination: address(destination),
      authority: signer(wallet),
      amount,
      decimals,
    },
    { programAddress: address(program) },
  )
