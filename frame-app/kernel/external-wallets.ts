/** By itself, so that the kernel names one file in place of all that this takes. */
export const loadWalletApps = () => import('./wallet-apps.ts')
