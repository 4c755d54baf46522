import {
  ComputeBudgetProgram,
  Keypair,
  NONCE_ACCOUNT_LENGTH,
  PublicKey,
  SystemProgram,
  type TransactionInstruction,
} from '@solana/web3.js'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { SYSTEM, WRAPPED_SOL } from '../../../chains/solana/programs.ts'
import {
  approve,
  closeAccount,
  setOwner,
  tokenAccountData,
  transferToken,
  withCosigner,
} from '../../../chains/solana/testing/spl-token.ts'
import { CHAIN, startWorld, type World } from '../../../chains/solana/testing/world.ts'
import { type InspectedTransaction, inspectTransaction } from './inspect-transaction.ts'

/** What a site may try so that the screen says less than what happens. */
let world: World
let wallet: string
let stranger: string
beforeAll(async () => {
  world = await startWorld()
  wallet = world.wallet.publicKey.toBase58()
  stranger = world.stranger.publicKey.toBase58()
})
afterAll(() => world.node.stop())

const review = (instructions: TransactionInstruction[], over: object = {}): Promise<InspectedTransaction> =>
  inspectTransaction(
    {
      wallet,
      chain: CHAIN,
      transaction: world.legacy(instructions),
      skipSimulation: false,
      now: Date.now() / 1_000,
      network: world.network,
      ...over,
    },
    new AbortController().signal,
  )
const fresh = () => Keypair.generate().publicKey
const to = (toPubkey: PublicKey, lamports = 9) =>
  SystemProgram.transfer({ fromPubkey: world.wallet.publicKey, toPubkey, lamports })

describe('SOL sent to a token account', () => {
  const put = (mint: string, closeAuthority: PublicKey | null) => {
    const account = fresh()
    const data = tokenAccountData(mint, wallet, 0n)
    if (closeAuthority) {
      data[129] = 1
      data.set(closeAuthority.toBytes(), 133)
    }
    world.put(account.toBase58(), data)
    return account
  }

  it.each([
    ['of the wallet that somebody else may close', () => put(world.mint, world.stranger.publicKey)],
    ['of the wallet whose SOL is not its token', () => put(world.mint, null)],
    ['of wrapped SOL that somebody else may close', () => put(WRAPPED_SOL, world.stranger.publicKey)],
  ])('%s leaves, though nobody tries it out', async (_name, account) => {
    const there = account()
    const found = await review([to(there)], { skipSimulation: true })
    expect(found.effects.outgoing).toEqual([{ asset: { kind: 'sol' }, amount: 9n, other: there.toBase58() }])
  })

  it('of the wallet’s own wrapped SOL does not', async () => {
    const own = put(WRAPPED_SOL, null)
    expect((await review([to(own)])).effects.outgoing).toEqual([])
    expect((await review([to(own)])).effects.fullyStated.size).toBe(0)
  })
})

describe('the wallet’s own account', () => {
  it('with room for data could not pay any more', async () => {
    const steps = [
      SystemProgram.allocate({ accountPubkey: world.wallet.publicKey, space: NONCE_ACCOUNT_LENGTH }),
    ]
    const found = await review(steps, { skipSimulation: true })
    expect(found.dangers).toContainEqual({ kind: 'locks-wallet' })
    // The simulation and the instruction both show it: it is one danger.
    const tried = (await review(steps)).dangers
    expect(tried.filter(({ kind }) => kind === 'locks-wallet')).toHaveLength(1)
    expect(found.effects.fullyStated.size).toBe(0)
  })

  it('as a nonce account belongs to whom it names', async () => {
    const found = await review([
      SystemProgram.allocate({ accountPubkey: world.wallet.publicKey, space: NONCE_ACCOUNT_LENGTH }),
      SystemProgram.nonceInitialize({
        noncePubkey: world.wallet.publicKey,
        authorizedPubkey: world.stranger.publicKey,
      }),
    ])
    expect(found.dangers).toContainEqual({ kind: 'gives-wallet-away', to: stranger })
  })

  it('another account’s room for data is no danger', async () => {
    const found = await review([SystemProgram.allocate({ accountPubkey: fresh(), space: 1 })])
    expect(found.dangers).not.toContainEqual({ kind: 'locks-wallet' })
  })
})

describe('what is not the wallet’s, and moves by its signature', () => {
  const nonce = fresh()

  it.each<[string, () => TransactionInstruction, () => string]>([
    [
      'an account derived of it by a seed',
      () =>
        SystemProgram.transfer({
          fromPubkey: nonce,
          basePubkey: world.wallet.publicKey,
          toPubkey: world.stranger.publicKey,
          lamports: 7,
          seed: 'seed',
          programId: SystemProgram.programId,
        }),
      () => nonce.toBase58(),
    ],
    [
      'a nonce account',
      () =>
        SystemProgram.nonceWithdraw({
          noncePubkey: nonce,
          authorizedPubkey: world.wallet.publicKey,
          toPubkey: world.stranger.publicKey,
          lamports: 7,
        }),
      () => nonce.toBase58(),
    ],
    [
      'tokens that it may spend for somebody',
      () => transferToken(world.strangersAccount, fresh().toBase58(), wallet, 1n),
      () => stranger,
    ],
    [
      'tokens that several own together',
      () => withCosigner(transferToken(world.strangersAccount, fresh().toBase58(), stranger, 1n), wallet),
      () => stranger,
    ],
  ])('%s', async (_name, instruction, owner) => {
    const found = await review([instruction()])
    expect(found.dangers).toContainEqual({ kind: 'moves-others', owner: owner() })
    // No line of what leaves says it, so the step is shown.
    expect(found.effects).toMatchObject({ outgoing: [], fullyStated: new Set() })
  })

  it('what such an account pays to the wallet is what arrives', async () => {
    const found = await review([
      SystemProgram.nonceWithdraw({
        noncePubkey: nonce,
        authorizedPubkey: world.wallet.publicKey,
        toPubkey: world.wallet.publicKey,
        lamports: 7,
      }),
    ])
    expect(found.dangers.map(({ kind }) => kind)).not.toContain('moves-others')
    expect(found.effects.incoming).toMatchObject([{ amount: 7n, other: nonce.toBase58() }])
  })

  it.each<[string, () => TransactionInstruction, string]>([
    [
      'a new owner',
      () => setOwner(world.strangersAccount, stranger, fresh().toBase58()),
      'changes-authority',
    ],
    ['a delegate', () => approve(world.strangersAccount, fresh().toBase58(), stranger, 5n), 'delegates'],
    ['a closing', () => closeAccount(world.strangersAccount, stranger, stranger), 'closes-elsewhere'],
  ])('%s of an account that several own together', async (_name, instruction, kind) => {
    const found = await review([withCosigner(instruction(), wallet)])
    expect(found.dangers.map(it => it.kind)).toContain(kind)
  })

  it('what is between strangers alone is a step to be shown, and no danger of the wallet’s', async () => {
    const found = await review([
      SystemProgram.transfer({ fromPubkey: world.stranger.publicKey, toPubkey: fresh(), lamports: 5 }),
    ])
    expect(found.effects).toMatchObject({ outgoing: [], incoming: [], fullyStated: new Set() })
    expect(found.dangers).toContainEqual({ kind: 'many-signers', count: 2 })
  })
})

describe('a durable nonce', () => {
  /** A nonce account that stores this value. */
  const storing = (value: string, owner = SYSTEM) => {
    const data = new Uint8Array(NONCE_ACCOUNT_LENGTH)
    data.set([1, 0, 0, 0, 1, 0, 0, 0])
    data.set(world.wallet.publicKey.toBytes(), 8)
    data.set(new PublicKey(value).toBytes(), 40)
    const account = fresh()
    world.put(account.toBase58(), data, owner)
    return account
  }
  const advance = (noncePubkey: PublicKey) => [
    SystemProgram.nonceAdvance({ noncePubkey, authorizedPubkey: world.wallet.publicKey }),
    to(world.stranger.publicKey),
  ]
  const kinds = async (account: PublicKey) => (await review(advance(account))).dangers.map(({ kind }) => kind)

  it('that is stored here is good, for however long', async () => {
    const found = await kinds(storing(world.node.svm.latestBlockhash()))
    expect(found).toContain('durable-nonce')
    expect(found).not.toContain('expired')
  })

  it.each<[string, () => PublicKey]>([
    ['is another one', () => storing(PublicKey.unique().toBase58())],
    ['stands in an account of another program', () => storing(world.node.svm.latestBlockhash(), stranger)],
    ['is of an account that this network does not have', fresh],
  ])('that %s is of another network', async (_name, account) => {
    expect(await kinds(account())).toContain('expired')
  })

  it('whose instruction names too few accounts to be read is durable all the same', async () => {
    const [instruction, transfer] = advance(fresh())
    if (!instruction || !transfer) throw new Error('No instruction')
    instruction.keys = instruction.keys.slice(0, 1)
    const found = await review([instruction, transfer])
    expect(found.dangers).toContainEqual({ kind: 'durable-nonce' })
  })
})

it('a fee that the transaction itself sets is not smaller for a node that tells less', async () => {
  const found = await review([
    ComputeBudgetProgram.setComputeUnitLimit({ units: 1_400_000 }),
    ComputeBudgetProgram.setComputeUnitPrice({ microLamports: 1_000_000_000 }),
    to(world.stranger.publicKey),
  ])
  expect(found.fee.lamports).toBe(1_400_005_000n)
  expect(found.dangers).toContainEqual({ kind: 'high-fee' })
})

it('three hundred empty steps are read and shown', async () => {
  const instruction = { programId: fresh(), keys: [], data: Buffer.alloc(0) }
  const found = await review(Array.from({ length: 300 }, () => instruction as never))
  expect(found.actions).toHaveLength(300)
  expect(found.dangers.filter(({ kind }) => kind === 'unknown-program')).toHaveLength(1)
})
