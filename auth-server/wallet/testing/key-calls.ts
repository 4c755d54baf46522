import { randomBytes, randomUUID } from 'node:crypto'
import { walletTarget } from '@vitrine/shared/api/step-up.ts'
import { makeRecipient, openKey, sealKey } from '@vitrine/shared/hpke/key-transport.ts'
import { Wallet } from 'ethers'
import { stepUp } from '../../account-changes/testing/steps.ts'
import type { Answer, LoggedIn } from '../../testing/client.ts'
import { ORIGIN, type TestServer } from '../../testing/server.ts'

type App = TestServer['app']
interface Refusable {
  readonly code?: string
  readonly error?: string
  readonly [member: string]: unknown
}

/** A key of Ethereum that comes from elsewhere. */
export function newKey() {
  const key = randomBytes(32)
  return { key, chain_type: 'ethereum' as const, address: new Wallet(`0x${key.toString('hex')}`).address }
}
type Key = ReturnType<typeof newKey>

interface KeyCall {
  readonly app?: App
  /** Idempotency key. */
  readonly key?: string
}

/** A wallet call that the person's device signs. */
export async function walletCall(
  server: TestServer,
  who: LoggedIn,
  path: string,
  body: Readonly<Record<string, unknown>>,
  { app, key = randomUUID() }: KeyCall = {},
): Promise<Answer<Refusable>> {
  const url = `/api/v1/wallets${path}`
  const headers = {
    'vitrine-app-id': server.appId,
    'vitrine-idempotency-key': key,
    'vitrine-request-expiry': String(Date.now() + 60_000),
  }
  const signature = who.device.authorize({
    version: 1,
    method: 'POST',
    url: `${ORIGIN}${url}`,
    body,
    headers,
  })
  const dpop = await who.device.prove('POST', `${ORIGIN}${url}`, {
    now: server.clock.now,
    accessToken: who.token,
  })
  const response = await (app ?? server.app).request(`${ORIGIN}${url}`, {
    method: 'POST',
    headers: {
      ...{ origin: ORIGIN, ...headers, dpop, authorization: `Bearer ${who.token}` },
      'vitrine-authorization-signature': signature,
    },
    body: JSON.stringify(body),
  })
  return { status: response.status, headers: response.headers, body: await response.json() }
}

export const beginImport = (
  server: TestServer,
  who: LoggedIn,
  { chain_type, address }: Key,
  call?: KeyCall,
) =>
  walletCall(
    server,
    who,
    '/import/init',
    { chain_type, address, entropy_type: 'private-key', encryption_type: 'HPKE' },
    call,
  )

/** What is sent to bring a key, after `/init`. */
export async function submission(
  server: TestServer,
  who: LoggedIn,
  key: Key,
  plain: Uint8Array = key.key,
): Promise<Record<string, unknown>> {
  const { body } = await beginImport(server, who, key)
  const sealed = await sealKey(String(body.encryption_public_key), plain)
  const { chain_type, address } = key
  return { wallet: { chain_type, address, entropy_type: 'private-key', encryption_type: 'HPKE', ...sealed } }
}

export const submit = (
  server: TestServer,
  who: LoggedIn,
  body: Readonly<Record<string, unknown>>,
  call?: KeyCall,
) => walletCall(server, who, '/import/submit', body, call)

/** Brings a key from the account screen of who has just logged in. */
export async function bring(server: TestServer, who: LoggedIn, key = newKey()) {
  const answer = await submit(server, who, { ...(await submission(server, who, key)), from_account: true })
  if (answer.status !== 200) throw new Error(`submit answered ${answer.status} ${answer.body.code}`)
  return { ...key, id: String(answer.body.id), answer }
}

type Named = Pick<Key, 'address'> & { readonly chain_type: 'ethereum' | 'solana' }

/** A proof of a way in, for the export or import of this wallet. */
export const proofFor = (
  server: TestServer,
  who: LoggedIn,
  purpose: 'import' | 'export',
  { chain_type, address }: Named,
) => stepUp(server, who, { purpose, target: walletTarget(chain_type, address) })

/** Asks for a key with what else is in the body, and opens what comes. */
export async function takeOut(
  server: TestServer,
  who: LoggedIn,
  id: string,
  more: Readonly<Record<string, unknown>> = {},
  call?: KeyCall,
) {
  const reader = await makeRecipient()
  const body = { encryption_type: 'HPKE', recipient_public_key: reader.spki, ...more }
  const { status, body: answer } = await walletCall(server, who, `/${id}/export`, body, call)
  const { ciphertext, encapsulated_key: encapsulated } = answer
  const key =
    typeof ciphertext === 'string' && typeof encapsulated === 'string'
      ? await openKey(reader, { ciphertext, encapsulated_key: encapsulated })
      : null
  return { status, answer, key }
}
