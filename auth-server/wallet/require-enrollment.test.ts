import { Keypair, PublicKey, SystemProgram, Transaction } from '@solana/web3.js'
import { editableAppConfig } from '@vitrine/shared/config/app-config.ts'
import { Interface } from 'ethers'
import { describe, expect, test } from 'vitest'
import { requireEnrollment } from './require-enrollment.ts'

const USDC = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48'
const SOMEBODY = `0x${'11'.repeat(20)}`
const config = editableAppConfig.parse({
  name: 'Shop',
  mfa_required_above: [
    { chain: 'eip155:1', amount: '1000' },
    { chain: 'eip155:1', amount: '500', asset: USDC },
    { chain: 'solana:mainnet', amount: '1000' },
  ],
})
const device = { publicKey: 'k', seal: 's' }
type Request = Parameters<typeof requireEnrollment>[1]

const isRefused = (request: Request, mfa?: { list: readonly object[] }): boolean => {
  const claim = mfa && {
    factors: { version: 1, list: mfa.list as never, recoveryCodes: [], seal: 's' },
    token: null,
  }
  try {
    requireEnrollment(config, request, { device, ...(claim && { mfa: claim }) })
    return false
  } catch (error) {
    expect(error).toMatchObject({ code: 'missing_mfa_enrollment' })
    return true
  }
}

const ethereum = (change: object): Request => ({
  method: 'eth_signTransaction',
  params: {
    transaction: {
      type: 2,
      to: SOMEBODY,
      nonce: '0x0',
      gas_limit: '0x5208',
      max_fee_per_gas: '0x1',
      max_priority_fee_per_gas: '0x1',
      chain_id: 1,
      ...change,
    },
  },
})
const erc20 = new Interface([
  'function transfer(address, uint256)',
  'function approve(address, uint256)',
  'function increaseAllowance(address, uint256)',
  'function transferFrom(address, address, uint256)',
  'function balanceOf(address)',
])
const token = (name: string, ...args: unknown[]) =>
  ethereum({ to: USDC.toLowerCase(), data: erc20.encodeFunctionData(name, args) })

describe('without a second factor', () => {
  test.each([
    ['as much as the limit', { value: '0x3e8' }, false],
    ['more', { value: '0x3e9' }, true],
    ['nothing', {}, false],
    ['more on another chain', { value: '0x3e9', chain_id: 10 }, false],
  ])('a transaction of %s is signed or not', (_, change, refused) => {
    expect(isRefused(ethereum(change))).toBe(refused)
  })

  test.each([
    ['transfer', [SOMEBODY, 500], false],
    ['transfer', [SOMEBODY, 501], true],
    ['approve', [SOMEBODY, 501], true],
    ['increaseAllowance', [SOMEBODY, 501], true],
    ['transferFrom', [SOMEBODY, SOMEBODY, 501], true],
    ['transferFrom', [SOMEBODY, SOMEBODY, 500], false],
    ['balanceOf', [SOMEBODY], false],
  ] as const)('%s of a token with %j', (name, args, refused) => {
    expect(isRefused(token(name, ...args))).toBe(refused)
  })

  test('a call of the token that is cut short counts as the chain reads it, and one of another token not', () => {
    const whole = erc20.encodeFunctionData('transfer', [SOMEBODY, 0])
    const [head] = [whole.slice(0, 74)]
    expect(isRefused(ethereum({ to: USDC, data: `${head}ff` }))).toBe(true)
    expect(isRefused(ethereum({ to: USDC, data: '0x' }))).toBe(false)
    const other = erc20.encodeFunctionData('transfer', [SOMEBODY, 501])
    expect(isRefused(ethereum({ to: SOMEBODY, data: other }))).toBe(false)
  })

  test('the lamports of all instructions of a Solana transaction count together', () => {
    const from = Keypair.generate().publicKey
    const sending = (...amounts: number[]): Request => {
      const transaction = new Transaction({
        feePayer: from,
        blockhash: from.toBase58(),
        lastValidBlockHeight: 1,
      })
      for (const lamports of amounts)
        transaction.add(SystemProgram.transfer({ fromPubkey: from, toPubkey: PublicKey.default, lamports }))
      const bytes = transaction.serialize({ requireAllSignatures: false })
      return {
        method: 'signTransaction',
        params: { transaction: bytes.toString('base64'), encoding: 'base64' },
      }
    }
    expect([sending(1000), sending(600, 401)].map(request => isRefused(request))).toEqual([false, true])
  })

  test('messages are signed', () => {
    expect(isRefused({ method: 'personal_sign', params: { message: 'hi', encoding: 'utf-8' } })).toBe(false)
  })
})

test('with one it is for the signer to have it proven; who removed it has none', () => {
  const much = ethereum({ value: '0x3e9' })
  expect(isRefused(much, { list: [{ type: 'totp' }] })).toBe(false)
  expect(isRefused(much, { list: [] })).toBe(true)
})
