import type { EditableAppConfig } from '@vitrine/shared/config/app-config.ts'
import type { TokenIssuer } from '@vitrine/shared/config/token-issuer.ts'
import type { TokenMethod } from '../apps/issuers.ts'

/** Where in an app's config the operator says whose tokens a method takes. */
export const LOGIN_ISSUERS: {
  readonly [M in TokenMethod]: (config: EditableAppConfig) => TokenIssuer | null
} = {
  'custom-jwt': config => config.custom_jwt_config,
}
