import { requestProviders } from 'mipd'
import { type Described, describe, type FoundWallet } from './descriptor.ts'
import { ETHEREUM_VERBS } from './ethereum-verbs.ts'
import { method, read, readList } from './foreign.ts'

/** Our own name (`announce.ts`), also of another instance's provider. */
const OWN = 'app.vitrine'
/** So that no source can crowd out the others. */
const ANNOUNCED_LIMIT = 32
const LEGACY_LIMIT = 8

/** Flags of older injected providers. Many set `isMetaMask` too, to be taken for it: it comes last. */
const FLAGS = [
  ['isRabby', 'Rabby Wallet'],
  ['isCoinbaseWallet', 'Coinbase Wallet'],
  ['isPhantom', 'Phantom'],
  ['isTrust', 'Trust Wallet'],
  ['isTrustWallet', 'Trust Wallet'],
  ['isBraveWallet', 'Brave Wallet'],
  ['isRainbow', 'Rainbow'],
  ['isOkxWallet', 'OKX Wallet'],
  ['isOKExWallet', 'OKX Wallet'],
  ['isZerion', 'Zerion'],
  ['isBitKeep', 'Bitget Wallet'],
  ['isBackpack', 'Backpack'],
  ['isExodus', 'Exodus'],
  ['isRonin', 'Ronin Wallet'],
  ['isFrame', 'Frame'],
  ['isMetaMask', 'MetaMask'],
] as const

const isProvider = (it: unknown): it is object =>
  typeof it === 'object' && it !== null && !!method(it, 'request')

/** A page may have put ours where older wallets are: a frame that asked it would ask itself. */
const isOwn = (provider: object) => read(provider, 'isVitrine') === true

const found = (provider: object, source: 'eip6963' | 'legacy', said: Described): FoundWallet => ({
  described: describe(said, { chainType: 'ethereum', source, verbs: [...ETHEREUM_VERBS] }),
  wallet: provider,
})

/**
 * The Ethereum wallets of the page: those that announce themselves (EIP-6963), and `window.ethereum` as far as none of them is
 * it. One that nobody can read is left out, and no other for its sake.
 *
 * @param onChange there is another wallet
 */
export function findEthereumWallets(onChange: () => void) {
  const announced = new Map<unknown, FoundWallet>()
  const legacy = new Map<unknown, FoundWallet>()
  const seen = new Set<string>()
  const own = new WeakSet<object>()

  const take = (detail: unknown) => {
    const provider = read(detail, 'provider')
    if (!isProvider(provider)) return
    const info = read(detail, 'info')
    if (isOwn(provider) || read(info, 'rdns') === OWN) return void own.add(provider)
    if (announced.has(provider) || announced.size >= ANNOUNCED_LIMIT) return
    const said = { name: read(info, 'name'), id: read(info, 'rdns'), icon: read(info, 'icon') }
    const wallet = found(provider, 'eip6963', said)
    // One that announces itself again with a new object each time; another wallet that takes its `uuid` is not one with it.
    const { name, id } = wallet.described
    const identity = JSON.stringify([read(info, 'uuid'), name, id]).slice(0, 512)
    if (seen.has(identity)) return
    seen.add(identity)
    announced.set(provider, wallet)
    onChange()
  }
  const safely = (detail: unknown) => {
    try {
      take(detail)
    } catch {
      // Whatever it is, it is no wallet that could be used.
    }
  }

  /** Browsers with several older wallets have them in a list of the one that came last. */
  const takeLegacy = () => {
    try {
      const single = read(globalThis, 'ethereum')
      const several = readList(read(single, 'providers'), LEGACY_LIMIT).filter(isProvider)
      for (const provider of several[0] ? several : [single]) {
        if (!isProvider(provider) || isOwn(provider) || own.has(provider) || legacy.has(provider)) continue
        if (legacy.size >= LEGACY_LIMIT) return
        const name = FLAGS.find(([flag]) => read(provider, flag) === true)?.[1]
        legacy.set(provider, found(provider, 'legacy', { name, id: null, icon: null }))
        onChange()
      }
    } catch {
      // As above.
    }
  }

  let stop: (() => void) | undefined
  const look = () => {
    stop?.()
    stop = requestProviders(safely)
    takeLegacy()
  }
  addEventListener('ethereum#initialized', takeLegacy)

  return {
    /** Asks all of them to announce themselves. */
    look,
    get(): FoundWallet[] {
      const names = new Set([...announced.values()].map(it => it.described.name.toLowerCase()))
      const others = [...legacy].flatMap(([provider, wallet]) =>
        announced.has(provider) ||
        own.has(provider as object) ||
        names.has(wallet.described.name.toLowerCase())
          ? []
          : wallet,
      )
      return [...announced.values(), ...others]
    },
    stop() {
      stop?.()
      removeEventListener('ethereum#initialized', takeLegacy)
    },
  }
}
