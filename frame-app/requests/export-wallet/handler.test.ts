import { expect, test, vi } from 'vitest'
import { toClientWallets } from '../../session/client-user.ts'
import { wireExternalWallet, wireUserOf, wireWallet } from '../../session/testing/session-fixtures.ts'
import { exportWallet } from './handler.ts'

const HELD = wireWallet(0)

function setUp(wallets: readonly (typeof HELD | typeof wireExternalWallet)[]) {
  const show = vi.fn(async (_: object) => undefined)
  const handler = exportWallet({
    session: {
      get: () => ({
        status: 'authenticated',
        wallets: toClientWallets(wireUserOf('user_1', [...wallets])),
      }),
    },
    screens: { show },
  } as unknown as Parameters<typeof exportWallet>[0])
  return { show, call: async (argument?: { address: string }) => handler(argument) }
}

test('the page learns that its person has left the key, and nothing else', async () => {
  const { call, show } = setUp([wireExternalWallet, HELD])
  expect(await call()).toBeUndefined()
  expect(show).toHaveBeenCalledExactlyOnceWith({
    kind: 'export-wallet',
    wallet: expect.objectContaining({ address: HELD.address }),
  })
})

test.each([
  ['nobody’s wallet', [], undefined, 'embedded_wallet_not_found'],
  ['an unknown address', [HELD], { address: '0x0' }, 'embedded_wallet_not_found'],
  ['another app’s wallet', [wireExternalWallet], undefined, 'not_supported'],
  [
    'that by its address',
    [HELD, wireExternalWallet],
    { address: wireExternalWallet.address },
    'not_supported',
  ],
] as const)('of %s it is refused without a screen', async (_, wallets, argument, code) => {
  const { call, show } = setUp(wallets)
  await expect(call(argument)).rejects.toMatchObject({ code })
  expect(show).not.toHaveBeenCalled()
})
