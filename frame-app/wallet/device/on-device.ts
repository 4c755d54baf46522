import type { WireUser } from '@vitrine/shared/api/user.ts'
import { toClientWallets } from '../../session/client-user.ts'
import type { DeviceWallet, HeldWallet } from '../../session/held-wallet.ts'

/**
 * The address of a wallet of a set, the first one; `null`: there is none on the person's devices.
 * @param ownerId whose set; absent: that of the person's own account
 */
export function addressOnDevice(
  session: { wireUser(): WireUser | null },
  ownerId?: string | null,
): string | null {
  const user = session.wireUser()
  const wallets = user ? toClientWallets(user) : []
  const isOfOwner = ({ sealedFor }: DeviceWallet) => (sealedFor?.userId ?? null) === (ownerId ?? null)
  return wallets.filter(isOnDevice).find(isOfOwner)?.address ?? null
}

export const isOnDevice = (wallet: HeldWallet): wallet is DeviceWallet => wallet.custody === 'device'
