import { sample } from 'openapi-sampler'
import type { OpenApiDocument } from './document.ts'
import { VALUES, type Values } from './values.ts'

type JsonSchema = { [keyword: string]: unknown }

/**
 * Gives each field an example value, and each body an example that consists of them. Redoc and client generators show both.
 * @param valuesOf the values of one operation that differ from the common ones
 */
export function addExamples(document: OpenApiDocument, valuesOf: (operationId: string) => Values): void {
  for (const [name, schema] of Object.entries(document.components?.schemas ?? {}))
    fillFields(schema as JsonSchema, {}, name)
  const operations = Object.values(document.paths ?? {}).flatMap(path =>
    Object.values(path as Record<string, unknown>).filter(isOperation),
  )
  for (const operation of operations) {
    const values = valuesOf(operation.operationId)
    for (const parameter of operation.parameters ?? []) {
      const { name, schema } = parameter as { name: string; schema: JsonSchema }
      fillField(name, schema, values)
    }
    fillBody(operation.requestBody, values, document, true)
    fillBody(operation.responses?.['200'], values, document, false)
  }
}

interface Operation {
  readonly operationId: string
  readonly parameters?: readonly unknown[]
  readonly requestBody?: unknown
  readonly responses?: Readonly<Record<string, unknown>>
}

const isOperation = (value: unknown): value is Operation =>
  typeof value === 'object' && value !== null && 'operationId' in value

/** @param isRequest the example then has the required members only, as most callers send it */
function fillBody(body: unknown, values: Values, document: object, isRequest: boolean): void {
  const content = (body as { content?: Record<string, JsonSchema> } | undefined)?.content?.[
    'application/json'
  ]
  if (!content) return
  fillFields(content.schema as JsonSchema, values)
  content.example = sample(content.schema as object, { skipNonRequired: isRequest, quiet: true }, document)
}

/** @param component the name of the schema, where it has one: its fields may have values of their own */
function fillFields(schema: unknown, values: Values, component?: string): void {
  if (typeof schema !== 'object' || schema === null) return
  const { properties } = schema as { properties?: Record<string, JsonSchema> }
  for (const [name, field] of Object.entries(properties ?? {})) fillField(name, field, values, component)
  for (const [keyword, member] of Object.entries(schema))
    if (keyword !== 'examples' && keyword !== 'default') fillFields(member, values)
}

function fillField(name: string, field: JsonSchema, values: Values, component?: string): void {
  const own = name in values ? [values[name]] : undefined
  const candidates = own ?? VALUES[`${component}.${name}`] ?? VALUES[name] ?? []
  const value = candidates.find(it => fits(field, it))
  if (value !== undefined) field.examples = [value]
}

/** Whether a value may be one of the schema: enough to choose among a few. The document's test validates the examples. */
function fits(schema: JsonSchema, value: unknown): boolean {
  const { anyOf, type, pattern, enum: options } = schema
  if (Array.isArray(anyOf)) return anyOf.some(option => fits(option, value))
  if ('const' in schema) return schema.const === value
  if (Array.isArray(options)) return options.includes(value)
  if (type !== undefined && ![type].flat().some(it => typeOf(value) === (it === 'integer' ? 'number' : it)))
    return false
  return typeof pattern !== 'string' || typeof value !== 'string' || new RegExp(pattern, 'u').test(value)
}

function typeOf(value: unknown): string {
  if (value === null) return 'null'
  return Array.isArray(value) ? 'array' : typeof value
}
