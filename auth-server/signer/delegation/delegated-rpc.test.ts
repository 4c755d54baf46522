import type { Policy } from '@vitrine/shared/wallet/policy.ts'
import { beforeEach, describe, expect, test } from 'vitest'
import { createDelegationMemory } from '../delegation-memory.ts'
import type { SealedDelegations } from '../delegation-operations.ts'
import type { SignerRequest } from '../operations.ts'
import { revokeDelegates } from './revoke-delegates.ts'
import {
  APP,
  DAY,
  HOUR,
  MINUTE,
  openScene,
  POLICY,
  refusal,
  requireNext,
  requireSigned,
  type Scene,
  send,
  USER,
  violation,
} from './testing/scene.ts'

let on: Scene
beforeEach(async () => {
  on = await openScene()
})

describe('a use', () => {
  test('is within the limit up to its last unit, and refused beyond it', () => {
    const spent = requireNext(on.use(on.change(), send(40)))
    expect(violation(on.use(spent, send(41, 1)))).toBe('limit')
    const all = requireNext(on.use(spent, send(40, 1)))
    expect(violation(on.use(all, send(0, 2)))).toBe('limit')
  })

  test('counts for the whole time of the limit, and to the end of its last step', () => {
    let list = requireNext(
      on.use(
        on.change({
          signers: [{ signer_id: 'signer_1', consent: on.consent(on.offerOf(), on.clock.now + 6 * DAY) }],
        }),
        send(90),
      ),
    )
    on.clock.now += DAY - 1
    expect(violation(on.use(list, send(0, 1)))).toBe('limit')
    on.clock.now += HOUR + 1
    list = requireNext(on.use(list, send(90, 1)))
    expect(violation(on.use(list, send(0, 2)))).toBe('limit')
  })

  test('is refused by each limit of an asset, the longer one too', () => {
    const [day] = POLICY.rules.spend
    const week = { ...day, amount: '150', per_seconds: 7 * 86_400 }
    const policy = { ...POLICY, rules: { ...POLICY.rules, spend: [day, week] } } as Policy
    let list = on.change({
      offers: [on.offerOf(policy)],
      signers: [{ signer_id: 'signer_1', consent: on.consent(on.offerOf(policy), on.clock.now + 6 * DAY) }],
    })
    list = requireNext(on.use(list, send(90)))
    on.clock.now += DAY + HOUR
    expect(violation(on.use(list, send(41, 1)))).toBe('limit')
    requireSigned(on.use(list, send(40, 1)))
  })

  test('is refused from the end that the person agreed to', () => {
    const list = on.change()
    on.clock.now += DAY - 1
    requireSigned(on.use(list, send(1)))
    on.clock.now += 1
    expect(violation(on.use(list, send(1, 1)))).toBe('expired')
  })

  test('for another recipient, method or chain is refused, and spends nothing', () => {
    const list = on.change()
    expect(violation(on.use(list, send(1, 0, { to: `0x${'22'.repeat(20)}` })))).toBe('recipient')
    expect(violation(on.use(list, send(1, 0, { chain_id: 5 })))).toBe('chain')
    const message = { method: 'personal_sign', params: { message: 'hello', encoding: 'utf-8' } }
    expect(violation(on.use(list, message))).toBe('method')
    requireSigned(on.use(list, send(90)))
  })

  test('goes by the policy that the person agreed to, whatever the operator registered since', () => {
    const list = on.change()
    on.offerOf({
      ...POLICY,
      rules: { spend: [{ chain: 'eip155:1', asset: 'native', amount: '9999', per_seconds: 60 }] },
    })
    expect(violation(on.use(list, send(91)))).toBe('limit')
  })

  const refused = (name: string, make: () => Partial<SignerRequest<'delegatedRpc'>>, code: string) =>
    test(`${name} is refused`, () => {
      expect(refusal(() => on.use(on.change(), send(1), make()))).toBe(code)
    })
  const path = '/wallets/wallet_1/rpc'
  refused(
    'that another key signed',
    () => ({ authorization: on.signedBy(on.device, path, send(1)) }),
    'invalid_authorization',
  )
  refused(
    'that was signed for another wallet',
    () => ({ authorization: on.signedBy(on.backend, '/wallets/wallet_2/rpc', send(1)) }),
    'invalid_authorization',
  )
  refused(
    'that was signed for another installation',
    () => ({
      authorization: on.signedBy(on.backend, path, send(1), { url: `https://evil.example/api/v1${path}` }),
    }),
    'invalid_authorization',
  )
  refused(
    'that was changed after it was signed',
    () => {
      const { payload, signature } = on.signedBy(on.backend, path, send(1))
      return { authorization: { payload: { ...payload, body: send(2) }, signature } }
    },
    'invalid_authorization',
  )
  refused(
    'whose time is over',
    () => ({ authorization: on.signedBy(on.backend, path, send(1), { expiry: on.clock.now }) }),
    'expired_authorization',
  )
  refused(
    'that is good for longer than five minutes',
    () => ({
      authorization: on.signedBy(on.backend, path, send(1), { expiry: on.clock.now + 5 * MINUTE + 1 }),
    }),
    'invalid_authorization',
  )
  refused('by a key that the operator removed', () => ({ signerIds: ['signer_2'] }), 'invalid_authorization')
  refused('of another wallet by this one’s list', () => ({ wallet: on.other }), 'invalid_seal')
  refused(
    'of another wallet whose rows were made to look like this one',
    () => ({
      wallet: { ...on.other, walletId: on.wallet.walletId, address: on.wallet.address },
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
          delegations: list.delegations.map(each => ({ ...each, publicKey: on.device.publicKey })),
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
    const list = requireNext(on.use(on.change(), send(1)))
    expect(refusal(() => on.use(tamper(list), send(1, 1)))).toBe('invalid_seal')
  })

  test('that is asked for again shows that it was counted, and is signed alike and not counted', () => {
    const first = requireSigned(on.use(on.change(), send(90)))
    const list = requireNext(first)
    const again = requireSigned(on.use(list, send(90), { receipt: first.receipt }))
    expect([again.data, again.next]).toEqual([first.data, null])
    // The receipt of one request is none for another, nor one of another delegation’s.
    expect(violation(on.use(list, send(89), { receipt: first.receipt }))).toBe('limit')
  })
})

describe('rows that are put back', () => {
  test('to an older list of one that was used since are not taken', () => {
    const before = on.change()
    const after = requireNext(on.use(before, send(10)))
    requireSigned(on.use(after, send(10, 1)))
    expect(on.use(before, send(10, 2))).toEqual({ outcome: 'stale' })
  })

  test('let nothing beyond the limit be signed here, however often the same list is shown', () => {
    const list = on.change()
    requireSigned(on.use(list, send(40)))
    requireSigned(on.use(list, send(40, 1)))
    expect(violation(on.use(list, send(0, 2)))).toBe('limit')
    // The very same request is the same signature, which moves nothing twice.
    requireSigned(on.use(list, send(40)))
  })

  test('let a signer process that begins anew sign one limit more, and no more', () => {
    const list = on.change()
    requireSigned(on.use(list, send(90)))
    const fresh = { ...on.another(), keyring: on.custody.keyring }
    requireSigned(on.use(list, send(90, 1), {}, fresh))
    expect(violation(on.use(list, send(0, 2), {}, fresh))).toBe('limit')
  })

  test('with a delegation that was stopped sign nothing here', () => {
    const list = on.change()
    const authorization = on.signedBy(on.device, '/wallets/revoke', {})
    const { lists } = revokeDelegates(on.custody, {
      appId: APP,
      userId: USER,
      lists: [list],
      device: on.ownDevice(),
      authorization,
    })
    expect(lists[0]?.list.delegations).toEqual([])
    expect(refusal(() => on.use(list, send(1)))).toBe('invalid_authorization')
    expect(refusal(() => on.change({ present: list, signers: [{ signer_id: 'signer_1' }] }))).toBe(
      'invalid_authorization',
    )
  })
})

test('what is remembered is bounded: the oldest goes first', () => {
  const memory = createDelegationMemory(2)
  for (const id of ['a', 'b', 'c']) memory.end({ id })
  expect(['a', 'b', 'c'].map(memory.isEnded)).toEqual([false, true, true])
})
