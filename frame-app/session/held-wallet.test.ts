import { walletAccount } from '@vitrine/shared/api/user.ts'
import { wallet } from '@vitrine/shared/wallet/wallet.ts'
import { expect, test } from 'vitest'
import { heldWallet } from './held-wallet.ts'
import { wireExternalWallet, wireWallet } from './testing/session-fixtures.ts'

const { wallet_client_type: _, connector_type: __, chain_id: ___, ...bare } = wireExternalWallet

test.each([
  ['one with an id, by the server', wireWallet(), 'server'],
  ['one without an id, by the devices', { ...wireWallet(), id: null, recovery_method: 'privy' }, 'device'],
  ['a linked one, by another app', wireExternalWallet, 'external'],
  ['a linked one of which no more is known, too', bare, 'external'],
  [
    'a linked one that calls itself embedded, too',
    { ...bare, connector_type: 'embedded', id: null },
    'external',
  ],
] as const)('%s is held', (_name, account, custody) => {
  const held = heldWallet(walletAccount.parse(account))
  expect(held.custody).toBe(custody)
  // What a page may see of it has a place in the contract.
  expect(wallet.parse(held)).toEqual({ ...held, custody: undefined })
})

test('a wallet of another app has no index and no recovery here', () => {
  expect(heldWallet(wireExternalWallet)).toEqual({
    custody: 'external',
    address: wireExternalWallet.address,
    chainType: 'ethereum',
    walletIndex: null,
    walletClientType: 'metamask',
    connectorType: 'injected',
    imported: false,
    delegated: false,
    recoveryMethod: null,
  })
  expect(heldWallet(bare)).toMatchObject({ walletClientType: 'unknown', connectorType: 'unknown' })
})
