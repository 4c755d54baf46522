import { ed25519 } from '@noble/curves/ed25519.js'
import { Connection, Keypair, LAMPORTS_PER_SOL, SystemProgram } from '@solana/web3.js'
import { readTransaction, type SolanaMessage, withSignature } from '@vitrine/shared/chains/solana-message.ts'
import { type Anvil, startAnvil } from '@vitrine/shared/chains/testing/anvil.ts'
import { kitInstruction, kitTransaction } from '@vitrine/shared/chains/testing/kit-transaction.ts'
import { type LitesvmNode, RpcError, startLitesvmNode } from '@vitrine/shared/chains/testing/litesvm-node.ts'
import { and, eq, like } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { findApp, replaceConfig } from '../apps/registry.ts'
import { auditEvents } from '../database/audit-tables.ts'
import { wallets } from '../database/schema.ts'
import { followedTransactions } from '../database/webhook-tables.ts'
import { runJobs } from '../jobs/testing/run-jobs.ts'
import { callAs } from '../testing/client.ts'
import { startTestServer, type TestServer } from '../testing/server.ts'
import { asDevice, create, logInOnNewDevice, type Person } from '../wallet/testing/wallet-calls.ts'
import { FOLLOWED_FOR_MS } from './follow.ts'

const TO = '0x52908400098527886E0F7030069857D2E4169EE7'
const REVERTS = '0x000000000000000000000000000000000000dEaD'

let server: TestServer
let anvil: Anvil
let solana: LitesvmNode
let person: Person
let address: string
beforeAll(async () => {
  server = await startTestServer()
  anvil = await startAnvil({ noMining: true })
  solana = await startLitesvmNode()
  const app = await findApp(server.ctx.db, server.appId)
  if (!app) throw new Error('no app')
  await replaceConfig(server.ctx.db, app.id, {
    ...app.config,
    chains: [
      {
        ...{ id: anvil.chainId, name: 'Test', testnet: true },
        native_currency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
        // The first is not there: the next one is asked.
        rpc_urls: ['http://127.0.0.1:1', anvil.url],
      },
    ],
    solana_rpcs: { 'solana:devnet': { rpc: solana.url } },
  })
  person = await logInOnNewDevice(server)
  address = (await (await create(server, person)).json()).address
  await anvil.fund(address, 10n ** 20n)
  await anvil.request('anvil_impersonateAccount', [address])
  await anvil.request('anvil_setCode', [REVERTS, '0x60006000fd'])
})
afterAll(async () => {
  await server.stop()
  await anvil.stop()
  await solana.stop()
})
beforeEach(() => server.database.db.delete(auditEvents).where(like(auditEvents.type, 'transaction.%')))

const send = (from: string, to: string, value: string) =>
  anvil.request<string>('eth_sendTransaction', [{ from, to, value, gas: '0x30d40' }])
const report = (body: object) =>
  callAs(
    server,
    { device: asDevice(person.device), token: person.accessToken },
    '/api/v1/users/me/activity',
    { body: { type: 'transaction.broadcasted', ...body } },
  )
const reportEthereum = (hash: string, more: object = {}) =>
  report({ chain_type: 'ethereum', chain_id: anvil.chainId, hash, address, to: TO, value: '1', ...more })

/** What was told, without what the device said. */
const told = async () =>
  (
    await server.ctx.db
      .select({ type: auditEvents.type, data: auditEvents.data })
      .from(auditEvents)
      .where(and(eq(auditEvents.userId, person.userId), like(auditEvents.type, 'transaction.%')))
      .orderBy(auditEvents.id)
  ).filter(({ type }) => type !== 'transaction.broadcasted')
const followed = () => server.ctx.db.$count(followedTransactions)
const passTime = (ms: number) => {
  server.clock.now += ms
}

test('a transaction is told of once it is in the chain, with what the chain says that it moved', async () => {
  const hash = await send(address, REVERTS.replace('dEaD', 'bEEF'), '0x5')
  expect((await reportEthereum(hash)).status).toBe(200)
  await runJobs(server.ctx, ['transactions'])
  expect([await told(), await followed()]).toEqual([[], 1])
  await anvil.request('evm_mine')
  // Not before its time: a node is not asked all day long.
  await runJobs(server.ctx, ['transactions'])
  expect(await told()).toEqual([])
  passTime(2_000)
  await Promise.all([runJobs(server.ctx, ['transactions']), runJobs(server.ctx, ['transactions'])])
  const data = { chain_type: 'ethereum', chain: `eip155:${anvil.chainId}`, hash, address, value: '5' }
  expect(await told()).toEqual([
    {
      type: 'transaction.confirmed',
      data: { ...data, to: expect.stringMatching(/^0x0{36}beef$/i) },
    },
  ])
  expect(await followed()).toBe(0)
  // Reported again it is neither followed nor told of again.
  await reportEthereum(hash)
  expect(await followed()).toBe(0)
})

test('one that was reverted is told of as such', async () => {
  const hash = await send(address, REVERTS, '0x0')
  await anvil.request('evm_mine')
  await reportEthereum(hash)
  await runJobs(server.ctx, ['transactions'])
  expect(await told()).toMatchObject([{ type: 'transaction.execution_reverted', data: { hash, value: '0' } }])
})

test('somebody else’s is not told of, whoever reports it', async () => {
  const [stranger = ''] = await anvil.request<string[]>('eth_accounts')
  const hash = await send(stranger, TO, '0xffff')
  await anvil.request('evm_mine')
  expect((await reportEthereum(hash)).status).toBe(200)
  await runJobs(server.ctx, ['transactions'])
  expect([await told(), await followed()]).toEqual([[], 0])
})

test('one that no node ever sees is told of as still pending, after ten minutes, and followed no further', async () => {
  const hash = `0x${'cd'.repeat(32)}`
  try {
    await reportEthereum(hash)
    await runJobs(server.ctx, ['transactions'])
    passTime(FOLLOWED_FOR_MS - 1)
    await runJobs(server.ctx, ['transactions'])
    expect(await told()).toEqual([])
    passTime(60_000)
    await runJobs(server.ctx, ['transactions'])
    expect(await told()).toMatchObject([{ type: 'transaction.still_pending', data: { hash } }])
    expect(await followed()).toBe(0)
  } finally {
    server.clock.now = Date.now()
  }
})

test('one of a chain that the app has no node of is written down, and not followed', async () => {
  expect((await reportEthereum(`0x${'ef'.repeat(32)}`, { chain_id: 99 })).status).toBe(200)
  expect(await followed()).toBe(0)
})

test.each(['legacy', 1] as const)(
  'one on Solana of version %s is told of when it is confirmed and signed by the wallet',
  async version => {
    const [key, stranger] = [Keypair.generate(), Keypair.generate()]
    const own = key.publicKey.toBase58()
    const [wallet] = await server.database.db.select().from(wallets).where(eq(wallets.userId, person.userId))
    if (!wallet) throw new Error('no wallet')
    const index = version === 1 ? 1 : 0
    const place = { walletIndex: index, shownIndex: index }
    await server.database.db
      .insert(wallets)
      .values({ ...wallet, id: `wallet_of_solana_${version}`, ...place, chainType: 'solana', address: own })
    const connection = new Connection(solana.url, 'confirmed')
    for (const { publicKey } of [key, stranger])
      solana.svm.airdrop(publicKey.toBase58() as never, BigInt(LAMPORTS_PER_SOL) as never)
    // The runtime keeps no messages: what it took is answered as a node answers it.
    const messages = new Map<unknown, SolanaMessage>()
    solana.intercept = (method, [signature, config]) => {
      const message = method === 'getTransaction' ? messages.get(signature) : undefined
      if (!message) return undefined
      const most =
        (config as { maxSupportedTransactionVersion?: number }).maxSupportedTransactionVersion ?? -1
      if (message.version !== 'legacy' && message.version > most)
        throw new RpcError(
          -32015,
          `Transaction version (${message.version}) is not supported by the requesting client.`,
        )
      const header = { numRequiredSignatures: message.requiredSignatures }
      return { transaction: { message: { accountKeys: message.keys, header } } }
    }
    const transfer = async (from: Keypair) => {
      const unsigned = kitTransaction({
        version,
        payer: from.publicKey.toBase58(),
        blockhash: (await connection.getLatestBlockhash()).blockhash,
        instructions: [
          kitInstruction(
            SystemProgram.transfer({
              fromPubkey: from.publicKey,
              toPubkey: Keypair.generate().publicKey,
              lamports: 2_000_000,
            }),
          ),
        ],
        config: { computeUnitLimit: 1_000, loadedAccountsDataSizeLimit: 65_536 },
      })
      const read = readTransaction(unsigned)
      if (!read) throw new Error('not a transaction')
      const signature = ed25519.sign(read.messageBytes, from.secretKey.slice(0, 32))
      const sent = await connection.sendRawTransaction(withSignature(unsigned, 0, signature))
      messages.set(sent, read.message)
      return sent
    }
    const hash = await transfer(key)
    const foreign = await transfer(stranger)
    for (const sent of [hash, foreign]) {
      const body = { chain_type: 'solana', chain: 'solana:devnet', address: own, hash: sent }
      expect((await report(body)).status).toBe(200)
    }
    await runJobs(server.ctx, ['transactions'])
    expect(await told()).toMatchObject([
      { type: 'transaction.confirmed', data: { chain: 'solana:devnet', hash, address: own } },
    ])
    expect(await followed()).toBe(0)
  },
)
