import type { RelayedWallet } from '@vitrine/shared/bridge/wallet-relay.ts'
import type { WalletListEntry } from '@vitrine/shared/config/wallet-list.ts'
import type { ChainType } from './ports.ts'

/** Entries of the wallet list that stand for no wallet of their own. */
type NoWallet =
  | 'detected_ethereum_wallets'
  | 'detected_solana_wallets'
  | 'detected_wallets'
  | 'wallet_connect'
  | 'wallet_connect_qr'
  | 'wallet_connect_qr_solana'
export type WalletName = Exclude<WalletListEntry, NoWallet>

/** What is known of a wallet app before it is there. Its picture comes with itself alone. */
export interface CatalogueWallet {
  readonly name: string
  /** How it announces itself (EIP-6963), the first one in an ordinary browser. */
  readonly rdns: readonly string[]
  /** How it is registered as a Wallet Standard wallet. */
  readonly standardNames: readonly string[]
  readonly chainTypes: readonly ChainType[]
  /** Where a person gets it. */
  readonly installUrl: string
  /** On a phone, opens this page in the app's own browser, where it is among the page's wallets; see `browseLink`. */
  readonly browse: string | null
  /** On a phone, hands the app a WalletConnect pairing; see `pairingLink`. `null`: it does not take one by a link. */
  readonly pairing: string | null
  /** A desktop without its extension has no way to it: there it is listed once it has announced itself. */
  readonly isOfPhones?: true
}

const ETHEREUM = ['ethereum'] as const
const SOLANA = ['solana'] as const
const BOTH = ['ethereum', 'solana'] as const

/**
 * Contract §4.5. `{page}` stands for a page's whole address and `{origin}` for its origin, each percent-encoded, and
 * `{place}` for the address without its scheme. From the wallets' own documents on links and WalletConnect's registry.
 */
export const CATALOGUE: Readonly<Record<WalletName, CatalogueWallet>> = {
  metamask: {
    name: 'MetaMask',
    rdns: ['io.metamask', 'io.metamask.mobile', 'io.metamask.flask', 'io.metamask.mmi'],
    standardNames: ['MetaMask'],
    chainTypes: BOTH,
    installUrl: 'https://metamask.io/download',
    browse: 'https://metamask.app.link/dapp/{place}',
    pairing: 'https://metamask.app.link/wc?uri=',
  },
  coinbase_wallet: {
    name: 'Coinbase Wallet',
    rdns: ['com.coinbase.wallet'],
    standardNames: ['Coinbase Wallet'],
    chainTypes: ETHEREUM,
    installUrl: 'https://www.coinbase.com/wallet/downloads',
    browse: 'https://go.cb-w.com/dapp?cb_url={page}',
    pairing: null,
    isOfPhones: true,
  },
  base_account: {
    name: 'Base Account',
    rdns: ['app.base.account'],
    standardNames: [],
    chainTypes: ETHEREUM,
    installUrl: 'https://base.app',
    // The Base app is what Coinbase Wallet's became, and answers to its links.
    browse: 'https://go.cb-w.com/dapp?cb_url={page}',
    pairing: null,
    isOfPhones: true,
  },
  rainbow: {
    name: 'Rainbow',
    rdns: ['me.rainbow'],
    standardNames: [],
    chainTypes: ETHEREUM,
    installUrl: 'https://rainbow.me/download',
    browse: null,
    pairing: 'https://rnbwapp.com/wc?uri=',
  },
  phantom: {
    name: 'Phantom',
    rdns: ['app.phantom'],
    standardNames: ['Phantom'],
    chainTypes: BOTH,
    installUrl: 'https://phantom.com/download',
    browse: 'https://phantom.app/ul/browse/{page}?ref={origin}',
    pairing: null,
  },
  zerion: {
    name: 'Zerion',
    rdns: ['io.zerion.wallet'],
    standardNames: [],
    chainTypes: ETHEREUM,
    installUrl: 'https://zerion.io/download',
    browse: null,
    pairing: 'https://wallet.zerion.io/wc?uri=',
  },
  cryptocom: {
    name: 'Crypto.com Onchain',
    rdns: [],
    standardNames: [],
    chainTypes: ETHEREUM,
    installUrl: 'https://crypto.com/onchain',
    browse: null,
    pairing: 'https://wallet.crypto.com/wc?uri=',
  },
  uniswap: {
    name: 'Uniswap Wallet',
    rdns: ['org.uniswap.app'],
    standardNames: [],
    chainTypes: ETHEREUM,
    installUrl: 'https://wallet.uniswap.org',
    browse: null,
    pairing: 'https://uniswap.org/app/wc?uri=',
  },
  okx_wallet: {
    name: 'OKX Wallet',
    rdns: ['com.okex.wallet'],
    standardNames: ['OKX Wallet'],
    chainTypes: BOTH,
    installUrl: 'https://www.okx.com/web3',
    browse: 'okx://wallet/dapp/url?dappUrl={page}',
    pairing: 'okex://main/wc?uri=',
  },
  universal_profile: {
    name: 'Universal Profiles',
    rdns: ['cloud.universalprofile'],
    standardNames: [],
    chainTypes: ETHEREUM,
    installUrl: 'https://universalprofile.cloud',
    browse: null,
    pairing: null,
  },
  bybit_wallet: {
    name: 'Bybit Wallet',
    rdns: ['com.bybit'],
    standardNames: [],
    chainTypes: ETHEREUM,
    installUrl: 'https://www.bybit.com/web3/',
    browse: null,
    pairing: 'bybitapp://open/route?targetUrl=by://web3/walletconnect/wc?uri=',
  },
  ronin_wallet: {
    name: 'Ronin Wallet',
    rdns: ['com.roninchain.wallet'],
    standardNames: [],
    chainTypes: ETHEREUM,
    installUrl: 'https://wallet.roninchain.com',
    browse: null,
    pairing: 'roninwallet://wc?uri=',
  },
  haha_wallet: {
    name: 'HaHa Wallet',
    rdns: [],
    standardNames: [],
    chainTypes: ETHEREUM,
    installUrl: 'https://www.haha.me',
    browse: null,
    pairing: 'haha://wc?uri=',
  },
  safe: {
    name: 'Safe',
    rdns: [],
    standardNames: [],
    chainTypes: ETHEREUM,
    installUrl: 'https://app.safe.global',
    browse: null,
    pairing: 'safe://wc?uri=',
  },
  solflare: {
    name: 'Solflare',
    rdns: [],
    standardNames: ['Solflare'],
    chainTypes: SOLANA,
    installUrl: 'https://solflare.com/download',
    browse: 'https://solflare.com/ul/v1/browse/{page}?ref={origin}',
    pairing: null,
  },
  backpack: {
    name: 'Backpack',
    rdns: ['app.backpack'],
    standardNames: ['Backpack'],
    chainTypes: BOTH,
    installUrl: 'https://backpack.app/download',
    browse: 'https://backpack.app/ul/v1/browse/{page}?ref={origin}',
    pairing: null,
  },
  jupiter: {
    name: 'Jupiter',
    rdns: [],
    standardNames: ['Jupiter', 'Jupiter Mobile'],
    chainTypes: SOLANA,
    installUrl: 'https://jup.ag/mobile',
    browse: null,
    pairing: null,
  },
  binance: {
    name: 'Binance Wallet',
    rdns: ['com.binance.wallet'],
    standardNames: ['Binance Wallet'],
    chainTypes: BOTH,
    installUrl: 'https://www.binance.com/en/web3wallet',
    browse: null,
    pairing: 'bnc://app.binance.com/cedefi/wc?uri=',
  },
  binanceus: {
    name: 'Binance.US',
    rdns: [],
    standardNames: [],
    chainTypes: ETHEREUM,
    installUrl: 'https://www.binance.us',
    browse: null,
    pairing: 'bncus://binance.us/cedefi/wc?uri=',
  },
  bitget_wallet: {
    name: 'Bitget Wallet',
    rdns: ['com.bitget.web3'],
    standardNames: ['Bitget Wallet', 'Bitget'],
    chainTypes: BOTH,
    installUrl: 'https://web3.bitget.com/en/wallet-download',
    browse: 'https://bkcode.vip?action=dapp&url={page}',
    pairing: 'bitkeep://wc?uri=',
  },
  kraken_wallet: {
    name: 'Kraken Wallet',
    rdns: [],
    standardNames: [],
    chainTypes: ETHEREUM,
    installUrl: 'https://www.kraken.com/wallet',
    browse: null,
    pairing: 'krakenwallet://wc?uri=',
  },
  robinhood_wallet: {
    name: 'Robinhood Wallet',
    rdns: ['com.robinhood.wallet'],
    standardNames: [],
    chainTypes: ETHEREUM,
    installUrl: 'https://robinhood.com/web3-wallet/',
    browse: null,
    pairing: 'robinhood-wallet://wc?uri=',
  },
  rabby_wallet: {
    name: 'Rabby Wallet',
    rdns: ['io.rabby'],
    standardNames: [],
    chainTypes: ETHEREUM,
    installUrl: 'https://rabby.io',
    browse: null,
    pairing: null,
  },
}

const ENTRIES = Object.entries(CATALOGUE) as [WalletName, CatalogueWallet][]

/** Whether an entry of the wallet list is a wallet of its own. */
export const isWalletName = (entry: string): entry is WalletName => Object.hasOwn(CATALOGUE, entry)

/**
 * Which wallet of the list one of the page says it is. A page can give any wallet any name: it says how it is shown, and
 * proves nothing.
 */
export function catalogueName({
  source,
  id,
  name,
}: Pick<RelayedWallet, 'source' | 'id' | 'name'>): WalletName | null {
  const isIt = ([, wallet]: (typeof ENTRIES)[number]) => {
    if (source === 'eip6963') return id !== null && wallet.rdns.includes(id)
    return source === 'legacy' ? wallet.name === name : wallet.standardNames.includes(id ?? name)
  }
  return ENTRIES.find(isIt)?.[0] ?? null
}

/** Contract §4.5; of a wallet that is not on the list its name in that form, e.g. `my_wallet`. */
export function walletClientType(wallet: Pick<RelayedWallet, 'source' | 'id' | 'name'>): string {
  return catalogueName(wallet) ?? clientTypeOf(wallet.name)
}

/** Of a wallet that is known by its name alone, e.g. on a phone. */
export function clientTypeOf(name: string): string {
  const listed = ENTRIES.find(([, wallet]) => wallet.name.toLowerCase() === name.toLowerCase())
  const slug = name
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter(Boolean)
    .join('_')
  return listed?.[0] ?? (slug.slice(0, 64) || 'unknown')
}

/** The link that opens `page` in the browser of a wallet's app; `null`: it has none. */
export function browseLink(wallet: WalletName, page: string): string | null {
  const { host, pathname, search, origin } = new URL(page)
  const values: Readonly<Record<string, string>> = {
    page: encodeURIComponent(page),
    origin: encodeURIComponent(origin),
    place: `${host}${pathname}${search}`,
  }
  return CATALOGUE[wallet].browse?.replace(/\{(\w+)\}/g, (_, name: string) => values[name] ?? '') ?? null
}

/** The link that hands a wallet's app a pairing (`wc:…`); `null`: it takes none by a link. */
export function pairingLink(wallet: WalletName, uri: string): string | null {
  const { pairing } = CATALOGUE[wallet]
  return pairing === null ? null : `${pairing}${encodeURIComponent(uri)}`
}
