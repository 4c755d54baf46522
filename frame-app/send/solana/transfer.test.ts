import { Keypair, VersionedTransaction } from '@solana/web3.js'
import { readTransaction } from '@vitrine/shared/chains/solana-message.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { readTokenAccount } from '../../approval/solana/reads/token-accounts.ts'
import { TOKEN_2022 } from '../../chains/solana/programs.ts'
import { extendedMint, keyBytes } from '../../chains/solana/testing/mint-account.ts'
import { associatedAddress, tokenAccountData } from '../../chains/solana/testing/spl-token.ts'
import { startWorld, type World } from '../../chains/solana/testing/world.ts'
import { associatedAccount } from '../../portfolio/solana/associated-account.ts'
import { buildTransfer, type Transfer } from './transfer.ts'

const { signal } = new AbortController()
let world: World
let wallet: string
let stranger: string
let account: string
beforeAll(async () => {
  world = await startWorld()
  wallet = world.wallet.publicKey.toBase58()
  stranger = world.stranger.publicKey.toBase58()
  account = associatedAddress(wallet, world.mint)
  world.put(account, tokenAccountData(world.mint, wallet, 100_000_000n))
})
afterAll(() => world.node.stop())

const fresh = () => Keypair.generate().publicKey.toBase58()
const build = (over: Partial<Transfer>) =>
  buildTransfer(world.network, { wallet, token: null, to: stranger, amount: 1n, ...over }, signal)

/** Signs it as the wallet does, and has the network run it. */
async function send(over: Partial<Transfer>) {
  const built = await build(over)
  if (!('transaction' in built)) throw new Error(built.problem)
  const transaction = VersionedTransaction.deserialize(built.transaction)
  transaction.sign([world.wallet])
  const signature = await world.network.broadcast(transaction.serialize(), {}, signal)
  await world.network.confirm(signature, 'confirmed', signal)
  return built.amount
}
const accountOf = async (address: string) => (await world.network.accounts([address], signal)).get(address)
const lamportsOf = async (address: string) => (await accountOf(address))?.lamports ?? 0n
const tokensOf = async (owner: string) => {
  const data = (await accountOf(associatedAddress(owner, world.mint)))?.data
  return data && new DataView(data.buffer, data.byteOffset).getBigUint64(64, true)
}

it('is read back as one signer, its keys each once, and nothing besides', async () => {
  const built = await build({ amount: 7n })
  const read = readTransaction('transaction' in built ? built.transaction : new Uint8Array())
  expect(read?.message).toMatchObject({
    version: 0,
    requiredSignatures: 1,
    readonlySigned: 0,
    readonlyUnsigned: 1,
    keys: [wallet, stranger, '11111111111111111111111111111111'],
    lookups: [],
  })
})

it('SOL arrives, to a wallet that is new on the chain as well', async () => {
  const before = await lamportsOf(stranger)
  expect(await send({ amount: 1_500_000_000n })).toBe(1_500_000_000n)
  expect(await lamportsOf(stranger)).toBe(before + 1_500_000_000n)
  const to = fresh()
  await send({ to, amount: 2_000_000n })
  expect(await lamportsOf(to)).toBe(2_000_000n)
  expect(await build({ to: fresh(), amount: 890_879n })).toEqual({ problem: 'tooLittle' })
})

it('a token arrives in the account that is there, or in one that is made for it', async () => {
  const to = fresh()
  await send({ token: world.mint, to, amount: 2_500_000n })
  expect(await tokensOf(to)).toBe(2_500_000n)
  await send({ token: world.mint, to, amount: 1n })
  expect(await tokensOf(to)).toBe(2_500_001n)
})

it('a token of Token-2022 arrives, in the account that its own program derives', async () => {
  const [mint, to] = [fresh(), fresh()]
  world.put(mint, extendedMint(6, []), TOKEN_2022)
  const [source, destination] = await Promise.all(
    [wallet, to].map(owner => associatedAccount(owner, mint, TOKEN_2022)),
  )
  world.put(source ?? '', tokenAccountData(mint, wallet, 5n), TOKEN_2022)
  await send({ token: mint, to, amount: 3n })
  const account = await accountOf(destination ?? '')
  expect(account?.owner).toBe(TOKEN_2022)
  expect(readTokenAccount(account)).toMatchObject({ mint, owner: to, amount: 3n })
})

it('more than the wallet’s account has is not made', async () => {
  expect(await build({ token: world.mint, amount: 100_000_001n })).toEqual({ problem: 'tokenShort' })
})

it('a program’s account, and an address that nobody can have the key of, is no wallet', async () => {
  for (const to of [world.mint, account, associatedAddress(fresh(), world.mint)])
    expect(await build({ to })).toEqual({ problem: 'notWallet' })
})

it('an account that was derived for the receiver and given to somebody else gets nothing', async () => {
  const to = fresh()
  world.put(associatedAddress(to, world.mint), tokenAccountData(world.mint, stranger, 0n))
  expect(await build({ token: world.mint, to })).toEqual({ problem: 'notWallet' })
})

it('a token with a program that runs at each transfer, and what is no token, is refused', async () => {
  const mint = fresh()
  const hook = Buffer.concat([Buffer.alloc(32), keyBytes(fresh())])
  world.put(mint, extendedMint(6, [[14, hook]]), TOKEN_2022)
  for (const token of [mint, fresh()]) expect(await build({ token })).toEqual({ problem: 'tokenRules' })
})

it('all of a token, then all SOL but the fee, and nothing is left', async () => {
  expect(await send({ token: world.mint, amount: 'max' })).toBeGreaterThan(0n)
  expect(await tokensOf(wallet)).toBe(0n)
  expect(await build({ token: world.mint, amount: 'max' })).toEqual({ problem: 'tokenShort' })
  const before = await lamportsOf(wallet)
  expect(await send({ amount: 'max' })).toBe(before - 5_000n)
  expect(await lamportsOf(wallet)).toBe(0n)
  expect(await build({ amount: 'max' })).toEqual({ problem: 'feeShort' })
})
