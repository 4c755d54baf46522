import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { open, seal } from './envelope.ts'
import { perform } from './process/handlers.ts'
import { createRootKeeper, LAST_OPENINGS_MS } from './root-keeper.ts'
import { advanceRoots, makeRoots, rewrap } from './root-operations.ts'
import { readSealedRoots, sealRoots } from './sealed-roots.ts'
import { createTestCustody, MASTER_KEY } from './testing/custody.ts'
import { derivedRoots, derivedSet, heldKey } from './testing/derived-roots.ts'

const old = heldKey(MASTER_KEY)
const fresh = heldKey(Buffer.alloc(32, 0x77))
const context = { purpose: 'user-entropy', appId: 'app_1', userId: 'user_1' } as const
const SECRET = Buffer.alloc(32, 0xa7)
const codeOf = (run: () => unknown): unknown => {
  try {
    return run()
  } catch (error) {
    return (error as { code?: string }).code
  }
}
const first = derivedRoots(MASTER_KEY)
/** The operator's signer, which has both keys. */
const operator = createRootKeeper([fresh, old])
const second = advanceRoots(operator, { sealed: first, change: 'add-key' }).sealed
const third = advanceRoots(operator, { sealed: second, change: 'drop-old-keys' }).sealed

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

test('before it has its roots the signer refuses what takes a key, and says so', async () => {
  const roots = createRootKeeper([old])
  const holdings = { ...createTestCustody(), roots }
  await expect(perform(holdings, 'readPublicKeys', {})).rejects.toMatchObject({ code: 'no_roots' })
  expect(await perform(holdings, 'readKeyIds', {})).toEqual({ masterKeys: [old.id], generation: null })
  expect(await perform(holdings, 'readClock', {})).toEqual({ now: holdings.now() })
  expect(await perform(holdings, 'openRoots', { sealed: first })).toEqual({ generation: 1 })
  expect(await perform(holdings, 'readPublicKeys', {})).toHaveProperty('identity')
})

test('the set is sealed under the first master key, and rotating it changes no root', () => {
  expect([first, second, third].map(it => readSealedRoots(it).masterKeyId)).toEqual([
    old.id,
    fresh.id,
    fresh.id,
  ])
  const keeper = createRootKeeper([fresh, old])
  keeper.take(first)
  const before = keeper.keyring()
  keeper.take(third)
  const after = keeper.keyring()
  for (const name of ['accountSeal', 'deviceSeal', 'shareKeys', 'userEntropy', 'userId'] as const)
    expect(after[name].export()).toEqual(before[name].export())
  expect(after.identity.publicKey).toEqual(before.identity.publicKey)
  expect(after.envelope.current).not.toBe(before.envelope.current)
})

test('the next set seals under the new key and opens under both, and after the last a row that was read is opened for a minute', () => {
  const keeper = createRootKeeper([fresh, old])
  keeper.take(first)
  const envelope = seal(keeper.keyring().envelope, context, SECRET)
  keeper.take(second)
  const { current } = keeper.keyring().envelope
  expect(seal(keeper.keyring().envelope, context, SECRET).split('.')[1]).toBe(current)
  const opened = () => codeOf(() => Buffer.from(open(keeper.keyring().envelope, context, envelope)))
  expect(opened()).toEqual(SECRET)
  keeper.take(third)
  expect(opened()).toEqual(SECRET)
  expect(seal(keeper.keyring().envelope, context, SECRET).split('.')[1]).toBe(current)
  vi.advanceTimersByTime(LAST_OPENINGS_MS)
  expect(opened()).toBe('unknown_key')
})

describe('a signer does not take', () => {
  const keeper = createRootKeeper([fresh, old])
  keeper.take(second)

  test.each([
    ['an earlier set, whose key was retired', () => first, 'stale_roots'],
    [
      'the set of another installation under the same master key',
      () => {
        const { sealed } = makeRoots(operator, { derivedFrom: null })
        const next = advanceRoots(operator, { sealed, change: 'add-key' })
        // A later generation than the one that is held.
        return advanceRoots(operator, { sealed: next.sealed, change: 'drop-old-keys' }).sealed
      },
      'stale_roots',
    ],
    [
      'a set under a master key that it was not given',
      () => sealRoots(heldKey(Buffer.alloc(32, 1)), derivedSet(MASTER_KEY)),
      'unknown_master_key',
    ],
    ['what is no set', () => 'roots1.x', 'unreadable_roots'],
    ['a set of another release', () => second.replace(/^roots1/, 'roots2'), 'unreadable_roots'],
    ['a set that is cut short', () => third.slice(0, -4), 'unreadable_roots'],
    [
      'a set with another header',
      () => {
        const parts = third.split('.')
        const header = JSON.parse(Buffer.from(parts[2] ?? '', 'base64url').toString())
        const changed = Buffer.from(JSON.stringify({ ...header, generation: 9 })).toString('base64url')
        return parts.with(2, changed).join('.')
      },
      'unreadable_roots',
    ],
  ])('%s', (_, sealed, code) => {
    const before = keeper.keyring()
    expect(codeOf(() => keeper.take(sealed()))).toBe(code)
    expect([keeper.generation(), keeper.keyring() === before]).toEqual([2, true])
  })
})

test('what is refused names the master key that it lacks, and those that it has', () => {
  const stranger = createRootKeeper([fresh])
  expect(() => stranger.take(first)).toThrow(`${old.id}, which was not given. Given: ${fresh.id}`)
})

test('nobody’s server takes over what another master key derived: only the operator’s signer has a whole key', () => {
  const server = createRootKeeper([{ ...old, whole: null }])
  expect(codeOf(() => makeRoots(server, { derivedFrom: old.id }))).toBe('unknown_master_key')
  expect(codeOf(() => makeRoots(operator, { derivedFrom: 'another' }))).toBe('unknown_master_key')
  expect(readSealedRoots(makeRoots(operator, { derivedFrom: old.id }).sealed).envelopes[0]?.id).toBe(old.id)
})

test('an envelope is sealed anew for its own context alone, and one that does not open is left out', () => {
  const keeper = createRootKeeper([fresh, old])
  keeper.take(first)
  const envelope = seal(keeper.keyring().envelope, context, SECRET)
  keeper.take(second)
  const { sealed } = rewrap(keeper, {
    envelopes: [
      { context, sealed: envelope },
      { context: { ...context, userId: 'user_2' }, sealed: envelope },
      { context, sealed: 'nothing' },
    ],
  })
  expect(sealed.slice(1)).toEqual([null, null])
  expect(sealed[0]?.split('.')[1]).toBe(keeper.keyring().envelope.current)
  expect(Buffer.from(open(keeper.keyring().envelope, context, String(sealed[0])))).toEqual(SECRET)
})
