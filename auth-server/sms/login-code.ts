import type { Language } from '../words/language.ts'
import { MESSAGES } from '../words/messages.ts'
import { nameInMessage } from '../words/name-in-message.ts'
import type { TextMessage } from './message.ts'

/** A longer message is sent, and charged, as several. GSM 03.38 has room for 160 characters. */
const NAME_LENGTH = 40

/** The text message that carries a login code. @param appName what the operator called the site. */
export function loginCodeMessage({
  to,
  by,
  appName,
  code,
  language,
}: {
  readonly to: string
  readonly by: TextMessage['channel']
  readonly appName: string
  readonly code: string
  readonly language: Language
}): TextMessage {
  const name = nameInMessage(appName, NAME_LENGTH)
  return { to, channel: by, text: MESSAGES[language].text(name, code), code }
}
