import { createHash } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import type { DelegationItem } from '@vitrine/shared/api/delegation.ts'
import { policyBytes } from '@vitrine/shared/wallet/policy.ts'
import { expect, test, vi } from 'vitest'
import { item, terms } from '../../delegation/testing/terms.ts'
import type { HttpRequest } from '../../http/client.ts'
import { wallet } from '../../ui/testing/fake-kernel.ts'
import type { SignedRequest } from '../signed-request.ts'
import { createDelegates } from './delegates.ts'

const { signal } = new AbortController()

/** @param said what the signer signed, where it is something else than what the API process answers with */
function setUp({ answer = {}, said = {}, items = [item] as readonly DelegationItem[] } = {}) {
  const given = { ...terms, ...answer }
  const hash = createHash('sha256').update(policyBytes(terms.policy)).digest('base64url')
  const statement = {
    ...{ kind: 'delegation-terms', appId: 'app_1', signerId: terms.signer_id, name: terms.name },
    ...{ publicKey: terms.public_key, policyHash: hash, ...said },
  }
  const send = vi.fn(
    async ({ path }: Omit<HttpRequest<unknown>, 'headers'>): Promise<unknown> =>
      path === '/users/me/delegations' ? { delegations: items } : given,
  )
  const post = vi.fn(async (_request: SignedRequest<unknown>): Promise<unknown> => ({}))
  const refreshUser = vi.fn(async () => {
    throw new TypeError('Offline')
  })
  const mfa = { run: vi.fn((work: () => Promise<unknown>) => work()) }
  const delegates = createDelegates({
    appId: 'app_1',
    requests: { send },
    signed: { post },
    signer: {
      vouches: async (words: object, signature: string) =>
        signature === terms.signature && isDeepStrictEqual(words, statement),
    },
    session: { wireUser: () => ({ id: 'user_1' }) },
    mfa,
    refreshUser,
  } as unknown as Parameters<typeof createDelegates>[0])
  return { delegates, send, post, mfa, refreshUser, hash }
}

test('terms are those that the signer has signed, named by the hash of the policy that is shown', async () => {
  const { delegates, send, hash } = setUp()
  const named = { signerId: 'signer_1', policyIds: ['policy_1'] }
  expect(await delegates.terms(wallet, named, signal)).toEqual({ ...terms, policy_hash: hash })
  expect(send.mock.lastCall?.[0]).toMatchObject({
    path: `/wallets/${wallet.id}/delegation_terms`,
    body: { signer_id: 'signer_1', override_policy_ids: ['policy_1'] },
  })
})

test.each([
  ['a friendlier name', { name: 'Your bank' }],
  ['another key', { public_key: 'OTHER' }],
  ['smaller limits', { policy: { ...terms.policy, rules: { spend: [] } } }],
  ['the hash of a policy that is not shown', { signature: 'ANOTHER' }],
  ['a key that was not asked for', { signer_id: 'signer_2' }],
])('%s of the API process’s own is not shown', async (_, answer) => {
  const said = 'signer_id' in answer ? { signerId: answer.signer_id } : {}
  const { delegates } = setUp({ answer, said })
  await expect(delegates.terms(wallet, { signerId: 'signer_1' }, signal)).rejects.toMatchObject({
    code: 'configuration_error',
    message: expect.stringContaining('not from the wallet’s signer'),
  })
})

test('who is allowed comes beside those who may already, and not to who was stopped', async () => {
  const other = { ...item, id: 'delegation_2', signer_id: 'signer_2' }
  const gone = { ...item, id: 'delegation_3', signer_id: 'signer_3', ended: 'expired' } as const
  const elsewhere = {
    ...item,
    id: 'delegation_4',
    signer_id: 'signer_4',
    wallet: { ...item.wallet, id: 'wallet_2' },
  }
  const { delegates, post, mfa, refreshUser } = setUp({ items: [item, other, gone, elsewhere] })
  await delegates.allow(wallet, [terms], { step_up: 'proof' }, signal)
  expect(post.mock.lastCall?.[0]).toMatchObject({ method: 'PATCH', path: `/wallets/${wallet.id}` })
  expect(post.mock.lastCall?.[0].body).toEqual({
    step_up: 'proof',
    additional_signers: [
      { signer_id: 'signer_2' },
      {
        ...{ signer_id: 'signer_1', override_policy_ids: ['policy_1'] },
        consent: { policy_hash: terms.policy_hash, expires_at: terms.expires_at },
      },
    ],
  })
  expect(mfa.run).toHaveBeenCalledOnce()
  // It is given: that the profile cannot be read just now does not say otherwise.
  expect(refreshUser).toHaveBeenCalledOnce()
})

test('what is stopped is what was named', async () => {
  const { delegates, post } = setUp()
  await delegates.stop({ wallet_id: 'wallet_1', signer_id: 'signer_1' }, signal)
  expect(post.mock.lastCall?.[0]).toMatchObject({
    path: '/wallets/revoke',
    body: { wallet_id: 'wallet_1', signer_id: 'signer_1' },
  })
})
