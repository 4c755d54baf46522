import { isRead } from '@vitrine/shared/bridge/policies.ts'
import { expect, test } from 'vitest'
import { METHODS } from './methods.ts'
import { READ_METHODS } from './reads.ts'

// It carries a signature: sent twice it does nothing more, and a dapp decides that itself.
const reads = READ_METHODS.filter(method => method !== 'eth_sendRawTransaction')

test.each([...reads, 'eth_accounts', 'eth_chainId', 'net_version', 'wallet_getPermissions'])(
  'a page asks %s again when its answer got lost with the frame',
  method => {
    expect(isRead(method)).toBe(true)
  },
)

test('a page sends nothing else twice', () => {
  const others = [...METHODS.keys()].filter(method => !reads.includes(method))
  expect(others.length).toBeGreaterThan(10)
  expect(others.filter(isRead).filter(method => method !== 'eth_coinbase')).toEqual([
    'wallet_getCapabilities',
    'wallet_getCallsStatus',
  ])
})
