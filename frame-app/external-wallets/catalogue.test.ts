import { WALLET_LIST_ENTRIES } from '@vitrine/shared/config/wallet-list.ts'
import { describe, expect, it } from 'vitest'
import { fitsChains } from '../config/wallet-list.ts'
import {
  browseLink,
  CATALOGUE,
  catalogueName,
  clientTypeOf,
  isWalletName,
  pairingLink,
  walletClientType,
} from './catalogue.ts'

const listed = WALLET_LIST_ENTRIES.filter(isWalletName)

describe('the catalogue', () => {
  it('has every wallet of the contract, and of it no other', () => {
    const others = WALLET_LIST_ENTRIES.filter(entry => !isWalletName(entry))
    expect(others).toEqual([
      'detected_ethereum_wallets',
      'detected_solana_wallets',
      'wallet_connect',
      'wallet_connect_qr',
      'wallet_connect_qr_solana',
      'detected_wallets',
    ])
    expect(Object.keys(CATALOGUE).sort()).toEqual([...listed].sort())
  })

  it.each(listed)('%s is of the chains that the wallet list shows it for', entry => {
    const { chainTypes } = CATALOGUE[entry]
    for (const chain of ['ethereum', 'solana'] as const)
      expect(fitsChains(entry, [chain])).toBe(chainTypes.includes(chain))
  })

  it('tells any two wallets apart', () => {
    for (const names of ['rdns', 'standardNames'] as const) {
      const all = Object.values(CATALOGUE).flatMap(wallet => wallet[names])
      expect(new Set(all).size).toBe(all.length)
    }
  })

  it('leads to servers that speak TLS', () => {
    for (const { installUrl } of Object.values(CATALOGUE)) expect(new URL(installUrl).protocol).toBe('https:')
  })
})

describe('what a wallet of the page says it is', () => {
  const wallet = (source: 'eip6963' | 'legacy' | 'wallet-standard', id: string | null, name: string) => ({
    source,
    id,
    name,
  })

  it('is by its rdns, not by its name', () => {
    expect(catalogueName(wallet('eip6963', 'io.metamask', 'Anything'))).toBe('metamask')
    expect(catalogueName(wallet('eip6963', 'com.evil', 'MetaMask'))).toBeNull()
    expect(catalogueName(wallet('eip6963', null, 'MetaMask'))).toBeNull()
  })

  it('is by the name of the Wallet Standard', () => {
    expect(catalogueName(wallet('wallet-standard', 'Phantom', 'Phantom'))).toBe('phantom')
    expect(catalogueName(wallet('wallet-standard', 'app.phantom', 'app.phantom'))).toBeNull()
  })

  it('is by its name where nobody announced it', () => {
    expect(catalogueName(wallet('legacy', null, 'MetaMask'))).toBe('metamask')
    expect(catalogueName(wallet('legacy', null, 'Browser wallet'))).toBeNull()
  })

  it.each(['constructor', '__proto__', 'toString'])('%s is no wallet', name => {
    expect(isWalletName(name)).toBe(false)
    expect(catalogueName(wallet('eip6963', name, name))).toBeNull()
  })

  it('has a client type whatever it is called', () => {
    expect(walletClientType(wallet('eip6963', 'me.rainbow', 'Rainbow'))).toBe('rainbow')
    expect(walletClientType(wallet('legacy', null, 'MetaMask'))).toBe('metamask')
    expect(walletClientType(wallet('legacy', null, 'Browser wallet'))).toBe('browser_wallet')
    expect(walletClientType(wallet('eip6963', 'com.my', ' My  Wallet! '))).toBe('my_wallet')
    expect(walletClientType(wallet('eip6963', 'com.my', '🦊'))).toBe('unknown')
    expect(walletClientType(wallet('eip6963', 'com.my', 'x'.repeat(200)))).toHaveLength(64)
    expect(clientTypeOf('uniswap wallet')).toBe('uniswap')
  })
})

describe('links to a wallet app', () => {
  const page = 'https://shop.example/cart?id=1&b=ü#pay'

  it('have the page in the form that each app takes', () => {
    expect(browseLink('metamask', page)).toBe(
      'https://metamask.app.link/dapp/shop.example/cart?id=1&b=%C3%BC',
    )
    expect(browseLink('phantom', page)).toBe(
      `https://phantom.app/ul/browse/${encodeURIComponent(page)}?ref=https%3A%2F%2Fshop.example`,
    )
    expect(browseLink('rainbow', page)).toBeNull()
  })

  it('hand over the whole pairing', () => {
    const uri = 'wc:abc@2?relay-protocol=irn&symKey=00'
    expect(pairingLink('metamask', uri)).toBe(
      'https://metamask.app.link/wc?uri=wc%3Aabc%402%3Frelay-protocol%3Dirn%26symKey%3D00',
    )
    expect(pairingLink('phantom', uri)).toBeNull()
  })

  it('take nothing of a page for a placeholder of their own', () => {
    const odd = 'https://shop.example/{origin}$&?a={place}'
    expect(browseLink('metamask', odd)).toBe(
      'https://metamask.app.link/dapp/shop.example/%7Borigin%7D$&?a={place}',
    )
    expect(browseLink('phantom', odd)).toBe(
      `https://phantom.app/ul/browse/${encodeURIComponent(odd)}?ref=https%3A%2F%2Fshop.example`,
    )
  })
})
