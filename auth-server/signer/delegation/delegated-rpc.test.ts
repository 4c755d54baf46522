import { walletTarget } from '@vitrine/shared/api/step-up.ts'
import type { Policy } from '@vitrine/shared/wallet/policy.ts'
import { Transaction } from 'ethers'
import { beforeEach, describe, expect, test } from 'vitest'
import { createWallet } from '../create-wallet.ts'
import { createDelegationMemory } from '../delegation-memory.ts'
import type { Offer, SealedDelegations } from '../delegation-operations.ts'
import type { SignerRequest } from '../operations.ts'
import { issuePresence } from '../presence.ts'
import { SignerRefusal } from '../refusal.ts'
import {
  createTestCustody,
  NOW,
  payloadFor,
  sealedDevice,
  sealedSalt,
  type TestCustody,
} from '../testing/custody.ts'
import { createTestDevice, type TestDevice } from '../testing/device.ts'
import { changeDelegates } from './change-delegates.ts'
import { delegatedRpc } from './delegated-rpc.ts'
import { policyHashOf, readDelegationTerms, sealAuthorizationKey, sealPolicy } from './offers.ts'
import { dropDelegate, revokeDelegates } from './revoke-delegates.ts'

const APP = 'app_1'
const USER = 'user_1'
const SHOP = `0x${'11'.repeat(20)}`
const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
const POLICY: Policy = {
  name: 'Play',
  chain_type: 'ethereum',
  methods: ['eth_signTransaction'],
  rules: {
    spend: [{ chain: 'eip155:1', asset: 'native', amount: '100', per_seconds: 86_400 }],
    recipients: [SHOP],
  },
  expires_after_seconds: 7 * 86_400,
}

let custody: TestCustody
let now: number
let device: TestDevice
let backend: TestDevice
let wallet: SignerRequest<'walletRpc'>['wallet']
let other: SignerRequest<'walletRpc'>['wallet']

/** A signer process that starts anew, with the same master key and nothing remembered. */
const another = (): TestCustody => ({ ...createTestCustody(), now: () => now })

const signedBy = (by: TestDevice, path: string, body: unknown, change: object = {}) => {
  const payload = payloadFor(APP, path, body, { expiry: now + MINUTE, ...change })
  return { payload, signature: by.authorize(payload) }
}
const ownDevice = () => sealedDevice(custody, { appId: APP, userId: USER }, device)

function makeWallet(walletId: string, walletIndex: number, sealedEntropy: string | null) {
  const made = createWallet(custody, {
    ...{ walletId, appId: APP, userId: USER, chainType: 'ethereum', walletIndex, sealedEntropy },
    ...(sealedEntropy === null && { entropySalt: sealedSalt(custody) }),
    device: ownDevice(),
    authorization: signedBy(device, '/wallets', {
      chain_type: 'ethereum',
      owner: { public_key: device.publicKey },
    }),
  })
  const { address, sealedKey } = made
  return {
    ...made,
    wallet: { walletId, appId: APP, userId: USER, chainType: 'ethereum', address, sealedKey } as const,
  }
}

beforeEach(async () => {
  now = NOW
  custody = another()
  device = await createTestDevice()
  backend = await createTestDevice()
  const first = makeWallet('wallet_1', 0, null)
  wallet = first.wallet
  other = makeWallet('wallet_2', 1, first.sealedEntropy).wallet
})

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
const consent = ({ policy }: Offer, expires_at = now + DAY) => ({
  policy_hash: policyHashOf(policy.policy),
  expires_at,
})
const presenceFor = (of = wallet, purpose = 'delegate') => {
  const target = walletTarget(of.chainType, of.address)
  const who = { appId: APP, userId: USER, device: device.thumbprint }
  return { of: 'step-up', ...issuePresence(custody, { ...who, purpose, target }) } as const
}

interface Change {
  readonly present?: SealedDelegations | null
  readonly offers?: Offer[]
  readonly signers?: object[]
  readonly request?: Partial<SignerRequest<'changeDelegates'>>
}
function change({ present = null, offers = [offerOf()], signers, request }: Change = {}) {
  const named = signers ?? offers.map(each => ({ signer_id: each.key.signerId, consent: consent(each) }))
  const { sealedKey: _, isImported: __, ...of } = wallet
  const body = { additional_signers: named }
  return changeDelegates(custody, {
    ...{ wallet: of, present, offers, device: ownDevice(), presence: presenceFor() },
    authorization: signedBy(device, `/wallets/${of.walletId}`, body, { method: 'PATCH' }),
    ...request,
  })
}

/** `spends` with a fee of 10. */
const send = (value: number, nonce = 0, more: object = {}) => ({
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
function use(
  present: SealedDelegations,
  body: unknown,
  request: Partial<SignerRequest<'delegatedRpc'>> = {},
  at = custody,
) {
  const of = request.wallet ?? wallet
  return delegatedRpc(at, {
    ...{ wallet: of, present, signerIds: ['signer_1', 'signer_2'] },
    authorization: signedBy(backend, `/wallets/${of.walletId}/rpc`, body),
    ...request,
  })
}
function requireSigned(answer: ReturnType<typeof use>) {
  if (answer.outcome !== 'signed') return expect.fail(JSON.stringify(answer))
  return answer
}
function requireNext(answer: ReturnType<typeof use>): SealedDelegations {
  return requireSigned(answer).next ?? expect.fail('no list')
}
const violation = (answer: ReturnType<typeof use>) =>
  answer.outcome === 'refused' ? answer.violation : answer.outcome
function refusal(work: () => unknown): string {
  try {
    work()
  } catch (error) {
    if (error instanceof SignerRefusal) return error.code
    throw error
  }
  return 'none'
}

describe('a person’s consent', () => {
  test('lets the key sign what the policy permits, as an independent library reads it', () => {
    const { data } = requireSigned(use(change(), send(5)))
    const signed = Transaction.from(String(data.signed_transaction))
    expect([signed.from, signed.to, signed.value]).toEqual([wallet.address, SHOP, 5n])
  })

  const refused = (name: string, make: () => Change, code: string) =>
    test(`${name} is refused`, () => {
      expect(refusal(() => change(make()))).toBe(code)
    })
  refused('without a proof of a way in', () => ({ request: { presence: undefined } }), 'missing_presence')
  refused(
    'with a proof for another wallet',
    () => ({ request: { presence: presenceFor(other) } }),
    'missing_presence',
  )
  refused(
    'with a proof for another change',
    () => ({ request: { presence: presenceFor(wallet, 'export') } }),
    'missing_presence',
  )
  refused(
    'to another policy than the one that is given',
    () => {
      const offer = offerOf()
      return {
        offers: [offerOf({ ...POLICY, name: 'More' })],
        signers: [{ signer_id: 'signer_1', consent: consent(offer) }],
      }
    },
    'invalid_authorization',
  )
  refused(
    'to another key than the one that is given',
    () => ({
      signers: [{ signer_id: 'signer_2', consent: consent(offerOf()) }],
    }),
    'invalid_authorization',
  )
  refused(
    'to a policy that the operator did not register',
    () => {
      const offer = offerOf()
      const forged = { ...offer, policy: { ...offer.policy, policy: { ...POLICY, name: 'Forged' } } }
      return { offers: [forged] }
    },
    'invalid_seal',
  )
  refused(
    'to a key that the operator did not register',
    () => {
      const offer = offerOf()
      return { offers: [{ ...offer, key: { ...offer.key, publicKey: device.publicKey } }] }
    },
    'invalid_seal',
  )
  refused(
    'to another app’s key',
    () => ({ offers: [offerOf(POLICY, backend.publicKey, 'signer_1', 'app_2')] }),
    'invalid_authorization',
  )
  refused(
    'to a policy of one app for the key of another',
    () => {
      const [own, foreign] = [offerOf(), offerOf(POLICY, backend.publicKey, 'signer_1', 'app_2')]
      return { offers: [{ key: own.key, policy: foreign.policy }] }
    },
    'invalid_seal',
  )
  refused(
    'to a policy for the other chain',
    () => {
      const solana = {
        ...POLICY,
        chain_type: 'solana',
        methods: ['signTransaction'],
        rules: { spend: [] },
      } as Policy
      return { offers: [offerOf(solana)] }
    },
    'invalid_authorization',
  )
  refused(
    'to an end that the policy does not allow',
    () => ({
      signers: [{ signer_id: 'signer_1', consent: consent(offerOf(), now + 7 * DAY + 1) }],
    }),
    'invalid_authorization',
  )
  refused(
    'to an end that has come',
    () => ({
      signers: [{ signer_id: 'signer_1', consent: consent(offerOf(), now) }],
    }),
    'invalid_authorization',
  )
  refused(
    'that another device signed',
    () => {
      const body = { additional_signers: [{ signer_id: 'signer_1', consent: consent(offerOf()) }] }
      return { request: { authorization: signedBy(backend, '/wallets/wallet_1', body, { method: 'PATCH' }) } }
    },
    'invalid_authorization',
  )
  refused(
    'that was signed for another wallet',
    () => {
      const body = { additional_signers: [{ signer_id: 'signer_1', consent: consent(offerOf()) }] }
      return { request: { authorization: signedBy(device, '/wallets/wallet_2', body, { method: 'PATCH' }) } }
    },
    'invalid_authorization',
  )
  refused(
    'that was signed as another call',
    () => {
      const body = { additional_signers: [{ signer_id: 'signer_1', consent: consent(offerOf()) }] }
      return { request: { authorization: signedBy(device, '/wallets/wallet_1', body) } }
    },
    'invalid_authorization',
  )
  refused(
    'that keeps a key which has nothing',
    () => ({ signers: [{ signer_id: 'signer_1' }] }),
    'invalid_authorization',
  )
  refused(
    'on top of a list that was written into the database',
    () => {
      const { list, seal } = change()
      return { present: { list: { ...list, delegations: [] }, seal } }
    },
    'invalid_seal',
  )
  refused(
    'on top of another wallet’s list',
    () => ({
      present: change({
        request: {
          wallet: other,
          presence: presenceFor(other),
          authorization: signedBy(
            device,
            '/wallets/wallet_2',
            { additional_signers: [{ signer_id: 'signer_1', consent: consent(offerOf()) }] },
            { method: 'PATCH' },
          ),
        },
      }),
    }),
    'invalid_seal',
  )

  test('keeps who is named without another, and ends who is not named, without a proof', async () => {
    const second = await createTestDevice()
    const offers = [offerOf(), offerOf(POLICY, second.publicKey, 'signer_2')]
    const both = change({ offers })
    const kept = change({
      present: both,
      signers: [{ signer_id: 'signer_1' }],
      request: { presence: undefined },
    })
    expect(kept.list.delegations).toEqual([both.list.delegations[0]])
    // Whoever puts the older list back has nothing of it: it was ended here.
    const path = '/wallets/wallet_1/rpc'
    expect(refusal(() => use(both, send(1), { authorization: signedBy(second, path, send(1)) }))).toBe(
      'invalid_authorization',
    )
    expect(requireNext(use(kept, send(1))).list.sequence).toBe(3)
  })

  test('that is sent twice is one delegation: what was spent of it is not forgotten', () => {
    const offers = [offerOf()]
    const signers = [{ signer_id: 'signer_1', consent: consent(offerOf()) }]
    const body = { additional_signers: signers }
    const authorization = signedBy(device, '/wallets/wallet_1', body, { method: 'PATCH' })
    const [first, again] = [0, 1].map(() => change({ offers, request: { authorization } }))
    requireSigned(use(first as SealedDelegations, send(90)))
    expect(violation(use(again as SealedDelegations, send(1, 1)))).toBe('limit')
  })

  test('to the same limits anew goes on counting', () => {
    const spent = requireNext(use(change(), send(80)))
    const anew = change({ present: spent, offers: [offerOf({ ...POLICY, name: 'Play on' })] })
    expect(violation(use(anew, send(1, 1)))).toBe('limit')
  })

  test('names the operator’s key and policy by the signer’s own word', () => {
    const offer = offerOf()
    const { policyHash, signature } = readDelegationTerms(custody, offer)
    expect([policyHash, signature.length]).toEqual([policyHashOf(POLICY), 86])
    const renamed = { ...offer, key: { ...offer.key, name: 'The bank' } }
    expect(refusal(() => readDelegationTerms(custody, renamed))).toBe('invalid_seal')
  })
})

describe('a use', () => {
  test('is within the limit up to its last unit, and refused beyond it', () => {
    const spent = requireNext(use(change(), send(40)))
    expect(violation(use(spent, send(41, 1)))).toBe('limit')
    const all = requireNext(use(spent, send(40, 1)))
    expect(violation(use(all, send(0, 2)))).toBe('limit')
  })

  test('counts for the whole time of the limit, and to the end of its last step', () => {
    let list = requireNext(
      use(
        change({ signers: [{ signer_id: 'signer_1', consent: consent(offerOf(), now + 6 * DAY) }] }),
        send(90),
      ),
    )
    now += DAY - 1
    expect(violation(use(list, send(0, 1)))).toBe('limit')
    now += HOUR + 1
    list = requireNext(use(list, send(90, 1)))
    expect(violation(use(list, send(0, 2)))).toBe('limit')
  })

  test('is refused by each limit of an asset, the longer one too', () => {
    const [day] = POLICY.rules.spend
    const week = { ...day, amount: '150', per_seconds: 7 * 86_400 }
    const policy = { ...POLICY, rules: { ...POLICY.rules, spend: [day, week] } } as Policy
    let list = change({
      offers: [offerOf(policy)],
      signers: [{ signer_id: 'signer_1', consent: consent(offerOf(policy), now + 6 * DAY) }],
    })
    list = requireNext(use(list, send(90)))
    now += DAY + HOUR
    expect(violation(use(list, send(41, 1)))).toBe('limit')
    requireSigned(use(list, send(40, 1)))
  })

  test('is refused from the end that the person agreed to', () => {
    const list = change()
    now += DAY - 1
    requireSigned(use(list, send(1)))
    now += 1
    expect(violation(use(list, send(1, 1)))).toBe('expired')
  })

  test('for another recipient, method or chain is refused, and spends nothing', () => {
    const list = change()
    expect(violation(use(list, send(1, 0, { to: `0x${'22'.repeat(20)}` })))).toBe('recipient')
    expect(violation(use(list, send(1, 0, { chain_id: 5 })))).toBe('chain')
    const message = { method: 'personal_sign', params: { message: 'hello', encoding: 'utf-8' } }
    expect(violation(use(list, message))).toBe('method')
    requireSigned(use(list, send(90)))
  })

  test('goes by the policy that the person agreed to, whatever the operator registered since', () => {
    const list = change()
    offerOf({
      ...POLICY,
      rules: { spend: [{ chain: 'eip155:1', asset: 'native', amount: '9999', per_seconds: 60 }] },
    })
    expect(violation(use(list, send(91)))).toBe('limit')
  })

  const refused = (name: string, make: () => Partial<SignerRequest<'delegatedRpc'>>, code: string) =>
    test(`${name} is refused`, () => {
      expect(refusal(() => use(change(), send(1), make()))).toBe(code)
    })
  const path = '/wallets/wallet_1/rpc'
  refused(
    'that another key signed',
    () => ({ authorization: signedBy(device, path, send(1)) }),
    'invalid_authorization',
  )
  refused(
    'that was signed for another wallet',
    () => ({ authorization: signedBy(backend, '/wallets/wallet_2/rpc', send(1)) }),
    'invalid_authorization',
  )
  refused(
    'that was signed for another installation',
    () => ({
      authorization: signedBy(backend, path, send(1), { url: `https://evil.example/api/v1${path}` }),
    }),
    'invalid_authorization',
  )
  refused(
    'that was changed after it was signed',
    () => {
      const { payload, signature } = signedBy(backend, path, send(1))
      return { authorization: { payload: { ...payload, body: send(2) }, signature } }
    },
    'invalid_authorization',
  )
  refused(
    'whose time is over',
    () => ({ authorization: signedBy(backend, path, send(1), { expiry: now }) }),
    'expired_authorization',
  )
  refused(
    'that is good for longer than five minutes',
    () => ({ authorization: signedBy(backend, path, send(1), { expiry: now + 5 * MINUTE + 1 }) }),
    'invalid_authorization',
  )
  refused('by a key that the operator removed', () => ({ signerIds: ['signer_2'] }), 'invalid_authorization')
  refused('of another wallet by this one’s list', () => ({ wallet: other }), 'invalid_seal')
  refused(
    'of another wallet whose rows were made to look like this one',
    () => ({
      wallet: { ...other, walletId: wallet.walletId, address: wallet.address },
    }),
    'unreadable_envelope',
  )

  test.each<[string, (sealed: SealedDelegations) => SealedDelegations]>([
    [
      'whose policy was widened',
      ({ list, seal }) => ({
        list: {
          ...list,
          delegations: list.delegations.map(each => ({
            ...each,
            policy: { ...each.policy, rules: { spend: each.policy.rules.spend } } as Policy,
          })),
        },
        seal,
      }),
    ],
    [
      'whose end was put off',
      ({ list, seal }) => ({
        list: {
          ...list,
          delegations: list.delegations.map(each => ({ ...each, expiresAt: each.expiresAt + DAY })),
        },
        seal,
      }),
    ],
    [
      'whose key was replaced',
      ({ list, seal }) => ({
        list: {
          ...list,
          delegations: list.delegations.map(each => ({ ...each, publicKey: device.publicKey })),
        },
        seal,
      }),
    ],
    [
      'whose count was set back',
      ({ list, seal }) => ({
        list: { ...list, delegations: list.delegations.map(each => ({ ...each, spent: [[]] })) },
        seal,
      }),
    ],
    ['whose place was set back', ({ list, seal }) => ({ list: { ...list, sequence: 1 }, seal })],
  ])('by a list %s in the database is refused', (_, tamper) => {
    const list = requireNext(use(change(), send(1)))
    expect(refusal(() => use(tamper(list), send(1, 1)))).toBe('invalid_seal')
  })

  test('that is asked for again shows that it was counted, and is signed alike and not counted', () => {
    const first = requireSigned(use(change(), send(90)))
    const list = requireNext(first)
    const again = requireSigned(use(list, send(90), { receipt: first.receipt }))
    expect([again.data, again.next]).toEqual([first.data, null])
    // The receipt of one request is none for another, nor one of another delegation’s.
    expect(violation(use(list, send(89), { receipt: first.receipt }))).toBe('limit')
  })
})

describe('rows that are put back', () => {
  test('to an older list of one that was used since are not taken', () => {
    const before = change()
    const after = requireNext(use(before, send(10)))
    requireSigned(use(after, send(10, 1)))
    expect(use(before, send(10, 2))).toEqual({ outcome: 'stale' })
  })

  test('let nothing beyond the limit be signed here, however often the same list is shown', () => {
    const list = change()
    requireSigned(use(list, send(40)))
    requireSigned(use(list, send(40, 1)))
    expect(violation(use(list, send(0, 2)))).toBe('limit')
    // The very same request is the same signature, which moves nothing twice.
    requireSigned(use(list, send(40)))
  })

  test('let a signer process that begins anew sign one limit more, and no more', () => {
    const list = change()
    requireSigned(use(list, send(90)))
    const fresh = { ...another(), keyring: custody.keyring }
    requireSigned(use(list, send(90, 1), {}, fresh))
    expect(violation(use(list, send(0, 2), {}, fresh))).toBe('limit')
  })

  test('with a delegation that was stopped sign nothing here', () => {
    const list = change()
    const authorization = signedBy(device, '/wallets/revoke', {})
    const { lists } = revokeDelegates(custody, {
      appId: APP,
      userId: USER,
      lists: [list],
      device: ownDevice(),
      authorization,
    })
    expect(lists[0]?.list.delegations).toEqual([])
    expect(refusal(() => use(list, send(1)))).toBe('invalid_authorization')
    expect(refusal(() => change({ present: list, signers: [{ signer_id: 'signer_1' }] }))).toBe(
      'invalid_authorization',
    )
  })
})

describe('to stop', () => {
  const revoke = (
    lists: SignerRequest<'revokeDelegates'>['lists'],
    body: object,
    by = device,
    userId = USER,
  ) =>
    revokeDelegates(custody, {
      ...{ appId: APP, userId, lists },
      device: sealedDevice(custody, { appId: APP, userId }, by),
      authorization: signedBy(by, '/wallets/revoke', body),
    }).lists.map(({ list }) => list.delegations.map(({ signerId }) => signerId))

  test('ends all, or what the device named of wallet and signer', async () => {
    const second = await createTestDevice()
    const lists = [change({ offers: [offerOf(), offerOf(POLICY, second.publicKey, 'signer_2')] })]
    expect(revoke(lists, { signer_id: 'signer_2' })).toEqual([['signer_1']])
    expect(revoke(lists, { wallet_id: 'wallet_2' })).toEqual([['signer_1', 'signer_2']])
    expect(revoke(lists, { wallet_id: 'wallet_1', signer_id: 'signer_1' })).toEqual([['signer_2']])
    expect(revoke(lists, {})).toEqual([[]])
  })

  test('takes the person’s own device and lists', async () => {
    const lists = [change()]
    const thief = await createTestDevice()
    expect(refusal(() => revoke(lists, {}, thief, 'user_2'))).toBe('invalid_seal')
    const authorization = signedBy(thief, '/wallets/revoke', {})
    const asked = { appId: APP, userId: USER, lists, device: ownDevice(), authorization }
    expect(refusal(() => revokeDelegates(custody, asked))).toBe('invalid_authorization')
  })

  test('is for the operator too, whose removed key every wallet loses', () => {
    const { list } = dropDelegate(custody, { ...change(), signerId: 'signer_1' })
    expect([list.sequence, list.delegations]).toEqual([2, []])
  })
})

test('what is remembered is bounded: the oldest goes first', () => {
  const memory = createDelegationMemory(2)
  for (const id of ['a', 'b', 'c']) memory.end({ id })
  expect(['a', 'b', 'c'].map(memory.isEnded)).toEqual([false, true, true])
})
