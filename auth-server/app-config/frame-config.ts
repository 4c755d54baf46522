import { appConfig, editableAppConfig } from '@vitrine/shared/config/app-config.ts'
import * as z from 'zod/mini'

/**
 * What the API process tells the frame server of an app (`GET /frame/:app_id`, which is not to be had from outside). All of it
 * ends up in the frame's document or in its policy, so the frame server takes what this schema says and nothing else.
 */
export const frameConfig = z.object({
  app: appConfig,
  /** The database's clock, unix ms. */
  now: z.number().check(z.nonnegative()),
  /** For the first proof of a device's key (`http/dpop-nonce.ts`). */
  dpopNonce: z.string().check(z.maxLength(64)),
  /** Backends of the site that `vitrine.fetch` may give the access token. */
  fetchOrigins: editableAppConfig.shape.fetch_origins,
  /** Patterns of previews, for the frame server alone: a document names the one preview that asks for it. */
  previewOrigins: editableAppConfig.shape.allowed_domains,
})
export type FrameConfig = z.infer<typeof frameConfig>
