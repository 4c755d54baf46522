import { describe, expect, it } from 'vitest'
import { askedOf, proposalOf, readScope, solanaId } from './scope.ts'

const ETHEREUM = askedOf('ethereum', { ethereum: [1, 10], solana: [] })
const SOLANA = askedOf('solana', { ethereum: [], solana: ['solana:mainnet', 'solana:devnet'] })
const LOWER = `0x${'ab'.repeat(20)}`
const CHECKED = '0xabABabABabABabABabABabABabABabABabABabAB'.replace(
  /.*/,
  '0xABaBaBaBABabABabAbAbABAbABabababaBaBABaB',
)
const SUN = 'So11111111111111111111111111111111111111112'
const MAINNET = 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'

const accountsOf = (namespaces: unknown, asked = ETHEREUM) => {
  const scope = readScope(namespaces, asked)
  return scope && Object.fromEntries(scope.accounts)
}

it('has the chain ids of CAIP-2', () => {
  expect(ETHEREUM.chains).toEqual(['eip155:1', 'eip155:10'])
  expect(Object.keys(proposalOf(ETHEREUM))).toEqual(['eip155'])
  expect(Object.keys(proposalOf(SOLANA))).toEqual(['solana'])
  expect([solanaId('solana:mainnet'), solanaId('constructor'), solanaId('solana:other')]).toEqual([
    MAINNET,
    null,
    null,
  ])
})

describe('what a phone agreed to', () => {
  it('has each account once, with its chains, in one spelling', () => {
    const accounts = [`eip155:10:${LOWER}`, `eip155:1:${CHECKED}`]
    expect(accountsOf({ eip155: { accounts, methods: ['personal_sign'] } })).toEqual({
      [CHECKED]: ['eip155:10', 'eip155:1'],
    })
  })

  it('may name its chains as keys', () => {
    const namespaces = {
      'eip155:1': { accounts: [`eip155:1:${LOWER}`], methods: ['personal_sign'] },
      'eip155:10': { accounts: [`eip155:10:${LOWER}`], methods: ['eth_sendTransaction'] },
    }
    const scope = readScope(namespaces, ETHEREUM)
    expect([...(scope?.methods ?? [])]).toEqual(['personal_sign', 'eth_sendTransaction'])
    expect(accountsOf(namespaces)).toEqual({ [CHECKED]: ['eip155:1', 'eip155:10'] })
  })

  it('may be of Solana', () => {
    expect(accountsOf({ solana: { accounts: [`${MAINNET}:${SUN}`] } }, SOLANA)).toEqual({ [SUN]: [MAINNET] })
  })

  const one = [`eip155:1:${LOWER}`]
  it.each<[string, unknown]>([
    ['nothing', undefined],
    ['no namespace', {}],
    ['no account', { eip155: { accounts: [] } }],
    ['accounts that are no list', { eip155: { accounts: one[0] } }],
    ['another namespace besides', { eip155: { accounts: one }, cosmos: { accounts: [] } }],
    ['a chain nobody asked for', { eip155: { accounts: [...one, `eip155:5:${LOWER}`] } }],
    ['a key nobody asked for', { eip155: { accounts: one }, 'eip155:5': { accounts: [] } }],
    ['a chain without an account', { eip155: { accounts: one, chains: ['eip155:5'] } }],
    ['a key with accounts of another chain', { 'eip155:1': { accounts: [`eip155:10:${LOWER}`] } }],
    ['a short address', { eip155: { accounts: ['eip155:1:0xab'] } }],
    ['an address without a chain', { eip155: { accounts: [LOWER] } }],
    ['an address of Solana', { eip155: { accounts: [`eip155:1:${SUN}`] } }],
    ['a part too many', { eip155: { accounts: [`eip155:1:${LOWER}:1`] } }],
    ['a chain as another number', { eip155: { accounts: [`eip155:01:${LOWER}`] } }],
    ['more accounts than anybody has', { eip155: { accounts: Array(1_025).fill(one[0]) } }],
  ])('is refused with %s', (_, namespaces) => {
    expect(readScope(namespaces, ETHEREUM)).toBeNull()
  })

  it.each([`${MAINNET}:${LOWER}`, `${MAINNET}:${SUN}1`, `solana:mainnet:${SUN}`, `eip155:1:${LOWER}`])(
    'is refused on Solana with the account %s',
    account => {
      expect(readScope({ solana: { accounts: [account] } }, SOLANA)).toBeNull()
    },
  )
})
