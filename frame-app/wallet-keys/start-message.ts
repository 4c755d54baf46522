import type { Start } from '../secrets/messages.ts'
import type { Kernel } from '../ui/kernel-context.ts'
import { themeOf } from '../ui/theme.ts'
import { words } from '../words/language.ts'

/** What a secrets document needs to look and speak as the frame does. It is told none of the app's secrets, nor of the user's. */
export function startMessage({ appearance }: Pick<Kernel, 'appearance'>, root: HTMLElement): Start {
  const { colorScheme, tokens } = themeOf(appearance.get())
  return {
    to: 'vitrine:secrets-document',
    event: 'start',
    look: { colorScheme, tokens },
    language: root.lang,
    direction: root.dir === 'rtl' ? 'rtl' : 'ltr',
    words: Object.fromEntries(Object.entries(words()).filter(([key]) => key.startsWith('secret.'))),
  }
}

/** Of the secrets document, on the wallet origin. */
export const secretsPath = (appId: string): string => `/apps/${encodeURIComponent(appId)}/secrets`
