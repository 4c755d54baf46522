import { CLOUD_RECOVERIES, type CloudRecovery } from '@vitrine/shared/api/recovery.ts'

/** As people know them; the same in every language. */
const NAMES = { 'google-drive': 'Google Drive', icloud: 'iCloud' } as const satisfies Record<
  CloudRecovery,
  string
>

/** The name of the cloud that a flow leads to; `null`: it leads to a login. @param provider of the flow */
export function cloudName(provider: string): string | null {
  const cloud = CLOUD_RECOVERIES.find(it => it === provider)
  return cloud ? NAMES[cloud] : null
}
