import type { WireUser } from '@vitrine/shared/api/user.ts'

/** The address of a wallet of the user's set, the first one; `null`: the user has none on their devices. */
export function addressOnDevice(session: { wireUser(): WireUser | null }): string | null {
  const wallets = session.wireUser()?.linked_accounts.filter(it => it.type === 'wallet') ?? []
  return wallets.find(wallet => wallet.id === null)?.address ?? null
}
