import { clientFieldsOf, shortcutsOf } from '@vitrine/shared/account/schemas.ts'
import { user as userSchema } from '@vitrine/shared/api/client-user.ts'
import { linkedAccount, type WireLinkedAccount } from '@vitrine/shared/api/user.ts'
import { isLinked, LOGIN_ENTRIES } from '@vitrine/shared/login/registry.ts'
import { expect, test } from 'vitest'
import { toClientUser } from './client-user.ts'

const verified = { verified_at: 1, first_verified_at: 2, latest_verified_at: null }
const DATES = { firstVerifiedAt: new Date(2000), latestVerifiedAt: null }

/** Every account that a login proves, with every field that it can have. */
const ACCOUNTS = LOGIN_ENTRIES.flatMap(entry => entry.accounts.filter(isLinked)).map(({ type, fields }) => {
  const values = Object.entries(fields).map(([name, schema]) => {
    const value = ['a text', 7, true].find(each => schema.safeParse(each).success)
    return [name, value]
  })
  const name = type.endsWith(':') ? `${type}acme` : type
  return linkedAccount.parse({ type: name, ...Object.fromEntries(values), ...verified })
})

const wire = (linked_accounts: WireLinkedAccount[]) => ({
  ...{ id: 'user_1', created_at: 1_700_000_000, has_accepted_terms: true, is_guest: false },
  ...{ linked_accounts, mfa_methods: [], custom_metadata: { tier: 'gold' } },
})

test.each(ACCOUNTS.map(account => [account.type, account] as const))(
  'an account of type %s is as a page has it, and so is its shortcut',
  (type, account) => {
    const mapped = toClientUser(wire([account]))
    expect(mapped.linkedAccounts).toEqual([{ type, ...clientFieldsOf(account), ...DATES }])
    const { id, createdAt, hasAcceptedTerms, isGuest, mfaMethods, linkedAccounts, ...shortcuts } = mapped
    expect(shortcuts).toEqual(shortcutsOf([account]))
    expect(userSchema.parse(mapped)).toEqual(mapped)
  },
)

test('a shortcut is to the first account of its type', () => {
  const [first] = ACCOUNTS.filter(({ type }) => type === 'email')
  const second = { ...first, address: 'second@mail.example' } as WireLinkedAccount
  const mapped = toClientUser(wire([first as WireLinkedAccount, second]))
  expect(mapped.email).toEqual({ address: 'a text' })
})

test('second factors are those that pages are told of, and metadata stays behind', () => {
  const mfa_methods = (['sms', 'email', 'passkey'] as const).map(type => ({ type, verified_at: 1 }))
  const mapped = toClientUser({ ...wire([]), mfa_methods })
  expect(mapped.mfaMethods).toEqual(['sms', 'passkey'])
  expect(mapped).not.toHaveProperty('customMetadata')
  expect(mapped).not.toHaveProperty('wallet')
})
