import { entryOf, type Way } from '@vitrine/shared/login/registry.ts'

/** Whether this browser has what the way takes: one that can only fail is not offered. */
export function isUsable({ method }: Way): boolean {
  const { browserApi } = entryOf(method)
  return browserApi === undefined || browserApi in globalThis
}
