import { MFA_LIFETIME_MS } from '@vitrine/shared/mfa/limits.ts'
import type { Policy } from '@vitrine/shared/wallet/policy.ts'
import { Transaction } from 'ethers'
import { beforeEach, describe, expect, test } from 'vitest'
import type { SealedDelegations } from '../delegation-operations.ts'
import type { MfaClaim } from '../mfa-shapes.ts'
import type { SignerRequest } from '../operations.ts'
import { issueMfa } from '../sealed-factors.ts'
import { sealedDevice } from '../testing/custody.ts'
import { createTestDevice } from '../testing/device.ts'
import { policyHashOf, readDelegationTerms } from './offers.ts'
import { dropDelegate, revokeDelegates } from './revoke-delegates.ts'
import {
  APP,
  type Change,
  DAY,
  openScene,
  POLICY,
  refusal,
  requireNext,
  requireSigned,
  type Scene,
  SHOP,
  send,
  USER,
  violation,
} from './testing/scene.ts'

let on: Scene
beforeEach(async () => {
  on = await openScene()
})

describe('a person’s consent', () => {
  test('takes a second factor of who has one, proven on this device just now', () => {
    const device = on.guardedDevice()
    const ask = (mfa?: MfaClaim) => refusal(() => on.change({ request: { device, mfa } }))
    const factors = on.factors()
    const who = { appId: APP, userId: USER, device: on.device.thumbprint }
    const token = issueMfa(on.custody, who)
    expect([ask(), ask({ factors, token: null })]).toEqual(['missing_mfa', 'missing_mfa'])
    expect(ask({ factors, token: issueMfa(on.custody, { ...who, device: on.backend.thumbprint }) })).toBe(
      'missing_mfa',
    )
    expect(ask({ factors, token })).toBe('none')
    on.clock.now += MFA_LIFETIME_MS
    expect(ask({ factors, token })).toBe('missing_mfa')
  })

  test('lets the key sign what the policy permits, as an independent library reads it', () => {
    const { data } = requireSigned(on.use(on.change(), send(5)))
    const signed = Transaction.from(String(data.signed_transaction))
    expect([signed.from, signed.to, signed.value]).toEqual([on.wallet.address, SHOP, 5n])
  })

  const refused = (name: string, make: () => Change, code: string) =>
    test(`${name} is refused`, () => {
      expect(refusal(() => on.change(make()))).toBe(code)
    })
  refused('without a proof of a way in', () => ({ request: { presence: undefined } }), 'missing_presence')
  refused(
    'with a proof for another wallet',
    () => ({ request: { presence: on.presenceFor(on.other) } }),
    'missing_presence',
  )
  refused(
    'with a proof for another change',
    () => ({ request: { presence: on.presenceFor(on.wallet, 'export') } }),
    'missing_presence',
  )
  refused(
    'to another policy than the one that is given',
    () => {
      const offer = on.offerOf()
      return {
        offers: [on.offerOf({ ...POLICY, name: 'More' })],
        signers: [{ signer_id: 'signer_1', consent: on.consent(offer) }],
      }
    },
    'invalid_authorization',
  )
  refused(
    'to another key than the one that is given',
    () => ({
      signers: [{ signer_id: 'signer_2', consent: on.consent(on.offerOf()) }],
    }),
    'invalid_authorization',
  )
  refused(
    'to a policy that the operator did not register',
    () => {
      const offer = on.offerOf()
      const forged = { ...offer, policy: { ...offer.policy, policy: { ...POLICY, name: 'Forged' } } }
      return { offers: [forged] }
    },
    'invalid_seal',
  )
  refused(
    'to a key that the operator did not register',
    () => {
      const offer = on.offerOf()
      return { offers: [{ ...offer, key: { ...offer.key, publicKey: on.device.publicKey } }] }
    },
    'invalid_seal',
  )
  refused(
    'to another app’s key',
    () => ({ offers: [on.offerOf(POLICY, on.backend.publicKey, 'signer_1', 'app_2')] }),
    'invalid_authorization',
  )
  refused(
    'to a policy of one app for the key of another',
    () => {
      const [own, foreign] = [on.offerOf(), on.offerOf(POLICY, on.backend.publicKey, 'signer_1', 'app_2')]
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
      return { offers: [on.offerOf(solana)] }
    },
    'invalid_authorization',
  )
  refused(
    'to an end that the policy does not allow',
    () => ({
      signers: [{ signer_id: 'signer_1', consent: on.consent(on.offerOf(), on.clock.now + 7 * DAY + 1) }],
    }),
    'invalid_authorization',
  )
  refused(
    'to an end that has come',
    () => ({
      signers: [{ signer_id: 'signer_1', consent: on.consent(on.offerOf(), on.clock.now) }],
    }),
    'invalid_authorization',
  )
  refused(
    'that another device signed',
    () => {
      const body = { additional_signers: [{ signer_id: 'signer_1', consent: on.consent(on.offerOf()) }] }
      return {
        request: { authorization: on.signedBy(on.backend, '/wallets/wallet_1', body, { method: 'PATCH' }) },
      }
    },
    'invalid_authorization',
  )
  refused(
    'that was signed for another wallet',
    () => {
      const body = { additional_signers: [{ signer_id: 'signer_1', consent: on.consent(on.offerOf()) }] }
      return {
        request: { authorization: on.signedBy(on.device, '/wallets/wallet_2', body, { method: 'PATCH' }) },
      }
    },
    'invalid_authorization',
  )
  refused(
    'that was signed as another call',
    () => {
      const body = { additional_signers: [{ signer_id: 'signer_1', consent: on.consent(on.offerOf()) }] }
      return { request: { authorization: on.signedBy(on.device, '/wallets/wallet_1', body) } }
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
      const { list, seal } = on.change()
      return { present: { list: { ...list, delegations: [] }, seal } }
    },
    'invalid_seal',
  )
  refused(
    'on top of another wallet’s list',
    () => ({
      present: on.change({
        request: {
          wallet: on.other,
          presence: on.presenceFor(on.other),
          authorization: on.signedBy(
            on.device,
            '/wallets/wallet_2',
            { additional_signers: [{ signer_id: 'signer_1', consent: on.consent(on.offerOf()) }] },
            { method: 'PATCH' },
          ),
        },
      }),
    }),
    'invalid_seal',
  )

  test('keeps who is named without another, and ends who is not named, without a proof', async () => {
    const second = await createTestDevice()
    const offers = [on.offerOf(), on.offerOf(POLICY, second.publicKey, 'signer_2')]
    const both = on.change({ offers })
    const kept = on.change({
      present: both,
      signers: [{ signer_id: 'signer_1' }],
      request: { presence: undefined },
    })
    expect(kept.list.delegations).toEqual([both.list.delegations[0]])
    // Whoever puts the older list back has nothing of it: it was ended here.
    const path = '/wallets/wallet_1/rpc'
    expect(refusal(() => on.use(both, send(1), { authorization: on.signedBy(second, path, send(1)) }))).toBe(
      'invalid_authorization',
    )
    expect(requireNext(on.use(kept, send(1))).list.sequence).toBe(3)
  })

  test('that is sent twice is one delegation: what was spent of it is not forgotten', () => {
    const offers = [on.offerOf()]
    const signers = [{ signer_id: 'signer_1', consent: on.consent(on.offerOf()) }]
    const body = { additional_signers: signers }
    const authorization = on.signedBy(on.device, '/wallets/wallet_1', body, { method: 'PATCH' })
    const [first, again] = [0, 1].map(() => on.change({ offers, request: { authorization } }))
    requireSigned(on.use(first as SealedDelegations, send(90)))
    expect(violation(on.use(again as SealedDelegations, send(1, 1)))).toBe('limit')
  })

  test('anew that comes to nothing leaves what was there', () => {
    const present = on.change()
    on.change({ present, offers: [on.offerOf({ ...POLICY, name: 'Play on' })] })
    requireSigned(on.use(present, send(1)))
  })

  test('to the same limits anew goes on counting', () => {
    const spent = requireNext(on.use(on.change(), send(80)))
    const anew = on.change({ present: spent, offers: [on.offerOf({ ...POLICY, name: 'Play on' })] })
    expect(violation(on.use(anew, send(1, 1)))).toBe('limit')
  })

  test('names the operator’s key and policy by the signer’s own word', () => {
    const offer = on.offerOf()
    const { policyHash, signature } = readDelegationTerms(on.custody, offer)
    expect([policyHash, signature.length]).toEqual([policyHashOf(POLICY), 86])
    const renamed = { ...offer, key: { ...offer.key, name: 'The bank' } }
    expect(refusal(() => readDelegationTerms(on.custody, renamed))).toBe('invalid_seal')
  })
})

describe('to stop', () => {
  const revoke = (
    lists: SignerRequest<'revokeDelegates'>['lists'],
    body: object,
    by = on.device,
    userId = USER,
  ) =>
    revokeDelegates(on.custody, {
      ...{ appId: APP, userId, lists },
      device: sealedDevice(on.custody, { appId: APP, userId }, by),
      authorization: on.signedBy(by, '/wallets/revoke', body),
    }).lists.map(({ list }) => list.delegations.map(({ signerId }) => signerId))

  test('ends all, or what the device named of wallet and signer', async () => {
    const second = await createTestDevice()
    const lists = [on.change({ offers: [on.offerOf(), on.offerOf(POLICY, second.publicKey, 'signer_2')] })]
    expect(revoke(lists, { signer_id: 'signer_2' })).toEqual([['signer_1']])
    expect(revoke(lists, { wallet_id: 'wallet_2' })).toEqual([['signer_1', 'signer_2']])
    expect(revoke(lists, { wallet_id: 'wallet_1', signer_id: 'signer_1' })).toEqual([['signer_2']])
    expect(revoke(lists, {})).toEqual([[]])
  })

  test('takes the person’s own device and lists', async () => {
    const lists = [on.change()]
    const thief = await createTestDevice()
    expect(refusal(() => revoke(lists, {}, thief, 'user_2'))).toBe('invalid_seal')
    const authorization = on.signedBy(thief, '/wallets/revoke', {})
    const asked = { appId: APP, userId: USER, lists, device: on.ownDevice(), authorization }
    expect(refusal(() => revokeDelegates(on.custody, asked))).toBe('invalid_authorization')
  })

  test('takes no second factor of who has one: it must be easy', () => {
    const list = on.change()
    const { lists } = revokeDelegates(on.custody, {
      ...{ appId: APP, userId: USER, lists: [list], device: on.guardedDevice() },
      authorization: on.signedBy(on.device, '/wallets/revoke', {}),
    })
    expect(lists.map(each => each.list.delegations)).toEqual([[]])
    expect(refusal(() => on.use(list, send(1)))).toBe('invalid_authorization')
  })

  test('is for the operator too, whose removed key every wallet loses', () => {
    const { list } = dropDelegate(on.custody, { ...on.change(), signerId: 'signer_1' })
    expect([list.sequence, list.delegations]).toEqual([2, []])
  })
})
