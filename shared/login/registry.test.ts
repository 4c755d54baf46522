import { describe, expect, expectTypeOf, it, test } from 'vitest'
import {
  ACCOUNT_TYPES,
  accountFacts,
  accountTypeOf,
  enabledWays,
  isGuestAccount,
  provenBy,
  spokenOf,
  wayOfAccount,
} from '../account/login-facts.ts'
import { clientFieldsOf, clientName, shortcutsOf } from '../account/schemas.ts'
import type { User } from '../api/client-user.ts'
import { user as userSchema } from '../api/client-user.ts'
import { linkedAccount } from '../api/user.ts'
import { FRAME_METHODS } from '../bridge/schemas.ts'
import { appConfig } from '../config/app-config.ts'
import {
  entryOf,
  isLinked,
  isResultName,
  LOGIN_ENTRIES,
  LOGIN_METHODS,
  loginName,
  readWay,
  resultName,
  wayName,
} from './registry.ts'

const app = (flags: object) =>
  appConfig.parse({
    id: 'app',
    name: 'Shop',
    data_classification: 'public',
    verification_key: '',
    email_auth: false,
    ...flags,
  })
const switches = Object.entries(app({})).filter(([, value]) => typeof value === 'boolean')
const allOn = app(Object.fromEntries(switches.map(([flag]) => [flag, true])))
const ways = enabledWays(allOn)

test('an app turns on each way by itself, and none is on by default of another', () => {
  expect(enabledWays(app({}))).toEqual([])
  expect([...new Set(ways.map(({ method }) => method))]).toEqual(LOGIN_METHODS)
  expect(enabledWays(app({ guest_auth: true, sms_auth: true }))).toEqual([
    { method: 'sms' },
    { method: 'guest' },
  ])
})

describe.each(ways)('$method', way => {
  const entry = entryOf(way.method)
  const type = accountTypeOf(way)

  it('has a name of its own, which reads back', () => {
    expect(readWay(wayName(way))).toEqual(way)
    expect(ways.filter(other => wayName(other) === wayName(way))).toEqual([way])
  })

  it('has names for pages, and one for people', () => {
    expect(loginName(way)).not.toBe('')
    expect(isResultName(resultName(way))).toBe(true)
    expect(spokenOf(way)).toMatch(/^(by|with|as) /)
  })

  it('has calls below a path of its own, one to log in for each kind of proof', () => {
    expect(entry.path).toMatch(/^\/[a-z_]+$/)
    expect(LOGIN_ENTRIES.filter(({ path }) => path === entry.path)).toHaveLength(1)
    expect(Object.keys(entry.proofs)).not.toEqual([])
    for (const { login, link } of Object.values(entry.proofs))
      for (const call of [login, ...link]) expect(call).toMatch(/^\/[a-z_]+$/)
  })

  it('proves accounts of a type that no other way proves', () => {
    // Else a proof of one way, e.g. one that another party states, would open what a code or a key protects.
    // A wallet's is told from another chain's by its subject, which the signer makes.
    const chains = LOGIN_ENTRIES.flatMap(it => it.accounts).flatMap(it =>
      'chainType' in it ? it.chainType : [],
    )
    expect(new Set(chains).size).toBe(chains.length)
    if (type !== 'wallet') {
      expect(ACCOUNT_TYPES.filter(other => other === type)).toHaveLength(1)
      expect(wayOfAccount({ type })).toEqual(way)
      return
    }
    const [account] = entry.accounts
    const chainType = account && 'chainType' in account ? account.chainType : ''
    expect(wayOfAccount({ type, subject: `${chainType}:x` })).toEqual(way)
    expect(wayOfAccount({ type, chainType })).toEqual(way)
    expect(wayOfAccount({ type })).toBeNull()
  })

  it('names its account in full, or not at all', () => {
    const facts = accountFacts(type)
    if (type === 'wallet') return
    if (!facts || !isLinked(facts)) {
      expect(isGuestAccount(type)).toBe(true)
      expect(entry.isLinkable).toBe(false)
      return
    }
    expect(Object.keys(facts.fields)).toContain(facts.subject)
    // What can be added can be taken away, so a page can name it.
    expect(facts.reference !== undefined).toBe(entry.isLinkable)
    const { maxLength = 1, isNumber } = facts.reference ?? {}
    const subject = isNumber ? 10 ** (maxLength - 1) : 'x'.repeat(maxLength)
    const named = { type, [clientName(facts, facts.subject)]: subject }
    expect(FRAME_METHODS.unlink.argument.safeParse(named).data).toEqual(facts.reference ? named : { type })
  })

  it('is updated where a person typed something in, and then has one such account', () => {
    const takesUpdate = FRAME_METHODS.update.argument.safeParse(type).success
    expect(takesUpdate).toBe(entry.address !== null)
    if (takesUpdate) expect(accountFacts(type)?.perUser).toBe('one')
  })
})

test('a kind of proof that does not name its method belongs to one', () => {
  for (const kind of ['secret', 'assertion', 'new-credential', 'channel'] as const)
    expect(provenBy(kind)).toHaveLength(1)
})

test('a way of another version is none', () => {
  for (const name of ['', 'carrier-pigeon', 'constructor', 'custom:', 'custom:a b'])
    expect(readWay(name)).toBeNull()
})

const verified = { verified_at: 1, first_verified_at: 1, latest_verified_at: 1 }

test.each([...new Set(ACCOUNT_TYPES)])(
  'an account of type %s goes over the wire and to the page with its fields alone',
  type => {
    const facts = accountFacts(type)
    if (type === 'wallet') return
    if (!facts || !isLinked(facts)) {
      expect(linkedAccount.safeParse({ type, ...verified }).success).toBe(false)
      return
    }
    const values = Object.entries(facts.fields).map(([name, field]) => [
      name,
      ['x', false, 1].find(value => field.safeParse(value).success),
    ])
    const fields = { type, ...Object.fromEntries(values) }
    const parsed = linkedAccount.parse({ ...fields, ...verified, seal: 'secret', refresh_token: 'secret' })
    expect(parsed).toEqual({ ...fields, ...verified })
    const page = clientFieldsOf({ ...parsed, ...{ seal: 'secret' } })
    expect(Object.keys(page)).toEqual(Object.keys(facts.fields).map(name => clientName(facts, name)))
    const dates = { firstVerifiedAt: null, latestVerifiedAt: null }
    const user = { id: 'u', createdAt: new Date(0), hasAcceptedTerms: false, isGuest: false, mfaMethods: [] }
    const seen = { ...user, linkedAccounts: [{ type, ...page, ...dates }], ...shortcutsOf([parsed]) }
    expect(userSchema.parse(seen)).toEqual(seen)
  },
)

test('an app’s own providers are ways of it, and both wallets have a switch each', () => {
  const later = app({ farcaster_auth: true, telegram_oauth: true, solana_wallet_auth: true })
  const custom = { provider: 'custom:bank', provider_display_name: 'Bank', provider_icon_url: null }
  const both = [
    { ...custom, enabled: true },
    { ...custom, provider: 'custom:old', enabled: false },
  ]
  expect(enabledWays({ ...later, custom_oauth_providers: both })).toEqual([
    { method: 'oauth', provider: 'telegram_oauth' },
    { method: 'oauth', provider: 'custom:bank' },
    { method: 'farcaster' },
    { method: 'siws' },
  ])
})

test('types follow the entries', () => {
  expectTypeOf<User['email']>().toEqualTypeOf<{ address: string } | undefined>()
  expectTypeOf<User['phone']>().toEqualTypeOf<{ number: string } | undefined>()
  expectTypeOf<
    Extract<User['linkedAccounts'][number], { type: 'custom_auth' }>['customUserId']
  >().toBeString()
})
