import { SystemProgram, Transaction } from '@solana/web3.js'
import { HANG_UP } from '@vitrine/shared/chains/testing/litesvm-node.ts'
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import type { SolanaCluster } from '../../chains/solana/ports.ts'
import { CHAIN, startWorld, type World } from '../../chains/solana/testing/world.ts'
import type { EffectiveConfig } from '../../config/effective.ts'
import { createStore } from '../../core/store.ts'
import { createActivity } from '../activity.ts'

let world: World
beforeAll(async () => {
  world = await startWorld()
})
afterAll(() => world.node.stop())
beforeEach(() => {
  world.node.intercept = null
})

async function open() {
  const cluster: SolanaCluster = {
    chain: CHAIN,
    rpcUrl: world.node.url,
    socketUrl: null,
    blockExplorerUrl: 'https://scan.example',
  }
  const source = createActivity(
    {
      ethereum: () => Promise.reject(new TypeError('Not asked')),
      solana: async () => world.networks,
      config: createStore({ solana: [cluster] } as unknown as EffectiveConfig),
    },
    { address: world.wallet.publicKey.toBase58(), chainType: 'solana' },
  )
  await vi.waitFor(() => expect(source.store.get().status).toBe('done'))
  return source
}

const transfer = () =>
  world.legacy([
    SystemProgram.transfer({
      fromPubkey: world.wallet.publicKey,
      toPubkey: world.stranger.publicKey,
      lamports: 1_000_000,
    }),
  ])

it('is what was sent from here, with its words, and what names the wallet on chain, each once', async () => {
  const elsewhere = await world.network.broadcast(signed(transfer()), {}, new AbortController().signal)
  world.node.svm.expireBlockhash()
  const about = {
    headline: 'Send 0.001 SOL',
    amount: '−0.001 SOL',
    party: world.stranger.publicKey.toBase58(),
    askedBy: null,
  }
  const sender = { wallet: world.wallet.publicKey.toBase58(), about }
  const signature = await world.network.broadcast(
    signed(transfer()),
    {},
    new AbortController().signal,
    sender,
  )
  const source = await open()
  await vi.waitFor(() => {
    const [first, second, ...others] = source.store.get().list
    expect(others).toEqual([])
    expect([first?.id, second?.id].sort()).toEqual([elsewhere, signature].sort())
    expect(source.store.get().list.find(({ id }) => id === signature)).toMatchObject({
      ...about,
      status: 'done',
      way: 'out',
      explorerUrl: `https://scan.example/tx/${signature}`,
    })
  })
  expect(source.store.get().list.find(({ id }) => id === elsewhere)).toMatchObject({
    status: 'done',
    way: 'other',
    amount: null,
    headline: null,
  })

  // What was sent from here is told without a node, too.
  world.node.intercept = () => HANG_UP
  const away = await open()
  expect(away.store.get().list.map(({ id }) => id)).toEqual([signature])
})

function signed(transaction: Uint8Array): Uint8Array {
  const read = Transaction.from(transaction)
  read.sign(world.wallet)
  return new Uint8Array(read.serialize())
}
