import {
  ComputeBudgetProgram,
  Keypair,
  NONCE_ACCOUNT_LENGTH,
  StakeAuthorizationLayout,
  StakeProgram,
  SYSVAR_RECENT_BLOCKHASHES_PUBKEY,
  SYSVAR_RENT_PUBKEY,
  SystemProgram,
  type TransactionInstruction,
  VoteAuthorizationLayout,
  VoteProgram,
} from '@solana/web3.js'
import { describe, expect, it } from 'vitest'
import { advancesNonce } from '../../../chains/solana/durable-nonce.ts'
import {
  ASSOCIATED_TOKEN,
  MEMO,
  STAKE,
  TOKEN,
  TOKEN_2022,
  UPGRADEABLE_LOADER,
  VOTE,
} from '../../../chains/solana/programs.ts'
import {
  approve,
  burn,
  closeAccount,
  createAssociated,
  setOwner,
  transferChecked,
} from '../../../chains/solana/testing/spl-token.ts'
import { estimateFee } from '../review/estimate-fee.ts'
import type { Action } from './action.ts'
import { decodeInstruction } from './decode.ts'

const keys = [1, 2, 3, 4].map(seed => Keypair.fromSeed(new Uint8Array(32).fill(seed)).publicKey)
const [A, B, C, D] = keys as [(typeof keys)[0], (typeof keys)[0], (typeof keys)[0], (typeof keys)[0]]
const [a, b, c, d] = [A, B, C, D].map(key => key.toBase58()) as [string, string, string, string]

const decode = (
  { programId, keys: accounts, data }: TransactionInstruction,
  program = programId.toBase58(),
) =>
  decodeInstruction({
    program,
    accounts: accounts.map(({ pubkey }) => pubkey.toBase58()),
    data: new Uint8Array(data),
  })
const raw = (
  program: string,
  bytes: readonly number[],
  accounts: readonly (string | null)[] = [a, b, c, d],
) => decodeInstruction({ program, accounts, data: Uint8Array.from(bytes) })

const SYSVARS = [SYSVAR_RECENT_BLOCKHASHES_PUBKEY, SYSVAR_RENT_PUBKEY].map(it => it.toBase58())

/** web3.js writes the System program's instructions: another hand than the one that reads them. */
describe('System program, as web3.js writes it', () => {
  it.each<[string, TransactionInstruction, Action]>([
    [
      'transfer',
      SystemProgram.transfer({ fromPubkey: A, toPubkey: B, lamports: 2n ** 63n }),
      { kind: 'transfer-sol', from: a, to: b, authority: a, lamports: 2n ** 63n },
    ],
    [
      'transfer with seed',
      SystemProgram.transfer({
        fromPubkey: A,
        basePubkey: C,
        toPubkey: B,
        lamports: 7,
        seed: 'seed',
        programId: D,
      }),
      { kind: 'transfer-sol', from: a, to: b, authority: c, lamports: 7n },
    ],
    [
      'create account',
      SystemProgram.createAccount({
        fromPubkey: A,
        newAccountPubkey: B,
        lamports: 8,
        space: 165,
        programId: C,
      }),
      { kind: 'create-account', payer: a, account: b, lamports: 8n, owner: c },
    ],
    [
      'create account with seed',
      SystemProgram.createAccountWithSeed({
        fromPubkey: A,
        newAccountPubkey: B,
        basePubkey: A,
        seed: 'a seed',
        lamports: 9,
        space: NONCE_ACCOUNT_LENGTH,
        programId: D,
      }),
      { kind: 'create-account', payer: a, account: b, lamports: 9n, owner: d },
    ],
    [
      'assign',
      SystemProgram.assign({ accountPubkey: A, programId: B }),
      { kind: 'assign', account: a, owner: b },
    ],
    [
      'assign with seed',
      SystemProgram.assign({ accountPubkey: A, basePubkey: C, seed: 's', programId: B }),
      { kind: 'assign', account: a, owner: b },
    ],
    [
      'advance nonce',
      SystemProgram.nonceAdvance({ noncePubkey: A, authorizedPubkey: B }),
      { kind: 'advance-nonce', account: a, authority: b },
    ],
    [
      'withdraw nonce',
      SystemProgram.nonceWithdraw({ noncePubkey: A, authorizedPubkey: B, toPubkey: C, lamports: 3 }),
      {
        kind: 'transfer-sol',
        from: a,
        to: c,
        authority: a,
        lamports: 3n,
        cosigners: [...SYSVARS, b],
      },
    ],
    [
      'authorize nonce',
      SystemProgram.nonceAuthorize({ noncePubkey: A, authorizedPubkey: B, newAuthorizedPubkey: C }),
      { kind: 'authorize-nonce', account: a, authority: b, newAuthority: c },
    ],
    ['allocate', SystemProgram.allocate({ accountPubkey: A, space: 1 }), { kind: 'allocate', account: a }],
  ])('%s', (_name, instruction, expected) => expect(decode(instruction)).toEqual(expected))
})

it('reads who takes charge of a new nonce account', () => {
  const [, initialize] = SystemProgram.createNonceAccount({
    fromPubkey: A,
    noncePubkey: B,
    authorizedPubkey: C,
    lamports: 1,
  }).instructions
  expect(initialize && decode(initialize)).toEqual({ kind: 'initialize-nonce', account: b, authority: c })
})

/** The last instruction of what web3.js writes. */
const last = (transaction: { instructions: TransactionInstruction[] }) =>
  transaction.instructions.at(-1) as TransactionInstruction
const withdrawer = { stakeAuthorizationType: StakeAuthorizationLayout.Withdrawer }

describe('who is in control of stake, votes and programs', () => {
  it.each<[string, TransactionInstruction, object]>([
    [
      'stake authority',
      last(
        StakeProgram.authorize({
          stakePubkey: A,
          authorizedPubkey: B,
          newAuthorizedPubkey: C,
          ...withdrawer,
        }),
      ),
      { kind: 'set-authority', account: a, authority: b, newAuthority: c, right: 'other' },
    ],
    [
      'stake authority by seed',
      last(
        StakeProgram.authorizeWithSeed({
          stakePubkey: A,
          authorityBase: B,
          authoritySeed: 'seed',
          authorityOwner: D,
          newAuthorizedPubkey: C,
          ...withdrawer,
        }),
      ),
      { kind: 'set-authority', account: a, authority: b, newAuthority: c },
    ],
    [
      'stake paid out',
      last(StakeProgram.withdraw({ stakePubkey: A, authorizedPubkey: B, toPubkey: C, lamports: 5 })),
      { kind: 'transfer-sol', from: a, to: c, authority: b, lamports: 5n },
    ],
    [
      'vote authority',
      last(
        VoteProgram.authorize({
          votePubkey: A,
          authorizedPubkey: B,
          newAuthorizedPubkey: C,
          voteAuthorizationType: VoteAuthorizationLayout.Withdrawer,
        }),
      ),
      { kind: 'set-authority', account: a, authority: b, newAuthority: c },
    ],
    [
      'vote account paid out',
      last(VoteProgram.withdraw({ votePubkey: A, authorizedWithdrawerPubkey: B, lamports: 5, toPubkey: C })),
      { kind: 'transfer-sol', from: a, to: c, authority: b, lamports: 5n },
    ],
  ])('%s, as web3.js writes it', (_name, instruction, expected) =>
    expect(decode(instruction)).toMatchObject(expected),
  )

  it.each([
    [STAKE, 10, { authority: c, newAuthority: d }],
    [STAKE, 11, { authority: b, newAuthority: d }],
    [VOTE, 7, { authority: c, newAuthority: d }],
    [UPGRADEABLE_LOADER, 4, { authority: b, newAuthority: c }],
    [UPGRADEABLE_LOADER, 7, { authority: b, newAuthority: c }],
  ])('%s, instruction %d', (program, number, expected) => {
    expect(raw(program, [number, 0, 0, 0])).toMatchObject({
      kind: 'set-authority',
      account: a,
      right: 'other',
      ...expected,
    })
  })

  it('a program that nobody may change any more', () => {
    expect(raw(UPGRADEABLE_LOADER, [4, 0, 0, 0], [a, b])).toMatchObject({ authority: b, newAuthority: null })
  })

  it.each([STAKE, VOTE, UPGRADEABLE_LOADER])('all else of %s cannot be read', program => {
    expect(raw(program, [200, 0, 0, 0])).toMatchObject({ kind: 'unknown', program })
    expect(raw(program, [])).toMatchObject({ kind: 'unknown', program })
  })
})

it.each([
  [[3, 5, 0, 0, 0, 0, 0, 0, 0], [a, b, c, d], [d]],
  [[4, 5, 0, 0, 0, 0, 0, 0, 0], [a, b, c, d], [d]],
  [[9], [a, b, c, null, d], [d]],
  [
    [6, 2, 0],
    [a, b, c, d],
    [c, d],
  ],
])('names who else signs for an account of several: %j', (bytes, accounts, cosigners) => {
  expect(raw(TOKEN, bytes, accounts)).toMatchObject({ cosigners })
})

describe('a durable nonce', () => {
  const system = SystemProgram.programId.toBase58()
  const first = (program: string, bytes: number[]) => advancesNonce(program, Uint8Array.from(bytes))

  it('is told by program and number, whatever else can be read', () => {
    expect(first(system, [4, 0, 0, 0])).toBe(true)
    expect(first(system, [4, 0, 0, 0, 9, 9])).toBe(true)
  })

  it.each<[string, number[]]>([
    [system, [4, 0, 0]],
    [system, [2, 0, 0, 0]],
    [TOKEN, [4, 0, 0, 0]],
  ])('%s %j is none', (program, bytes) => expect(first(program, bytes)).toBe(false))
})

describe.each([TOKEN, TOKEN_2022])('token program %s', program => {
  it.each<[string, TransactionInstruction, Action]>([
    [
      'checked transfer',
      transferChecked(a, b, c, d, 5n, 6),
      { kind: 'transfer-token', source: a, mint: b, destination: c, authority: d, amount: 5n },
    ],
    [
      'approve',
      approve(a, b, c, 6n),
      { kind: 'delegate', account: a, delegate: b, owner: c, mint: null, amount: 6n },
    ],
    ['burn', burn(a, b, c, 7n), { kind: 'burn', account: a, mint: b, authority: c, amount: 7n }],
    ['close', closeAccount(a, b, c), { kind: 'close-account', account: a, destination: b, owner: c }],
    [
      'new owner',
      setOwner(a, b, c),
      { kind: 'set-authority', account: a, authority: b, right: 'owner', newAuthority: c },
    ],
    [
      'no owner any more',
      setOwner(a, b, null),
      { kind: 'set-authority', account: a, authority: b, right: 'owner', newAuthority: null },
    ],
  ])('%s', (_name, instruction, expected) => expect(decode(instruction, program)).toEqual(expected))

  it('transfer with a fee of the token’s own', () => {
    expect(raw(program, [26, 1, 9, 0, 0, 0, 0, 0, 0, 0, 6, 1, 0, 0, 0, 0, 0, 0, 0])).toEqual({
      kind: 'transfer-token',
      source: a,
      mint: b,
      destination: c,
      authority: d,
      amount: 9n,
    })
  })
})

it('opens an account for a token', () => {
  expect(decode(createAssociated(a, b, c))).toMatchObject({
    kind: 'create-token-account',
    payer: a,
    owner: b,
    mint: c,
  })
  expect(raw(ASSOCIATED_TOKEN, [])).toMatchObject({ kind: 'create-token-account' })
})

it.each([
  [[72, 105], 'Hi'],
  [[0xff], null],
])('reads a memo of %j as %j', (bytes, text) => {
  expect(raw(MEMO, bytes)).toEqual({ kind: 'memo', text })
})

describe('what cannot be read is unknown, and never half read', () => {
  it.each<[string, string, number[], (string | null)[]]>([
    ['too short a transfer', SystemProgram.programId.toBase58(), [2, 0, 0, 0, 1], [a, b]],
    ['no data', SystemProgram.programId.toBase58(), [], [a, b]],
    [
      'an account that is missing',
      SystemProgram.programId.toBase58(),
      [2, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0],
      [a],
    ],
    [
      'an account that nobody looked up',
      SystemProgram.programId.toBase58(),
      [2, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0],
      [a, null],
    ],
    [
      'a seed longer than seeds are',
      SystemProgram.programId.toBase58(),
      [10, 0, 0, 0, ...Array(32).fill(0), 255, 0, 0, 0, 0, 0, 0, 0],
      [a, b],
    ],
    [
      'a number that the System program does not have',
      SystemProgram.programId.toBase58(),
      [200, 0, 0, 0],
      [a, b],
    ],
    ['a batch of token instructions', TOKEN, [255, 1, 2, 3], [a, b]],
    ['a token extension', TOKEN_2022, [26, 9], [a, b]],
    ['recovery of a nested account', ASSOCIATED_TOKEN, [2], [a, b, c, d]],
    ['another program', d, [1], [a]],
  ])('%s', (_name, program, bytes, accounts) => {
    expect(raw(program, bytes, accounts)).toEqual({ kind: 'unknown', program, data: Uint8Array.from(bytes) })
  })
})

describe('fee', () => {
  const actions = (...instructions: TransactionInstruction[]) => instructions.map(it => decode(it))
  const transfer = SystemProgram.transfer({ fromPubkey: A, toPubkey: B, lamports: 1 })

  it.each<[string, Action[], number, bigint]>([
    ['a signature', actions(transfer), 1, 5_000n],
    ['three signatures', actions(transfer), 3, 15_000n],
    [
      'a price for each unit, rounded up',
      actions(
        ComputeBudgetProgram.setComputeUnitLimit({ units: 1_000 }),
        ComputeBudgetProgram.setComputeUnitPrice({ microLamports: 1_500 }),
        transfer,
      ),
      1,
      5_002n,
    ],
    [
      'a price without a limit: 200,000 units for each instruction that works',
      actions(ComputeBudgetProgram.setComputeUnitPrice({ microLamports: 1_000_000 }), transfer, transfer),
      1,
      405_000n,
    ],
  ])('of %s', (_name, given, signatures, expected) =>
    expect(estimateFee(given, { requiredSignatures: signatures, config: null })).toBe(expected),
  )
})
