import type { AppConfig } from '@vitrine/shared/config/app-config.ts'
import type { RecoveryMethod } from '@vitrine/shared/wallet/embedded.ts'
import { type UserOwnedRecovery, userOwnedRecoveries } from '@vitrine/shared/wallet/recovery-rules.ts'
import { say } from '../words/say.ts'
import { CLOUD_NAMES, isCloud } from './clouds.ts'

type Named = Pick<AppConfig, 'name'>

/** What a recovery is called where a person chooses one. */
export const nameOf: Readonly<Record<UserOwnedRecovery, (app: Named) => string>> = {
  'user-passcode': () => say('passcode.label'),
  'google-drive': () => CLOUD_NAMES['google-drive'].name,
  icloud: () => CLOUD_NAMES.icloud.name,
  passkey: () => say('recovery.passkey'),
  'recovery-encryption-key': app => say('recovery.site', { app: app.name }),
}

/** One line of what it means. */
export const meaningOf: Readonly<Record<UserOwnedRecovery, (app: Named) => string>> = {
  'user-passcode': () => say('recovery.passcodeMeans'),
  'google-drive': () => say('recovery.cloudMeans', { account: CLOUD_NAMES['google-drive'].account }),
  icloud: () => say('recovery.cloudMeans', { account: CLOUD_NAMES.icloud.account }),
  passkey: () => say('recovery.passkeyMeans'),
  'recovery-encryption-key': () => say('recovery.siteMeans'),
}

/** What opens a person's wallets on a new device now. */
export const presentOf: Readonly<Record<RecoveryMethod, (app: Named) => string>> = {
  privy: () => say('account.recoveryAutomatic'),
  'user-passcode': () => say('account.recoveryPasscode'),
  'google-drive': () => say('account.recoveryCloud', { cloud: CLOUD_NAMES['google-drive'].name }),
  icloud: () => say('account.recoveryCloud', { cloud: CLOUD_NAMES.icloud.name }),
  passkey: () => say('account.recoveryPasskey'),
  'recovery-encryption-key': app => say('account.recoverySite', { app: app.name }),
}

/** Whether there is a recovery to change to: the cloud that keeps the key already is none (specification §4). */
export const hasOther = (
  app: Pick<AppConfig, 'embedded_wallet_config'>,
  present: RecoveryMethod | null,
): boolean =>
  userOwnedRecoveries(app.embedded_wallet_config).some(method => method !== present || !isCloud(method))
