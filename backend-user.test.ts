import type { WireLinkedAccount } from '@vitrine/shared/api/user.ts'
import { expect, test } from 'vitest'
import { toClientUser as ofFrame } from './frame-app/session/client-user.ts'
import { wireExternalWallet, wireUserOf, wireWallet } from './frame-app/session/testing/session-fixtures.ts'
import { toClientUser as ofBackend } from './host-sdk/node/client-user.ts'

/** The page's user and the backend's are made in two rooms that do not know each other: here they are compared. */

const verified = { verified_at: 3, first_verified_at: 2, latest_verified_at: null }
const solana = {
  ...wireWallet(1),
  chain_type: 'solana',
  chain_id: 'solana:mainnet',
  public_key: 'key',
} as const
const { wallet_client_type: _, connector_type: __, chain_id: ___, ...bare } = wireExternalWallet
const others: WireLinkedAccount[] = [
  { type: 'phone', phoneNumber: '+1 202 555 0123', ...verified },
  { type: 'farcaster', fid: 3, owner_address: '0x1', profile_picture: 'p', homepage_url: 'h', ...verified },
  { type: 'google_oauth', subject: '1', email: 'ada@mail.example', name: null, ...verified },
  {
    type: 'telegram_oauth',
    subject: '1',
    username: null,
    name: null,
    profile_picture_url: null,
    ...verified,
  },
  { type: 'smart_wallet', address: '0x2', smart_wallet_type: 'safe', ...verified },
  { type: 'custom:acme', subject: '9', ...verified },
]

test.each([
  ['no wallet', wireUserOf()],
  ['a wallet of the server', wireUserOf('user_1', [wireWallet()])],
  [
    'a wallet of the devices',
    wireUserOf('user_1', [{ ...wireWallet(), id: null, recovery_method: 'passkey' as const }]),
  ],
  [
    'a wallet that came with another account',
    wireUserOf('user_1', [{ ...wireWallet(), id: null, sealed_for: { user_id: 'user_2', wallet_index: 0 } }]),
  ],
  [
    'an imported, delegated wallet',
    wireUserOf('user_1', [{ ...wireWallet(), wallet_index: null, imported: true, delegated: true }]),
  ],
  ['a wallet of another app', wireUserOf('user_1', [wireExternalWallet])],
  ['a wallet of an app that says nothing of itself', wireUserOf('user_1', [bare])],
  [
    'several wallets',
    wireUserOf('user_1', [{ ...solana, first_verified_at: 9 }, wireExternalWallet, wireWallet()]),
  ],
  ['all kinds of accounts', { ...wireUserOf(), linked_accounts: others }],
])('a user with %s is the same to a page and to a backend', (_name, wire) => {
  expect(ofBackend(wire)).toStrictEqual(ofFrame(wire))
})
