import { describe, expect, test } from 'vitest'
import {
  type DeviceRecord,
  type DeviceShare,
  readRecord,
  restorable,
  sharesOf,
  withoutCurrent,
  withShare,
  withWallets,
} from './device-record.ts'

const share = (setId: string, sharingId: string, state: DeviceShare['state'] = 'pending'): DeviceShare => ({
  setId,
  sharingId,
  share: 'v1.a.b',
  recovery: { method: 'privy', share: 'v1.c.d' },
  state,
})
const PLACES = [{ chainType: 'ethereum', walletIndex: 0 }] as const
const ids = (record: DeviceRecord | null) => record && sharesOf(record).map(({ sharingId }) => sharingId)
/** A device whose set `A` the server has confirmed. */
const confirmed = () => withWallets(withShare(null, share('A', 'A1')), 'A1', PLACES)

describe('a record from the disk', () => {
  test('is read as it was written, also by the release before', () => {
    const { aside: _, ...before } = confirmed()
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
    for (const stored of [{ version: 2 }, { ...confirmed(), version: 7 }])
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
    let record = withWallets(withShare(confirmed(), share('B', 'B1')), 'B1', PLACES)
    for (const id of ['B2', 'B3', 'B4']) record = withWallets(withShare(record, share('B', id)), id, PLACES)
    expect(ids(record)).toEqual(['B4', 'B3', 'A1'])
    // And comes back in front with its wallets.
    const back = withShare(record, share('A', 'A2'))
    expect(ids(back)).toEqual(['A2', 'A1', 'B4'])
    expect(back.wallets).toEqual(PLACES)
  })

  test('of one set after another keeps every one that the server has confirmed', () => {
    let record = confirmed()
    for (const id of ['B', 'C', 'D', 'E', 'F', 'G'])
      record = withWallets(withShare(record, share(id, id)), id, PLACES)
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
    wallets: PLACES,
  })
})

test('wallets are noted with the set that they are of', () => {
  const record = withShare(confirmed(), share('B', 'B1'))
  const both = [...PLACES, { chainType: 'solana', walletIndex: 0 } as const]
  const noted = withWallets(record, 'A1', both)
  expect([noted.wallets, noted.aside[0]?.wallets, noted.current.state]).toEqual([[], both, 'pending'])
})
