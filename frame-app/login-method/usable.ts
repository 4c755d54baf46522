import { entryOf, type Way } from '@vitrine/shared/login/registry.ts'
import type { Kernel } from '../ui/kernel-context.ts'
import { readBrowser } from './browser.ts'

/** Whether this browser has what the way takes, and may be offered it: one that can only fail is not offered. */
export function isUsable(
  { method, provider }: Way,
  { app, config }: { readonly app: Kernel['app']; readonly config: Pick<Kernel['config'], 'get'> },
): boolean {
  const { browserApi, suits } = entryOf(method)
  if (browserApi !== undefined && !(browserApi in globalThis)) return false
  if (!suits) return true
  return suits(provider, { ...readBrowser(), app, allowsInApp: config.get().allowOAuthInEmbeddedBrowsers })
}
