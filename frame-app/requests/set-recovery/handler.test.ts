import { clientError } from '@vitrine/shared/errors/vitrine-error.ts'
import { expect, test, vi } from 'vitest'
import { toClientUser, toClientWallets } from '../../session/client-user.ts'
import { wireExternalWallet, wireUserOf, wireWallet } from '../../session/testing/session-fixtures.ts'
import { setWalletRecovery } from './handler.ts'

const HELD = wireWallet(0)
const EXTERNAL = wireExternalWallet
const OWN = { ...wireWallet(1), id: null, recovery_method: 'privy' } as const

type WireOwn = Omit<typeof OWN, 'recovery_method'> & { readonly recovery_method: 'privy' | 'icloud' }
function setUp(
  wallets: readonly (typeof HELD | WireOwn | typeof EXTERNAL)[],
  options: readonly string[] = ['user-passcode'],
) {
  const wire = wireUserOf('user_1', [...wallets])
  const show = vi.fn(async (_: { readonly kind: string }) => ({ wallet: toClientWallets(wire)[0] }))
  const openHere = vi.fn(async () => {})
  const handler = setWalletRecovery({
    app: () => ({ embedded_wallet_config: { user_owned_recovery_options: options } }),
    session: {
      get: () => ({ status: 'authenticated', user: toClientUser(wire), wallets: toClientWallets(wire) }),
    },
    screens: { show },
    wallets: { openHere },
  } as unknown as Parameters<typeof setWalletRecovery>[0])
  return { show, openHere, call: async (argument?: { address: string }) => handler(argument) }
}

test('asks for a passcode of the wallet on the person’s devices', async () => {
  const { call, show } = setUp([HELD, EXTERNAL, OWN])
  await call()
  await call({ address: OWN.address })
  expect(show).toHaveBeenCalledTimes(2)
  expect(show.mock.lastCall?.[0]).toMatchObject({
    kind: 'set-recovery',
    purpose: { type: 'change', wallet: { address: OWN.address } },
  })
})

test('on a device that does not know the wallet, the passcode of before comes first', async () => {
  const { call, show, openHere } = setUp([OWN])
  openHere.mockRejectedValueOnce(clientError('embedded_wallet_needs_recovery', 'Recover it.'))
  await call()
  expect(show.mock.calls.map(([request]) => request.kind)).toEqual(['recover', 'set-recovery'])
})

test.each([
  ['of nobody’s wallet', [], undefined, ['user-passcode'], 'embedded_wallet_not_found'],
  ['of an unknown address', [OWN], { address: '0x0' }, ['user-passcode'], 'embedded_wallet_not_found'],
  ['of a wallet that the server holds', [HELD], undefined, ['user-passcode'], 'not_supported'],
  ['of it by its address', [HELD, OWN], { address: HELD.address }, ['user-passcode'], 'not_supported'],
  ['of another app’s wallet', [EXTERNAL], undefined, ['user-passcode'], 'not_supported'],
  [
    'of that by its address',
    [EXTERNAL, OWN],
    { address: EXTERNAL.address },
    ['user-passcode'],
    'not_supported',
  ],
  [
    'where the cloud that has it is the only one',
    [{ ...OWN, recovery_method: 'icloud' }],
    undefined,
    ['icloud'],
    'embedded_wallet_recovery_already_exists',
  ],
  ['where the config has no passcode', [OWN], undefined, [], 'disallowed_recovery_method'],
] as const)('%s it is refused without a screen', async (_, wallets, argument, options, code) => {
  const { call, show } = setUp(wallets, options)
  await expect(call(argument)).rejects.toMatchObject({ code })
  expect(show).not.toHaveBeenCalled()
})
