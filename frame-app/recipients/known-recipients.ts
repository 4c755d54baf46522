import type { KeptText, Kernel } from '../ui/kernel-context.ts'
import { addressBookOf, createAddressBook, isSameAddress, type Recipient } from './address-book.ts'

type Family = Recipient['chainType']

/** Addresses to which this person sent something from this browser. */
export const knownRecipients = (kept: KeptText, family: Family): readonly string[] =>
  createAddressBook(kept)
    .all.get()
    .flatMap(({ chainType, address }) => (chainType === family ? [address] : []))

export interface NewRecipient {
  readonly address: string
  /** The name that led there; absent: the one that led there before stays. */
  readonly name?: string | null
}

/** Whom lines of value go to. A site that has nothing sent to an address does not make it a known one. */
export const recipientsOf = (
  outgoing: readonly { readonly amount: string; readonly party: string | null }[],
): NewRecipient[] =>
  outgoing.flatMap(({ amount, party }) =>
    party !== null && /[1-9]/.test(amount) ? [{ address: party }] : [],
  )

/**
 * Writes down whom something was sent to, once it has arrived: a transfer that failed vouches for nobody. Never rejects.
 * @param arrival whether it has succeeded on the chain, once that is known
 */
export async function rememberOnceArrived(
  kernel: Pick<Kernel, 'session' | 'recipients'>,
  family: Family,
  recipients: readonly NewRecipient[],
  arrival: Promise<boolean>,
): Promise<void> {
  const sender = senderOf(kernel)
  if (!(await arrival)) return
  // By now somebody else may be logged in: the book would be theirs.
  if (sender === null || senderOf(kernel) !== sender) return
  const book = addressBookOf(kernel.recipients)
  for (const { address, name } of recipients) {
    const before = book.all
      .get()
      .find(it => it.chainType === family && isSameAddress(family, it.address, address))
    const known = name === undefined ? (before?.name ?? null) : name
    book.add({ chainType: family, address, name: known, sentAt: Date.now() })
  }
}

function senderOf({ session }: Pick<Kernel, 'session'>): string | null {
  const snapshot = session.get()
  return snapshot.status === 'authenticated' ? snapshot.user.id : null
}
