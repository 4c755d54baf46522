import { address, createNoopSigner, type Instruction, none, some } from '@solana/kit'
import { Keypair } from '@solana/web3.js'
import * as system from '@solana-program/system'
import * as token from '@solana-program/token'
import { describe, expect, it } from 'vitest'
import { TOKEN_2022 } from '../../../chains/solana/programs.ts'
import { decodeInstruction } from './decode.ts'

/** The reader against the programs' own clients, whose instructions dapps send. */

const keys = [1, 2, 3, 4].map(seed => Keypair.fromSeed(new Uint8Array(32).fill(seed)).publicKey.toBase58())
const [a, b, c, d] = keys.map(key => address(key)) as [Key, Key, Key, Key]
type Key = ReturnType<typeof address>
const [asA, asB, asC] = [a, b, c].map(key => createNoopSigner(key)) as [Signer, Signer, Signer]
type Signer = ReturnType<typeof createNoopSigner>

const LARGEST = 2n ** 64n - 1n

const decode = ({ programAddress, accounts = [], data = new Uint8Array() }: Instruction) =>
  decodeInstruction({
    program: programAddress,
    accounts: accounts.map(account => account.address),
    data: Uint8Array.from(data),
  })

describe('the System program', () => {
  it.each<[string, Instruction, object]>([
    [
      'a transfer',
      system.getTransferSolInstruction({ source: asA, destination: b, amount: LARGEST }),
      { kind: 'transfer-sol', from: a, to: b, authority: a, lamports: LARGEST },
    ],
    [
      'a transfer with a seed',
      system.getTransferSolWithSeedInstruction({
        ...{ source: a, baseAccount: asB, destination: c },
        ...{ amount: 7n, fromSeed: 'seed', fromOwner: d },
      }),
      { kind: 'transfer-sol', from: a, to: c, authority: b, lamports: 7n },
    ],
    [
      'a new account',
      system.getCreateAccountInstruction({
        ...{ payer: asA, newAccount: asB },
        ...{ lamports: 8n, space: 165n, programAddress: c },
      }),
      { kind: 'create-account', payer: a, account: b, lamports: 8n, owner: c },
    ],
    [
      'a new account with a seed',
      system.getCreateAccountWithSeedInstruction({
        ...{ payer: asA, newAccount: b, baseAccount: asA, base: a, seed: 'a seed' },
        ...{ amount: 9n, space: 80n, programAddress: d },
      }),
      { kind: 'create-account', payer: a, account: b, lamports: 9n, owner: d },
    ],
    [
      'the gift of an account',
      system.getAssignInstruction({ account: asA, programAddress: b }),
      { kind: 'assign', account: a, owner: b },
    ],
    [
      'room for data',
      system.getAllocateInstruction({ newAccount: asA, space: 1n }),
      { kind: 'allocate', account: a },
    ],
    [
      'a stored nonce that is used',
      system.getAdvanceNonceAccountInstruction({ nonceAccount: a, nonceAuthority: asB }),
      { kind: 'advance-nonce', account: a, authority: b },
    ],
    [
      'lamports out of a nonce account',
      system.getWithdrawNonceAccountInstruction({
        ...{ nonceAccount: a, recipientAccount: b, nonceAuthority: asC, withdrawAmount: 3n },
      }),
      { kind: 'transfer-sol', from: a, to: b, lamports: 3n },
    ],
    [
      'a new nonce account',
      system.getInitializeNonceAccountInstruction({ nonceAccount: a, nonceAuthority: b }),
      { kind: 'initialize-nonce', account: a, authority: b },
    ],
    [
      'a new authority of a nonce account',
      system.getAuthorizeNonceAccountInstruction({
        ...{ nonceAccount: a, nonceAuthority: asB, newNonceAuthority: c },
      }),
      { kind: 'authorize-nonce', account: a, authority: b, newAuthority: c },
    ],
  ])('%s', (_, instruction, expected) => expect(decode(instruction)).toMatchObject(expected))
})

describe.each([
  ['SPL Token', token.TOKEN_PROGRAM_ADDRESS],
  ['Token-2022', address(TOKEN_2022)],
])('%s', (_, programAddress) => {
  const by = { programAddress }
  it.each<[string, Instruction, object]>([
    [
      'a transfer',
      token.getTransferInstruction({ source: a, destination: b, authority: asC, amount: LARGEST }, by),
      { kind: 'transfer-token', source: a, destination: b, authority: c, mint: null, amount: LARGEST },
    ],
    [
      'a checked transfer',
      token.getTransferCheckedInstruction(
        { source: a, mint: d, destination: b, authority: asC, amount: 5n, decimals: 6 },
        by,
      ),
      { kind: 'transfer-token', source: a, destination: b, authority: c, mint: d, amount: 5n },
    ],
    [
      'a delegation',
      token.getApproveInstruction({ source: a, delegate: b, owner: asC, amount: 6n }, by),
      { kind: 'delegate', account: a, delegate: b, owner: c, mint: null, amount: 6n },
    ],
    [
      'a checked delegation',
      token.getApproveCheckedInstruction(
        { source: a, mint: d, delegate: b, owner: asC, amount: 6n, decimals: 6 },
        by,
      ),
      { kind: 'delegate', account: a, delegate: b, owner: c, mint: d, amount: 6n },
    ],
    [
      'a new owner',
      token.getSetAuthorityInstruction(
        {
          ...{ owned: a, owner: asB, newAuthority: some(c) },
          authorityType: token.AuthorityType.AccountOwner,
        },
        by,
      ),
      { kind: 'set-authority', account: a, authority: b, right: 'owner', newAuthority: c },
    ],
    [
      'no authority to close ever again',
      token.getSetAuthorityInstruction(
        { owned: a, owner: asB, newAuthority: none(), authorityType: token.AuthorityType.CloseAccount },
        by,
      ),
      { kind: 'set-authority', account: a, authority: b, right: 'close', newAuthority: null },
    ],
    [
      'new tokens',
      token.getMintToCheckedInstruction(
        { mint: d, token: a, mintAuthority: asB, amount: 7n, decimals: 6 },
        by,
      ),
      { kind: 'mint', mint: d, account: a, authority: b, amount: 7n },
    ],
    [
      'burnt tokens',
      token.getBurnCheckedInstruction({ account: a, mint: d, authority: asB, amount: 8n, decimals: 6 }, by),
      { kind: 'burn', account: a, mint: d, authority: b, amount: 8n },
    ],
    [
      'the end of an account',
      token.getCloseAccountInstruction({ account: a, destination: b, owner: asC }, by),
      { kind: 'close-account', account: a, destination: b, owner: c },
    ],
    [
      'a delegation that is taken back',
      token.getRevokeInstruction({ source: a, owner: asB }, by),
      { kind: 'routine', program: programAddress },
    ],
  ])('%s', (_name, instruction, expected) => expect(decode(instruction)).toMatchObject(expected))

  it.each<[string, Instruction]>([
    [
      'instructions within an instruction',
      token.getBatchInstruction(
        [token.getTransferInstruction({ source: a, destination: b, authority: asC, amount: 1n }, by)],
        by,
      ),
    ],
    [
      'lamports taken out',
      token.getUnwrapLamportsInstruction({ source: a, destination: b, authority: asC, amount: none() }, by),
    ],
  ])('%s cannot be read, and is not taken for anything else', (_name, instruction) =>
    expect(decode(instruction)).toMatchObject({ kind: 'unknown', program: programAddress }),
  )
})

it.each([
  token.getCreateAssociatedTokenInstruction({ payer: asA, ata: b, owner: c, mint: d }),
  token.getCreateAssociatedTokenIdempotentInstruction({ payer: asA, ata: b, owner: c, mint: d }),
])('reads the making of a token account', instruction =>
  expect(decode(instruction)).toEqual({
    ...{ kind: 'create-token-account', payer: a, account: b, owner: c, mint: d },
  }),
)
