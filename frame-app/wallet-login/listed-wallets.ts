import type { RelayedWallet } from '@vitrine/shared/bridge/wallet-relay.ts'
import type { WalletListEntry } from '@vitrine/shared/config/wallet-list.ts'
import {
  browseLink,
  CATALOGUE,
  catalogueName,
  isWalletName,
  type WalletName,
  walletClientType,
} from '../external-wallets/catalogue.ts'
import type { ChainType, ConnectedWallet } from '../external-wallets/ports.ts'
import type { Line } from './choice.ts'

/** One wallet of the list, as its row is drawn. */
export interface ListedWallet {
  readonly key: string
  readonly name: string
  readonly icon: string | null
  readonly entry: WalletName | null
  readonly isDetected: boolean
  /** The one that was used last. */
  readonly isRecent: boolean
  /** Of a wallet that is connected. */
  readonly address: string | null
  /** One for each chain that can be chosen; none: there are only the links. */
  readonly lines: readonly Line[]
  /** On a phone, opens the site in the browser of the wallet's app. */
  readonly browseUrl: string | null
  /** Where a wallet is to be had that is not there. */
  readonly installUrl: string | null
}

export interface WalletListOptions {
  /** In the site's order. */
  readonly entries: readonly WalletListEntry[]
  readonly chainTypes: readonly ChainType[]
  readonly detected: readonly RelayedWallet[]
  readonly connected: readonly ConnectedWallet[]
  /** `walletClientType`s, the last used first. */
  readonly recent: readonly string[]
  readonly hasWalletConnect: boolean
  readonly isPhone: boolean
  /** Address of the site. */
  readonly page: string
}

/** Wallets of one name in the page: one, that may be of both chains. */
interface Group {
  readonly entry: WalletName | null
  readonly clientType: string
  readonly wallets: readonly RelayedWallet[]
}

const WALLET_CONNECT = 'WalletConnect'

/**
 * The wallets to choose from: those that are connected, then those in the page, the last used first, then the others; else in the
 * site's order. What fits none of the chains is not there; a wallet that the site names stands where it is named.
 */
export function listWallets(options: WalletListOptions): readonly ListedWallet[] {
  const { entries, chainTypes, recent } = options
  const groups = groupDetected(options.detected.filter(it => chainTypes.includes(it.chainType)))
  const isNamed = ({ entry }: Group) => entry !== null && entries.includes(entry)
  const listed = entries.flatMap((entry): readonly ListedWallet[] => {
    if (isWalletName(entry)) {
      const present = groups.filter(group => group.entry === entry)
      return present.length > 0
        ? present.map(group => detectedWallet(group, options))
        : absentWallet(entry, options)
    }
    const found = detectedChains(entry)
    if (found.length === 0) return walletConnect(entry, options)
    return groups
      .filter(group => !isNamed(group) && group.wallets.some(({ chainType }) => found.includes(chainType)))
      .map(group => detectedWallet(group, options))
  })
  const all = [...new Map([...elsewhere(listed, options), ...listed].map(it => [it.key, it])).values()]
  const rank = ({ address, isDetected, ...it }: ListedWallet) => {
    if (address !== null) return 0
    const used = recent.indexOf(clientTypeOf(it))
    if (isDetected) return used < 0 ? recent.length + 1 : 1 + used
    return recent.length + 2
  }
  return all
    .map(it => ({ it, rank: rank(it) }))
    .sort((a, b) => a.rank - b.rank)
    .map(({ it }) => it)
}

/** Wallets by what a person types of their name. */
export function searchWallets(wallets: readonly ListedWallet[], query: string): readonly ListedWallet[] {
  const words = query.trim().toLowerCase()
  return wallets.filter(({ name }) => name.toLowerCase().includes(words))
}

function groupDetected(detected: readonly RelayedWallet[]): readonly Group[] {
  const groups: Group[] = []
  for (const wallet of detected) {
    const at = groups.findIndex(
      ({ wallets }) =>
        wallets[0]?.name === wallet.name && wallets.every(({ chainType }) => chainType !== wallet.chainType),
    )
    const group = groups[at]
    if (group)
      groups[at] = {
        ...group,
        entry: group.entry ?? catalogueName(wallet),
        wallets: [...group.wallets, wallet],
      }
    else
      groups.push({ entry: catalogueName(wallet), clientType: walletClientType(wallet), wallets: [wallet] })
  }
  return groups
}

const detectedChains = (entry: WalletListEntry): readonly ChainType[] => {
  switch (entry) {
    case 'detected_ethereum_wallets':
      return ['ethereum']
    case 'detected_solana_wallets':
      return ['solana']
    case 'detected_wallets':
      return ['ethereum', 'solana']
    default:
      return []
  }
}

function detectedWallet({ entry, clientType, wallets }: Group, options: WalletListOptions): ListedWallet {
  const lines = wallets.map((wallet): Line => {
    const held = options.connected.find(it => isLineTo(it, wallet))
    return held ? { type: 'connected', wallet: held } : { type: 'injected', wallet }
  })
  const held = lines.find(it => it.type === 'connected')
  return {
    ...BARE,
    key: wallets[0]?.handle ?? clientType,
    name: wallets[0]?.name ?? clientType,
    icon: wallets.find(it => it.icon !== null)?.icon ?? null,
    entry,
    isDetected: true,
    isRecent: options.recent[0] === clientType,
    address: held?.wallet.address ?? null,
    lines,
  }
}

const isLineTo = ({ connection, chainType }: ConnectedWallet, wallet: RelayedWallet): boolean =>
  connection.connectorType !== 'wallet_connect_v2' &&
  chainType === wallet.chainType &&
  connection.meta.id === wallet.id &&
  connection.meta.name === wallet.name

/** A wallet of the list that is not in the page: by its phone app, where that can be; else what leads to it. */
function absentWallet(entry: WalletName, options: WalletListOptions): readonly ListedWallet[] {
  const { name, chainTypes, installUrl, pairing, isOfPhones } = CATALOGUE[entry]
  if (!chainTypes.some(it => options.chainTypes.includes(it))) return []
  if (isOfPhones && !options.isPhone) return []
  const pairs = options.hasWalletConnect && pairing !== null && options.chainTypes.includes('ethereum')
  const browseUrl = options.isPhone ? browseLink(entry, options.page) : null
  return [
    {
      ...BARE,
      key: entry,
      name,
      entry,
      isRecent: options.recent[0] === entry,
      lines: pairs ? [{ type: 'pairing', chainType: 'ethereum', hasLinks: true }] : [],
      browseUrl,
      // On a phone the links lead to a store where the app is not there.
      installUrl: options.isPhone && (browseUrl !== null || pairs) ? null : installUrl,
    },
  ]
}

function walletConnect(entry: WalletListEntry, options: WalletListOptions): readonly ListedWallet[] {
  const chainType = entry === 'wallet_connect_qr_solana' ? 'solana' : 'ethereum'
  if (!options.hasWalletConnect || !options.chainTypes.includes(chainType)) return []
  const hasLinks = entry === 'wallet_connect'
  return [{ ...BARE, key: entry, name: WALLET_CONNECT, lines: [{ type: 'pairing', chainType, hasLinks }] }]
}

/** Wallets that are connected and not in the page: on a phone, or before the page has told of its own. */
function elsewhere(listed: readonly ListedWallet[], options: WalletListOptions): readonly ListedWallet[] {
  const shown = new Set(
    listed.flatMap(({ lines }) => lines).flatMap(it => (it.type === 'connected' ? [it.wallet] : [])),
  )
  return options.connected
    .filter(
      it => !shown.has(it) && options.chainTypes.includes(it.chainType) && isListed(it, options.entries),
    )
    .map(wallet => {
      const { walletClientType: clientType, meta } = wallet.connection
      return {
        ...BARE,
        key: `connected ${wallet.chainType} ${wallet.address}`,
        name: meta.name,
        icon: meta.icon,
        entry: isWalletName(clientType) ? clientType : null,
        isRecent: options.recent[0] === clientType,
        address: wallet.address,
        lines: [{ type: 'connected', wallet }],
      }
    })
}

function isListed({ connection, chainType }: ConnectedWallet, entries: readonly WalletListEntry[]): boolean {
  const isPhone = connection.connectorType === 'wallet_connect_v2'
  return entries.some(
    entry =>
      entry === connection.walletClientType ||
      (isPhone ? entry.startsWith('wallet_connect') : detectedChains(entry).includes(chainType)),
  )
}

const BARE = {
  icon: null,
  entry: null,
  isDetected: false,
  isRecent: false,
  address: null,
  browseUrl: null,
  installUrl: null,
} as const

const clientTypeOf = ({ lines, entry }: Pick<ListedWallet, 'lines' | 'entry'>): string => {
  const [line] = lines
  return entry ?? (line?.type === 'injected' ? walletClientType(line.wallet) : '')
}
