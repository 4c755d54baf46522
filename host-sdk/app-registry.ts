import { configurationError } from './options.ts'

/** On `globalThis`, since a page may load the script tag and the module both. */
const page = globalThis as { [key: symbol]: boolean }

/**
 * Takes the app for one instance: two frames of one app would answer each other's dialogs. Returns what gives it back.
 * @throws VitrineError `configuration_error` when it is taken.
 */
export function claimApp(appId: string): () => void {
  const key = Symbol.for(`vitrine:${appId}`)
  if (page[key]) throw configurationError(`${appId} has an instance: destroy() it.`)
  page[key] = true
  return () => delete page[key]
}

/** Whether an instance has the app, whoever made it. */
export const isClaimed = (appId: string): boolean => page[Symbol.for(`vitrine:${appId}`)] === true
