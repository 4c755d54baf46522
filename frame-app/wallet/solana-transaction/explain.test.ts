import { describe, expect, it } from 'vitest'
import type { Danger } from '../../chains/solana/dangers.ts'
import type { Action } from '../../chains/solana/decode/action.ts'
import type { TransactionReview } from '../../chains/solana/review.ts'
import { say } from '../../words/say.ts'
import { dangerWords } from './danger-words.ts'
import { explain } from './explain.ts'

const WALLET = '9B5XszUGdMaxCZ7uSQhPzdks5ZQSmWxrmzCSvtJ6Ns6g'
const OTHER = 'HN7cABqLq46Es1jh92dQQisAq662SmxELLLsHHe4YWrH'
const USDC = '4zMMC9srt5Ri5X14GAgXhaHii3GnPAEERYPJgZJDncDU'
const sol = { kind: 'sol' } as const
const token = (mint: string | null = USDC) => ({ kind: 'token', mint }) as const
const transfer: Action = { kind: 'transfer-sol', from: WALLET, to: OTHER, lamports: 5n }
const unknown: Action = { kind: 'unknown', program: OTHER, data: new Uint8Array([255]) }

const review = (over: Partial<TransactionReview> = {}): TransactionReview => ({
  chain: 'solana:devnet',
  effects: { leaves: [], arrives: [], permissions: [] },
  actions: [transfer],
  dangers: [],
  fee: { lamports: 5_000n, payer: WALLET },
  changes: null,
  isShort: false,
  decimals: new Map(),
  bytes: new Uint8Array([1, 2, 3]),
  ...over,
})
const leaving = (amount: bigint, asset: TransactionReview['effects']['leaves'][number]['asset'] = sol) => ({
  leaves: [{ asset, amount, other: OTHER }],
  arrives: [],
  permissions: [],
})
const told = (over: Partial<TransactionReview>) => explain([review(over)], WALLET)

describe('amounts', () => {
  it.each([
    [sol, 1n, '0.000000001 SOL'],
    [sol, 18_446_744_073_709_551_615n, '18,446,744,073.709551615 SOL'],
    [token(), 2_500_000n, '2.5 USDC'],
    // A mint may call itself what it likes: one that nobody knows goes by its address.
    [token(OTHER), 12n, '12 units of an HN7cA…YWrH'],
    [token(null), 12n, '12 units of an unknown token'],
  ])('%j × %s', (asset, amount, expected) => {
    const [line] = told({ effects: leaving(amount, asset) }).leaves
    expect(line).toMatchObject({ amount: expected, party: OTHER })
  })

  it('count in the decimals that the chain has', () => {
    const decimals = new Map([[OTHER, 2]])
    expect(told({ decimals, effects: leaving(1_234n, token(OTHER)) }).leaves[0]?.amount).toBe(
      '12.34 HN7cA…YWrH',
    )
  })
})

describe('headline', () => {
  it.each<[string, Partial<TransactionReview>, string]>([
    ['what leaves', { effects: leaving(5_000_000_000n) }, 'Send 5 SOL'],
    [
      'a program nobody can read, whatever else leaves',
      { actions: [transfer, unknown], effects: leaving(1n) },
      say('solana.headline.call'),
    ],
    ['nothing of that', {}, say('solana.headline.transaction')],
    [
      'a permission before all else',
      {
        effects: {
          ...leaving(1n),
          permissions: [{ delegate: OTHER, asset: token(), amount: 2n ** 64n - 1n }],
        },
      },
      'Allow spending of USDC',
    ],
  ])('%s', (_name, over, expected) => expect(told(over).headline).toBe(expected))

  it('of several counts them, and tells the dangers of each once', () => {
    const danger: Danger = { kind: 'durable-nonce' }
    const both = [review({ effects: leaving(1n), dangers: [danger] }), review({ dangers: [danger] })]
    expect(explain(both, WALLET)).toMatchObject({
      headline: '2 transactions at once',
      dangers: [say('solana.danger.durableNonce')],
      raw: [{ value: 'AQID' }, { value: 'AQID' }],
    })
  })
})

describe('what a simulation tells beyond the words', () => {
  const changes = [{ asset: sol, delta: -5_000n - 5n - 700n }]

  it('is nothing when it is the same', () => {
    const same = told({ effects: leaving(5n), changes: [{ asset: sol, delta: -5_005n }] })
    expect(same.leaves).toHaveLength(1)
    expect(same.dangers).toEqual([])
  })

  it('is an alarm where the instructions have said all', () => {
    const more = told({ effects: leaving(5n), changes })
    expect(more.leaves[1]).toMatchObject({ amount: '0.0000007 SOL', party: null })
    expect(more.dangers).toEqual([say('danger.alsoLeaves', { amount: '0.0000007 SOL' })])
  })

  it('is shown and no alarm where a step cannot be read: that has its own', () => {
    const more = told({ actions: [transfer, unknown], effects: leaving(5n), changes })
    expect(more.leaves).toHaveLength(2)
    expect(more.dangers).toEqual([])
  })

  it('is the deposit of a new account where one is opened', () => {
    const create: Action = {
      kind: 'create-token-account',
      payer: WALLET,
      account: OTHER,
      owner: OTHER,
      mint: USDC,
    }
    const more = told({ actions: [create, transfer], effects: leaving(5n), changes })
    expect(more.notes).toEqual([say('solana.deposit', { amount: '0.0000007 SOL' })])
    expect(more.dangers).toEqual([])
  })

  it('does not count a fee that somebody else pays', () => {
    const fee = { lamports: 5_000n, payer: OTHER }
    expect(told({ fee, effects: leaving(5n), changes: [{ asset: sol, delta: -5n }] }).leaves).toHaveLength(1)
  })
})

it('an unlimited permission is marked and has no end', () => {
  const permissions = [{ delegate: OTHER, asset: token(), amount: 2n ** 64n - 1n }]
  expect(told({ effects: { leaves: [], arrives: [], permissions } }).permissions).toEqual([
    { what: 'Unlimited USDC', token: USDC, who: OTHER, until: say('approval.noEnd'), isGrave: true },
  ])
})

describe('steps', () => {
  it('stand there only where the lines above do not say all', () => {
    expect(told({}).details).toEqual([])
    expect(told({ actions: [transfer, unknown] }).details).toEqual(
      expect.arrayContaining([
        { label: 'Step 2', value: say('solana.action.unknown'), kind: 'text', depth: 0 },
        { label: say('solana.program'), value: OTHER, kind: 'address', depth: 1 },
        { label: say('sign.data'), value: '0xff', kind: 'code', depth: 1 },
      ]),
    )
  })
})

it.each<Danger>([
  { kind: 'gives-wallet-away', to: OTHER },
  { kind: 'changes-authority', right: 'owner', to: OTHER },
  { kind: 'changes-authority', right: 'close', to: OTHER },
  { kind: 'changes-authority', right: 'mint', to: null },
  { kind: 'delegates', to: OTHER, isUnlimited: true },
  { kind: 'delegates', to: OTHER, isUnlimited: false },
  { kind: 'closes-elsewhere', to: OTHER },
  { kind: 'nonce-authority', to: OTHER },
  { kind: 'durable-nonce' },
  { kind: 'unknown-program', program: OTHER },
  { kind: 'unread-accounts' },
  { kind: 'other-fee-payer', payer: OTHER },
  { kind: 'many-signers', count: 3 },
  { kind: 'high-fee' },
  { kind: 'would-fail', reason: 'a\u202eb\nc' },
  { kind: 'expired' },
  { kind: 'not-checked' },
])('%j is one sentence in words', danger => {
  const words = dangerWords(danger)
  expect(words).not.toMatch(/[{}\n\u202e]/)
  expect(words.length).toBeGreaterThan(20)
})
