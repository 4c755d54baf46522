import { walletTarget } from '@vitrine/shared/api/step-up.ts'
import type { Policy } from '@vitrine/shared/wallet/policy.ts'
import { expect } from 'vitest'
import { createWallet } from '../../create-wallet.ts'
import type { Offer, SealedDelegations } from '../../delegation-operations.ts'
import { sealGuarded } from '../../guarded-seal.ts'
import type { SignerRequest, SignerResponse } from '../../operations.ts'
import { issuePresence } from '../../presence.ts'
import { SignerRefusal } from '../../refusal.ts'
import { sealFactors } from '../../sealed-factors.ts'
import {
  createTestCustody,
  NOW,
  payloadFor,
  sealedDevice,
  sealedSalt,
  type TestCustody,
} from '../../testing/custody.ts'
import { createTestDevice, type TestDevice } from '../../testing/device.ts'
import { changeDelegates } from '../change-delegates.ts'
import { delegatedRpc } from '../delegated-rpc.ts'
import { policyHashOf, sealAuthorizationKey, sealPolicy } from '../offers.ts'

export const APP = 'app_1'
export const USER = 'user_1'
export const SHOP = `0x${'11'.repeat(20)}`
export const MINUTE = 60_000
export const HOUR = 60 * MINUTE
export const DAY = 24 * HOUR
/** 100 of the coin in a day, to the shop. */
export const POLICY: Policy = {
  name: 'Play',
  chain_type: 'ethereum',
  methods: ['eth_signTransaction'],
  rules: {
    spend: [{ chain: 'eip155:1', asset: 'native', amount: '100', per_seconds: 86_400 }],
    recipients: [SHOP],
  },
  expires_after_seconds: 7 * 86_400,
}

export interface Change {
  readonly present?: SealedDelegations | null
  readonly offers?: Offer[]
  readonly signers?: object[]
  readonly request?: {
    readonly [Name in keyof SignerRequest<'changeDelegates'>]?:
      | SignerRequest<'changeDelegates'>[Name]
      | undefined
  }
}
type Answer = SignerResponse<'delegatedRpc'>
type Wallet = SignerRequest<'walletRpc'>['wallet']

/** A signer with a clock, a person with two wallets and a device, and a backend with a key. */
export async function openScene() {
  const clock = { now: NOW }
  /** A signer process that starts anew, with the same master key and nothing remembered. */
  const another = (): TestCustody => ({ ...createTestCustody(), now: () => clock.now })
  const custody = another()
  const device = await createTestDevice()
  const backend = await createTestDevice()

  const signedBy = (by: TestDevice, path: string, body: unknown, change: object = {}) => {
    const payload = payloadFor(APP, path, body, { expiry: clock.now + MINUTE, ...change })
    return { payload, signature: by.authorize(payload) }
  }
  const ownDevice = () => sealedDevice(custody, { appId: APP, userId: USER }, device)
  /** The same of a person with a second factor. */
  const guardedDevice = () => {
    const { publicKey } = device
    const statement = { kind: 'device', appId: APP, userId: USER, publicKey } as const
    return { publicKey, seal: sealGuarded(custody.keyring.deviceSeal, statement, 1) }
  }
  const factors = () => {
    const phone = { type: 'sms', address: '+13125550100', test: false, verifiedAt: NOW } as const
    return sealFactors(
      custody,
      { appId: APP, userId: USER },
      { version: 1, list: [phone], recoveryCodes: [] },
    )
  }

  function makeWallet(walletId: string, walletIndex: number, sealedEntropy: string | null) {
    const body = { chain_type: 'ethereum', owner: { public_key: device.publicKey } }
    const { address, sealedKey, ...made } = createWallet(custody, {
      ...{ walletId, appId: APP, userId: USER, chainType: 'ethereum', walletIndex, sealedEntropy },
      ...(sealedEntropy === null && { entropySalt: sealedSalt(custody) }),
      device: ownDevice(),
      authorization: signedBy(device, '/wallets', body),
    })
    const wallet: Wallet = { walletId, appId: APP, userId: USER, chainType: 'ethereum', address, sealedKey }
    return { wallet, sealedEntropy: made.sealedEntropy }
  }
  const { wallet, sealedEntropy } = makeWallet('wallet_1', 0, null)
  const { wallet: other } = makeWallet('wallet_2', 1, sealedEntropy)

  /** What the operator registered. */
  function offerOf(
    policy: Policy = POLICY,
    publicKey = backend.publicKey,
    signerId = 'signer_1',
    appId = APP,
  ): Offer {
    const key = { appId, signerId, name: 'Shop backend', publicKey, policyIds: ['policy_1'] }
    const ofPolicy = { appId, policyId: 'policy_1', policy }
    return {
      key: { ...key, seal: sealAuthorizationKey(custody, key).seal },
      policy: { ...ofPolicy, seal: sealPolicy(custody, ofPolicy).seal },
    }
  }
  const consent = ({ policy }: Offer, expires_at = clock.now + DAY) => ({
    policy_hash: policyHashOf(policy.policy),
    expires_at,
  })
  const presenceFor = (of = wallet, purpose = 'delegate') => {
    const target = walletTarget(of.chainType, of.address)
    const who = { appId: APP, userId: USER, device: device.thumbprint }
    return { of: 'step-up', ...issuePresence(custody, { ...who, purpose, target }) } as const
  }

  /** The person agrees to what is offered, unless it says otherwise. */
  function change({ present = null, offers = [offerOf()], signers, request }: Change = {}) {
    const named = signers ?? offers.map(each => ({ signer_id: each.key.signerId, consent: consent(each) }))
    const { sealedKey: _, isImported: __, ...of } = wallet
    const body = { additional_signers: named }
    return changeDelegates(custody, {
      ...{ wallet: of, present, offers, device: ownDevice(), presence: presenceFor() },
      authorization: signedBy(device, `/wallets/${of.walletId}`, body, { method: 'PATCH' }),
      ...request,
    } as SignerRequest<'changeDelegates'>)
  }

  /** The backend asks. */
  function use(
    present: SealedDelegations,
    body: unknown,
    request: Partial<SignerRequest<'delegatedRpc'>> = {},
    at = custody,
  ): Answer {
    const of = request.wallet ?? wallet
    return delegatedRpc(at, {
      ...{ wallet: of, present, signerIds: ['signer_1', 'signer_2'] },
      authorization: signedBy(backend, `/wallets/${of.walletId}/rpc`, body),
      ...request,
    })
  }
  return {
    clock,
    another,
    custody,
    device,
    backend,
    wallet,
    other,
    signedBy,
    ownDevice,
    guardedDevice,
    factors,
    offerOf,
    consent,
    presenceFor,
    change,
    use,
  }
}
export type Scene = Awaited<ReturnType<typeof openScene>>

/** It costs its value and a fee of 10. */
export const send = (value: number, nonce = 0, more: object = {}) => ({
  method: 'eth_signTransaction',
  params: {
    transaction: {
      ...{
        type: 2,
        to: SHOP,
        value: `0x${value.toString(16)}`,
        nonce: `0x${nonce.toString(16)}`,
        chain_id: 1,
      },
      ...{ gas_limit: '0xa', max_fee_per_gas: '0x1', max_priority_fee_per_gas: '0x0', ...more },
    },
  },
})

export const requireSigned = (answer: Answer) =>
  answer.outcome === 'signed' ? answer : expect.fail(JSON.stringify(answer))
export const requireNext = (answer: Answer): SealedDelegations =>
  requireSigned(answer).next ?? expect.fail('no list')
export const violation = (answer: Answer): string =>
  answer.outcome === 'refused' ? answer.violation : answer.outcome

export function refusal(work: () => unknown): string {
  try {
    work()
  } catch (error) {
    if (error instanceof SignerRefusal) return error.code
    throw error
  }
  return 'none'
}
