import { afterAll, beforeAll, expect, test } from 'vitest'
import { configure } from '../account-changes/testing/steps.ts'
import { enrollTotp, proveCode } from '../mfa/testing/mfa-calls.ts'
import { send } from '../signer/delegation/testing/scene.ts'
import { startTestServer, type TestServer } from '../testing/server.ts'
import {
  consentTo,
  createWallet,
  type Delegate,
  delegationsOf,
  newPerson,
  OK,
  outcomeOf,
  POLICY,
  proofFor,
  registerDelegate,
  revoke,
  setSigners,
  use,
} from './testing/delegates.ts'

let server: TestServer
let backend: Delegate
beforeAll(async () => {
  server = await startTestServer()
  await configure(server, { mfa_methods: ['totp'] })
  backend = await registerDelegate(server, POLICY)
})
afterAll(() => server.stop())

test('who has a second factor proves it to delegate, and not to stop', async () => {
  const who = await newPerson(server)
  const wallet = await createWallet(server, who)
  const { app } = await enrollTotp(server, who)
  const additional_signers = [await consentTo(server, who, wallet, backend)]
  const body = { additional_signers, step_up: await proofFor(server, who, wallet) }
  const ask = async (mfa?: string) => {
    return outcomeOf(await setSigners(server, who, wallet, body, { mfa }))
  }
  const needed = [403, 'missing_or_invalid_mfa']
  expect([await ask(), await ask(`${Date.now()}.${'A'.repeat(43)}`)]).toEqual([needed, needed])
  expect(await delegationsOf(server, who)).toEqual([])
  const { body: proven } = await proveCode(server, who, 'totp', app.code(1))
  // The proof of a way in is not used up by what came to nothing.
  expect(await ask(String(proven.token))).toEqual(OK)
  expect((await use(server, backend, wallet.id, send(1))).status).toBe(200)
  expect((await revoke(server, who)).body).toEqual({ message: 'Stopped: 1.' })
  expect(await delegationsOf(server, who)).toEqual([])
})
