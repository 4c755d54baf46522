import type { SolanaChain } from '@vitrine/shared/chains/solana-clusters.ts'
import { expect, it } from 'vitest'
import { explorerLink } from './explorer.ts'

const link = (
  chain: SolanaChain,
  blockExplorerUrl: string | null,
  rpcUrl: string | null = 'https://rpc.example',
) => explorerLink({ chain, rpcUrl, socketUrl: null, blockExplorerUrl }, 'sig')

it.each<[SolanaChain, string | null, string | null]>([
  ['solana:mainnet', null, 'https://explorer.solana.com/tx/sig'],
  ['solana:devnet', null, 'https://explorer.solana.com/tx/sig?cluster=devnet'],
  ['solana:testnet', null, 'https://explorer.solana.com/tx/sig?cluster=testnet'],
  ['solana:mainnet', 'https://scan.example', 'https://scan.example/tx/sig'],
  ['solana:mainnet', 'https://scan.example/sol/?net=a', 'https://scan.example/sol/tx/sig?net=a'],
  ['solana:mainnet', 'javascript:alert(1)//', null],
  ['solana:mainnet', 'scan.example', null],
])('on %s with %s: %s', (chain, given, expected) => expect(link(chain, given)).toBe(expected))

it.each(['http://127.0.0.1:8899', 'http://localhost:8899', 'http://devnet.localhost:1', null])(
  'a node at %s is in no explorer',
  rpcUrl => expect(link('solana:devnet', null, rpcUrl)).toBeNull(),
)
