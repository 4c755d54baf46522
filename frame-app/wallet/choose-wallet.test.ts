import { expect, test } from 'vitest'
import { createStore } from '../core/store.ts'
import { publicState } from '../kernel/public-state.ts'
import type { ExternalWallet, HeldWallet } from '../session/held-wallet.ts'
import type { SessionSnapshot } from '../session/session.ts'
import type { Holdings } from '../session/usable-wallets.ts'
import { deviceWallet, externalWallet, user, wallet } from '../ui/testing/fake-kernel.ts'
import { chooseSolanaWallet, chooseWallet, ethereumWallets, solanaWallets } from './choose-wallet.ts'

const ADDRESS = '8SFqwqnq4whPhs8icwHA2hQg3hUoN1qrCLK1SBx3WKwe'
const externalSolana: ExternalWallet = { ...externalWallet, chainType: 'solana', address: ADDRESS }
const nobody: SessionSnapshot = { status: 'anonymous' }
const having = (...wallets: HeldWallet[]): SessionSnapshot => ({ status: 'authenticated', user, wallets })
const holding = (
  session: SessionSnapshot,
  wallets: ExternalWallet[] = [],
  active: string | null = null,
): Holdings => ({ session: createStore(session), connected: createStore({ wallets, active }) })

test('without an address a wallet that is linked and not connected is never meant, be it the only one', () => {
  expect(chooseWallet(holding(having(externalWallet, wallet)), undefined)).toBe(wallet)
  expect(() => chooseWallet(holding(having(externalWallet)), undefined)).toThrow(
    expect.objectContaining({ code: 'embedded_wallet_not_found' }),
  )
})

test('by its address it is refused until it is connected', () => {
  const refusal = expect.objectContaining({
    type: 'connector_error',
    code: 'generic_connect_wallet_error',
    data: { eipCode: 4100, retryable: false },
  })
  const linked = having(wallet, externalWallet, externalSolana)
  expect(() => chooseWallet(holding(linked), externalWallet.address.toLowerCase())).toThrow(refusal)
  expect(() => chooseSolanaWallet(holding(linked), ADDRESS)).toThrow(refusal)
  const connected = holding(linked, [externalWallet, externalSolana])
  expect(chooseWallet(connected, externalWallet.address.toLowerCase())).toBe(externalWallet)
  expect(chooseSolanaWallet(connected, ADDRESS)).toBe(externalSolana)
})

test('it is no account of the page’s providers', () => {
  const linked = holding(having(deviceWallet, externalWallet, externalSolana))
  expect(ethereumWallets(linked)).toEqual([deviceWallet])
  expect(solanaWallets(linked)).toEqual([])
  expect(publicState(linked).wallets).toEqual([deviceWallet])
})

test('a connected one is, with nobody logged in', () => {
  const holdings = holding(nobody, [externalWallet, externalSolana])
  expect(publicState(holdings)).toEqual({
    authenticated: false,
    user: null,
    wallets: [externalWallet, externalSolana],
  })
  expect(chooseWallet(holdings, undefined)).toBe(externalWallet)
})

test('one that is linked and connected is one entry', () => {
  expect(publicState(holding(having(wallet, externalWallet), [externalWallet])).wallets).toEqual([
    wallet,
    externalWallet,
  ])
})

test('the active wallet comes first, whoever has its key', () => {
  const connected = [externalSolana, externalWallet]
  const order = (active: string | null) =>
    publicState(holding(having(wallet), connected, active)).wallets.map(it => it.address)
  expect(order(null)).toEqual([wallet.address, ADDRESS, externalWallet.address])
  expect(order(externalWallet.address)).toEqual([externalWallet.address, wallet.address, ADDRESS])
  expect(order(wallet.address)).toEqual([wallet.address, ADDRESS, externalWallet.address])
})

test('without an address the first wallet that was made here is meant, whichever is active', () => {
  const holdings = holding(having(wallet), [externalWallet], externalWallet.address)
  expect(chooseWallet(holdings, undefined)).toBe(wallet)
})

test('a page that announces the user’s own address does not come between them and its key', () => {
  const announced: ExternalWallet = { ...externalWallet, address: wallet.address }
  const holdings = holding(having(wallet), [announced], wallet.address)
  expect(chooseWallet(holdings, wallet.address)).toBe(wallet)
  expect(publicState(holdings).wallets).toEqual([wallet])
  // In whatever case it is spelt, and whichever is active.
  const spelt = { ...announced, address: wallet.address.toLowerCase() }
  for (const active of [null, spelt.address])
    expect(ethereumWallets(holding(having(wallet), [spelt], active))).toEqual([wallet])
  // Of nobody's session it is a wallet like another.
  expect(publicState(holding(nobody, [announced])).wallets).toEqual([announced])
})
