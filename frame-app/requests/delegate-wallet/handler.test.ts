import { clientError, type VitrineError } from '@vitrine/shared/errors/vitrine-error.ts'
import { MAX_DELEGATES } from '@vitrine/shared/wallet/policy.ts'
import { expect, test, vi } from 'vitest'
import { offerConsent } from '../../delegation/ask-consent.ts'
import { item, terms } from '../../delegation/testing/terms.ts'
import { deviceWallet, externalWallet, user, wallet } from '../../ui/testing/fake-kernel.ts'
import { rejectedByUser } from '../kind/rejected-by-user.ts'
import { delegateWallet } from './handler.ts'

type Context = Parameters<typeof delegateWallet>[0]

function setUp({
  items = [] as object[],
  wallets = [wallet] as object[],
  refusal = null as VitrineError | null,
} = {}) {
  const show = vi.fn(async (_: object) => ({ user }))
  const named = vi.fn((_: object): object => terms)
  const delegates = {
    list: async () => items,
    async terms(_: object, given: object) {
      if (refusal) throw refusal
      return named(given)
    },
  }
  const context = {
    session: { get: () => ({ status: 'authenticated', user, wallets }) },
    screens: { show },
    wallets: { delegates: async () => delegates },
  } as unknown as Context
  return {
    show,
    named,
    context,
    call: async (argument?: object) => delegateWallet(context)(argument as never),
  }
}
const { address } = wallet
/** Delegates of the wallet that are not asked for now. */
const others = (count: number) =>
  Array.from({ length: count }, (_, at) => ({ ...item, id: `delegation_o${at}`, signer_id: `signer_o${at}` }))

test('a person is shown what the signer says of the key, and the page gets the user', async () => {
  const { call, show, named } = setUp()
  const signers = [{ signerId: 'signer_1', policyIds: ['policy_1'] }]
  expect(await call({ address: address.toLowerCase(), chainType: 'ethereum', signers })).toEqual({ user })
  expect(named).toHaveBeenCalledExactlyOnceWith(signers[0])
  expect(show).toHaveBeenCalledExactlyOnceWith({
    kind: 'delegate-wallet',
    wallet,
    terms: [terms],
    uiOptions: {},
  })
})

test('without a name it is the app’s only key', async () => {
  const { call, named } = setUp()
  await call({ address })
  expect(named).toHaveBeenCalledExactlyOnceWith({})
})

test.each<[string, object | undefined, string, Parameters<typeof setUp>[0]?]>([
  ['nothing', undefined, 'invalid_data'],
  ['no list', { address, signers: 'signer_1' }, 'invalid_data'],
  ['two policies', { address, signers: [{ signerId: 'a', policyIds: ['b', 'c'] }] }, 'invalid_data'],
  ['too many', { address, signers: Array.from({ length: 6 }, () => ({ signerId: 'a' })) }, 'invalid_data'],
  ['one key twice', { address, signers: [{ signerId: 'a' }, { signerId: 'a' }] }, 'invalid_data'],
  ['another chain', { address, chainType: 'solana' }, 'invalid_data'],
  ['another’s address', { address: '0x1' }, 'embedded_wallet_not_found'],
  ['a wallet on the devices', { address }, 'not_supported', { wallets: [deviceWallet] }],
  [
    'another app’s wallet',
    { address: externalWallet.address },
    'not_supported',
    { wallets: [externalWallet] },
  ],
  ['what they agreed to before', { address }, 'resource_conflict', { items: [item] }],
  ['one more than there may be', { address }, 'invalid_data', { items: others(MAX_DELEGATES) }],
  [
    'a key that the app has not',
    { address },
    'invalid_data',
    { refusal: clientError('invalid_data', 'No such key.') },
  ],
])('%s is refused without a screen', async (_, argument, code, given) => {
  const { call, show } = setUp(given)
  await expect(call(argument)).rejects.toMatchObject({ code })
  expect(show).not.toHaveBeenCalled()
})

test.each([
  ['that the operator has changed', { policy: { ...item.policy, name: 'Before' } }],
  ['that has ended', { ended: 'expired' }],
  ['of another wallet', { wallet: { ...item.wallet, id: 'wallet_2' } }],
])('a policy %s is asked for again', async (_, changed) => {
  const { call, show } = setUp({ items: [{ ...item, ...changed }] })
  await call({ address })
  expect(show).toHaveBeenCalledOnce()
})

test('as many as there may be are asked for; those that have ended, or are replaced, do not count', async () => {
  const replaced = { ...item, policy: { ...item.policy, name: 'Before' } }
  const [first, ...rest] = others(MAX_DELEGATES)
  const { call, show } = setUp({ items: [...rest, replaced, { ...first, ended: 'key-removed' }] })
  await call({ address })
  expect(show).toHaveBeenCalledOnce()
})

test('to stop, the person is shown what is ended, and nothing where there is nothing', async () => {
  const other = { ...item, id: 'delegation_2', signer_id: 'signer_2' }
  const { call, show } = setUp({ items: [item, other] })
  await call({ stops: true })
  await call({ stops: true, address, signerId: 'signer_2' })
  expect(show.mock.calls.map(([it]) => it)).toEqual([
    { kind: 'delegate-wallet', which: {}, items: [item, other] },
    {
      kind: 'delegate-wallet',
      which: { wallet_id: wallet.id, signer_id: 'signer_2' },
      items: [other],
    },
  ])
  const none = setUp()
  expect(await none.call({ stops: true })).toEqual({ user })
  expect(none.show).not.toHaveBeenCalled()
})

test('a new wallet stays the person’s alone when they say no', async () => {
  const { context, show } = setUp()
  show.mockRejectedValueOnce(rejectedByUser())
  expect(await offerConsent(context, wallet, [{ signerId: 'signer_1' }])).toEqual(wallet)
  show.mockRejectedValueOnce(clientError('service_unavailable', 'Offline.'))
  await expect(offerConsent(context, wallet, [{ signerId: 'signer_1' }])).rejects.toMatchObject({
    code: 'service_unavailable',
  })
  show.mockClear()
  expect(await offerConsent(context, wallet, [])).toBe(wallet)
  expect(show).not.toHaveBeenCalled()
})
