import { randomUUID } from 'node:crypto'
import type { EventType } from '@vitrine/shared/api/activity.ts'
import { type AdditionalSigner, delegationsResponse, termsResponse } from '@vitrine/shared/api/delegation.ts'
import { MFA_TOKEN_HEADER } from '@vitrine/shared/api/headers.ts'
import { walletTarget } from '@vitrine/shared/api/step-up.ts'
import type { Policy } from '@vitrine/shared/wallet/policy.ts'
import type { WalletResource } from '@vitrine/shared/wallet/wallet-resource.ts'
import { and, eq } from 'drizzle-orm'
import { stepUp } from '../../account-changes/testing/steps.ts'
import { auditEvents } from '../../database/audit-tables.ts'
import { sealAuthorizationKey, sealPolicy } from '../../signer/delegation/offers.ts'
import { dropDelegate } from '../../signer/delegation/revoke-delegates.ts'
import { SHOP } from '../../signer/delegation/testing/scene.ts'
import { createTestCustody } from '../../signer/testing/custody.ts'
import { createTestDevice, type TestDevice } from '../../signer/testing/device.ts'
import { type Answer, call, callAs, type LoggedIn, logIn } from '../../testing/client.ts'
import type { Device } from '../../testing/device.ts'
import { ORIGIN, type TestServer } from '../../testing/server.ts'
import { addKey, addPolicy } from '../registered.ts'

type App = TestServer['app']
type Refusable = { readonly code?: string; readonly error?: string; readonly [member: string]: unknown }

/** An app's backend with a key of its own. */
export interface Delegate {
  readonly appId: string
  readonly secret: string
  readonly signerId: string
  readonly policyId: string
  readonly key: TestDevice
}

/** What the operator's commands work with. */
export function operatorOf(server: TestServer) {
  const custody = createTestCustody(Buffer.from(server.masterKey))
  return {
    db: server.database.db,
    signer: {
      sealPolicy: async (request: Parameters<typeof sealPolicy>[1]) => sealPolicy(custody, request),
      sealAuthorizationKey: async (request: Parameters<typeof sealAuthorizationKey>[1]) =>
        sealAuthorizationKey(custody, request),
      dropDelegate: async (request: Parameters<typeof dropDelegate>[1]) => dropDelegate(custody, request),
    },
  }
}

export async function registerDelegate(
  server: TestServer,
  policy: Policy,
  { id: appId, secret } = { id: server.appId, secret: server.appSecret },
): Promise<Delegate> {
  const operator = operatorOf(server)
  const key = await createTestDevice()
  const policyId = await addPolicy(operator, appId, policy)
  const { publicKey } = key
  const signerId = await addKey(operator, appId, { name: 'Shop backend', publicKey, policyIds: [policyId] })
  return { appId, secret, signerId, policyId, key }
}

interface SignedBy {
  readonly app?: App
  readonly key?: string
  readonly signer?: Pick<Device, 'authorize'>
  /** Proof of a second factor. */
  readonly mfa?: string | undefined
}

/** A call that the person's device signs. */
export async function personCall(
  server: TestServer,
  who: LoggedIn,
  method: 'POST' | 'PATCH',
  path: string,
  body: object,
  { app, key = randomUUID(), signer = who.device, mfa }: SignedBy = {},
): Promise<Answer<Refusable>> {
  const headers = {
    'vitrine-app-id': server.appId,
    'vitrine-idempotency-key': key,
    'vitrine-request-expiry': String(Date.now() + 60_000),
  }
  const payload = { version: 1, method, url: `${ORIGIN}/api/v1${path}`, body, headers } as const
  const signed = {
    ...headers,
    'vitrine-authorization-signature': signer.authorize(payload),
    ...(mfa !== undefined && { [MFA_TOKEN_HEADER]: mfa }),
  }
  return callAs(app ? { ...server, app } : server, who, `/api/v1${path}`, { method, body, headers: signed })
}

export async function createWallet(
  server: TestServer,
  who: LoggedIn,
  chainType: 'ethereum' | 'solana' = 'ethereum',
  more: object = {},
): Promise<WalletResource> {
  const owner = { public_key: who.device.publicKey }
  const made = await personCall(server, who, 'POST', '/wallets', { chain_type: chainType, owner, ...more })
  if (made.status !== 200) throw new Error(`create answered ${made.status} ${made.body.code}`)
  return made.body as unknown as WalletResource
}

/** 100 of the coin in a day, to the shop. */
export const POLICY: Policy = {
  name: 'Play',
  chain_type: 'ethereum',
  methods: ['eth_signTransaction'],
  rules: {
    spend: [{ chain: 'eip155:1', asset: 'native', amount: '100', per_seconds: 86_400 }],
    recipients: [SHOP],
  },
}

type Wallet = Pick<WalletResource, 'id' | 'address' | 'chain_type'>

/** What the person is asked to agree to. */
export async function readTerms(server: TestServer, who: LoggedIn, { id }: Wallet, named: object = {}) {
  const path = `/api/v1/wallets/${id}/delegation_terms`
  const { status, body } = await callAs(server, who, path, { body: named })
  if (status !== 200) throw new Error(`terms answered ${status} ${body.code}`)
  return termsResponse.parse(body)
}

/** As the frame names a consent to terms that the person has seen. */
export async function consentTo(
  server: TestServer,
  who: LoggedIn,
  wallet: Wallet,
  { signerId }: Pick<Delegate, 'signerId'>,
): Promise<AdditionalSigner> {
  const terms = await readTerms(server, who, wallet, { signer_id: signerId })
  const { policy_hash, expires_at } = terms
  return { signer_id: signerId, consent: { policy_hash, expires_at: expires_at - 60_000 } }
}

export const proofFor = (server: TestServer, who: LoggedIn, { chain_type, address }: Wallet) =>
  stepUp(server, who, { purpose: 'delegate', target: walletTarget(chain_type, address) })

export const setSigners = (
  server: TestServer,
  who: LoggedIn,
  { id }: Pick<Wallet, 'id'>,
  body: object,
  by?: SignedBy,
) => personCall(server, who, 'PATCH', `/wallets/${id}`, body, by)

/** The person agrees, and proves a way in. */
export async function allow(
  server: TestServer,
  who: LoggedIn,
  wallet: Wallet,
  delegate: Pick<Delegate, 'signerId'>,
): Promise<Answer<Refusable>> {
  const additional_signers = [await consentTo(server, who, wallet, delegate)]
  const step_up = await proofFor(server, who, wallet)
  return setSigners(server, who, wallet, { additional_signers, step_up })
}

export const revoke = (server: TestServer, who: LoggedIn, body: object = {}, by?: SignedBy) =>
  personCall(server, who, 'POST', '/wallets/revoke', body, by)

interface UseCall {
  readonly app?: App | undefined
  /** Idempotency key. */
  readonly key?: string
  readonly expiry?: number
  readonly secret?: string
  readonly signedBody?: object
  readonly signedWallet?: string
}

/** The backend asks a wallet to sign. */
export async function use(
  server: TestServer,
  delegate: Delegate,
  walletId: string,
  body: object,
  { app, key = randomUUID(), expiry = Date.now() + 60_000, ...wrong }: UseCall = {},
): Promise<Answer<Refusable>> {
  const { appId, secret } = delegate
  const path = `/api/v1/wallets/${walletId}/rpc`
  const headers = {
    'vitrine-app-id': appId,
    'vitrine-idempotency-key': key,
    'vitrine-request-expiry': String(expiry),
  }
  const signature = delegate.key.authorize({
    version: 1,
    method: 'POST',
    url: `${ORIGIN}/api/v1/wallets/${wrong.signedWallet ?? walletId}/rpc`,
    body: wrong.signedBody ?? body,
    headers,
  })
  const credentials = Buffer.from(`${appId}:${wrong.secret ?? secret}`).toString('base64')
  return call(app ? { ...server, app } : server, path, {
    body,
    headers: {
      ...headers,
      origin: '',
      authorization: `Basic ${credentials}`,
      'vitrine-authorization-signature': signature,
    },
  })
}

let people = 0
export const newPerson = (server: TestServer) => logIn(server, `person${++people}@delegation.example`)

/** A person whose wallet a backend may use. */
export async function delegated(server: TestServer, delegate: Pick<Delegate, 'signerId'>) {
  const who = await newPerson(server)
  const wallet = await createWallet(server, who)
  const answer = await allow(server, who, wallet, delegate)
  if (answer.status !== 200) throw new Error(`delegation answered ${answer.status} ${answer.body.code}`)
  return { who, wallet, answer }
}

/** What the person sees of it. */
export const delegationsOf = async (server: TestServer, who: LoggedIn) =>
  delegationsResponse.parse(
    (await callAs(server, who, '/api/v1/users/me/delegations', { method: 'GET' })).body,
  ).delegations

export const eventsOf = ({ ctx }: TestServer, { user }: LoggedIn, type: EventType) =>
  ctx.db
    .select()
    .from(auditEvents)
    .where(and(eq(auditEvents.userId, user.id), eq(auditEvents.type, type)))
    .orderBy(auditEvents.id)

/** Status and code of an answer. */
export const outcomeOf = ({ status, body }: { status: number; body: { code?: string } | null }) => [
  status,
  body?.code,
]
export const OK = [200, undefined]
export const NOT_DELEGATED = [403, 'user_has_not_delegated_wallet']
export const VIOLATION = [403, 'policy_violation']
