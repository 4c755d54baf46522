import { describe, expect, test } from 'vitest'
import type { WatchedAsset } from './ports.ts'
import { createWatchedAssets } from './watched-assets.ts'

const OWNER = `0x${'1'.repeat(40)}` as const
const asset = (index: number, more: Partial<WatchedAsset> = {}): WatchedAsset => ({
  chainId: 1,
  owner: OWNER,
  standard: 'ERC20',
  address: `0x${index.toString(16).padStart(40, 'a')}`,
  tokenId: null,
  symbol: 'TUSD',
  decimals: 6,
  ...more,
})

function open(initial: string | null = null) {
  const storage = { text: initial, changed: () => {} }
  const assets = createWatchedAssets({
    read: () => storage.text,
    write(text) {
      storage.text = text
    },
    onChange(listener) {
      storage.changed = listener
    },
  })
  return { assets, storage }
}

test('the newest is first, one token stands once, and another of the same contract beside it', () => {
  const { assets, storage } = open()
  assets.add(asset(1))
  assets.add(asset(2))
  assets.add(asset(1, { address: `0x${asset(1).address.slice(2).toUpperCase()}`, symbol: 'NEW' }))
  assets.add(asset(2, { standard: 'ERC721', tokenId: '7', decimals: null }))
  expect(assets.all.get().map(({ symbol, tokenId }) => [symbol, tokenId])).toEqual([
    ['TUSD', '7'],
    ['NEW', null],
    ['TUSD', null],
  ])
  expect(assets.has(asset(1))).toBe(true)
  assets.remove(asset(1))
  expect(assets.has(asset(1))).toBe(false)
  expect(open(storage.text).assets.all.get()).toHaveLength(2)
})

test('the oldest give way', () => {
  const { assets } = open()
  for (let index = 0; index < 120; index++) assets.add(asset(index))
  expect(assets.all.get()).toHaveLength(100)
  expect(assets.has(asset(0))).toBe(false)
  expect(assets.has(asset(119))).toBe(true)
})

test('another tab’s change, and another user’s list, are read', () => {
  const { assets, storage } = open()
  storage.text = JSON.stringify([asset(3)])
  storage.changed()
  expect(assets.all.get()).toEqual([asset(3)])
  storage.text = null
  storage.changed()
  expect(assets.all.get()).toEqual([])
})

describe('what stands in storage may be anything', () => {
  test.each(['', '{', '{}', 'null', '7'])('%j', text => {
    expect(open(text).assets.all.get()).toEqual([])
  })
  test.each([
    { address: '0x1' },
    { owner: 'x' },
    { chainId: -1 },
    { chainId: '1' },
    { tokenId: '<b>' },
    { symbol: 'x'.repeat(21) },
    { decimals: 78 },
    { standard: 'ERC9' },
  ])('a row with %j is left out, the others stay', bad => {
    const text = JSON.stringify([{ ...asset(1), ...bad }, asset(2)])
    expect(open(text).assets.all.get()).toEqual([asset(2)])
  })
})
