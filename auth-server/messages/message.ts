import type { SentCodePurpose } from '@vitrine/shared/otp/code.ts'
import type { AskedFrom } from '../words/asked-from.ts'
import type { Language } from '../words/language.ts'

/** A code, and what is said around it. */
export interface CodeToTell {
  readonly to: string
  /** What the operator called the site. */
  readonly appName: string
  readonly code: string
  readonly purpose: SentCodePurpose
  readonly language: Language
  /** The site's picture (`mail-icon.ts`). */
  readonly icon?: string | undefined
  readonly from?: AskedFrom | undefined
  /** The wallet origin. */
  readonly origin: string
}

/** A mail as our templates make it. */
export interface Mail {
  readonly to: string
  readonly subject: string
  readonly text: string
  readonly html: string
  /** The code inside. */
  readonly code?: string
}

export interface TextMessage {
  /** E.164. */
  readonly to: string
  readonly channel: 'sms' | 'whatsapp'
  readonly text: string
  /** The code inside. */
  readonly code?: string
}
