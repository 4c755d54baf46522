import { INSTANCE_OPTIONS, TAG } from '@vitrine/shared/config/instance-options.ts'
import type { OptionPath } from './unknown-options.ts'
import type { ConfigWarning } from './warning.ts'

/** @param path from `createVitrine` on, e.g. `config`, `appearance`, `themee` */
export const unknownOption = (path: OptionPath): ConfigWarning => ({
  rule: 'option-known',
  message: `${path.join('.')}: there is no such option.`,
  unknown: path,
})

/**
 * The warnings with those of unknown options beside `config`, and with the option that was probably meant by each unknown one:
 * that code comes with the first.
 * @param given names of what the page gave `createVitrine`, unchecked
 */
export async function explainUnknown(
  warnings: readonly ConfigWarning[],
  given: unknown,
): Promise<readonly ConfigWarning[]> {
  const names = Array.isArray(given) ? given.map(String) : []
  const isTag = names.includes(TAG)
  const beside = names.filter(name => name !== TAG && !INSTANCE_OPTIONS.some(known => known === name))
  const all = [...(isTag ? [] : beside.map(name => unknownOption([name]))), ...warnings]
  if (beside.length === 0 && !all.some(({ unknown }) => unknown)) return all
  // Without it they are told all the same.
  const code = await import('./nearest-option.ts').catch(() => null)
  const explained = all.map(warning => ({
    ...warning,
    message: warning.message + (warning.unknown && code ? code.meantInstanceOption(warning.unknown) : ''),
  }))
  const attributes = isTag ? beside.flatMap(name => code?.meantAttribute(name) ?? []) : []
  return [...attributes.map(message => ({ rule: 'option-known', message }) as const), ...explained]
}
