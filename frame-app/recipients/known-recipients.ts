import type { KeptText } from '../ui/kernel-context.ts'
import { createAddressBook, isSameAddress, type Recipient } from './address-book.ts'

type Family = Recipient['chainType']

/** Addresses to which this person sent something from this browser. */
export const knownRecipients = (kept: KeptText, family: Family): readonly string[] =>
  createAddressBook(kept)
    .all.get()
    .flatMap(({ chainType, address }) => (chainType === family ? [address] : []))

/** Remembers whom something was sent to; the name that led there before stays. @param now unix ms */
export function rememberRecipients(
  kept: KeptText,
  family: Family,
  addresses: readonly string[],
  now: number,
): void {
  const book = createAddressBook(kept)
  for (const address of addresses) {
    const before = book.all
      .get()
      .find(it => it.chainType === family && isSameAddress(family, it.address, address))
    book.add({ chainType: family, address, name: before?.name ?? null, sentAt: now })
  }
}
