import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { PATIENCE } from '../account-changes/testing/steps.ts'
import { delegatedRpc } from '../signer/delegation/delegated-rpc.ts'
import { send } from '../signer/delegation/testing/scene.ts'
import type { Violation } from '../signer/delegation-operations.ts'
import type { SignerClient } from '../signer/operations.ts'
import { createTestCustody } from '../signer/testing/custody.ts'
import type { LoggedIn } from '../testing/client.ts'
import { ORIGIN, startTestServer, type TestServer } from '../testing/server.ts'
import {
  type Delegate,
  delegated,
  delegationsOf,
  eventsOf,
  NOT_DELEGATED,
  OK,
  outcomeOf,
  POLICY,
  registerDelegate,
  revoke,
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

const STRANGER = `0x${'22'.repeat(20)}`
const addressOf = ({ user }: LoggedIn) =>
  user.linked_accounts.flatMap(it => (it.type === 'email' ? [it.address] : []))[0]
/** Mails to a person about what their delegate was refused. */
const mailsTo = (who: LoggedIn) =>
  server.notices.filter(
    told =>
      told.to === addressOf(who) &&
      'subject' in told &&
      told.subject === 'Shop asked for more than you allowed',
  )
/** A server and its signer's own code, a month and a day later. */
function serverOfLater(now: number) {
  const custody = { ...createTestCustody(Buffer.from(server.masterKey), now), origin: ORIGIN }
  const { signer } = server.ctx
  return server.second({
    now: () => now,
    signer: { ...signer, delegatedRpc: async request => delegatedRpc(custody, request) },
  })
}

describe('what the signer refuses a delegate is told to the person, in their activity and by mail', () => {
  test.each<[string, Violation, object, boolean?]>([
    ['beyond its limit', 'limit', send(91)],
    ['to another recipient', 'recipient', send(1, 0, { to: STRANGER })],
    ['of another contract', 'contract', send(0, 0, { to: STRANGER, data: '0x12345678' })],
    ['on another chain', 'chain', send(1, 0, { chain_id: 137 })],
    ['after its end', 'expired', send(1), true],
  ])('%s', async (_, rule, request, isLater = false) => {
    const { who, wallet } = await delegated(server, backend)
    const now = Date.now() + (isLater ? 31 * 86_400_000 : 0)
    const by = { app: isLater ? serverOfLater(now) : undefined, expiry: now + 60_000 }
    expect(outcomeOf(await use(server, backend, wallet.id, request, by))).toEqual(VIOLATION)
    const told = await eventsOf(server, who, 'wallet.delegation_refused')
    expect(told.map(({ data }) => [data.rule, data.signer, data.address])).toEqual([
      [rule, 'Shop backend', wallet.address],
    ])
    await vi.waitFor(() => expect(mailsTo(who)).toHaveLength(1), PATIENCE)
    // Nothing was spent by it.
    expect((await delegationsOf(server, who))[0]?.spent).toEqual(['0'])
  })

  test('once an hour for each rule, and by one mail a day', async () => {
    const { who, wallet } = await delegated(server, backend)
    for (const nonce of [0, 1])
      expect(outcomeOf(await use(server, backend, wallet.id, send(91, nonce)))).toEqual(VIOLATION)
    expect(outcomeOf(await use(server, backend, wallet.id, send(1, 0, { to: STRANGER })))).toEqual(VIOLATION)
    const told = await eventsOf(server, who, 'wallet.delegation_refused')
    expect(told.map(({ data }) => data.rule)).toEqual(['limit', 'recipient'])
    await vi.waitFor(() => expect(mailsTo(who)).toHaveLength(1), PATIENCE)
    expect(outcomeOf(await use(server, backend, wallet.id, send(90)))).toEqual(OK)
  })
})

describe.each([
  ['one signer', async () => server.ctx.signer],
  ['a signer each', () => server.startSigner({ masterKey: server.masterKey })],
] as const)('at two servers with %s', (_, startOther) => {
  let other: SignerClient
  beforeAll(async () => {
    other = await startOther()
  })

  /** Two servers whose signers have both answered before either of them goes on. */
  function bothAtOnce() {
    let asked = 0
    let letGo = () => {}
    const both = new Promise<void>(resolve => {
      letGo = resolve
    })
    const outcomes: string[] = []
    const serverOf = (signer: SignerClient) =>
      server.second({
        signer: {
          ...signer,
          async delegatedRpc(request) {
            const answer = await signer.delegatedRpc(request)
            outcomes.push(answer.outcome)
            if (++asked === 2) letGo()
            if (asked <= 2) await both
            return answer
          },
        },
      })
    return { apps: [serverOf(server.ctx.signer), serverOf(other)] as const, outcomes }
  }

  test('the last of a limit is spent once, and the person sees which was refused', async () => {
    const { who, wallet } = await delegated(server, backend)
    const { apps } = bothAtOnce()
    const answers = await Promise.all(
      apps.map((app, nonce) => use(server, backend, wallet.id, send(60, nonce), { app })),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 403])
    expect((await delegationsOf(server, who))[0]?.spent).toEqual(['70'])
    expect(await eventsOf(server, who, 'wallet.delegation_used')).toHaveLength(1)
    expect(await eventsOf(server, who, 'wallet.delegation_refused')).toHaveLength(1)
  })

  test('what there is room for is spent by both, and counted twice', async () => {
    const { who, wallet } = await delegated(server, backend)
    const { apps, outcomes } = bothAtOnce()
    const answers = await Promise.all(
      apps.map((app, nonce) => use(server, backend, wallet.id, send(40, nonce), { app })),
    )
    expect(answers.map(outcomeOf)).toEqual([OK, OK])
    // Both signed by the same list: one was thrown away, and made anew.
    expect(outcomes.slice(0, 2)).toEqual(['signed', 'signed'])
    expect(outcomes.length).toBeGreaterThan(2)
    expect((await delegationsOf(server, who))[0]?.spent).toEqual(['100'])
    expect(await eventsOf(server, who, 'wallet.delegation_used')).toHaveLength(2)
  })

  test('what was stopped at one is refused at the other', async () => {
    const { who, wallet } = await delegated(server, backend)
    const app = server.second({ signer: other })
    expect(outcomeOf(await use(server, backend, wallet.id, send(1), { app }))).toEqual(OK)
    expect((await revoke(server, who)).status).toBe(200)
    expect(outcomeOf(await use(server, backend, wallet.id, send(1, 1), { app }))).toEqual(NOT_DELEGATED)
  })
})
