import { expect, test, vi } from 'vitest'
import { terms } from '../../delegation/testing/terms.ts'
import { user, wallet } from '../../ui/testing/fake-kernel.ts'
import { importWallet } from './handler.ts'

type Mode = 'legacy-embedded-wallets-only' | 'user-controlled-server-wallets-only'

function setUp(mode: Mode = 'user-controlled-server-wallets-only') {
  const show = vi.fn(async (_: object) => ({ wallet }))
  const handler = importWallet({
    config: { load: async () => {}, current: { get: () => ({ embeddedWallets: { mode } }) } },
    session: { get: () => ({ status: 'authenticated', user, wallets: [{ ...wallet, delegated: true }] }) },
    wallets: { delegates: async () => ({ list: async () => [], terms: async () => terms }) },
    screens: { show },
  } as unknown as Parameters<typeof importWallet>[0])
  return { show, call: async (argument: object) => handler(argument as never) }
}
const signers = [{ signerId: 'signer_1' }]

test('a person is asked for a key of the chain, and the page gets the wallet', async () => {
  const { call, show } = setUp()
  expect(await call({ chainType: 'solana' })).toBe(wallet)
  expect(show).toHaveBeenCalledExactlyOnceWith({ kind: 'import-wallet', chainType: 'solana' })
})

test('then they are asked whether others may sign beside them: nobody does without that', async () => {
  const { call, show } = setUp()
  expect(await call({ chainType: 'ethereum', additionalSigners: signers })).toEqual({
    ...wallet,
    delegated: true,
  })
  expect(show.mock.calls.map(([it]) => it)).toEqual([
    { kind: 'import-wallet', chainType: 'ethereum' },
    { kind: 'delegate-wallet', wallet, terms: [terms], uiOptions: {} },
  ])
})

test.each([undefined, {}, { chainType: 'bitcoin' }])(
  'a key of no chain is refused without a screen (%#)',
  async argument => {
    const { call, show } = setUp()
    await expect(call(argument as never)).rejects.toMatchObject({ code: 'invalid_data' })
    expect(show).not.toHaveBeenCalled()
  },
)

test.each([
  ['no list', 'signer_1'],
  ['no ids', [{ signer_id: 'signer_1' }]],
  ['too many', Array.from({ length: 11 }, () => signers[0])],
])('signers that are %s are refused without a screen', async (_, additionalSigners) => {
  const { call, show } = setUp()
  await expect(call({ chainType: 'ethereum', additionalSigners })).rejects.toMatchObject({
    code: 'invalid_data',
  })
  expect(show).not.toHaveBeenCalled()
})

test('where keys are on the devices nobody signs beside the person', async () => {
  const { call, show } = setUp('legacy-embedded-wallets-only')
  await expect(call({ chainType: 'ethereum', additionalSigners: signers })).rejects.toMatchObject({
    code: 'not_supported',
  })
  expect(show).not.toHaveBeenCalled()
  await call({ chainType: 'ethereum', additionalSigners: [] })
  expect(show).toHaveBeenCalledTimes(1)
})
