import { expect, it } from 'vitest'
import { changesBetween } from './diff.ts'

it('names each thing that changes by its path, and nothing else', () => {
  const before = { name: 'Shop', wallets: { mode: 'a', most: 10 }, chains: [{ id: 1, rpc: 'x' }], logo: null }
  const after = {
    name: 'Shop',
    wallets: { most: 3, mode: 'a' },
    chains: [{ rpc: 'x', id: 1 }],
    logo: 'https://x',
    funding: {},
  }
  expect(changesBetween(before, after)).toEqual([
    { path: 'wallets.most', before: '10', after: '3' },
    { path: 'logo', before: 'null', after: '"https://x"' },
    { path: 'funding', before: null, after: '{}' },
  ])
})

it('takes the order of a list for a change, and what was taken away', () => {
  expect(changesBetween({ a: ['x', 'y'], b: 1 }, { a: ['y', 'x'] })).toEqual([
    { path: 'a', before: '["x","y"]', after: '["y","x"]' },
    { path: 'b', before: '1', after: null },
  ])
})
