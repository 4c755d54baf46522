import { appConfig } from '@vitrine/shared/config/app-config.ts'
import { describe, expect, it } from 'vitest'
import { effectiveConfig } from './effective.ts'

const RPC = 'https://rpc.example/v1'
function merge(server: object, options: object) {
  const app = appConfig.parse({
    id: 'app_test',
    name: 'Shop',
    data_classification: 'public',
    verification_key: 'pem',
    ...server,
  })
  const result = effectiveConfig(app, options)
  if (!result.ok) throw new Error(result.message)
  const warnings = result.warnings.map(({ rule }) => rule)
  return { clusters: result.config.solana, warnings }
}
const rpcs = (given: object) => ({ solana: { rpcs: given } })
const server = { solana_rpcs: { 'solana:devnet': { rpc: RPC } } }

describe('clusters', () => {
  it('are none in an app that has nothing of Solana', () => {
    expect(merge({}, {})).toEqual({ clusters: [], warnings: [] })
  })

  it('are those of the server’s config', () => {
    expect(merge(server, {}).clusters).toEqual([
      { chain: 'solana:devnet', rpcUrl: RPC, socketUrl: null, blockExplorerUrl: null },
    ])
  })

  it.each([
    [
      'wallets are made on login',
      { embedded_wallet_config: { solana: { create_on_login: 'all-users' } } },
      {},
    ],
    ['the site makes them on login', {}, { embeddedWallets: { solana: { createOnLogin: 'all-users' } } }],
    ['the site has both chains', {}, { appearance: { walletChainType: 'ethereum-and-solana' } }],
  ])('are all of them, for signing only, where %s', (_name, app, options) => {
    const { clusters } = merge(app, options)
    expect(clusters.map(({ chain }) => chain)).toEqual(['solana:mainnet', 'solana:devnet', 'solana:testnet'])
    expect(clusters.every(({ rpcUrl }) => rpcUrl === null)).toBe(true)
  })
})

describe('an endpoint of the page', () => {
  it('counts under an origin that the server allows', () => {
    const given = {
      'solana:devnet': { rpc: 'https://rpc.example/v2', blockExplorerUrl: 'https://scan.example' },
    }
    expect(merge(server, rpcs(given))).toEqual({
      clusters: [
        {
          chain: 'solana:devnet',
          rpcUrl: 'https://rpc.example/v2',
          socketUrl: null,
          blockExplorerUrl: 'https://scan.example',
        },
      ],
      warnings: [],
    })
  })

  it.each([
    'https://evil.example/',
    'https://rpc.example.evil.test/v1',
    'https://rpc.example@evil.test/',
    'http://rpc.example/v1',
    'javascript:alert(1)',
    42,
  ])('%s does not: the server’s stays, and a warning says so', rpc => {
    expect(merge(server, rpcs({ 'solana:devnet': { rpc } }))).toEqual({
      clusters: [{ chain: 'solana:devnet', rpcUrl: RPC, socketUrl: null, blockExplorerUrl: null }],
      warnings: ['rpc-allowed'],
    })
  })

  it('of a cluster that the server has no endpoint for leaves the cluster for signing', () => {
    expect(merge(server, rpcs({ 'solana:mainnet': { rpc: 'https://other.example' } }))).toEqual({
      clusters: [
        { chain: 'solana:mainnet', rpcUrl: null, socketUrl: null, blockExplorerUrl: null },
        { chain: 'solana:devnet', rpcUrl: RPC, socketUrl: null, blockExplorerUrl: null },
      ],
      warnings: ['rpc-allowed'],
    })
  })

  it('of a cluster that there is not is a warning', () => {
    expect(merge(server, rpcs({ 'solana:localnet': { rpc: RPC } })).warnings).toEqual(['option-known'])
  })

  it('for news counts under the same rule', () => {
    const socket = 'wss://rpc.example/v1'
    const both = { solana_rpcs: { 'solana:devnet': { rpc: RPC, rpc_subscriptions: socket } } }
    const asking = (rpcSubscriptions: unknown) => merge(both, rpcs({ 'solana:devnet': { rpcSubscriptions } }))
    expect(merge(both, {}).clusters[0]?.socketUrl).toBe(socket)
    expect(asking('wss://rpc.example/v2')).toMatchObject({
      clusters: [{ socketUrl: 'wss://rpc.example/v2' }],
      warnings: [],
    })
    for (const other of ['wss://evil.example/', 'ws://rpc.example/v1', 42])
      expect(asking(other)).toMatchObject({ clusters: [{ socketUrl: socket }], warnings: ['rpc-allowed'] })
  })

  it('names an explorer by https only', () => {
    const given = { 'solana:devnet': { blockExplorerUrl: 'javascript:alert(1)' } }
    expect(merge(server, rpcs(given)).clusters[0]?.blockExplorerUrl).toBeNull()
  })
})
