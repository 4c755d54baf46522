import { authenticatedUser, errorResponse } from '@vitrine/shared/api/session.ts'
import { linkedAccount, wireUser } from '@vitrine/shared/api/user.ts'
import { auditEvent, managedUser } from '@vitrine/shared/api/users.ts'
import { appConfig } from '@vitrine/shared/config/app-config.ts'
import { embeddedSet } from '@vitrine/shared/wallet/embedded.ts'
import { walletResource } from '@vitrine/shared/wallet/wallet-resource.ts'
import * as z from 'zod'
import type { $ZodType } from 'zod/v4/core'

/** Schemas that stand in the document once, by name; all others stand where they are used. */
const NAMED = {
  User: wireUser,
  LinkedAccount: linkedAccount,
  AuthenticatedUser: authenticatedUser,
  ManagedUser: managedUser,
  AuditEvent: auditEvent,
  AppConfig: appConfig,
  Wallet: walletResource,
  EmbeddedSet: embeddedSet,
  Error: errorResponse,
} satisfies Record<string, $ZodType>

export type JsonSchema = { readonly [keyword: string]: unknown }

const names = z.registry<{ id: string }>()
for (const [id, schema] of Object.entries(NAMED)) names.add(schema, { id })

const nameOf = new Map<$ZodType, string>(Object.entries(NAMED).map(([name, schema]) => [schema, name]))
const refTo = (name: string) => `#/components/schemas/${name}`

/**
 * A schema as JSON Schema 2020-12, which is what OpenAPI 3.1 takes. What a check of ours asks besides its form is not said: it is in
 * the schema's comment.
 */
export function jsonSchemaOf(schema: $ZodType): JsonSchema {
  const name = nameOf.get(schema)
  return name ? { $ref: refTo(name) } : written(schema)
}

export const namedSchemas = (): Record<string, JsonSchema> =>
  Object.fromEntries(Object.entries(NAMED).map(([name, schema]) => [name, written(schema)]))

function written(schema: $ZodType): JsonSchema {
  const {
    $schema: _,
    $defs: __,
    id: ___,
    ...rest
  } = z.toJSONSchema(schema, {
    io: 'input',
    unrepresentable: 'any',
    metadata: names,
    reused: 'inline',
  }) as JsonSchema
  return pointed(rest) as JsonSchema
}

/** Names of `$defs` become those of the document. */
function pointed(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(pointed)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, member]) => [
      key,
      key === '$ref' && typeof member === 'string' ? refTo(member.split('/').at(-1) ?? '') : pointed(member),
    ]),
  )
}
