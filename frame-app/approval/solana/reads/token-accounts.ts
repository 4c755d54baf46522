import { base58Text } from '@vitrine/shared/encoding.ts'
import type { ChainAccount } from '../../../chains/solana/ports.ts'
import { TOKEN, TOKEN_2022 } from '../../../chains/solana/programs.ts'

/** A token account's state (SPL Token `Account`). */
export interface TokenAccount {
  readonly mint: string
  /** The wallet that it belongs to. */
  readonly owner: string
  /** In the token's smallest unit. */
  readonly amount: bigint
  /** Who may take out of it, up to an amount; `null`: nobody else. */
  readonly delegate: { readonly who: string; readonly amount: bigint } | null
  /** Who may close it, and takes the SOL that is left in it; `null`: its owner. */
  readonly closeAuthority: string | null
}

const ACCOUNT_BYTES = 165
const MINT_BYTES = 82
/** Token-2022 puts extensions behind the size of an account, and says there what it is. */
const EXTENDED = { mint: 1, account: 2 } as const

/** @returns `null` for an account that is no initialised token account */
export function readTokenAccount(account: ChainAccount | null | undefined): TokenAccount | null {
  if (!account || !isOf(account, 'account', ACCOUNT_BYTES)) return null
  const { data } = account
  if (data[108] === 0) return null
  return {
    mint: base58Text(data.subarray(0, 32)),
    owner: base58Text(data.subarray(32, 64)),
    amount: u64(data, 64),
    delegate: data[72] === 1 ? { who: base58Text(data.subarray(76, 108)), amount: u64(data, 121) } : null,
    closeAuthority: data[129] === 1 ? base58Text(data.subarray(133, 165)) : null,
  }
}

const u64 = (data: Uint8Array, at: number) =>
  new DataView(data.buffer, data.byteOffset).getBigUint64(at, true)

/** Decimal places of a mint. @returns `null` for an account that is no initialised mint */
export function readMintDecimals(account: ChainAccount | null | undefined): number | null {
  if (!account || !isOf(account, 'mint', MINT_BYTES) || account.data[45] !== 1) return null
  return account.data[44] ?? null
}

function isOf({ owner, data }: ChainAccount, kind: keyof typeof EXTENDED, size: number): boolean {
  if (owner !== TOKEN && owner !== TOKEN_2022) return false
  return data.length === size || (owner === TOKEN_2022 && data[ACCOUNT_BYTES] === EXTENDED[kind])
}
