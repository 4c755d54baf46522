import { VitrineError } from '@vitrine/shared/errors/vitrine-error.ts'
import { expect, test } from 'vitest'
import { externalWallet } from '../../ui/testing/fake-kernel.ts'
import { anonymous, FIRST, openDapp, userWith } from './testing/dapp.ts'

const { address } = externalWallet
const connected = { wallets: [externalWallet], active: address }
const base = [{ chainId: '0x2105' }]

const declined = new VitrineError({
  type: 'connector_error',
  code: 'user_rejected',
  message: 'You declined this in MetaMask.',
  data: { eipCode: 4001, retryable: true },
})

test('a connected wallet is an account without a login, for each of a page’s providers', async () => {
  const dapp = openDapp(anonymous)
  dapp.connected.set(connected)
  expect(await dapp.request({ method: 'eth_requestAccounts' })).toEqual([address])
  expect(await dapp.request({ method: 'eth_requestAccounts', address })).toEqual([address])
  expect([dapp.requestLogin.mock.calls, dapp.createFirst.mock.calls]).toEqual([[], []])
})

test('the active wallet is the first account, and what names no account is asked of it', async () => {
  const dapp = openDapp(userWith(1))
  dapp.connected.set(connected)
  expect(await dapp.request({ method: 'eth_accounts' })).toEqual([address, FIRST])
  await dapp.request({ method: 'personal_sign', params: ['0x68', FIRST] })
  expect(dapp.show.mock.calls.at(-1)?.[0]).toMatchObject({ wallet: { address: FIRST, custody: 'server' } })
  dapp.connected.set({ ...connected, active: null })
  expect(await dapp.request({ method: 'eth_accounts' })).toEqual([FIRST, address])
})

test('a provider that is on a wallet app takes it along to another chain, or stays', async () => {
  const dapp = openDapp(anonymous)
  dapp.connected.set(connected)
  const go = (own?: string) =>
    dapp.request({ method: 'wallet_switchEthereumChain', params: base, ...(own && { address: own }) })
  dapp.bringToChain.mockRejectedValueOnce(declined)
  await expect(go()).rejects.toMatchObject({ code: 'user_rejected', data: { eipCode: 4001 } })
  expect(await dapp.request({ method: 'eth_chainId' })).toBe('0x1')
  await go()
  expect(dapp.bringToChain.mock.calls.map(([, chain]) => chain.id)).toEqual([8453, 8453])
  expect(await dapp.request({ method: 'eth_chainId' })).toBe('0x2105')
})

test('one that is on a wallet of its own leaves the wallet app where it is', async () => {
  const dapp = openDapp(userWith(1))
  dapp.connected.set(connected)
  await dapp.request({ method: 'wallet_switchEthereumChain', params: base, address: FIRST })
  expect(dapp.bringToChain).not.toHaveBeenCalled()
})

test('permissions that are given up end the connection, and leave the user’s own wallets to the other providers', async () => {
  const dapp = openDapp(userWith(1))
  dapp.connected.set(connected)
  const give = [{ eth_accounts: {} }]
  await dapp.request({ method: 'wallet_revokePermissions', params: give, address })
  expect(dapp.disconnect).toHaveBeenCalledExactlyOnceWith(address)
  expect(await dapp.request({ method: 'eth_accounts' })).toEqual([FIRST])
  await dapp.request({ method: 'wallet_revokePermissions', params: give })
  expect(await dapp.request({ method: 'eth_accounts' })).toEqual([])
})

test('what no wallet app takes from a site is refused with 4200', async () => {
  const dapp = openDapp(anonymous)
  dapp.connected.set(connected)
  const authorization = { address: FIRST, chainId: '0x1', nonce: '0x0' }
  await expect(
    dapp.request({ method: 'eth_sign7702Authorization', params: [authorization] }),
  ).rejects.toMatchObject({ code: 'unsupported_wallet_type', data: { eipCode: 4200 } })
  expect(dapp.show).not.toHaveBeenCalled()
})
