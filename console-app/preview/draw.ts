import { type EffectiveConfig, effectiveConfig } from '@vitrine/frame-app/config/effective.ts'
import { type AppConfig, appConfig } from '@vitrine/shared/config/app-config.ts'
import type { ToPreview } from './messages.ts'

export type Drawn =
  | { readonly ok: true; readonly app: AppConfig; readonly config: EffectiveConfig }
  | { readonly ok: false; readonly reason: string }

/** The config of a page that chooses nothing itself, as the frame would have it; or why there would be no dialog. */
export function draw({ config: given, scheme }: Pick<ToPreview, 'config' | 'scheme'>): Drawn {
  const config = typeof given === 'object' && given !== null ? given : {}
  const read = appConfig.safeParse({
    ...config,
    id: 'app_preview',
    data_classification: 'public',
    verification_key: '',
  })
  if (!read.success) return { ok: false, reason: 'The config has a problem.' }
  const app = scheme === 'config' ? read.data : { ...read.data, theme: scheme }
  const effective = effectiveConfig(app, undefined)
  return effective.ok ? { ok: true, app, config: effective.config } : { ok: false, reason: effective.message }
}
