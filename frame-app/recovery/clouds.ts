import { CLOUD_RECOVERIES, type CloudRecovery } from '@vitrine/shared/api/recovery.ts'

/**
 * Companies in whose cloud a user can keep the key of their recovery: the name that users know, its name beside the company’s, and
 * whose account it takes.
 */
export const CLOUD_NAMES = {
  'google-drive': { name: 'Google Drive', product: 'Drive', account: 'Google' },
  icloud: { name: 'iCloud', product: 'iCloud', account: 'Apple' },
} as const satisfies Record<CloudRecovery, Record<'name' | 'product' | 'account', string>>

/** @param method a recovery's, or a flow's provider */
export const isCloud = (method: string): method is CloudRecovery =>
  (CLOUD_RECOVERIES as readonly string[]).includes(method)
