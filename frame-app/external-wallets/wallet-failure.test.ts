import type { RelayError } from '@vitrine/shared/bridge/wallet-relay.ts'
import { expect, it } from 'vitest'
import { toFailure } from '../words/failure.ts'
import { walletFailure } from './wallet-failure.ts'

const told = (verb: 'connect' | 'personal_sign', code: number | null, reason?: RelayError['reason']) => {
  const error = walletFailure({ code, message: '', ...(reason && { reason }) }, { verb, wallet: 'MetaMask' })
  return [error.type, error.code, error.data?.eipCode, error.data?.retryable]
}

it.each([
  [4001, undefined, 'user_rejected', 4001, true],
  [5000, undefined, 'user_rejected', 4001, true],
  [4100, undefined, 'unable_to_sign', 4100, true],
  [4200, undefined, 'unsupported_wallet_type', 4200, false],
  [-32601, undefined, 'unsupported_wallet_type', 4200, false],
  [null, 'unsupported', 'unsupported_wallet_type', 4200, false],
  [4900, undefined, 'generic_connect_wallet_error', 4900, true],
  [4901, undefined, 'generic_connect_wallet_error', 4901, true],
  [null, 'gone', 'generic_connect_wallet_error', 4900, true],
  [-32002, undefined, 'generic_connect_wallet_error', -32002, true],
  [null, 'buffer', 'buffer_not_defined', undefined, false],
] as const)('%s %s is %s, whatever was asked for', (code, reason, expected, eipCode, retryable) => {
  const all = ['connector_error', expected, eipCode, retryable]
  expect([told('connect', code, reason), told('personal_sign', code, reason)]).toEqual([all, all])
})

it('anything else is that it could not connect, or could not sign', () => {
  for (const code of [null, -32603, 1e9, Number.NaN]) {
    expect(told('connect', code)).toEqual([
      'connector_error',
      'unknown_connect_wallet_error',
      undefined,
      true,
    ])
    expect(told('personal_sign', code)).toEqual(['connector_error', 'unable_to_sign', undefined, true])
  }
})

it('a person reads which wallet it is, and what to do', () => {
  const pending = walletFailure(
    { code: -32002, message: 'Already processing eth_requestAccounts. Please wait.' },
    { verb: 'connect', wallet: 'MetaMask' },
  )
  expect(toFailure(pending).message).toBe('A request is already open in MetaMask. Open it and answer there.')
})
