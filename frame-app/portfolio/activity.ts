import type { HeldWallet } from '../session/held-wallet.ts'
import type { Kernel } from '../ui/kernel-context.ts'
import { ethereumActivity } from './ethereum/activity.ts'
import type { ActivitySource } from './ports.ts'

/** What happened to a wallet: what was sent from here at once, then what its chains tell. */
export const createActivity = (
  kernel: Pick<Kernel, 'ethereum' | 'solana' | 'config'>,
  wallet: Pick<HeldWallet, 'address' | 'chainType'>,
): ActivitySource => ethereumActivity(kernel, wallet)
