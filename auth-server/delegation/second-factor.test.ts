import type { Policy } from '@vitrine/shared/wallet/policy.ts'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { configure } from '../account-changes/testing/steps.ts'
import { walletDelegations } from '../database/delegation-tables.ts'
import { enrollTotp, proveCode } from '../mfa/testing/mfa-calls.ts'
import { type LoggedIn, logIn } from '../testing/client.ts'
import { startTestServer, type TestServer } from '../testing/server.ts'
import {
  consentTo,
  createWallet,
  type Delegate,
  proofFor,
  registerDelegate,
  revoke,
  setSigners,
  use,
} from './testing/delegates.ts'

const POLICY: Policy = {
  name: 'Play',
  chain_type: 'ethereum',
  methods: ['eth_signTransaction'],
  rules: { spend: [{ chain: 'eip155:1', asset: 'native', amount: '100', per_seconds: 86_400 }] },
}
const SEND = {
  method: 'eth_signTransaction',
  params: {
    transaction: {
      ...{ type: 2, to: `0x${'11'.repeat(20)}`, value: '0x1', nonce: '0x0', chain_id: 1 },
      ...{ gas_limit: '0xa', max_fee_per_gas: '0x1', max_priority_fee_per_gas: '0x0' },
    },
  },
}

let server: TestServer
let backend: Delegate
beforeAll(async () => {
  server = await startTestServer()
  await configure(server, { mfa_methods: ['totp'] })
  backend = await registerDelegate(server, POLICY)
})
afterAll(() => server.stop())

const count = ({ user }: LoggedIn) =>
  server.ctx.db.$count(walletDelegations, eq(walletDelegations.userId, user.id))

test('who has a second factor proves it to delegate, and not to stop', async () => {
  const who = await logIn(server, 'careful@delegation.example')
  const wallet = await createWallet(server, who)
  const { app } = await enrollTotp(server, who)
  const additional_signers = [await consentTo(server, who, wallet, backend)]
  const body = { additional_signers, step_up: await proofFor(server, who, wallet) }
  const ask = async (mfa?: string) => {
    const { status, body: answer } = await setSigners(server, who, wallet, body, { mfa })
    return [status, answer.code]
  }
  const needed = [403, 'missing_or_invalid_mfa']
  expect([await ask(), await ask(`${Date.now()}.${'A'.repeat(43)}`)]).toEqual([needed, needed])
  expect(await count(who)).toBe(0)
  const { body: proven } = await proveCode(server, who, 'totp', app.code(1))
  // The proof of a way in is not used up by what came to nothing.
  expect(await ask(String(proven.token))).toEqual([200, undefined])
  expect((await use(server, backend, wallet.id, SEND)).status).toBe(200)
  expect((await revoke(server, who)).body).toEqual({ message: 'Stopped: 1.' })
  expect(await count(who)).toBe(0)
})
