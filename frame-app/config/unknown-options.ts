import type * as z from 'zod/mini'

/** The keys that lead to an option, from the outermost. */
export type OptionPath = readonly string[]
type Shape = Readonly<Record<string, z.ZodMiniType>>

export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The options that a schema names, within what makes it optional; `null` for what takes any key, or none. */
export function shapeOf(schema: z.ZodMiniType): Shape | null {
  const { def } = (schema as unknown as { _zod: { def: z.core.$ZodTypes['_zod']['def'] } })._zod
  if ('innerType' in def) return shapeOf(def.innerType as unknown as z.ZodMiniType)
  if (def.type === 'union')
    return Object.assign({}, ...def.options.map(option => shapeOf(option as unknown as z.ZodMiniType)))
  return def.type === 'object' && !def.catchall ? (def.shape as unknown as Shape) : null
}

/** What was given and the schema does not name, at any depth. A list is looked into nowhere: it falls or stands as a whole. */
export function unknownOptions(schema: z.ZodMiniType, given: unknown, at: OptionPath = []): OptionPath[] {
  const shape = shapeOf(schema)
  if (!shape || !isRecord(given)) return []
  return Object.keys(given).flatMap(key => {
    const inner = Object.hasOwn(shape, key) ? shape[key] : undefined
    return inner ? unknownOptions(inner, given[key], [...at, key]) : [[...at, key]]
  })
}
