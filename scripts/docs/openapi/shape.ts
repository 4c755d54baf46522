import type { JsonSchema } from './schemas.ts'

const isName = (name: string) => /^[A-Za-z_$][\w$]*$/.test(name)

/** A JSON Schema in the notation of TypeScript's types, which is how our readers read shapes. */
export function shapeOf(schema: JsonSchema, indent = ''): string {
  const { $ref, anyOf, oneOf, enum: values, type } = schema
  if (typeof $ref === 'string') return $ref.split('/').at(-1) ?? ''
  const options = (anyOf ?? oneOf) as readonly JsonSchema[] | undefined
  if (options) return unique(options.map(it => shapeOf(it, indent))).join(' | ')
  if ('const' in schema) return JSON.stringify(schema.const)
  if (Array.isArray(values)) return values.map(it => JSON.stringify(it)).join(' | ')
  if (Array.isArray(type)) return type.join(' | ')
  if (type === 'array') return listOf(schema, indent)
  if (type === 'object') return objectOf(schema, indent)
  if (type === 'integer') return 'number'
  return typeof type === 'string' ? type : 'unknown'
}

function listOf({ items, prefixItems }: JsonSchema, indent: string): string {
  if (Array.isArray(prefixItems)) return `[${prefixItems.map(it => shapeOf(it, indent)).join(', ')}]`
  const item = items ? shapeOf(items as JsonSchema, indent) : 'unknown'
  return item.includes(' | ') && !item.startsWith('{') ? `(${item})[]` : `${item}[]`
}

function objectOf({ properties, required, additionalProperties }: JsonSchema, indent: string): string {
  const members = Object.entries((properties ?? {}) as Record<string, JsonSchema>)
  if (members.length === 0)
    return typeof additionalProperties === 'object'
      ? `Record<string, ${shapeOf(additionalProperties as JsonSchema, indent)}>`
      : '{}'
  const inner = `${indent}  `
  const lines = members.map(([name, member]) => {
    const isRequired = Array.isArray(required) && required.includes(name)
    return `${inner}${isName(name) ? name : JSON.stringify(name)}${isRequired ? '' : '?'}: ${shapeOf(member, inner)}`
  })
  return `{\n${lines.join('\n')}\n${indent}}`
}

const unique = (texts: readonly string[]) => [...new Set(texts)]
