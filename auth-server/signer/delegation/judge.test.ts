import type { V1TransactionConfig } from '@solana/kit'
import {
  ComputeBudgetProgram,
  PublicKey,
  SystemProgram,
  Transaction,
  TransactionInstruction,
  TransactionMessage,
  VersionedTransaction,
} from '@solana/web3.js'
import { kitInstruction, kitTransaction } from '@vitrine/shared/chains/testing/kit-transaction.ts'
import { type EthereumPolicy, policy, type SolanaPolicy } from '@vitrine/shared/wallet/policy.ts'
import { Interface, TypedDataEncoder } from 'ethers'
import { describe, expect, test } from 'vitest'
import type { Judgement } from '../delegation-operations.ts'
import { judge } from './judge.ts'
import { tokenAccountOf } from './token-account.ts'

const WALLET = `0x${'aa'.repeat(20)}`
const SHOP = `0x${'11'.repeat(20)}`
const THIEF = `0x${'22'.repeat(20)}`
const MARKET = `0x${'33'.repeat(20)}`
const USDC = `0x${'44'.repeat(20)}`
const OTHER_TOKEN = `0x${'55'.repeat(20)}`

const limit = (asset: string, chain = 'eip155:1') => ({ chain, asset, amount: '1000000', per_seconds: 3600 })
const ETHEREUM: EthereumPolicy = {
  name: 'Play',
  chain_type: 'ethereum',
  methods: ['eth_signTransaction', 'eth_signTypedData_v4'],
  rules: { spend: [limit('native'), limit(USDC)], contracts: [MARKET, USDC], recipients: [SHOP] },
}
const erc20 = new Interface([
  'function transfer(address to, uint256 amount)',
  'function transferFrom(address from, address to, uint256 amount)',
  'function approve(address spender, uint256 amount)',
  'function increaseAllowance(address spender, uint256 amount)',
  'function permit(address owner, address spender, uint256 value, uint256 deadline, uint8 v, bytes32 r, bytes32 s)',
])
const call = (name: string, ...args: unknown[]) => erc20.encodeFunctionData(name, args)

const transaction = (changes: object) => ({
  method: 'eth_signTransaction',
  params: {
    transaction: {
      ...{ type: 2, to: SHOP, nonce: '0x0', gas_limit: '0xa', chain_id: 1 },
      ...{ max_fee_per_gas: '0x3', max_priority_fee_per_gas: '0x1', ...changes },
    },
  },
})
const FEE = 30

/** The rule that refuses, or how much is spent of what. */
const told = (judged: Judgement) =>
  'violation' in judged
    ? judged.violation
    : Object.fromEntries(judged.spendings.map(each => [each.asset, Number(each.amount)]))
const ethereum = (body: unknown, by: EthereumPolicy = ETHEREUM) => told(judge(by, body, WALLET))

describe('a transaction', () => {
  test.each<[string, object, unknown]>([
    ['of coin to a recipient costs the value and the highest fee', { value: '0x5' }, { native: FEE + 5 }],
    ['without data field or value costs the fee', {}, { native: FEE }],
    ['to who is not named is refused', { to: THIEF, value: '0x5' }, 'recipient'],
    ['on a chain without a limit is refused', { chain_id: 10 }, 'chain'],
    ['that makes a contract is refused', { to: undefined, data: '0x60' }, 'undecoded'],
    [
      'with a call of a contract of the list costs its value',
      { to: MARKET, data: '0x12345678', value: '0x7' },
      { native: FEE + 7 },
    ],
    ['with coin for a contract of the list', { to: MARKET, value: '0x7' }, { native: FEE + 7 }],
    ['with a call of another contract is refused', { to: THIEF, data: '0x12345678' }, 'contract'],
    ['with a call of a recipient that is no contract of the list', { data: '0x12345678' }, 'contract'],
    [
      'with a call of the wallet itself, whose code may be anybody’s',
      { to: WALLET, data: '0x12345678' },
      'contract',
    ],
  ])('%s', (_, changes, outcome) => {
    expect(ethereum(transaction(changes))).toEqual(outcome)
  })

  test('of the older kinds costs its gas price', () => {
    const { max_fee_per_gas: _, max_priority_fee_per_gas: __, ...rest } = transaction({}).params.transaction
    for (const type of [0, 1]) {
      const body = {
        method: 'eth_signTransaction',
        params: { transaction: { ...rest, type, gas_price: '0x9' } },
      }
      expect(ethereum(body)).toEqual({ native: 90 })
    }
  })

  test('that lends the account to code is refused (EIP-7702)', () => {
    const authorization = {
      contract: MARKET,
      chain_id: 1,
      nonce: '0x0',
      r: `0x${'1'.repeat(64)}`,
      s: `0x${'1'.repeat(64)}`,
    }
    const changes = { type: 4, authorization_list: [{ ...authorization, y_parity: 0 }] }
    expect(ethereum(transaction(changes))).toBe('undecoded')
  })

  test.each<[string, string, unknown]>([
    ['transfer', call('transfer', SHOP, 9), { native: FEE, [USDC]: 9 }],
    ['transfer from another’s account', call('transferFrom', THIEF, SHOP, 9), { native: FEE, [USDC]: 9 }],
    ['approval of a contract of the list', call('approve', MARKET, 9), { native: FEE, [USDC]: 9 }],
    ['increase of an allowance', call('increaseAllowance', MARKET, 9), { native: FEE, [USDC]: 9 }],
    ['transfer to who is not named', call('transfer', THIEF, 9), 'recipient'],
    [
      'transfer from its own account to who is not named',
      call('transferFrom', WALLET, THIEF, 9),
      'recipient',
    ],
    ['approval of who is not named', call('approve', THIEF, 9), 'recipient'],
    [
      'call that a limit does not count, though the operator listed the token',
      call('permit', WALLET, THIEF, 9, 1, 27, `0x${'0'.repeat(64)}`, `0x${'0'.repeat(64)}`),
      'contract',
    ],
    ['transfer with more behind it', `${call('transfer', SHOP, 9)}00`, 'contract'],
    ['transfer that is cut short', call('transfer', SHOP, 9).slice(0, -2), 'contract'],
    [
      'transfer to an address of more than 20 bytes',
      call('transfer', SHOP, 9).replace('000000', '010000'),
      'contract',
    ],
  ])('with a token’s %s', (_, data, outcome) => {
    expect(ethereum(transaction({ to: USDC, data }))).toEqual(outcome)
    // However its letters are written.
    expect(ethereum(transaction({ to: USDC.toUpperCase().replace('0X', '0x'), data }))).toEqual(outcome)
  })

  test('of a token without a limit is refused, and so is coin that goes with a token’s call', () => {
    expect(ethereum(transaction({ to: OTHER_TOKEN, data: call('transfer', SHOP, 9) }))).toBe('asset')
    expect(ethereum(transaction({ to: USDC, data: call('transfer', SHOP, 9), value: '0x1' }))).toBe(
      'undecoded',
    )
  })

  test('goes to anybody where no recipients are listed, and to no contract where none is', () => {
    const open = { ...ETHEREUM, rules: { spend: ETHEREUM.rules.spend } }
    expect(ethereum(transaction({ to: THIEF }), open)).toEqual({ native: FEE })
    expect(ethereum(transaction({ to: USDC, data: call('transfer', THIEF, 9) }), open)).toEqual({
      native: FEE,
      [USDC]: 9,
    })
    expect(ethereum(transaction({ to: MARKET, data: '0x12345678' }), open)).toBe('contract')
  })

  test('is refused by a policy that does not name its method, and without any rule', () => {
    expect(ethereum(transaction({}), { ...ETHEREUM, methods: ['eth_signTypedData_v4'] })).toBe('method')
    expect(ethereum(transaction({}), { ...ETHEREUM, rules: { spend: [] } })).toBe('chain')
  })
})

test.each([
  'personal_sign',
  'eth_signTypedData',
  'eth_sign7702Authorization',
  'signMessage',
  'signTransaction',
])('no policy of Ethereum allows %s', method => {
  expect(ethereum({ method, params: {} })).toBe('method')
  expect(policy.safeParse({ ...ETHEREUM, methods: [method] }).success).toBe(false)
})

describe('typed data', () => {
  const PERMIT = [
    'owner:address',
    'spender:address',
    'value:uint256',
    'nonce:uint256',
    'deadline:uint256',
  ].map(field => ({ name: field.split(':')[0] ?? '', type: field.split(':')[1] ?? '' }))
  const permit = (spender: string, value = '9') => ({
    owner: WALLET,
    spender,
    value,
    nonce: '0',
    deadline: '1',
  })
  const typed = (
    domain: object,
    message: object = permit(SHOP),
    type = 'Permit',
    fields: typeof PERMIT = PERMIT,
  ) => {
    // What an independent library takes as well.
    TypedDataEncoder.hash(domain, { [type]: fields }, message)
    const typed_data = { types: { [type]: fields }, primary_type: type, domain, message }
    return ethereum({ method: 'eth_signTypedData_v4', params: { typed_data } })
  }
  const at = (verifyingContract: string, chainId: number | string = 1) => ({ verifyingContract, chainId })
  const ORDER = [{ name: 'id', type: 'uint256' }]

  test('for a contract of the list may say anything', () => {
    expect(typed(at(MARKET), { id: '1' }, 'Order', ORDER)).toEqual({})
    expect(typed(at(MARKET, '0x1'), { id: '1' }, 'Order', ORDER)).toEqual({})
  })
  test('for another, on another chain, or for no chain or contract in particular is refused', () => {
    expect(typed(at(THIEF), { id: '1' }, 'Order', ORDER)).toBe('contract')
    expect(typed(at(MARKET, 10), { id: '1' }, 'Order', ORDER)).toBe('chain')
    expect(typed({ verifyingContract: MARKET }, { id: '1' }, 'Order', ORDER)).toBe('undecoded')
    expect(typed({ chainId: 1 }, { id: '1' }, 'Order', ORDER)).toBe('undecoded')
  })
  test('for a token is a permit that counts as spent, and nothing else', () => {
    expect(typed(at(USDC))).toEqual({ [USDC]: 9 })
    expect(typed(at(USDC), permit(THIEF))).toBe('recipient')
    expect(typed(at(OTHER_TOKEN))).toBe('asset')
    expect(typed(at(USDC), { id: '1' }, 'Permit', ORDER)).toBe('contract')
    expect(typed(at(USDC), { id: '1' }, 'Order', ORDER)).toBe('contract')
  })
})

describe('of Solana', () => {
  const wallet = new PublicKey(new Uint8Array(32).fill(7))
  const shop = PublicKey.unique()
  const thief = PublicKey.unique()
  const mint = PublicKey.unique()
  const TOKEN = new PublicKey('TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA')
  const ATA = new PublicKey('ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL')
  const limits = ['native', mint.toBase58()].map(asset => limit(asset, 'solana:mainnet'))
  const SOLANA: SolanaPolicy = {
    ...{ name: 'Play', chain_type: 'solana', methods: ['signTransaction'] },
    rules: { spend: limits as SolanaPolicy['rules']['spend'], recipients: [shop.toBase58()] },
  }
  /** As the library derives it. */
  const tokenAccount = (owner: PublicKey, of = mint) =>
    PublicKey.findProgramAddressSync([owner.toBytes(), TOKEN.toBytes(), of.toBytes()], ATA)[0]
  const key = (pubkey: PublicKey, isSigner = false) => ({ pubkey, isSigner, isWritable: true })
  const amount = (tag: number, of: number, ...rest: number[]) => {
    const data = Buffer.alloc(9)
    data[0] = tag
    data.writeBigUInt64LE(BigInt(of), 1)
    return Buffer.from([...data, ...rest])
  }
  const transfer = (from: PublicKey, to: PublicKey, of = 9, owner = wallet) =>
    new TransactionInstruction({
      programId: TOKEN,
      keys: [key(from), key(to), key(owner, true)],
      data: amount(3, of),
    })
  const transferChecked = (from: PublicKey, named: PublicKey, to: PublicKey, of = 9) =>
    new TransactionInstruction({
      programId: TOKEN,
      keys: [key(from), key(named), key(to), key(wallet, true)],
      data: amount(12, of, 6),
    })
  const createAccount = (owner: PublicKey, payer = wallet, data: number[] = [1]) =>
    new TransactionInstruction({
      programId: ATA,
      keys: [
        key(payer, true),
        key(tokenAccount(owner)),
        key(owner),
        key(mint),
        key(SystemProgram.programId),
        key(TOKEN),
      ],
      data: Buffer.from(data),
    })
  const send = (to: PublicKey, lamports = 5, from = wallet) =>
    SystemProgram.transfer({ fromPubkey: from, toPubkey: to, lamports })

  const recentBlockhash = PublicKey.unique().toBase58()
  const judged = (instructions: TransactionInstruction[], feePayer = wallet, by = SOLANA) => {
    const made = new Transaction({ feePayer, recentBlockhash }).add(...instructions)
    const bytes = made.serialize({ requireAllSignatures: false, verifySignatures: false })
    const params = { transaction: bytes.toString('base64'), encoding: 'base64' }
    return told(judge(by, { method: 'signTransaction', params }, wallet.toBase58()))
  }
  const FEES = 5_000
  const RENT = 2_039_280

  test('a token account has the address that the library derives', () => {
    for (let n = 0; n < 20; n++) {
      const [owner, of] = [PublicKey.unique(), PublicKey.unique()]
      expect(tokenAccountOf(owner.toBase58(), of.toBase58())).toBe(tokenAccount(owner, of).toBase58())
    }
  })

  test.each<[string, () => TransactionInstruction[], unknown]>([
    ['lamports to a recipient', () => [send(shop)], { native: FEES + 5 }],
    ['lamports twice', () => [send(shop), send(shop, 6)], { native: FEES + 11 }],
    ['lamports to who is not named', () => [send(shop), send(thief)], 'recipient'],
    ['another’s lamports', () => [send(shop, 5, thief)], 'undecoded'],
    [
      'tokens to a recipient’s account',
      () => [transfer(tokenAccount(wallet), tokenAccount(shop))],
      { native: FEES, [mint.toBase58()]: 9 },
    ],
    [
      'checked tokens',
      () => [transferChecked(tokenAccount(wallet), mint, tokenAccount(shop))],
      { native: FEES, [mint.toBase58()]: 9 },
    ],
    ['tokens to who is not named', () => [transfer(tokenAccount(wallet), tokenAccount(thief))], 'recipient'],
    ['tokens out of an account that may hold any', () => [transfer(thief, tokenAccount(shop))], 'asset'],
    [
      'tokens of another mint',
      () => [transferChecked(tokenAccount(wallet, thief), thief, tokenAccount(shop))],
      'asset',
    ],
    [
      'one mint’s tokens under the name of another',
      () => [transferChecked(tokenAccount(wallet), thief, tokenAccount(shop))],
      'asset',
    ],
    [
      'tokens that another signs for',
      () => [transfer(tokenAccount(wallet), tokenAccount(shop), 9, thief)],
      'undecoded',
    ],
    ['a token account for a recipient', () => [createAccount(shop)], { native: FEES + RENT }],
    ['a token account of the older call', () => [createAccount(shop, wallet, [])], { native: FEES + RENT }],
    [
      'a token account for the wallet, that another pays',
      () => [createAccount(wallet, thief)],
      { native: 2 * FEES },
    ],
    ['a token account for who is not named', () => [createAccount(thief)], 'recipient'],
    ['the recovery of nested accounts', () => [createAccount(shop, wallet, [2])], 'undecoded'],
    [
      'a price for compute',
      () => [ComputeBudgetProgram.setComputeUnitPrice({ microLamports: 1_000_000 }), send(shop, 1)],
      { native: FEES + 1_400_000 + 1 },
    ],
    [
      'a price for a little compute',
      () => [
        ComputeBudgetProgram.setComputeUnitPrice({ microLamports: 1_000_001 }),
        ComputeBudgetProgram.setComputeUnitLimit({ units: 100 }),
        send(shop, 1),
      ],
      { native: FEES + 101 + 1 },
    ],
    [
      'a call of a program',
      () => [new TransactionInstruction({ programId: thief, keys: [], data: Buffer.of() })],
      'contract',
    ],
    [
      'a stored nonce, by which it would be good for ever',
      () => [SystemProgram.nonceAdvance({ noncePubkey: shop, authorizedPubkey: wallet })],
      'undecoded',
    ],
    [
      'the gift of an account',
      () => [SystemProgram.assign({ accountPubkey: wallet, programId: thief })],
      'undecoded',
    ],
    [
      'an allowance',
      () => [
        new TransactionInstruction({
          programId: TOKEN,
          keys: [key(tokenAccount(wallet)), key(thief), key(wallet, true)],
          data: amount(4, 9),
        }),
      ],
      'undecoded',
    ],
  ])('%s', (_, instructions, outcome) => {
    expect(judged(instructions())).toEqual(outcome)
  })

  test('the fee that version 1 states is counted, and no instruction about it', () => {
    const judgedAs1 = (config: V1TransactionConfig) => {
      const price = ComputeBudgetProgram.setComputeUnitPrice({ microLamports: 1_000_000 })
      const payer = wallet.toBase58()
      const instructions = [price, send(shop)].map(kitInstruction)
      const bytes = kitTransaction({ payer, blockhash: recentBlockhash, instructions, config })
      const params = { transaction: Buffer.from(bytes).toString('base64'), encoding: 'base64' }
      return told(judge(SOLANA, { method: 'signTransaction', params }, payer))
    }
    expect(judgedAs1({ computeUnitLimit: 1_000 })).toEqual({ native: FEES + 5 })
    expect(judgedAs1({ priorityFeeLamports: 9_000n })).toEqual({ native: FEES + 9_000 + 5 })
  })

  test('a fee that another pays is not counted', () => {
    expect(judged([send(shop)], shop)).toEqual({ native: 5 })
  })

  test('without recipients anybody is sent to; without a limit nothing is', () => {
    const open = { ...SOLANA, rules: { spend: SOLANA.rules.spend } }
    expect(judged([send(thief)], wallet, open)).toEqual({ native: FEES + 5 })
    expect(judged([send(thief)], wallet, { ...SOLANA, rules: { spend: [] } })).toBe('chain')
    const [native] = SOLANA.rules.spend
    const coinAlone = { ...SOLANA, rules: { spend: native ? [native] : [] } }
    expect(judged([transfer(tokenAccount(wallet), tokenAccount(shop))], wallet, coinAlone)).toBe('asset')
  })

  test('addresses out of a table are not in the transaction, and so it is refused', () => {
    const table = { state: { addresses: [thief] }, key: PublicKey.unique() }
    const budget = ComputeBudgetProgram.setComputeUnitLimit({ units: 1 })
    // What it names does nothing there; what a table holds may be another by the time that it is read.
    budget.keys.push({ pubkey: thief, isSigner: false, isWritable: false })
    const instructions = [budget, send(shop)]
    const message = new TransactionMessage({ payerKey: wallet, recentBlockhash, instructions })
    const outcome = (tables: object[]) => {
      const bytes = new VersionedTransaction(message.compileToV0Message(tables as never)).serialize()
      const params = { transaction: Buffer.from(bytes).toString('base64'), encoding: 'base64' }
      return told(judge(SOLANA, { method: 'signTransaction', params }, wallet.toBase58()))
    }
    expect(outcome([])).toEqual({ native: FEES + 5 })
    expect(outcome([table])).toBe('undecoded')
  })

  test('a message is for no policy', () => {
    const body = { method: 'signMessage', params: { message: 'aGVsbG8=', encoding: 'base64' } }
    expect(told(judge(SOLANA, body, wallet.toBase58()))).toBe('method')
  })
})

test.each<[string, unknown]>([
  ['of no known method', { method: 'secp256k1_sign', params: { hash: '0x' } }],
  ['that is none', 'eth_signTransaction'],
  ['with a field that nobody would honour', { ...transaction({}), sponsor: true }],
])('a request %s is refused before it is judged', (_, body) => {
  expect(() => judge(ETHEREUM, body, WALLET)).toThrow(expect.objectContaining({ code: 'invalid_request' }))
})
