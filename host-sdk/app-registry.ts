import { configurationError } from './options.ts'

/** App ids with a living instance. On `globalThis`, since a page may load the script tag and the module both. */
const page = globalThis as { [key: symbol]: Set<string> | undefined }
const APPS = Symbol.for('vitrine')

/**
 * Takes the app for one instance: two frames of one app would answer each other's dialogs. Returns what gives it back.
 * @throws VitrineError `configuration_error` when it is taken.
 */
export function claimApp(appId: string): () => void {
  const apps = page[APPS] ?? new Set()
  page[APPS] = apps
  if (apps.has(appId)) throw configurationError(`${appId} has an instance: destroy() it.`)
  apps.add(appId)
  return () => apps.delete(appId)
}
