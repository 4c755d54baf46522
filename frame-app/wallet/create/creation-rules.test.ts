import { describe, expect, test } from 'vitest'
import type { EmbeddedWallet } from '../../session/held-wallet.ts'
import { planCreation } from './creation-rules.ts'

const wallet = (walletIndex: number): EmbeddedWallet => ({
  custody: 'device',
  address: `0x${walletIndex}`,
  chainType: 'ethereum',
  walletIndex,
  walletClientType: 'vitrine',
  connectorType: 'embedded',
  imported: false,
  delegated: false,
  recoveryMethod: 'privy',
})
const SERVER = {
  mode: 'user-controlled-server-wallets-only',
  requireUserOwnedRecoveryOnCreate: false,
} as const
const DEVICE = { mode: 'legacy-embedded-wallets-only', requireUserOwnedRecoveryOnCreate: false } as const
const two = [wallet(0), wallet(1)]

describe.each([
  ['server', SERVER],
  ['device', DEVICE],
] as const)('in %s mode', (_, config) => {
  test.each([
    [{}, [], { walletIndex: 0, createAdditional: false }],
    [{ createAdditional: true }, two, { walletIndex: 2, createAdditional: true }],
    [{ createAdditional: true }, [wallet(4)], { walletIndex: 5, createAdditional: true }],
  ])('%j after %#', (options, wallets, plan) => {
    expect(planCreation(options, wallets, config)).toEqual(plan)
  })

  test.each([
    [{}, two, 'embedded_wallet_already_exists', 'createAdditional: true'],
    [{ createAdditional: true }, [], 'embedded_wallet_not_found', 'no Ethereum wallet yet'],
    [{ chainType: 'solana', createAdditional: true }, [], 'embedded_wallet_not_found', 'no Solana wallet'],
    [{ walletIndex: -1 }, two, 'invalid_data', 'integer of 0 or more'],
    [{ walletIndex: 0.5 }, two, 'invalid_data', 'integer of 0 or more'],
    [{ walletIndex: Number.NaN }, two, 'invalid_data', 'integer of 0 or more'],
  ] as const)('%j is refused', (options, wallets, code, words) => {
    expect(() => planCreation(options, wallets, config)).toThrow(
      expect.objectContaining({ code, message: expect.stringContaining(words) }),
    )
  })
})

describe('walletIndex on the device', () => {
  test('that exists is that wallet', () => {
    expect(planCreation({ walletIndex: 1 }, two, DEVICE)).toEqual({ existing: wallet(1) })
    expect(planCreation({ walletIndex: 1, createAdditional: true }, two, DEVICE)).toEqual({
      existing: wallet(1),
    })
  })
  test('that is next is made', () => {
    expect(planCreation({ walletIndex: 0 }, [], DEVICE)).toEqual({ walletIndex: 0, createAdditional: false })
    expect(planCreation({ walletIndex: 2 }, two, DEVICE)).toEqual({ walletIndex: 2, createAdditional: true })
  })
  test('beyond the next, or without a first, is refused', () => {
    expect(() => planCreation({ walletIndex: 3 }, two, DEVICE)).toThrow(
      expect.objectContaining({ code: 'invalid_data', message: expect.stringContaining('walletIndex 2') }),
    )
    expect(() => planCreation({ walletIndex: 1 }, [], DEVICE)).toThrow(
      expect.objectContaining({ code: 'embedded_wallet_not_found' }),
    )
  })
})

describe('where the server holds the keys', () => {
  test('walletIndex is refused, an existing one too', () => {
    for (const walletIndex of [0, 1, 2])
      expect(() => planCreation({ walletIndex }, two, SERVER)).toThrow(
        expect.objectContaining({
          code: 'invalid_data',
          message: expect.stringContaining('createAdditional'),
        }),
      )
  })
  test('a recovery of the user’s own is refused', () => {
    expect(() => planCreation({}, [], { ...SERVER, requireUserOwnedRecoveryOnCreate: true })).toThrow(
      expect.objectContaining({ code: 'not_supported' }),
    )
    expect(planCreation({}, [], { ...DEVICE, requireUserOwnedRecoveryOnCreate: true })).toMatchObject({
      walletIndex: 0,
    })
  })
})
