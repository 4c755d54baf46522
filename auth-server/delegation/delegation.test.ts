import { createHash } from 'node:crypto'
import { isStatementOf } from '@vitrine/shared/signer/statement.ts'
import { policyBytes } from '@vitrine/shared/wallet/policy.ts'
import { RPC_RESPONSES } from '@vitrine/shared/wallet/rpc.ts'
import { eq } from 'drizzle-orm'
import { keccak256, parseTransaction, recoverTransactionAddress } from 'viem'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { configure, PATIENCE } from '../account-changes/testing/steps.ts'
import { findApp } from '../apps/registry.ts'
import { devices } from '../database/schema.ts'
import { SHOP, send } from '../signer/delegation/testing/scene.ts'
import { call, callAs, type LoggedIn, logIn } from '../testing/client.ts'
import { createDevice } from '../testing/device.ts'
import { ORIGIN, startTestServer, type TestServer } from '../testing/server.ts'
import {
  consentTo,
  createWallet,
  type Delegate,
  delegated,
  delegationsOf,
  eventsOf,
  NOT_DELEGATED,
  newPerson,
  OK,
  outcomeOf,
  POLICY,
  personCall,
  proofFor,
  readTerms,
  registerDelegate,
  revoke,
  setSigners,
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
const subjectOf = (told: TestServer['notices'][number] | undefined) =>
  told && 'subject' in told ? told.subject : undefined
const isDelegated = async (who: LoggedIn) => {
  const { body } = await callAs<{ user: LoggedIn['user'] }>(server, who, '/api/v1/users/me', {
    method: 'GET',
  })
  return body.user.linked_accounts.flatMap(each => ('delegated' in each ? [each.delegated] : []))
}

describe('the terms that a person is shown', () => {
  test('are the operator’s, by the signer’s own word', async () => {
    const who = await person()
    const wallet = await createWallet(server, who)
    const terms = await readTerms(server, who, wallet, { signer_id: backend.signerId })
    const hash = createHash('sha256').update(policyBytes(terms.policy)).digest('base64url')
    expect(terms).toMatchObject({
      ...{ signer_id: backend.signerId, name: 'Shop backend', public_key: backend.key.publicKey },
      ...{ policy_id: backend.policyId, policy: POLICY, policy_hash: hash },
      expires_at: server.clock.now + 30 * 86_400_000,
    })
    const { signer_id: signerId, name, public_key: publicKey } = terms
    const words = {
      kind: 'delegation-terms',
      origin: ORIGIN,
      appId: server.appId,
      signerId,
      publicKey,
    } as const
    const isHers = (changed: object = {}) =>
      isStatementOf(
        server.signerKeys.identity,
        { ...words, name, policyHash: hash, ...changed },
        terms.signature,
      )
    expect(await isHers()).toBe(true)
    for (const changed of [{ name: 'The bank' }, { policyHash: 'x' }, { appId: 'app_x' }, { publicKey: 'x' }])
      expect(await isHers(changed)).toBe(false)
  })

  test('of an app’s only key for the chain need no name; of a key without a policy there are none', async () => {
    const app = await server.registerApp({})
    const elsewhere = { ...server, appId: app.id }
    const who = await logIn(elsewhere, 'other@delegation.example')
    const wallet = await createWallet(elsewhere, who)
    const ask = (body: object) => call(elsewhere, `/api/v1/wallets/${wallet.id}/delegation_terms`, { body })
    const terms = (named = {}) => readTerms(elsewhere, who, wallet, named)
    await expect(terms()).rejects.toThrow('422 not_supported')
    const only = await registerDelegate(server, POLICY, app)
    expect(await terms()).toMatchObject({ signer_id: only.signerId })
    await registerDelegate(server, { ...POLICY, name: 'More' }, app)
    await expect(terms()).rejects.toThrow('400 invalid_data')
    await expect(terms({ signer_id: backend.signerId })).rejects.toThrow('400 invalid_data')
    const solana = await createWallet(elsewhere, who, 'solana')
    await expect(readTerms(elsewhere, who, solana, { signer_id: only.signerId })).rejects.toThrow(
      '400 invalid_data',
    )
    expect(outcomeOf(await ask({}))).toEqual([401, 'missing_or_invalid_token'])
  })
})

describe('a person who agrees', () => {
  test('lets the backend sign within the limit: it is told, listed and counted', async () => {
    const { who, wallet, answer } = await delegated(server, backend)
    expect(answer.body.additional_signers).toEqual([
      { signer_id: backend.signerId, override_policy_ids: [backend.policyId] },
    ])
    expect(await isDelegated(who)).toEqual([true])
    await vi.waitFor(
      () => expect(subjectOf(server.notices.at(-1))).toBe('Shop can now use one of your wallets'),
      PATIENCE,
    )

    const used = await use(server, backend, wallet.id, send(40))
    expect(outcomeOf(used)).toEqual(OK)
    const { data } = RPC_RESPONSES.eth_signTransaction.parse(used.body)
    const serialized = data.signed_transaction as `0x02${string}`
    expect(await recoverTransactionAddress({ serializedTransaction: serialized })).toBe(wallet.address)
    expect(parseTransaction(serialized)).toMatchObject({ to: SHOP, value: 40n, chainId: 1 })

    const [item] = await listOf(who)
    expect(item).toMatchObject({
      ...{ signer_id: backend.signerId, name: 'Shop backend', policy: POLICY, ended: null, spent: ['50'] },
      wallet: { id: wallet.id, address: wallet.address, chain_type: 'ethereum' },
    })
    const [event] = await eventsOf(server, who, 'wallet.delegation_used')
    expect(event?.data).toEqual({
      ...{
        chain_type: 'ethereum',
        address: wallet.address,
        signer_id: backend.signerId,
        signer: 'Shop backend',
      },
      ...{
        policy: 'Play',
        until: item?.expires_at,
        method: 'eth_signTransaction',
        chain: 'eip155:1',
        to: SHOP,
      },
      ...{ value: '40', hash: keccak256(serialized) },
      spendings: [{ chain: 'eip155:1', asset: 'native', amount: '50' }],
    })
    expect((await eventsOf(server, who, 'wallet.delegated'))[0]?.data).toMatchObject({
      signer: 'Shop backend',
    })
  })

  test('proves a way in, even just after a login; a stolen session cannot', async () => {
    const who = await person()
    const wallet = await createWallet(server, who)
    const additional_signers = [await consentTo(server, who, wallet, backend)]
    const change = (body: object, by?: Parameters<typeof setSigners>[4]) =>
      setSigners(server, who, wallet, { additional_signers, ...body }, by)
    expect(outcomeOf(await change({}))).toEqual([403, 'step_up_required'])
    expect(outcomeOf(await change({ from_account: true }))).toEqual([403, 'step_up_required'])
    const step_up = await proofFor(server, who, wallet)
    expect(outcomeOf(await change({ step_up }, { signer: await createDevice() }))).toEqual([
      403,
      'expired_or_invalid_authorization',
    ])
    const thief = { ...who, device: await createDevice() }
    expect(outcomeOf(await setSigners(server, thief, wallet, { additional_signers, step_up }))).toEqual([
      401,
      'missing_or_invalid_token',
    ])
    const stranger = await person()
    expect(outcomeOf(await setSigners(server, stranger, wallet, { additional_signers, step_up }))).toEqual([
      404,
      'embedded_wallet_not_found',
    ])
    expect(outcomeOf(await change({ step_up }))).toEqual(OK)
    // One proof is one change.
    expect(outcomeOf(await change({ step_up }))).toEqual([403, 'step_up_required'])
  })

  test('on a device that is held agrees to nothing, and may stop all the same', async () => {
    const { who, wallet } = await delegated(server, backend)
    const heldUntil = new Date(server.clock.now + 3_600_000)
    await server.ctx.db.update(devices).set({ heldUntil }).where(eq(devices.userId, who.user.id))
    expect(outcomeOf(await setSigners(server, who, wallet, { additional_signers: [] }))).toEqual(VIOLATION)
    expect((await revoke(server, who)).body).toEqual({ message: 'Stopped: 1.' })
  })

  test('gets the answer again that was lost, without another proof', async () => {
    const who = await person()
    const wallet = await createWallet(server, who)
    const additional_signers = [await consentTo(server, who, wallet, backend)]
    const body = { additional_signers, step_up: await proofFor(server, who, wallet) }
    const key = 'an-answer-that-was-lost'
    const [first, again] = [
      await setSigners(server, who, wallet, body, { key }),
      await setSigners(server, who, wallet, body, { key }),
    ]
    expect([first.status, again.body]).toEqual([200, first.body])
    expect(await listOf(who)).toHaveLength(1)
  })

  const UNSIGNED = 'expired_or_invalid_authorization'
  test.each<[string, object, string]>([
    ['to a policy that is not the one shown', { policy_hash: 'x'.repeat(43) }, UNSIGNED],
    ['to an end beyond the policy’s', { expires_at: Date.now() + 31 * 86_400_000 }, UNSIGNED],
    ['after its end', { expires_at: Date.now() - 86_400_000 }, 'policy_violation'],
  ])('%s gives nothing', async (_, changes, refusal) => {
    const who = await person()
    const wallet = await createWallet(server, who)
    const agreed = await consentTo(server, who, wallet, backend)
    const consent = { ...agreed.consent, ...changes }
    const step_up = await proofFor(server, who, wallet)
    const answer = await setSigners(server, who, wallet, {
      additional_signers: [{ ...agreed, consent }],
      step_up,
    })
    expect(outcomeOf(answer)).toEqual([403, refusal])
    expect(await listOf(who)).toEqual([])
  })

  test('names a wallet that is there: none is given away as it is made', async () => {
    const who = await person()
    const owner = { public_key: who.device.publicKey }
    const body = { chain_type: 'ethereum', owner, additional_signers: [{ signer_id: backend.signerId }] }
    expect(outcomeOf(await personCall(server, who, 'POST', '/wallets', body))).toEqual([400, 'invalid_data'])
  })
})

describe('to stop', () => {
  test('takes no proof, is at once at every server, and is told; one at a time or all', async () => {
    const other = await registerDelegate(server, POLICY)
    const { who, wallet } = await delegated(server, backend)
    const additional_signers = [{ signer_id: backend.signerId }, await consentTo(server, who, wallet, other)]
    const step_up = await proofFor(server, who, wallet)
    expect(outcomeOf(await setSigners(server, who, wallet, { additional_signers, step_up }))).toEqual(OK)
    expect((await listOf(who)).map(each => each.signer_id)).toEqual([backend.signerId, other.signerId])

    expect((await revoke(server, who, { signer_id: backend.signerId })).body).toEqual({
      message: 'Stopped: 1.',
    })
    const second = server.second()
    expect(outcomeOf(await use(server, backend, wallet.id, send(1), { app: second }))).toEqual([
      403,
      'expired_or_invalid_authorization',
    ])
    expect(outcomeOf(await use(server, other, wallet.id, send(1), { app: second }))).toEqual(OK)
    expect((await revoke(server, who)).body).toEqual({ message: 'Stopped: 1.' })
    expect(outcomeOf(await use(server, other, wallet.id, send(2, 1), { app: second }))).toEqual(NOT_DELEGATED)
    expect([await listOf(who), await isDelegated(who)]).toEqual([[], [false]])
    expect(
      (await eventsOf(server, who, 'wallet.delegation_revoked')).map(({ data }) => data.signer_id),
    ).toEqual([backend.signerId, other.signerId])
    expect((await revoke(server, who)).body).toEqual({ message: 'There was nothing to stop.' })
  })

  test('takes the device’s signature, and ends nobody else’s', async () => {
    const { who, wallet } = await delegated(server, backend)
    const stranger = await person()
    expect(outcomeOf(await revoke(server, who, {}, { signer: await createDevice() }))).toEqual([
      403,
      'expired_or_invalid_authorization',
    ])
    expect((await revoke(server, stranger, { wallet_id: wallet.id })).body).toEqual({
      message: 'There was nothing to stop.',
    })
    expect(await listOf(who)).toHaveLength(1)
  })

  test('by naming who stays is the same, without a proof', async () => {
    const { who, wallet } = await delegated(server, backend)
    expect(outcomeOf(await setSigners(server, who, wallet, { additional_signers: [] }))).toEqual(OK)
    expect(outcomeOf(await use(server, backend, wallet.id, send(1)))).toEqual(NOT_DELEGATED)
  })

  test('wins over a use that is under way', async () => {
    const { who, wallet } = await delegated(server, backend)
    const { signer } = server.ctx
    /** Between the signature and its being let out. */
    let stopped: Promise<unknown> | undefined
    const app = server.second({
      signer: {
        ...signer,
        async delegatedRpc(request) {
          const answer = await signer.delegatedRpc(request)
          stopped ??= revoke(server, who)
          await stopped
          return answer
        },
      },
    })
    expect(outcomeOf(await use(server, backend, wallet.id, send(1), { app }))).toEqual(NOT_DELEGATED)
    expect(await eventsOf(server, who, 'wallet.delegation_used')).toEqual([])
  })

  test('is what “This wasn’t me” does to all of them', async () => {
    const { who, wallet } = await delegated(server, backend)
    const token = /token=([\w-]+)/
    const link = () =>
      server.notices.map(each => token.exec('text' in each ? each.text : '')?.[1]).findLast(Boolean)
    const before = link()
    await use(server, backend, wallet.id, send(91))
    await vi.waitFor(() => expect(link()).not.toBe(before), PATIENCE)
    const undone = await call(server, '/api/v1/account/undo', { body: { token: link(), app: server.appId } })
    expect(undone.status).toBe(200)
    expect(outcomeOf(await use(server, backend, wallet.id, send(1)))).toEqual(NOT_DELEGATED)
    expect(await eventsOf(server, who, 'wallet.delegation_revoked')).toHaveLength(1)
  })
})

test('a wallet on the person’s devices is not for delegates, and the answer says so', async () => {
  const app = await findApp(server.ctx.db, server.appId)
  const who = await person()
  const embedded = app?.config.embedded_wallet_config
  await configure(server, { embedded_wallet_config: { ...embedded, mode: 'legacy-embedded-wallets-only' } })
  const path = `/api/v1/wallets/wallet_${'x'.repeat(24)}/delegation_terms`
  const answer = await callAs<{ code: string; error: string }>(server, who, path, { body: {} })
  await configure(server, { embedded_wallet_config: embedded })
  expect([answer.status, answer.body.code, answer.body.error]).toEqual([
    ...[422, 'not_supported'],
    expect.stringContaining('kept on the user’s device'),
  ])
})
