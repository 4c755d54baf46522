import { describe, expect, it } from 'vitest'
import type { Recipient } from '../recipients/address-book.ts'
import { acquaintance, checkAddress, type RecipientContext, readRecipient } from './recipient.ts'

const WALLET = '0x71C7656EC7ab88b098defB751B7401B5f6d8976F'
const ADA = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const COIN = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48'
const SOL_WALLET = '7EcDhSYGxXyscszYEp35KHN8vvw3svAuLKTzXwCFLtV'
const SOL_ADA = '9WzDXwBbmkg8ZTbNMqUxvQRAyrZzDsGYdLVL9zYtAWWM'

const ethereum = (id = 1): RecipientContext => ({
  chain: { type: 'ethereum', id, name: 'Ethereum', isTestnet: false },
  wallet: WALLET,
  tokens: [COIN],
})
const solana = (id: 'solana:mainnet' | 'solana:devnet' = 'solana:mainnet'): RecipientContext => ({
  chain: { type: 'solana', id, name: 'Solana', isTestnet: false },
  wallet: SOL_WALLET,
  tokens: ['EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v'],
})
const isRead = (address: string) => ({ kind: 'address', address })
const is = (problem: string) => ({ kind: 'problem', problem })

describe('on Ethereum', () => {
  it('an address is taken in one case, or with its checksum, and shown with it', () => {
    for (const text of [
      ADA,
      ADA.toLowerCase(),
      `0x${ADA.slice(2).toUpperCase()}`,
      `  ${ADA}\n`,
      `\u200b${ADA}\u202e`,
    ])
      expect(readRecipient(text, ethereum())).toEqual(isRead(ADA))
  })

  it.each([
    ['', { kind: 'empty' }],
    ['\u200b ', { kind: 'empty' }],
    // One letter of another case than EIP-55 gives it: one that somebody mistyped.
    [ADA.replace('C8', 'c8'), is('checksum')],
    ['0x0000000000000000000000000000000000000000', is('nobody')],
    ['0x000000000000000000000000000000000000dEaD', is('nobody')],
    [WALLET.toLowerCase(), is('own')],
    [COIN.toLowerCase(), is('token')],
    [SOL_ADA, is('otherChain')],
    [ADA.slice(0, -1), is('unreadable')],
    [`${ADA}0`, is('unreadable')],
    [`ethereum:${ADA}`, is('unreadable')],
    ['ada@mail.example', is('unreadable')],
    ['https://ada.eth', is('unreadable')],
    ['ada', is('unreadable')],
    ['ada.sol', is('noNames')],
    ['Ada.eth', { kind: 'name', name: 'Ada.eth', service: 'ens' }],
    ['pay.ada.example', { kind: 'name', name: 'pay.ada.example', service: 'ens' }],
  ])('%j', (text, read) => {
    expect(readRecipient(text, ethereum())).toEqual(read)
  })

  it('on a chain without a registry there are no names', () => {
    expect(readRecipient('ada.eth', ethereum(8453))).toEqual(is('noNames'))
  })

  it('what a name leads to is judged as what is typed', () => {
    expect(checkAddress(ADA, ethereum())).toEqual(isRead(ADA))
    expect(checkAddress(WALLET, ethereum())).toEqual(is('own'))
    expect(checkAddress('0x0000000000000000000000000000000000000000', ethereum())).toEqual(is('nobody'))
  })
})

it.each([
  [SOL_ADA, isRead(SOL_ADA)],
  [SOL_ADA.toLowerCase(), is('unreadable')],
  [SOL_WALLET, is('own')],
  ['EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v', is('token')],
  ['11111111111111111111111111111111', is('nobody')],
  ['1nc1nerator11111111111111111111111111111111', is('nobody')],
  [ADA, is('otherChain')],
  ['ada.sol', { kind: 'name', name: 'ada.sol', service: 'sns' }],
  ['ada.eth', is('noNames')],
  ['sub.ada.sol', is('noNames')],
])('on Solana: %j', (text, read) => {
  expect(readRecipient(text, solana())).toEqual(read)
})

it('on Solana’s test network there are no names', () => {
  expect(readRecipient('ada.sol', solana('solana:devnet'))).toEqual(is('noNames'))
})

it('one is known, new, one’s own, or made to be taken for one that is known', () => {
  const known: Recipient = { chainType: 'ethereum', address: ADA, name: null, sentAt: 1 }
  const of = (address: string) => acquaintance('ethereum', address, [known], [WALLET])
  expect(of(ADA.toLowerCase())).toEqual({ kind: 'known', recipient: known })
  expect(of(WALLET)).toEqual({ kind: 'own' })
  expect(of(COIN)).toEqual({ kind: 'first' })
  const twin = `${ADA.slice(0, 10)}${'0'.repeat(24)}${ADA.slice(-8)}`
  expect(of(twin)).toEqual({ kind: 'lookalike', known: ADA })
  expect(
    acquaintance('ethereum', `${WALLET.slice(0, 20)}${'0'.repeat(14)}${WALLET.slice(-8)}`, [], [WALLET]),
  ).toEqual({
    kind: 'lookalike',
    known: WALLET,
  })
  // Of another chain family is nobody.
  expect(acquaintance('solana', SOL_ADA, [known], [])).toEqual({ kind: 'first' })
})
