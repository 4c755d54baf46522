import { base58Bytes } from '@vitrine/shared/encoding.ts'
import { readMint } from '../../approval/solana/reads/mint.ts'
import { isOnCurve, programAddress } from '../../approval/solana/reads/program-address.ts'
import { readTokenAccount } from '../../approval/solana/reads/token-accounts.ts'
import type { ChainAccount, SolanaNetwork } from '../../chains/solana/ports.ts'
import { ASSOCIATED_TOKEN, SYSTEM } from '../../chains/solana/programs.ts'
import { type Instruction, messageOf, unsignedTransaction } from './message.ts'

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

/** Lamports that an account without data has to keep to exist (SIMD-0084: 128 bytes for two years). */
export const RENT_EXEMPT = 890_880n

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

function isWallet(address: string, account: ChainAccount | null | undefined): boolean {
  if (account) return account.owner === SYSTEM && account.data.length === 0
  return isOnCurve(base58Bytes(address) ?? new Uint8Array())
}

async function buildSol(
  network: Network,
  { wallet, to, amount }: Transfer,
  accounts: Accounts,
  blockhash: string,
  signal: AbortSignal,
): Promise<BuiltTransfer> {
  const build = (lamports: bigint) =>
    unsignedTransaction(wallet, blockhash, [solTransfer(wallet, to, lamports)])
  const lamports =
    amount === 'max' ? await allButFee(network, accounts.get(wallet), build(1n), signal) : amount
  if (lamports <= 0n) return { problem: 'feeShort' }
  if (!accounts.get(to) && lamports < RENT_EXEMPT) return { problem: 'tooLittle' }
  return { transaction: build(lamports), amount: lamports }
}

async function allButFee(
  network: Network,
  account: ChainAccount | null | undefined,
  transaction: Uint8Array,
  signal: AbortSignal,
): Promise<bigint> {
  const fee = await network.fee(messageOf(transaction), signal)
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
  const program = mintAccount?.owner ?? ''
  const source = associated(wallet, token, program)
  const destination = associated(to, token, program)
  // A hook takes accounts that only its program knows.
  if (mint === null || mint.rules.hook !== null || !source || !destination) return { problem: 'tokenRules' }
  const accounts = await network.accounts([source, destination], signal)
  const held = readTokenAccount(accounts.get(source))?.amount ?? 0n
  const sent = amount === 'max' ? held : amount
  if (sent === 0n || held < sent) return { problem: 'tokenShort' }
  const receiver = readTokenAccount(accounts.get(destination))
  // Its address was derived for the receiver; by now it could have been given to somebody else.
  if (accounts.get(destination) && (receiver?.owner !== to || receiver.mint !== token))
    return { problem: 'notWallet' }
  const parties = { wallet, token, to, program, source, destination }
  return {
    amount: sent,
    transaction: unsignedTransaction(wallet, blockhash, [
      ...(receiver ? [] : [createAccount(parties)]),
      tokenTransfer(parties, sent, mint.decimals),
    ]),
  }
}

/** Where a wallet keeps a token unless it was told otherwise. */
const associated = (owner: string, mint: string, program: string): string | null =>
  programAddress(
    [owner, program, mint].map(key => base58Bytes(key) ?? new Uint8Array()),
    ASSOCIATED_TOKEN,
  )

const writable = (address: string) => ({ address, isWritable: true })
const readonly = (address: string) => ({ address, isWritable: false })

const u64 = (value: bigint): Uint8Array => {
  const bytes = new Uint8Array(8)
  new DataView(bytes.buffer).setBigUint64(0, value, true)
  return bytes
}

/** `SystemInstruction::Transfer`. */
const solTransfer = (from: string, to: string, lamports: bigint): Instruction => ({
  program: SYSTEM,
  accounts: [writable(from), writable(to)],
  data: Uint8Array.of(2, 0, 0, 0, ...u64(lamports)),
})

interface Parties {
  readonly wallet: string
  readonly token: string
  readonly to: string
  /** SPL Token or Token-2022: whose the mint is. */
  readonly program: string
  readonly source: string
  readonly destination: string
}

/** `CreateIdempotent`: that somebody else made it meanwhile is no failure. */
const createAccount = ({ wallet, token, to, program, destination }: Parties): Instruction => ({
  program: ASSOCIATED_TOKEN,
  accounts: [
    writable(wallet),
    writable(destination),
    readonly(to),
    readonly(token),
    readonly(SYSTEM),
    readonly(program),
  ],
  data: Uint8Array.of(1),
})

/** `TransferChecked`: it fails where the token is another one than was shown. */
const tokenTransfer = (
  { wallet, token, program, source, destination }: Parties,
  amount: bigint,
  decimals: number,
): Instruction => ({
  program,
  accounts: [writable(source), readonly(token), writable(destination), readonly(wallet)],
  data: Uint8Array.of(12, ...u64(amount), decimals),
})
