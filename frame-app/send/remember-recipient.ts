import type { Hex } from '../chains/ethereum/ports.ts'
import type { AddressBook } from '../recipients/address-book.ts'
import type { Kernel } from '../ui/kernel-context.ts'
import type { Draft } from './flow.ts'

/**
 * Writes down whom something was sent to, once it has arrived: a transfer that failed vouches for nobody. Never rejects.
 * @param id the transaction's hash; on Solana its first signature, of a transfer that is confirmed when it is known
 */
export async function rememberRecipient(
  kernel: Pick<Kernel, 'ethereum' | 'session'>,
  book: AddressBook,
  { holding: { chain }, to }: Draft,
  id: string,
): Promise<void> {
  const sender = senderOf(kernel)
  if (chain.type === 'ethereum' && !(await hasArrived(kernel, chain.id, id as Hex))) return
  // By now somebody else may be logged in: the book would be theirs.
  if (sender === null || senderOf(kernel) !== sender) return
  book.add({ chainType: chain.type, address: to.address, name: to.name, sentAt: Date.now() })
}

function senderOf({ session }: Pick<Kernel, 'session'>): string | null {
  const snapshot = session.get()
  return snapshot.status === 'authenticated' ? snapshot.user.id : null
}

async function hasArrived(kernel: Pick<Kernel, 'ethereum'>, chainId: number, hash: Hex): Promise<boolean> {
  try {
    const network = (await kernel.ethereum()).of(chainId)
    return (await network.wait(hash, new AbortController().signal)).status === 'confirmed'
  } catch {
    return false
  }
}
