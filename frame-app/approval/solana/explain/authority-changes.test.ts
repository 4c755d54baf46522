import { Keypair, PublicKey } from '@solana/web3.js'
import { describe, expect, it } from 'vitest'
import type { ChainAccount } from '../../../chains/solana/ports.ts'
import { STAKE, SYSTEM, TOKEN, TOKEN_2022 } from '../../../chains/solana/programs.ts'
import { tokenAccountData } from '../../../chains/solana/testing/spl-token.ts'
import { findAuthorityChanges } from './authority-changes.ts'

const fresh = () => Keypair.generate().publicKey.toBase58()
const [WALLET, THIEF, ACCOUNT, MINT] = [fresh(), fresh(), fresh(), fresh()]
const account = (data: Uint8Array = new Uint8Array(), owner = SYSTEM): ChainAccount => ({
  lamports: 1n,
  owner,
  data,
})
const found = (at: string, before: ChainAccount | null, after: ChainAccount | null) =>
  findAuthorityChanges(WALLET, new Map([[at, before]]), new Map([[at, after]]))

const bytes = (address: string) => Uint8Array.from(new PublicKey(address).toBytes())
/** @param delegated how much THIEF may take */
function token(owner = WALLET, delegated: bigint | null = null, closeAuthority: string | null = null) {
  const data = tokenAccountData(MINT, owner, 5n)
  const view = new DataView(data.buffer)
  if (delegated !== null) {
    data[72] = 1
    data.set(bytes(THIEF), 76)
    view.setBigUint64(121, delegated, true)
  }
  if (closeAuthority !== null) {
    data[129] = 1
    data.set(bytes(closeAuthority), 133)
  }
  return account(data, TOKEN)
}
function stake(staker: string, withdrawer: string) {
  const data = new Uint8Array(200)
  data[0] = 2
  data.set(bytes(staker), 12)
  data.set(bytes(withdrawer), 44)
  return account(data, STAKE)
}

describe('a simulation after which', () => {
  it.each([
    [
      'the wallet belongs to a program',
      WALLET,
      account(),
      account(new Uint8Array(), THIEF),
      { kind: 'gives-wallet-away', to: THIEF },
    ],
    ['the wallet has data', WALLET, account(), account(new Uint8Array(1)), { kind: 'locks-wallet' }],
    [
      'a token account is another’s',
      ACCOUNT,
      token(),
      token(THIEF),
      { kind: 'changes-authority', right: 'owner', to: THIEF },
    ],
    [
      'somebody may take tokens',
      ACCOUNT,
      token(),
      token(WALLET, 5n),
      { kind: 'delegates', to: THIEF, isUnlimited: false },
    ],
    [
      'somebody may take more than before',
      ACCOUNT,
      token(WALLET, 5n),
      token(WALLET, 2n ** 64n - 1n),
      { kind: 'delegates', to: THIEF, isUnlimited: true },
    ],
    [
      'somebody may close a token account',
      ACCOUNT,
      token(),
      token(WALLET, null, THIEF),
      { kind: 'changes-authority', right: 'close', to: THIEF },
    ],
    [
      'somebody may withdraw stake',
      ACCOUNT,
      stake(WALLET, WALLET),
      stake(WALLET, THIEF),
      { kind: 'changes-authority', right: 'other', to: THIEF },
    ],
    [
      'somebody may move stake',
      ACCOUNT,
      stake(WALLET, WALLET),
      stake(THIEF, WALLET),
      { kind: 'changes-authority', right: 'other', to: THIEF },
    ],
  ] as const)('%s warns', (_name, at, before, after, danger) => {
    expect(found(at, before, after)).toEqual([danger])
  })

  it('an account of Token-2022 is looked at as well', () => {
    const as2022 = (it: ChainAccount) => ({ ...it, owner: TOKEN_2022 })
    expect(found(ACCOUNT, as2022(token()), as2022(token(THIEF)))).toHaveLength(1)
  })

  it.each([
    ['nothing is otherwise', ACCOUNT, token(WALLET, 5n, THIEF), token(WALLET, 5n, THIEF)],
    ['somebody may take less than before', ACCOUNT, token(WALLET, 5n), token(WALLET, 1n)],
    ['another’s account has a delegate', ACCOUNT, token(THIEF), token(THIEF, 5n)],
    ['the wallet itself may close an account', ACCOUNT, token(), token(WALLET, null, WALLET)],
    ['an account is closed', ACCOUNT, token(), null],
    ['an account is new', ACCOUNT, null, token()],
    ['the wallet is empty', WALLET, account(), account()],
  ])('%s does not', (_name, at, before, after) => expect(found(at, before, after)).toEqual([]))
})
