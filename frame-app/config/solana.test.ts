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
  const PATH = 'https://rpc.example/v2'
  const signing = { chain: 'solana:mainnet', rpcUrl: null, socketUrl: null, blockExplorerUrl: null }
  const configured = { chain: 'solana:devnet', rpcUrl: RPC, socketUrl: null, blockExplorerUrl: null }

  it('counts for a cluster that the operator did not configure, under an origin that the server allows', () => {
    const given = { 'solana:mainnet': { rpc: PATH, blockExplorerUrl: 'https://scan.example' } }
    expect(merge(server, rpcs(given))).toEqual({
      clusters: [{ ...signing, rpcUrl: PATH, blockExplorerUrl: 'https://scan.example' }, configured],
      warnings: [],
    })
  })

  it('is not used for a cluster that is configured, whatever its path: a warning says so', () => {
    expect(merge(server, rpcs({ 'solana:devnet': { rpc: PATH } }))).toEqual({
      clusters: [configured],
      warnings: ['rpc-allowed'],
    })
    expect(merge(server, rpcs({ 'solana:devnet': { rpc: RPC } })).warnings).toEqual([])
  })

  it.each([
    'https://other.example',
    'https://evil.example/',
    'https://rpc.example.evil.test/v1',
    'https://rpc.example@evil.test/',
    'http://rpc.example/v1',
    'javascript:alert(1)',
    42,
  ])('%s does not: it leaves the cluster for signing, and a warning says so', rpc => {
    expect(merge(server, rpcs({ 'solana:mainnet': { rpc } }))).toEqual({
      clusters: [signing, configured],
      warnings: ['rpc-allowed'],
    })
  })

  it('of a cluster that there is not is a warning', () => {
    expect(merge(server, rpcs({ 'solana:localnet': { rpc: RPC } })).warnings).toEqual(['option-known'])
  })

  it('for news counts under the same rules', () => {
    const socket = 'wss://rpc.example/v1'
    const both = { solana_rpcs: { 'solana:devnet': { rpc: RPC, rpc_subscriptions: socket } } }
    const asking = (chain: string, rpcSubscriptions: unknown) =>
      merge(both, rpcs({ [chain]: { rpcSubscriptions } }))
    expect(merge(both, {}).clusters[0]?.socketUrl).toBe(socket)
    expect(asking('solana:mainnet', 'wss://rpc.example/v2')).toMatchObject({
      clusters: [{ socketUrl: 'wss://rpc.example/v2' }, { socketUrl: socket }],
      warnings: [],
    })
    for (const other of ['wss://evil.example/', 'ws://rpc.example/v1', 42])
      expect(asking('solana:mainnet', other)).toMatchObject({
        clusters: [{ socketUrl: null }, { socketUrl: socket }],
        warnings: ['rpc-allowed'],
      })
    expect(asking('solana:devnet', 'wss://rpc.example/v2')).toMatchObject({
      clusters: [{ socketUrl: socket }],
      warnings: ['rpc-allowed'],
    })
  })

  it('names an explorer by https only', () => {
    const given = { 'solana:devnet': { blockExplorerUrl: 'javascript:alert(1)' } }
    expect(merge(server, rpcs(given)).clusters[0]?.blockExplorerUrl).toBeNull()
  })
})
