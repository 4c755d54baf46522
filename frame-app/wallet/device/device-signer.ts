import type { DeviceWallet } from '../../session/held-wallet.ts'
import type { WalletSigner } from '../signer.ts'
import type { DeviceWallets } from './device-wallets.ts'

/** Keys that are rebuilt in this device's vault for one operation. Brings the wallet to this device first where it can. */
export const createDeviceSigner = ({
  perform,
}: Pick<DeviceWallets, 'perform'>): WalletSigner<DeviceWallet> => ({ perform })
