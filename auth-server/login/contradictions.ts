import type { EditableAppConfig } from '@vitrine/shared/config/app-config.ts'
import type { LoginMethod } from '@vitrine/shared/login/registry.ts'
import { customJwtContradictions } from './custom-jwt/contradictions.ts'

/** Methods with more in the app's config than a switch: what of it does not hold together, one `field: why` each. */
export const LOGIN_CONTRADICTIONS = {
  'custom-jwt': customJwtContradictions,
} as const satisfies Partial<Record<LoginMethod, (config: EditableAppConfig) => readonly string[]>>
