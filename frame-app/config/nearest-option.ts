import { hostOptions } from '@vitrine/shared/config/host-options.ts'
import { INSTANCE_OPTIONS } from '@vitrine/shared/config/instance-options.ts'
import { attributeOf, TAG_ATTRIBUTES } from '@vitrine/shared/config/tag-attributes.ts'
import { nearest } from '@vitrine/shared/nearest-name.ts'
import * as z from 'zod/mini'
import { type OptionPath, shapeOf } from './unknown-options.ts'

/** Comes with the first misspelt option. */

const within = (schema: z.ZodMiniType, path: OptionPath): z.ZodMiniType | undefined =>
  path.reduce<z.ZodMiniType | undefined>((inner, key) => inner && shapeOf(inner)?.[key], schema)

const allPaths = (schema: z.ZodMiniType, at: OptionPath = []): OptionPath[] =>
  Object.entries(shapeOf(schema) ?? {}).flatMap(([key, inner]) => [
    [...at, key],
    ...allPaths(inner, [...at, key]),
  ])

/**
 * The option that was probably meant by one that there is not: beside it, else the nearest by its last name wherever it stands,
 * as `theme` is meant for `appearance.theme`.
 * @returns ` Did you mean …?`, or nothing
 */
export function meantOption(schema: z.ZodMiniType, path: OptionPath, prefix = ''): string {
  const holder = path.slice(0, -1)
  const written = path.at(-1) ?? ''
  const beside = nearest(written, Object.keys(shapeOf(within(schema, holder) ?? schema) ?? {}))
  const elsewhere = () => {
    const all = allPaths(schema)
    const name = nearest(written, [...new Set(all.flatMap(each => each.at(-1) ?? []))])
    return all.find(each => each.at(-1) === name)
  }
  const meant = beside === null ? elsewhere() : [...holder, beside]
  return meant ? ` Did you mean ${prefix}${meant.join('.')}?` : ''
}

const instanceOptions = z.object({
  ...Object.fromEntries(INSTANCE_OPTIONS.map(name => [name, z.unknown()])),
  config: hostOptions,
})

/** The same of what `createVitrine` takes. */
export const meantInstanceOption = (path: OptionPath): string => meantOption(instanceOptions, path)

/**
 * @param name of an attribute that the script tag does not know, as `dataset` has it
 * @returns what to say of it; `null` where none was meant: bundlers and other scripts put attributes of theirs there
 */
export function meantAttribute(name: string): string | null {
  const meant = nearest(name, TAG_ATTRIBUTES)
  return meant && `${attributeOf(name)}: there is no such attribute. Did you mean ${attributeOf(meant)}?`
}
