import { expect, test } from 'vitest'
import { publicState } from '../kernel/public-state.ts'
import type { HeldWallet } from '../session/held-wallet.ts'
import type { SessionSnapshot } from '../session/session.ts'
import { deviceWallet, externalWallet, user, wallet } from '../ui/testing/fake-kernel.ts'
import { chooseSolanaWallet, chooseWallet, ethereumWallets, solanaWallets } from './choose-wallet.ts'

const ADDRESS = '8SFqwqnq4whPhs8icwHA2hQg3hUoN1qrCLK1SBx3WKwe'
const externalSolana: HeldWallet = { ...externalWallet, chainType: 'solana', address: ADDRESS }
const having = (...wallets: HeldWallet[]): SessionSnapshot => ({ status: 'authenticated', user, wallets })

test('without an address a wallet of another app is never meant, be it the only one', () => {
  expect(chooseWallet(having(externalWallet, wallet), undefined)).toBe(wallet)
  expect(() => chooseWallet(having(externalWallet), undefined)).toThrow(
    expect.objectContaining({ code: 'embedded_wallet_not_found' }),
  )
})

test('by its address it is found, for its signer to refuse', () => {
  const session = having(wallet, externalWallet, externalSolana)
  expect(chooseWallet(session, externalWallet.address.toLowerCase())).toBe(externalWallet)
  expect(chooseSolanaWallet(session, ADDRESS)).toBe(externalSolana)
})

test('it is no account of the page’s providers', () => {
  const session = having(deviceWallet, externalWallet, externalSolana)
  expect(ethereumWallets(session)).toEqual([deviceWallet])
  expect(solanaWallets(session)).toEqual([])
  expect(publicState(session).wallets).toEqual([deviceWallet])
})
