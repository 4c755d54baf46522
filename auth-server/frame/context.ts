import type { SignerKeys } from '@vitrine/shared/config/frame-boot.ts'
import type { FrameConfig } from '../app-config/frame-config.ts'
import type { Build } from '../frame-build/read-build.ts'
import type { Settings } from '../settings.ts'

/** Everything that the frame server needs. It has no database, no signer and no secret. */
export interface FrameContext {
  readonly settings: Settings
  /** Of the signer itself: what the API process said of them would be its own. */
  readonly signerKeys: SignerKeys
  /** The script of the captcha's document (`captcha/widget.js`). */
  readonly captchaScript: string
  /** @returns `null`: there is no such app. @throws `service_unavailable` (503) */
  readConfig(appId: string): Promise<FrameConfig | null>
  /** @returns `null`: what is served was not built, or has no manifest */
  readBuild(): Promise<Build | null>
}
