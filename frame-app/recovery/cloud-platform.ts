import type { CloudRecovery } from '@vitrine/shared/api/recovery.ts'
import type { AppConfig } from '@vitrine/shared/config/app-config.ts'
import { clientError } from '@vitrine/shared/errors/vitrine-error.ts'
import type { RecoveryMethod } from '@vitrine/shared/wallet/embedded.ts'
import type { RecoveryFacts } from '../vault/set/recovery-facts.ts'
import type { RecoverySecret } from '../wallet/recovery-secret.ts'
import type { CloudStore } from './cloud-store.ts'
import { CLOUD_NAMES, isCloud } from './clouds.ts'
import { createGoogleDrive } from './google-drive.ts'
import { createICloud } from './icloud.ts'

type CloudSecret = Extract<RecoverySecret, { method: CloudRecovery }>

/** A company in whose cloud a person can keep the key of their recovery. */
export interface CloudPlatform {
  readonly id: CloudRecovery
  /** As people know it. */
  readonly name: string
  /** The name beside that of the company. */
  readonly product: string
  /** Whose account it takes. */
  readonly account: string
  /** Below `/recovery/oauth`. */
  readonly init: { readonly path: string; readonly body: object }
  /** @param token that the person has just given leave for */
  open(app: AppConfig, token: string): CloudStore
  secretOf(place: string, secret: string): CloudSecret
  /** Where the secret of a recovery lies; `null`: the server does not say. */
  placeOf(facts: Pick<RecoveryFacts, 'fileId' | 'recordName'>): string | null
}

export const CLOUDS: Readonly<Record<CloudRecovery, CloudPlatform>> = {
  'google-drive': {
    id: 'google-drive',
    ...CLOUD_NAMES['google-drive'],
    init: { path: '/recovery/oauth/init', body: {} },
    open: (app, token) => createGoogleDrive(app, token),
    secretOf: (fileId, secret) => ({ method: 'google-drive', secret, fileId }),
    placeOf: ({ fileId }) => fileId,
  },
  icloud: {
    id: 'icloud',
    ...CLOUD_NAMES.icloud,
    init: { path: '/recovery/oauth/init_icloud', body: { client_type: 'web' } },
    open(app, token) {
      const { icloud } = app.embedded_wallet_config
      if (icloud === null)
        throw clientError('disallowed_recovery_method', 'This app has no iCloud container (icloud).')
      return createICloud(app, icloud, token)
    },
    secretOf: (recordName, secret) => ({ method: 'icloud', secret, recordName }),
    placeOf: ({ recordName }) => recordName,
  },
}

/** @returns `null` for a recovery that no cloud keeps */
export const cloudOf = (method: RecoveryMethod): CloudPlatform | null =>
  isCloud(method) ? CLOUDS[method] : null
