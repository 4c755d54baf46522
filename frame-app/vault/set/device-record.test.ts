import { describe, expect, test } from 'vitest'
import {
  type DeviceRecord,
  type DeviceShare,
  importsOf,
  readRecord,
  restorable,
  sharesOf,
  withoutCurrent,
  withShare,
  withWallets,
  written,
} from './device-record.ts'

const share = (setId: string, sharingId: string, state: DeviceShare['state'] = 'pending'): DeviceShare => ({
  setId,
  sharingId,
  share: 'v1.a.b',
  recovery: { method: 'privy', share: 'v1.c.d' },
  state,
})
const PLACES = [{ chainType: 'ethereum', walletIndex: 0 }] as const
const HELD = { wallets: PLACES, imported: [] }
const ids = (record: DeviceRecord | null) => record && sharesOf(record).map(({ sharingId }) => sharingId)
/** A device whose set `A` the server has confirmed. */
const confirmed = () => withWallets(withShare(null, share('A', 'A1')), 'A1', HELD)

describe('a record from the disk', () => {
  test('is read as it was written, also by the release before', () => {
    const { aside: _, imported: __, ...before } = confirmed()
    expect(readRecord(before)).toEqual(confirmed())
    expect(readRecord(JSON.parse(JSON.stringify(confirmed())))).toEqual(confirmed())
  })
  test.each([null, undefined, 0, 'record', [], {}, { version: 1 }, { ...confirmed(), current: null }])(
    '%j is none',
    stored => {
      expect(readRecord(stored)).toBeNull()
    },
  )
  test('of a later release is refused, whatever it holds', () => {
    for (const stored of [{ version: 3 }, { ...confirmed(), version: 7 }])
      expect(() => readRecord(stored)).toThrow(expect.objectContaining({ problem: 'newer-version' }))
  })
})

describe('a new share', () => {
  test('of the set goes before the one that the server has', () => {
    const changed = withShare(confirmed(), share('A', 'A2'))
    expect(ids(changed)).toEqual(['A2', 'A1'])
    // The change got lost; the next one keeps the confirmed share too.
    expect(ids(withShare(changed, share('A', 'A3')))).toEqual(['A3', 'A1'])
    expect(ids(withoutCurrent(changed))).toEqual(['A1'])
    expect(changed.wallets).toEqual(PLACES)
  })

  test('of another set never drops a confirmed one, however often it changes', () => {
    let record = withWallets(withShare(confirmed(), share('B', 'B1')), 'B1', HELD)
    for (const id of ['B2', 'B3', 'B4']) record = withWallets(withShare(record, share('B', id)), id, HELD)
    expect(ids(record)).toEqual(['B4', 'B3', 'A1'])
    // And comes back in front with its wallets.
    const back = withShare(record, share('A', 'A2'))
    expect(ids(back)).toEqual(['A2', 'A1', 'B4'])
    expect(back.wallets).toEqual(PLACES)
  })

  test('of one set after another keeps every one that the server has confirmed', () => {
    let record = confirmed()
    for (const id of ['B', 'C', 'D', 'E', 'F', 'G'])
      record = withWallets(withShare(record, share(id, id)), id, HELD)
    expect(ids(record)).toEqual(['G', 'F', 'E', 'D', 'C', 'B', 'A1'])
  })

  test('that is given up leaves the one before, of whatever set', () => {
    const tried = withShare(confirmed(), share('B', 'B1'))
    expect(withoutCurrent(tried)).toEqual(confirmed())
    expect(withoutCurrent(withShare(null, share('A', 'A1')))).toBeNull()
  })

  test('of creations that got lost may still be the one: the newest few stay', () => {
    let record = withShare(null, share('S0', '0'))
    for (let count = 1; count < 9; count++) record = withShare(record, share(`S${count}`, `${count}`))
    expect(ids(record)).toEqual(['8', '7', '6', '5', '4'])
  })
})

test('the server is given again what it had confirmed, the newest first', () => {
  expect(restorable(withShare(null, share('A', 'A1')))).toBeNull()
  expect(restorable(confirmed())?.share.sharingId).toBe('A1')
  expect(restorable(withShare(confirmed(), share('A', 'A2')))?.share.sharingId).toBe('A1')
  expect(restorable(withShare(confirmed(), share('B', 'B1')))).toEqual({
    share: share('A', 'A1', 'stored'),
    ...HELD,
  })
})

test('wallets are noted with the set that they are of', () => {
  const record = withShare(confirmed(), share('B', 'B1'))
  const both = [...PLACES, { chainType: 'solana', walletIndex: 0 } as const]
  const noted = withWallets(record, 'A1', { wallets: both, imported: [] })
  expect([noted.wallets, noted.aside[0]?.wallets, noted.current.state]).toEqual([[], both, 'pending'])
})

describe('what an older release cannot keep', () => {
  const KEY = { chainType: 'ethereum', address: '0x1', envelope: 'v1.e.f' } as const
  const inDrive = {
    ...share('A', 'A1'),
    recovery: { method: 'google-drive', share: 'v1.c.d', file_id: 'f' },
  } as const

  test('has a version that it leaves alone; all else it reads', () => {
    expect(written(confirmed()).version).toBe(1)
    expect(written(withShare(null, inDrive)).version).toBe(2)
    const withKey = withWallets(confirmed(), 'A1', { wallets: PLACES, imported: [KEY] })
    expect(written(withKey).version).toBe(2)
    // Of another set than the present one too.
    expect(written(withShare(withKey, share('B', 'B1'))).version).toBe(2)
    expect(written(withShare(withShare(null, inDrive), share('B', 'B1'))).version).toBe(2)
    // And once it is gone, the older one may write again.
    expect(written(withWallets(withShare(null, share('C', 'C1')), 'C1', HELD)).version).toBe(1)
    expect(readRecord(written(withKey))).toEqual(written(withKey))
  })

  test('a brought key stays when the server tells of it no more, or in another envelope', () => {
    const other = { ...KEY, envelope: 'v1.forged.x' }
    const another = { ...KEY, address: '0x2' }
    const held = withWallets(confirmed(), 'A1', { wallets: PLACES, imported: [KEY] })
    expect(withWallets(held, 'A1', HELD).imported).toEqual([KEY])
    expect(withWallets(held, 'A1', { wallets: PLACES, imported: [another, other] }).imported).toEqual([
      KEY,
      another,
    ])
    const aside = withShare(held, share('B', 'B1'))
    expect([aside.imported, importsOf(aside, 'A')]).toEqual([[], [KEY]])
    expect(withShare(aside, share('A', 'A2')).imported).toEqual([KEY])
    expect(withoutCurrent(aside)?.imported).toEqual([KEY])
  })
})
