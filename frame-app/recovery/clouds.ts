import { CLOUD_RECOVERIES, type CloudRecovery } from '@vitrine/shared/api/recovery.ts'

/** Companies in whose cloud a person can keep the key of their recovery, as people know them, and whose account it takes. */
export const CLOUD_NAMES = {
  'google-drive': { name: 'Google Drive', account: 'Google' },
  icloud: { name: 'iCloud', account: 'Apple' },
} as const satisfies Record<CloudRecovery, { readonly name: string; readonly account: string }>

/** @param method a recovery's, or a flow's provider */
export const isCloud = (method: string): method is CloudRecovery =>
  (CLOUD_RECOVERIES as readonly string[]).includes(method)
