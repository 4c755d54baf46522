import type { WireUser } from '@vitrine/shared/api/user.ts'
import { toClientWallets } from '../../session/client-user.ts'

/** The address of a wallet of the user's set, the first one; `null`: the user has none on their devices. */
export function addressOnDevice(session: { wireUser(): WireUser | null }): string | null {
  const user = session.wireUser()
  const wallets = user ? toClientWallets(user) : []
  return wallets.find(({ custody }) => custody === 'device')?.address ?? null
}
