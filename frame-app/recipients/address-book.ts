import * as z from 'zod/mini'
import { createStore, type ReadableStore } from '../core/store.ts'
import type { KeptText } from '../ui/kernel-context.ts'

/** Beyond this the one that was used longest ago is forgotten. */
const MAX_KEPT = 50

const recipient = z.union([
  z.object({
    chainType: z.literal('ethereum'),
    address: z.string().check(z.regex(/^0x[0-9a-fA-F]{40}$/)),
    name: z.nullable(z.string().check(z.maxLength(255))),
    sentAt: z.number(),
  }),
  z.object({
    chainType: z.literal('solana'),
    address: z.string().check(z.regex(/^[1-9A-HJ-NP-Za-km-z]{32,44}$/)),
    name: z.nullable(z.string().check(z.maxLength(255))),
    sentAt: z.number(),
  }),
])

/** Somebody to whom this person sent something from this browser. */
export interface Recipient {
  readonly chainType: 'ethereum' | 'solana'
  readonly address: string
  /** The name that led to the address then; it may lead elsewhere by now. */
  readonly name: string | null
  /** Unix ms of the last time. */
  readonly sentAt: number
}

export interface AddressBook {
  /** Last used first. */
  readonly all: ReadableStore<readonly Recipient[]>
  /** After a transfer that succeeded: who is in the book is vouched for. */
  add(recipient: Recipient): void
  forget(recipient: Pick<Recipient, 'chainType' | 'address'>): void
  /** Another tab may have written, and another person be here. */
  reload(): void
}

/** Letters of an Ethereum address have two cases, and a Solana address is told apart by them. */
export const isSameAddress = (chainType: Recipient['chainType'], a: string, b: string): boolean =>
  chainType === 'ethereum' ? a.toLowerCase() === b.toLowerCase() : a === b

const isSame = (a: Pick<Recipient, 'chainType' | 'address'>, b: Pick<Recipient, 'chainType' | 'address'>) =>
  a.chainType === b.chainType && isSameAddress(a.chainType, a.address, b.address)

const books = new WeakMap<KeptText, AddressBook>()

/** The one book of a frame: what is written when a transfer arrives shows in whatever screen is open by then. */
export function addressBookOf(kept: KeptText): AddressBook {
  const known = books.get(kept)
  known?.reload()
  const book = known ?? createAddressBook(kept)
  books.set(kept, book)
  return book
}

/**
 * Recipients of one user, kept on this device: no page and no server learns of them.
 * @param kept what stands there may be anything
 */
export function createAddressBook(kept: KeptText): AddressBook {
  const read = (): Recipient[] => {
    try {
      const rows: unknown = JSON.parse(kept.read() ?? '[]')
      return (Array.isArray(rows) ? rows : [])
        .slice(0, MAX_KEPT)
        .flatMap(row => recipient.safeParse(row).data ?? [])
    } catch {
      return []
    }
  }
  const all = createStore<readonly Recipient[]>(read())
  const write = (rows: readonly Recipient[]) => {
    kept.write(JSON.stringify(rows))
    all.set(rows)
  }
  return {
    all,
    add: added => write([added, ...read().filter(row => !isSame(row, added))].slice(0, MAX_KEPT)),
    forget: gone => write(read().filter(row => !isSame(row, gone))),
    reload: () => all.set(read()),
  }
}
