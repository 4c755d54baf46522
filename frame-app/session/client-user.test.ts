import { user } from '@vitrine/shared/api/client-user.ts'
import { expect, test } from 'vitest'
import { toClientUser, toClientWallets } from './client-user.ts'
import { CREATED_AT, wireExternalWallet, wireUserOf, wireWallet } from './testing/session-fixtures.ts'

const at = new Date(CREATED_AT * 1000)

test('the user as a page sees it', () => {
  const mapped = toClientUser(wireUserOf('user_1', [wireWallet()]))
  expect(mapped).toEqual({
    id: 'user_1',
    createdAt: at,
    hasAcceptedTerms: false,
    isGuest: false,
    mfaMethods: [],
    email: { address: 'ada@example.com' },
    wallet: { address: wireWallet().address, chainType: 'ethereum' },
    linkedAccounts: [
      { type: 'email', address: 'ada@example.com', firstVerifiedAt: at, latestVerifiedAt: at },
      {
        type: 'wallet',
        id: 'wallet_0',
        address: wireWallet().address,
        chainType: 'ethereum',
        walletIndex: 0,
        walletClientType: 'vitrine',
        connectorType: 'embedded',
        recoveryMethod: 'privy-v2',
        imported: false,
        delegated: false,
        firstVerifiedAt: at,
        latestVerifiedAt: at,
      },
    ],
  })
  expect(user.parse(mapped)).toEqual(mapped)
})

test('the wallet shortcut is the one verified first, whatever the order', () => {
  const later = { ...wireWallet(0), first_verified_at: CREATED_AT + 9 }
  const earlier = wireWallet(1)
  expect(toClientUser(wireUserOf('user_1', [later, earlier])).wallet?.address).toBe(earlier.address)
})

test('a user without wallets has no wallet, and email is no MFA method for pages', () => {
  const mapped = toClientUser({ ...wireUserOf(), mfa_methods: [{ type: 'email', verified_at: 1 }] })
  expect(mapped).not.toHaveProperty('wallet')
  expect(mapped.mfaMethods).toEqual([])
})

test('wallets come by index, those of other apps last', () => {
  const wire = wireUserOf('user_1', [wireExternalWallet, wireWallet(1), wireWallet(0)])
  expect(toClientWallets(wire).map(({ walletIndex }) => walletIndex)).toEqual([0, 1, null])
})

test('a wallet of another app, as a page sees the account', () => {
  const mapped = toClientUser(wireUserOf('user_1', [wireExternalWallet]))
  expect(mapped.linkedAccounts[1]).toEqual({
    type: 'wallet',
    address: wireExternalWallet.address,
    chainType: 'ethereum',
    walletIndex: null,
    walletClientType: 'metamask',
    connectorType: 'injected',
    imported: false,
    delegated: false,
    firstVerifiedAt: at,
    latestVerifiedAt: at,
  })
  expect(user.parse(mapped)).toEqual(mapped)
})

test('every kind of account has its camelCase form, and a phone its shortcut', () => {
  const verified = { verified_at: CREATED_AT, first_verified_at: CREATED_AT, latest_verified_at: CREATED_AT }
  const wire = wireUserOf()
  const mapped = toClientUser({
    ...wire,
    linked_accounts: [
      { type: 'phone', phoneNumber: '+1 202 555 0123', ...verified },
      {
        type: 'passkey',
        credential_id: 'credential',
        enrolled_in_mfa: false,
        authenticator_name: 'Phone',
        created_with_browser: 'Safari',
        created_with_device: 'iPhone',
        created_with_os: 'iOS',
        ...verified,
      },
      { type: 'custom_auth', custom_user_id: 'customer 7', ...verified },
    ],
  })
  const dates = { firstVerifiedAt: at, latestVerifiedAt: at }
  expect(mapped.linkedAccounts).toEqual([
    { type: 'phone', number: '+1 202 555 0123', ...dates },
    {
      type: 'passkey',
      credentialId: 'credential',
      enrolledInMfa: false,
      authenticatorName: 'Phone',
      createdWithBrowser: 'Safari',
      createdWithDevice: 'iPhone',
      createdWithOs: 'iOS',
      ...dates,
    },
    { type: 'custom_auth', customUserId: 'customer 7', ...dates },
  ])
  expect(mapped.phone).toEqual({ number: '+1 202 555 0123' })
  expect(mapped).not.toHaveProperty('email')
  expect(user.parse(mapped)).toEqual(mapped)
})
