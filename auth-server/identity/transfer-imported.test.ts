import { walletTarget } from '@vitrine/shared/api/step-up.ts'
import { eq } from 'drizzle-orm'
import { verifyMessage } from 'ethers'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { configure, stepUp } from '../account-changes/testing/steps.ts'
import { importedWallets } from '../database/imported-tables.ts'
import type { LoggedIn } from '../testing/client.ts'
import { startTestServer, type TestServer } from '../testing/server.ts'
import { bring, submission, submit, takeOut } from '../wallet/testing/key-calls.ts'
import { asDevice, type Person, rpc, signBody } from '../wallet/testing/wallet-calls.ts'
import { bringTogether, personByMail, personByPhone } from './testing/transfer-steps.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
  await configure(server, { sms_auth: true })
})
afterAll(() => server.stop())

const loggedIn = ({ device, accessToken, userId }: Person): LoggedIn =>
  ({ device: asDevice(device), token: accessToken, user: { id: userId } }) as unknown as LoggedIn

test('a key that the other account brought comes along, signs, is shown, and stays sealed for its owner', async () => {
  const [own, other] = [await personByMail(server), await personByPhone(server)]
  const brought = await bring(server, loggedIn(other))
  const user = await bringTogether(server, own, other.number)
  const wallet = user.linked_accounts.find(it => it.type === 'wallet' && it.address === brought.address)
  expect(wallet).toMatchObject({ id: brought.id, imported: true, wallet_index: null })
  const signed = await rpc(server, own, brought.id, signBody('hello'))
  expect(verifyMessage('hello', (await signed.json()).data.signature)).toBe(brought.address)
  const target = walletTarget('ethereum', brought.address)
  const who = { ...loggedIn(own), user }
  const step_up = await stepUp(server, who, { purpose: 'export', target })
  const { key } = await takeOut(server, who, brought.id, { step_up })
  expect(Buffer.from(key ?? [])).toEqual(brought.key)
  const row = await server.ctx.db.select().from(importedWallets).where(eq(importedWallets.id, brought.id))
  expect(row[0]?.userId).toBe(other.userId)
  const again = await submission(server, who, brought)
  const refused = await submit(server, who, { ...again, from_account: true })
  expect(refused.body.code).toBe('embedded_wallet_already_exists')
})
