import type { ManagedUser } from '@vitrine/shared/api/users.ts'
import { expect, it } from 'vitest'
import { accountName, userName, walletKind, walletsOf, walletsWithKeys } from './accounts.ts'

const times = { verified_at: 1, first_verified_at: 1, latest_verified_at: 1 }
const own = { type: 'wallet', wallet_client: 'vitrine', chain_type: 'ethereum', ...times }
const user = (...linked_accounts: object[]) => ({ id: 'user_1', linked_accounts }) as unknown as ManagedUser

it('calls a user what people know them by, whatever comes first', () => {
  const phone = { type: 'phone', number: '+12135550100', ...times }
  expect(userName(user(phone, { type: 'email', address: 'ada@shop.example', ...times }))).toBe(
    'ada@shop.example',
  )
  expect(userName(user(phone))).toBe('+12135550100')
  expect(userName(user({ ...own, address: '0x1' }))).toBe('0x1')
  expect(userName(user())).toBe('user_1')
})

it('names an account of a kind that it does not know by the text that it brought', () => {
  expect(accountName({ type: 'new', fid: 7, ...times } as never)).toBe('7')
  expect(accountName({ type: 'new', ...times } as never)).toBe('new')
})

it('tells wallets whose keys go with the user from those of other apps', () => {
  const wallets = user(
    { ...own, address: '0x1', recovery_method: 'privy-v2', imported: true },
    { ...own, address: '0x2', recovery_method: 'user-passcode', imported: false },
    { ...own, address: '0x3', wallet_client: 'unknown' },
  )
  expect(walletsWithKeys(wallets)).toEqual(['0x1', '0x2'])
  expect(walletsOf(wallets).map(walletKind)).toEqual([
    'Key at the server, brought in',
    'Key on their devices',
    'Their own app',
  ])
})
