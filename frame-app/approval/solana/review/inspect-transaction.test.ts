import { ComputeBudgetProgram, PublicKey, SystemProgram, TransactionInstruction } from '@solana/web3.js'
import { kitInstruction, kitTransaction } from '@vitrine/shared/chains/testing/kit-transaction.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import {
  approve,
  associatedAddress,
  burn,
  closeAccount,
  createAssociated,
  setOwner,
  tokenAccountData,
  transferChecked,
  transferToken,
} from '../../../chains/solana/testing/spl-token.ts'
import { CHAIN, startWorld, type World } from '../../../chains/solana/testing/world.ts'
import { type InspectedTransaction, inspectTransaction } from './inspect-transaction.ts'

let world: World
let wallet: string
let stranger: string
beforeAll(async () => {
  world = await startWorld()
  wallet = world.wallet.publicKey.toBase58()
  stranger = world.stranger.publicKey.toBase58()
})
afterAll(() => world.node.stop())
beforeEach(() => {
  world.node.intercept = null
})

const review = (transaction: Uint8Array, over: object = {}): Promise<InspectedTransaction> =>
  inspectTransaction(
    {
      wallet,
      chain: CHAIN,
      transaction,
      skipSimulation: false,
      now: Date.now() / 1_000,
      network: world.network,
      ...over,
    },
    new AbortController().signal,
  )
const kinds = ({ dangers }: InspectedTransaction) => dangers.map(({ kind }) => kind)
const sol = (lamports: bigint) =>
  SystemProgram.transfer({
    fromPubkey: world.wallet.publicKey,
    toPubkey: world.stranger.publicKey,
    lamports,
  })

describe.each(['legacy', 'versioned', 'version1'] as const)('a %s transaction', form => {
  const make = (...instructions: TransactionInstruction[]) => world[form](instructions)

  it('that sends SOL: what leaves, to whom, the fee, and the same by simulation', async () => {
    const found = await review(make(sol(1_500_000_000n)))
    expect(found.effects.outgoing).toEqual([
      { asset: { kind: 'sol' }, amount: 1_500_000_000n, other: stranger },
    ])
    expect(found.fee).toEqual({ lamports: 5_000n, payer: wallet })
    expect(found.changes).toEqual([{ asset: { kind: 'sol' }, delta: -1_500_005_000n }])
    expect(found.dangers).toEqual([])
    expect(found.isShort).toBe(false)
  })

  it('that sends a token: its mint and decimals, and the wallet behind the account', async () => {
    const found = await review(make(transferToken(world.account, world.strangersAccount, wallet, 2_500_000n)))
    const asset = { kind: 'token', mint: world.mint }
    expect(found.effects.outgoing).toEqual([{ asset, amount: 2_500_000n, other: stranger }])
    expect(found.mints.get(world.mint)).toMatchObject({ decimals: 6, symbol: null })
    expect(found.changes).toContainEqual({ asset, delta: -2_500_000n })
    expect(found.dangers).toEqual([])
  })
})

it('states the fee of version 1 as its message does, whatever a node or an instruction says', async () => {
  const price = ComputeBudgetProgram.setComputeUnitPrice({ microLamports: 1_000_000_000 })
  const transaction = world.version1([price, sol(1_000_000n)], { priorityFeeLamports: 70_000n })
  expect((await review(transaction)).fee).toEqual({ lamports: 75_000n, payer: wallet })
  expect((await review(transaction)).changes).toEqual([{ asset: { kind: 'sol' }, delta: -1_075_000n }])
  world.node.intercept = method => (method === 'getFeeForMessage' ? { value: 5_000 } : undefined)
  expect((await review(transaction)).fee.lamports).toBe(75_000n)
  expect((await review(transaction, { network: null })).fee.lamports).toBe(75_000n)
})

it('warns of a version 1 transaction that burns the wallet’s SOL as a fee, and of one without limits', async () => {
  const burning = world.version1([sol(1n)], { priorityFeeLamports: 5_000_000_000n })
  expect(kinds(await review(burning))).toContain('high-fee')
  const unlimited = kitTransaction({
    payer: wallet,
    blockhash: world.node.svm.latestBlockhash(),
    instructions: [kitInstruction(sol(1_000_000n))],
  })
  expect(kinds(await review(unlimited))).toContain('would-fail')
})

it('knows the owner of a token account that the transaction itself makes', async () => {
  const own = associatedAddress(stranger, world.mint)
  const found = await review(
    world.legacy([
      createAssociated(wallet, stranger, world.mint),
      transferChecked(world.account, world.mint, own, wallet, 7n, 6),
    ]),
  )
  expect(found.effects.outgoing).toMatchObject([{ amount: 7n, other: stranger }])
  expect(kinds(found)).toEqual([])
})

it('calls a move between the wallet’s own accounts neither leaving nor arriving', async () => {
  const own = associatedAddress(wallet, world.mint)
  const found = await review(
    world.legacy([
      createAssociated(wallet, wallet, world.mint),
      transferChecked(world.account, world.mint, own, wallet, 7n, 6),
    ]),
  )
  expect(found.effects).toMatchObject({ outgoing: [], incoming: [] })
})

it('does not believe an account of another program that it is the wallet’s', async () => {
  const fake = PublicKey.unique()
  world.put(fake.toBase58(), tokenAccountData(world.mint, wallet, 0n), stranger)
  const found = await review(
    world.legacy([
      SystemProgram.transfer({ fromPubkey: world.wallet.publicKey, toPubkey: fake, lamports: 9 }),
    ]),
  )
  expect(found.effects.outgoing).toMatchObject([{ amount: 9n, other: fake.toBase58() }])
})

it('says of tokens that arrive from whom', async () => {
  const found = await review(
    world.legacy([transferToken(world.strangersAccount, world.account, stranger, 5n)], world.stranger),
  )
  expect(found.effects.incoming).toMatchObject([{ amount: 5n, other: stranger }])
})

describe('dangers', () => {
  it.each<[string, () => TransactionInstruction[], string[]]>([
    [
      'an unlimited delegate',
      () => [approve(world.account, stranger, wallet, 2n ** 64n - 1n)],
      ['delegates'],
    ],
    ['a new owner', () => [setOwner(world.account, wallet, stranger)], ['changes-authority']],
    [
      'an authority given up',
      () => [setOwner(world.account, wallet, null)],
      ['changes-authority', 'would-fail'],
    ],
    [
      'the wallet assigned to a program',
      () => [
        SystemProgram.assign({ accountPubkey: world.wallet.publicKey, programId: new PublicKey(stranger) }),
      ],
      ['gives-wallet-away'],
    ],
    [
      'an account closed in favour of another',
      () => [
        transferToken(world.account, world.strangersAccount, wallet, 100_000_000n),
        closeAccount(world.account, stranger, wallet),
      ],
      ['closes-elsewhere'],
    ],
    [
      'a program that nobody can read',
      () => [
        new TransactionInstruction({ programId: new PublicKey(stranger), keys: [], data: Buffer.from([1]) }),
      ],
      ['unknown-program', 'would-fail'],
    ],
    [
      'a token instruction that nobody can read',
      () => [
        new TransactionInstruction({
          programId: transferToken(world.account, world.account, wallet, 1n).programId,
          keys: [],
          data: Buffer.from([255]),
        }),
      ],
      ['unknown-program', 'would-fail'],
    ],
    [
      'a durable nonce',
      () => [
        SystemProgram.nonceAdvance({
          noncePubkey: new PublicKey(world.mint),
          authorizedPubkey: world.wallet.publicKey,
        }),
        sol(1n),
      ],
      // An account that is none, and stores no nonce.
      ['expired', 'durable-nonce', 'would-fail'],
    ],
  ])('%s', async (_name, instructions, expected) => {
    expect(kinds(await review(world.legacy(instructions())))).toEqual(expected)
  })

  it('tells an unlimited delegation from one of an amount', async () => {
    for (const [amount, isUnlimited] of [
      [5n, false],
      [2n ** 64n - 1n, true],
    ] as const) {
      const found = await review(world.legacy([approve(world.account, stranger, wallet, amount)]))
      expect(found.dangers).toEqual([{ kind: 'delegates', to: stranger, isUnlimited }])
      expect(found.effects.permissions).toMatchObject([{ delegate: stranger, amount }])
    }
  })

  it('a fee that somebody else pays', async () => {
    const found = await review(
      world.legacy([transferToken(world.account, world.strangersAccount, wallet, 1n)], world.stranger),
    )
    expect(found.dangers).toEqual([{ kind: 'other-fee-payer', payer: stranger }])
    expect(found.changes).not.toContainEqual(expect.objectContaining({ asset: { kind: 'sol' } }))
  })

  it('a blockhash that has expired', async () => {
    const transaction = world.legacy([sol(1n)])
    world.node.svm.expireBlockhash()
    expect(kinds(await review(transaction))).toEqual(['expired'])
  })

  it('accounts in a lookup table that cannot be read', async () => {
    const { AddressLookupTableAccount, TransactionMessage, VersionedTransaction } = await import(
      '@solana/web3.js'
    )
    const table = new AddressLookupTableAccount({
      key: PublicKey.unique(),
      state: {
        addresses: [world.stranger.publicKey],
        deactivationSlot: 0n,
        lastExtendedSlot: 0,
        lastExtendedSlotStartIndex: 0,
      },
    })
    const message = new TransactionMessage({
      payerKey: world.wallet.publicKey,
      recentBlockhash: world.node.svm.latestBlockhash(),
      instructions: [sol(1n)],
    }).compileToV0Message([table])
    const found = await review(new VersionedTransaction(message).serialize())
    expect(kinds(found)).toContain('unread-accounts')
    expect(found.actions).toMatchObject([{ kind: 'unknown' }])
  })
})

it('reads addresses out of a lookup table', async () => {
  const { AddressLookupTableAccount, TransactionMessage, VersionedTransaction } = await import(
    '@solana/web3.js'
  )
  const key = PublicKey.unique()
  const header = new Uint8Array(56)
  header[0] = 1
  header.set(new Uint8Array(8).fill(255), 4)
  world.put(
    key.toBase58(),
    Uint8Array.from([...header, ...world.stranger.publicKey.toBytes()]),
    'AddressLookupTab1e1111111111111111111111111',
  )
  const table = new AddressLookupTableAccount({
    key,
    state: {
      addresses: [world.stranger.publicKey],
      deactivationSlot: 2n ** 64n - 1n,
      lastExtendedSlot: 0,
      lastExtendedSlotStartIndex: 0,
    },
  })
  const message = new TransactionMessage({
    payerKey: world.wallet.publicKey,
    recentBlockhash: world.node.svm.latestBlockhash(),
    instructions: [sol(3n)],
  }).compileToV0Message([table])
  const found = await review(new VersionedTransaction(message).serialize())
  expect(found.effects.outgoing).toMatchObject([{ amount: 3n, other: stranger }])
  expect(kinds(found)).not.toContain('unread-accounts')
})

describe('too little', () => {
  it.each([
    ['SOL', () => [sol(10_000_000_000n)]],
    ['of a token', () => [transferToken(world.account, world.strangersAccount, wallet, 100_000_001n)]],
  ])('%s', async (_name, instructions) => {
    const found = await review(world.legacy(instructions()))
    expect(found.isShort).toBe(true)
    expect(kinds(found)).toEqual([])
  })
})

describe('without simulation', () => {
  it('still reads the transaction, with the node’s word about balances', async () => {
    const found = await review(world.legacy([sol(1n)]), { skipSimulation: true })
    expect(found.changes).toBeNull()
    // It is the site that wanted so: with a simulation it would have to show more.
    expect(found.dangers).toEqual([{ kind: 'not-simulated' }])
  })

  it('on a node that does not simulate too', async () => {
    const { RpcError } = await import('@vitrine/shared/chains/testing/litesvm-node.ts')
    world.node.intercept = method => {
      if (method === 'simulateTransaction') throw new RpcError(-32601, 'Method not found')
      return undefined
    }
    expect((await review(world.legacy([sol(1n)]))).changes).toBeNull()
  })

  it('and without a network says that nothing was checked', async () => {
    const found = await review(world.legacy([sol(1n)]), { network: null })
    expect(kinds(found)).toEqual(['not-checked'])
    expect(found.fee.lamports).toBe(5_000n)
  })
})

it('burns leave to nobody', async () => {
  const found = await review(world.legacy([burn(world.account, world.mint, wallet, 4n)]))
  expect(found.effects.outgoing).toMatchObject([{ amount: 4n, other: null }])
})

it('refuses bytes that are no transaction', async () => {
  await expect(review(new Uint8Array(100))).rejects.toMatchObject({ code: 'invalid_data' })
})

it('says so when the node does not answer', async () => {
  const { HANG_UP } = await import('@vitrine/shared/chains/testing/litesvm-node.ts')
  world.node.intercept = () => HANG_UP
  await expect(review(world.legacy([sol(1n)]))).rejects.toMatchObject({ code: 'service_unavailable' })
})
