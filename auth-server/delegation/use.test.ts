import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Transaction as SolanaTransaction } from '@solana/web3.js'
import { base58Text } from '@vitrine/shared/encoding.ts'
import { type Policy, policy as policySchema } from '@vitrine/shared/wallet/policy.ts'
import { RPC_RESPONSES } from '@vitrine/shared/wallet/rpc.ts'
import { eq, sql } from 'drizzle-orm'
import { parseTransaction } from 'viem'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { authorizationKeys, walletDelegations } from '../database/delegation-tables.ts'
import { SHOP, send } from '../signer/delegation/testing/scene.ts'
import { transferFrom } from '../signer/testing/requests.ts'
import { call, type LoggedIn } from '../testing/client.ts'
import { ORIGIN, startTestServer, type TestServer } from '../testing/server.ts'
import { removeKey, replacePolicy } from './registered.ts'
import {
  allow,
  createWallet,
  type Delegate,
  delegated,
  delegationsOf,
  eventsOf,
  NOT_DELEGATED,
  newPerson,
  OK,
  operatorOf,
  outcomeOf,
  POLICY,
  readTerms,
  registerDelegate,
  use,
  VIOLATION,
} from './testing/delegates.ts'

let server: TestServer
let backend: Delegate
beforeAll(async () => {
  server = await startTestServer()
  backend = await registerDelegate(server, POLICY)
})
afterAll(() => server.stop())

const person = () => newPerson(server)
const listOf = (who: LoggedIn) => delegationsOf(server, who)

describe('a backend', () => {
  test('that asks twice gets one answer, and is counted once', async () => {
    const { who, wallet } = await delegated(server, backend)
    const key = 'asked-twice-by-a-backend'
    const answers = await Promise.all([0, 1, 2].map(() => use(server, backend, wallet.id, send(40), { key })))
    expect(answers.map(outcomeOf)).toEqual([OK, OK, OK])
    expect(new Set(answers.map(({ body }) => JSON.stringify(body))).size).toBe(1)
    expect((await listOf(who))[0]?.spent).toEqual(['50'])
    expect(await eventsOf(server, who, 'wallet.delegation_used')).toHaveLength(1)
    expect(outcomeOf(await use(server, backend, wallet.id, send(41), { key }))).toEqual([
      409,
      'resource_conflict',
    ])
  })

  test.each<
    [
      string,
      (wallet: string, other: Delegate) => Parameters<typeof use>[4] & { delegate?: Delegate },
      unknown[],
    ]
  >([
    ['a wrong secret', () => ({ secret: 'wrong' }), [401, 'missing_or_invalid_token']],
    [
      'a signature for another wallet',
      () => ({ signedWallet: `wallet_${'x'.repeat(24)}` }),
      [403, 'expired_or_invalid_authorization'],
    ],
    [
      'a signature over another request',
      () => ({ signedBody: send(2) }),
      [403, 'expired_or_invalid_authorization'],
    ],
    [
      'a signature that has expired',
      () => ({ expiry: Date.now() - 1 }),
      [403, 'expired_or_invalid_authorization'],
    ],
    [
      'another key of the app',
      (_, other) => ({ delegate: other }),
      [403, 'expired_or_invalid_authorization'],
    ],
  ])('with %s is refused', async (_, wrong, outcome) => {
    const { wallet } = await delegated(server, backend)
    const { delegate = backend, ...call } = wrong(wallet.id, await registerDelegate(server, POLICY))
    expect(outcomeOf(await use(server, delegate, wallet.id, send(1), call))).toEqual(outcome)
  })

  test('of another app, and of a wallet that nobody gave, learns nothing', async () => {
    const { wallet } = await delegated(server, backend)
    const other = await registerDelegate(server, POLICY, await server.registerApp({}))
    expect(outcomeOf(await use(server, other, wallet.id, send(1)))).toEqual(NOT_DELEGATED)
    const own = await createWallet(server, await person())
    for (const id of [own.id, `wallet_${'x'.repeat(24)}`, 'a%00b'])
      expect(outcomeOf(await use(server, backend, id, send(1)))).toEqual(NOT_DELEGATED)
  })

  test('exports, imports, delegates and makes nothing: it has no session', async () => {
    const { wallet } = await delegated(server, backend)
    const credentials = Buffer.from(`${server.appId}:${server.appSecret}`).toString('base64')
    const headers = { authorization: `Basic ${credentials}` }
    const posts = [
      '/wallets',
      `/wallets/${wallet.id}/export`,
      '/wallets/import/init',
      '/wallets/revoke',
      '/embedded_wallets/keys',
    ]
    const signed = {
      'vitrine-authorization-signature': 'AAAA',
      'vitrine-idempotency-key': 'x'.repeat(16),
      'vitrine-request-expiry': '1790000000000',
    }
    const answers = await Promise.all([
      ...posts.map(path => call(server, `/api/v1${path}`, { body: {}, headers: { ...headers, ...signed } })),
      call(server, `/api/v1/wallets/${wallet.id}`, {
        method: 'PATCH',
        body: { additional_signers: [] },
        headers: { ...headers, ...signed },
      }),
    ])
    for (const { status } of answers) expect([400, 401]).toContain(status)
    const reached = await call(server, `/api/v1/wallets/${wallet.id}`, {
      method: 'PATCH',
      body: { additional_signers: [] },
      headers: { ...headers, ...signed },
    })
    expect(outcomeOf(reached as never)).toEqual([401, 'missing_or_invalid_token'])
  })

  test('uses a Solana wallet by a policy for Solana', async () => {
    const delegate = await registerDelegate(server, {
      ...{ name: 'Play', chain_type: 'solana', methods: ['signTransaction'] },
      rules: { spend: [{ chain: 'solana:mainnet', asset: 'native', amount: '5001', per_seconds: 86_400 }] },
    })
    const who = await person()
    const wallet = await createWallet(server, who, 'solana')
    expect(outcomeOf(await allow(server, who, wallet, delegate))).toEqual(OK)
    const params = { transaction: transferFrom(wallet.address).toString('base64'), encoding: 'base64' }
    const { status, body } = await use(server, delegate, wallet.id, { method: 'signTransaction', params })
    const { data } = RPC_RESPONSES.signTransaction.parse(body)
    const signed = SolanaTransaction.from(Buffer.from(data.signed_transaction, 'base64'))
    expect([status, signed.verifySignatures()]).toEqual([200, true])
    expect((await listOf(who))[0]?.spent).toEqual(['5001'])
    const [event] = await eventsOf(server, who, 'wallet.delegation_used')
    expect(event?.data.hash).toBe(base58Text(signed.signature ?? new Uint8Array()))
  })
})

describe('the operator', () => {
  test('who removes a key ends what it was given, and tells the people', async () => {
    const delegate = await registerDelegate(server, POLICY)
    const { who, wallet } = await delegated(server, delegate)
    const [row] = await server.database.db
      .select()
      .from(authorizationKeys)
      .where(eq(authorizationKeys.id, delegate.signerId))
    const [kept] = await server.database.db
      .select()
      .from(walletDelegations)
      .where(eq(walletDelegations.walletId, wallet.id))
    expect(
      await removeKey(operatorOf(server), { id: delegate.signerId, appId: server.appId }, async () => {}),
    ).toBe(1)
    expect(outcomeOf(await use(server, delegate, wallet.id, send(1)))).toEqual(NOT_DELEGATED)
    expect(await eventsOf(server, who, 'wallet.delegation_revoked')).toHaveLength(1)
    // A list that somebody kept does nothing without the key's row, which the API process cannot write.
    if (kept) await server.ctx.db.insert(walletDelegations).values(kept)
    expect(outcomeOf(await use(server, delegate, wallet.id, send(1)))).toEqual([
      403,
      'expired_or_invalid_authorization',
    ])
    expect((await listOf(who)).map(({ ended }) => ended)).toEqual(['key-removed'])
    if (row) await expect(server.ctx.db.insert(authorizationKeys).values(row)).rejects.toThrow()
  })

  test('who writes another policy changes nothing for who agreed before', async () => {
    const delegate = await registerDelegate(server, POLICY)
    const { who, wallet } = await delegated(server, delegate)
    const [limit] = POLICY.rules.spend
    const wider = { ...POLICY, rules: { spend: [{ ...limit, amount: '9999' }] } } as Policy
    await replacePolicy(operatorOf(server), { id: delegate.policyId, appId: server.appId }, wider)
    expect(outcomeOf(await use(server, delegate, wallet.id, send(91)))).toEqual(VIOLATION)
    expect((await listOf(who))[0]?.policy).toEqual(POLICY)
    const next = await person()
    const terms = await readTerms(server, next, await createWallet(server, next), {
      signer_id: delegate.signerId,
    })
    expect(terms.policy).toEqual(wider)
  })
})

test('a row that a writer of the database changed does nothing, and one that was put back next to nothing', async () => {
  const { who, wallet } = await delegated(server, backend)
  const at = eq(walletDelegations.walletId, wallet.id)
  const [before] = await server.ctx.db.select().from(walletDelegations).where(at)
  if (!before) throw new Error('no row')
  const widened = {
    ...before.list,
    delegations: before.list.delegations.map(each => ({
      ...each,
      policy: { ...each.policy, rules: { ...each.policy.rules, recipients: undefined } },
    })),
  }
  await server.ctx.db
    .update(walletDelegations)
    .set({ list: widened as never })
    .where(at)
  expect(outcomeOf(await use(server, backend, wallet.id, send(1)))).toEqual([
    403,
    'expired_or_invalid_authorization',
  ])
  await server.ctx.db.update(walletDelegations).set(before).where(at)
  expect(outcomeOf(await use(server, backend, wallet.id, send(40)))).toEqual(OK)
  expect(outcomeOf(await use(server, backend, wallet.id, send(40, 1)))).toEqual(OK)
  await server.ctx.db.update(walletDelegations).set(before).where(at)
  expect(outcomeOf(await use(server, backend, wallet.id, send(0, 2)))).toEqual([503, 'service_unavailable'])
  await server.ctx.db.delete(walletDelegations).where(at)
  expect(await listOf(who)).toEqual([])
})

test('the API’s role writes neither keys nor policies', async () => {
  for (const table of ['authorization_keys', 'delegation_policies'])
    for (const statement of [`delete from ${table}`, `update ${table} set seal = ''`])
      await expect(server.ctx.db.execute(sql.raw(statement))).rejects.toThrow()
})

test('the server’s signer registers no key and no policy', async () => {
  const key = {
    appId: server.appId,
    signerId: 'signer_x',
    name: 'X',
    publicKey: backend.key.publicKey,
    policyIds: [],
  }
  await expect(server.ctx.signer.sealAuthorizationKey(key)).rejects.toThrow('no such operation')
  await expect(
    server.ctx.signer.sealPolicy({ appId: server.appId, policyId: 'x', policy: POLICY }),
  ).rejects.toThrow('no such operation')
  const row = await server.ctx.db.select().from(walletDelegations).limit(1)
  const [{ list, seal } = expect.fail('no list')] = row
  await expect(server.ctx.signer.dropDelegate({ list, seal, signerId: 'x' })).rejects.toThrow(
    'no such operation',
  )
})

test('the example of the documentation asks a wallet, and its policy is one', async () => {
  const docs = readFileSync(new URL('../../docs/operating.md', import.meta.url), 'utf8')
  const section = docs.slice(docs.indexOf("## Keys of a site's backend"))
  const block = (language: string) => section.split(`\`\`\`${language}\n`)[1]?.split('```')[0] ?? ''
  expect(
    policySchema.safeParse(
      JSON.parse(
        block('json policy')
          .toLowerCase()
          .replace(/eth_\w+/, 'eth_signTransaction'),
      ),
    ).error,
  ).toBe(undefined)
  const folder = mkdtempSync(join(tmpdir(), 'vitrine-test-'))
  const path = join(folder, 'backend.mjs')
  writeFileSync(path, block('js'))
  vi.stubGlobal('fetch', (url: string, init: RequestInit) => server.app.request(url, init))
  const { wallet } = await delegated(server, backend)
  const { appId, secret: appSecret } = backend
  const { askWallet } = await import(path)
  const asked = { origin: ORIGIN, appId, appSecret, privateKey: backend.key.privateKey, walletId: wallet.id }
  const answer = await askWallet({ ...asked, body: send(1) }).finally(() => {
    vi.unstubAllGlobals()
    rmSync(folder, { recursive: true })
  })
  expect(parseTransaction(answer.signed_transaction)).toMatchObject({ to: SHOP, value: 1n })
})
