import { wholeNumber } from '@vitrine/shared/whole-number.ts'
import * as z from 'zod/mini'
import { createStore } from '../../core/store.ts'
import type { Hex, WatchedAsset, WatchedAssets } from './ports.ts'

/** Beyond this the oldest is forgotten: a page can offer any number. */
const MAX_KEPT = 100

const address = z.custom<Hex>(value => typeof value === 'string' && /^0x[0-9a-f]{40}$/i.test(value))
const watchedAsset = z.object({
  chainId: wholeNumber.check(z.positive()),
  owner: address,
  standard: z.enum(['ERC20', 'ERC721', 'ERC1155']),
  address,
  tokenId: z.nullable(z.string().check(z.regex(/^\d{1,78}$/))),
  symbol: z.nullable(z.string().check(z.maxLength(20))),
  decimals: z.nullable(wholeNumber.check(z.minimum(0), z.maximum(77))),
})

/** The storage of one user's list; what stands there may be anything. */
export interface AssetStorage {
  read(): string | null
  write(value: string): void
  /** Calls back when another tab has written, or another user is here. */
  onChange(listener: () => void): void
}

const isSame = (a: WatchedAsset, b: WatchedAsset) =>
  a.chainId === b.chainId &&
  a.tokenId === b.tokenId &&
  a.address.toLowerCase() === b.address.toLowerCase() &&
  a.owner.toLowerCase() === b.owner.toLowerCase()

/** The tokens that a user has added (EIP-747): kept on this device, the same in every tab of the frame's storage. */
export function createWatchedAssets(storage: AssetStorage): WatchedAssets {
  const read = (): WatchedAsset[] => {
    try {
      const rows: unknown = JSON.parse(storage.read() ?? '[]')
      return (Array.isArray(rows) ? rows : [])
        .slice(0, MAX_KEPT)
        .flatMap(row => watchedAsset.safeParse(row).data ?? [])
    } catch {
      return []
    }
  }
  const all = createStore<readonly WatchedAsset[]>(read())
  const write = (rows: readonly WatchedAsset[]) => {
    storage.write(JSON.stringify(rows))
    all.set(rows)
  }
  storage.onChange(() => all.set(read()))
  return {
    all,
    has: asset => read().some(other => isSame(other, asset)),
    // From storage each time: another tab may have written since.
    add: asset => write([asset, ...read().filter(other => !isSame(other, asset))].slice(0, MAX_KEPT)),
    remove: asset => write(read().filter(other => !isSame(other, asset))),
  }
}
