import { describe, expect, it } from 'vitest'
import { say } from '../../../words/say.ts'
import { withDangerTexts } from '../../testing/danger-texts.ts'
import type { Action } from '../decode/action.ts'
import type { Mint } from '../reads/mint.ts'
import type { InspectedTransaction } from '../review/inspect-transaction.ts'
import { dangerWords } from './danger-words.ts'
import type { Danger } from './dangers.ts'
import { explainTransactions } from './explain-transactions.ts'

const WALLET = '9B5XszUGdMaxCZ7uSQhPzdks5ZQSmWxrmzCSvtJ6Ns6g'
const OTHER = 'HN7cABqLq46Es1jh92dQQisAq662SmxELLLsHHe4YWrH'
const USDC = '4zMMC9srt5Ri5X14GAgXhaHii3GnPAEERYPJgZJDncDU'
const sol = { kind: 'sol' } as const
const token = (mint: string | null = USDC) => ({ kind: 'token', mint }) as const
const transfer: Action = { kind: 'transfer-sol', from: WALLET, to: OTHER, authority: WALLET, lamports: 5n }
const unknown: Action = { kind: 'unknown', program: OTHER, data: new Uint8Array([255]) }

type PriceDisplay = Parameters<typeof explainTransactions>[2]
const FIAT: PriceDisplay = { primary: 'fiat-currency', secondary: 'native-token' }
const FREE = { permanentDelegate: null, hook: null, takesFee: false }
const mintOf = (over: Partial<Mint>, address = OTHER) =>
  new Map([[address, { decimals: 2, symbol: null, rules: FREE, ...over }]])

const nothing = { outgoing: [], incoming: [], permissions: [], fullyStated: new Set([transfer]) }

const review = (over: Partial<InspectedTransaction> = {}): InspectedTransaction => ({
  chain: 'solana:devnet',
  effects: nothing,
  actions: [transfer],
  dangers: [],
  fee: { lamports: 5_000n, payer: WALLET },
  changes: null,
  isShort: false,
  balance: null,
  held: new Map(),
  mints: new Map(),
  price: null,
  bytes: new Uint8Array([1, 2, 3]),
  ...over,
})
const leaving = (
  amount: bigint,
  asset: InspectedTransaction['effects']['outgoing'][number]['asset'] = sol,
) => ({
  ...nothing,
  outgoing: [{ asset, amount, other: OTHER }],
})
const explained = (over: Partial<InspectedTransaction>, display: PriceDisplay = FIAT) =>
  withDangerTexts(explainTransactions([review(over)], WALLET, display))

it('tells the person’s own wallets from those they sent to, and both from others', () => {
  const standing = (known: readonly string[], own: readonly string[]) =>
    explainTransactions([review({ effects: leaving(1n) })], WALLET, FIAT, known, own).outgoing[0]?.standing
  expect([standing([], []), standing([OTHER], []), standing([OTHER], [OTHER])]).toEqual([
    'new',
    'known',
    'own',
  ])
})

describe('amounts', () => {
  it.each([
    [sol, 1n, '0.000000001 SOL'],
    [sol, 18_446_744_073_709_551_615n, '18,446,744,073.709551615 SOL'],
    [token(), 2_500_000n, '2.5 USDC'],
    // A mint may call itself anything: an unknown one goes by its address.
    [token(OTHER), 12n, '12 units of an HN7cA…YWrH'],
    [token(null), 12n, '12 units of an unknown token'],
  ])('%j × %s', (asset, amount, expected) => {
    const [line] = explained({ effects: leaving(amount, asset) }).outgoing
    expect(line).toMatchObject({ amount: expected, party: OTHER })
  })

  it('count in the decimals that the chain has', () => {
    expect(
      explained({ mints: mintOf({ symbol: null }), effects: leaving(1_234n, token(OTHER)) }).outgoing[0]
        ?.amount,
    ).toBe('12.34 HN7cA…YWrH')
  })

  it.each([
    ['BONK', '12.34 “BONK” (unverified)'],
    ['\u202eKNOB\n', '12.34 “KNOB” (unverified)'],
    ['000 USDX', '12.34 “USDX” (unverified)'],
    ['A name of far too many letters', '12.34 “A name of fa…” (unverified)'],
    ['A” + 9 SOL (', '12.34 “A 9 SOL” (unverified)'],
    ['\u200b', '12.34 HN7cA…YWrH'],
  ])('of a token that calls itself %j are marked as its own claim', (symbol, expected) => {
    const [line] = explained({ mints: mintOf({ symbol }), effects: leaving(1_234n, token(OTHER)) }).outgoing
    expect(line).toMatchObject({ amount: expected, token: OTHER })
  })

  it.each(['SOL', 'usdc', 'USDС', '$USDT'])('of a token that borrows the name %s are warned of', symbol => {
    const { dangers } = explained({ mints: mintOf({ symbol }), effects: leaving(1n, token(OTHER)) })
    expect(dangers).toEqual([expect.stringContaining('HN7cA…YWrH')])
  })

  it('of the real one are not', () => {
    const mints = mintOf({ symbol: 'USDC' }, USDC)
    expect(explained({ mints, effects: leaving(1n, token()) }).dangers).toEqual([])
  })
})

describe('SOL with a price', () => {
  const price = { answer: 15_000_000_000n, decimals: 8 }
  const effects = leaving(2_000_000_000n)

  it('is told in dollars, with SOL beside', () => {
    expect(explained({ price, effects }).outgoing).toMatchObject([{ amount: '$300.00', beside: '2 SOL' }])
  })

  it('is told in SOL where the site wants so', () => {
    expect(
      explained({ price, effects }, { primary: 'native-token', secondary: null }).outgoing,
    ).toMatchObject([{ amount: '2 SOL', beside: null }])
  })

  it('is never in dollars alone in a warning or the headline', () => {
    const found = explained({ price, changes: [{ asset: sol, delta: -1_000_005_000n }] })
    expect(found.dangers).toEqual([say('danger.alsoLeaves', { amount: '1 SOL' })])
    expect(explained({ price, effects }).headline).toBe('Send 2 SOL')
  })
})

describe('a token with rules of its own', () => {
  const arriving = { ...nothing, incoming: [{ asset: token(OTHER), amount: 5n, other: OTHER }] }
  const rules = (over: object) => mintOf({ symbol: 'X', rules: { ...FREE, ...over } })

  it('that can be taken back does not just arrive', () => {
    const words = say('solana.danger.tokenReturns', { token: '“X” (unverified)' })
    expect(explained({ mints: rules({ permanentDelegate: OTHER }), effects: arriving }).dangers).toEqual([
      words,
    ])
    // Told of by a simulation alone as well.
    const changes = [{ asset: token(OTHER), delta: 5n }]
    expect(explained({ mints: rules({ permanentDelegate: OTHER }), changes }).dangers).toEqual([words])
  })

  it('that the wallet itself may take back is no danger', () => {
    expect(explained({ mints: rules({ permanentDelegate: WALLET }), effects: arriving }).dangers).toEqual([])
  })

  it('that takes a fee, or runs a program, says so', () => {
    const mints = rules({ takesFee: true, hook: OTHER })
    expect(explained({ mints, effects: leaving(5n, token(OTHER)) }).notes).toEqual([
      say('solana.tokenFee', { token: '“X” (unverified)' }),
      say('solana.tokenHook', { token: '“X” (unverified)', program: 'HN7cA…YWrH' }),
    ])
  })
})

describe('headline', () => {
  it.each<[string, Partial<InspectedTransaction>, string]>([
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
  ])('%s', (_name, over, expected) => expect(explained(over).headline).toBe(expected))

  it('of several counts them, and tells the dangers of each once', () => {
    const danger: Danger = { kind: 'durable-nonce' }
    const both = [review({ effects: leaving(1n), dangers: [danger] }), review({ dangers: [danger] })]
    expect(withDangerTexts(explainTransactions(both, WALLET, FIAT))).toMatchObject({
      headline: '2 transactions at once',
      dangers: [say('solana.danger.durableNonce')],
      raw: [{ value: 'AQID' }, { value: 'AQID' }],
    })
  })
})

describe('many transactions at once', () => {
  const paying = (place: number) =>
    review({
      effects: {
        ...leaving(1_000_000_000n),
        outgoing: [{ asset: sol, amount: 1_000_000_000n, other: `${OTHER.slice(0, -3)}${100 + place}` }],
      },
    })

  it('are a list with the total for each token and each recipient in the details', () => {
    const all = withDangerTexts(
      explainTransactions(
        Array.from({ length: 100 }, (_, place) => paying(place)),
        WALLET,
        FIAT,
      ),
    )
    expect(all).toMatchObject({
      headline: '100 transactions at once',
      outgoing: [{ amount: '100 SOL', party: null }],
      notes: [say('solana.recipients', { count: 100 })],
      dangers: [],
    })
    expect(all.details.slice(-2)).toEqual([
      { label: '100 of 100', value: 'Send 1 SOL', kind: 'text', depth: 0 },
      { label: say('approval.to'), value: `${OTHER.slice(0, -3)}199`, kind: 'address', depth: 1 },
    ])
  })

  it('sum what one recipient gets, and never amounts of tokens without a name', () => {
    const nameless = review({ effects: leaving(3n, token(null)) })
    const { outgoing } = explainTransactions([paying(0), paying(0), nameless, nameless], WALLET, FIAT)
    expect(outgoing.map(({ amount }) => amount)).toEqual([
      '2 SOL',
      '3 units of an unknown token',
      '3 units of an unknown token',
    ])
  })

  it('have the steps and the dangers of the last one', () => {
    const danger: Danger = { kind: 'gives-wallet-away', to: OTHER }
    const last = review({ actions: [unknown], dangers: [danger] })
    const reviews = [...Array.from({ length: 99 }, (_, place) => paying(place)), last]
    const all = explainTransactions(reviews, WALLET, FIAT)
    expect(all.dangers).toEqual([dangerWords(danger)])
    expect(all.details).toContainEqual({
      label: 'Step 1',
      value: say('solana.action.unknown'),
      kind: 'text',
      depth: 1,
    })
    expect(all.raw).toHaveLength(100)
  })
})

describe('what a simulation tells beyond the words', () => {
  const changes = [{ asset: sol, delta: -5_000n - 5n - 700n }]

  it('is nothing when it is the same', () => {
    const same = explained({ effects: leaving(5n), changes: [{ asset: sol, delta: -5_005n }] })
    expect(same.outgoing).toHaveLength(1)
    expect(same.dangers).toEqual([])
  })

  it('is an alarm where the instructions have said all', () => {
    const more = explained({ effects: leaving(5n), changes })
    expect(more.outgoing[1]).toMatchObject({ amount: '0.0000007 SOL', party: null })
    expect(more.dangers).toEqual([say('danger.alsoLeaves', { amount: '0.0000007 SOL' })])
  })

  it('is shown and no alarm where a step cannot be read: that has its own', () => {
    const more = explained({ actions: [transfer, unknown], effects: leaving(5n), changes })
    expect(more.outgoing).toHaveLength(2)
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
    const more = explained({ actions: [create, transfer], effects: leaving(5n), changes })
    expect(more.notes).toEqual([say('solana.deposit', { amount: '0.0000007 SOL' })])
    expect(more.dangers).toEqual([])
  })

  it('is no deposit where it is far more than one, or something else leaves too', () => {
    const create: Action = {
      kind: 'create-token-account',
      payer: WALLET,
      account: OTHER,
      owner: OTHER,
      mint: USDC,
    }
    const actions = [create, transfer]
    const large = explained({ actions, effects: leaving(5n), changes: [{ asset: sol, delta: -10_005_006n }] })
    expect(large).toMatchObject({ notes: [], dangers: [expect.stringContaining('0.010000001 SOL')] })
    const two = explained({
      actions,
      effects: leaving(5n),
      changes: [...changes, { asset: token(), delta: -1n }],
    })
    expect(two.notes).toEqual([])
    expect(two.dangers).toHaveLength(2)
  })

  it('does not count a fee that somebody else pays', () => {
    const fee = { lamports: 5_000n, payer: OTHER }
    expect(
      explained({ fee, effects: leaving(5n), changes: [{ asset: sol, delta: -5n }] }).outgoing,
    ).toHaveLength(1)
  })
})

it('an unlimited permission is marked and has no end', () => {
  const permissions = [{ delegate: OTHER, asset: token(), amount: 2n ** 64n - 1n }]
  expect(explained({ effects: { ...nothing, permissions } }).permissions).toEqual([
    { what: 'Unlimited USDC', token: USDC, who: OTHER, until: say('approval.noEnd'), isUnlimited: true },
  ])
})

describe('steps', () => {
  it('stand there only where the lines above do not say all', () => {
    expect(explained({}).details).toEqual([])
    // What moves between others than this wallet is in no line.
    expect(explained({ effects: { ...nothing, fullyStated: new Set() } }).details).toEqual(
      expect.arrayContaining([{ label: say('approval.to'), value: OTHER, kind: 'address', depth: 1 }]),
    )
    expect(explained({ actions: [transfer, unknown] }).details).toEqual(
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
  { kind: 'locks-wallet' },
  { kind: 'moves-others', owner: OTHER },
  { kind: 'not-simulated' },
  { kind: 'closes-elsewhere', to: OTHER },
  { kind: 'nonce-authority', to: OTHER },
  { kind: 'durable-nonce' },
  { kind: 'unknown-program', program: OTHER },
  { kind: 'unread-accounts' },
  { kind: 'other-fee-payer', payer: OTHER },
  { kind: 'many-signers', count: 3 },
  { kind: 'high-fee' },
  { kind: 'would-fail', error: { kind: 'short' } },
  { kind: 'would-fail', error: { kind: 'refused', name: '' } },
  { kind: 'would-fail', error: { kind: 'step', step: 2, name: '6001' } },
  { kind: 'expired' },
  { kind: 'not-checked' },
])('%j is one sentence in words', danger => {
  const { text: words } = dangerWords(danger)
  expect(words).not.toMatch(/[{}\n\u202e]/)
  expect(words.length).toBeGreaterThan(20)
})
