import { Validator } from '@seriousme/openapi-schema-validator'
import { STATUS_BY_CODE } from '@vitrine/shared/errors/codes.ts'
import { expect, test } from 'vitest'
import { safeParse } from 'zod/v4/core'
import { bodyOf, describedRoute, openApi, TAGS } from './document.ts'
import { servedRoutes } from './routes.ts'

type JsonSchema = { readonly [keyword: string]: unknown }

interface Content {
  readonly content?: {
    readonly 'application/json'?: {
      readonly schema: JsonSchema
      readonly example?: unknown
      readonly examples?: JsonSchema
    }
  }
}

interface Operation {
  readonly operationId: string
  readonly summary: string
  readonly description: string
  readonly parameters?: readonly { readonly in: string; readonly name: string; readonly required?: boolean }[]
  readonly requestBody?: Content
  readonly responses: Readonly<Record<string, Content & { readonly description: string }>>
  readonly security: readonly Readonly<Record<string, readonly string[]>>[]
}

// As its readers have it: JSON.
const document = JSON.parse(JSON.stringify(openApi('1.2.3'))) as {
  paths: Record<string, Record<string, Operation>>
  components: { schemas: Record<string, JsonSchema>; securitySchemes: JsonSchema }
}

const served = servedRoutes().map(({ name, path, route }) => {
  const place = path.replaceAll(/:(\w+)/g, '{$1}')
  const operation = document.paths[place]?.[route.verb.toLowerCase()]
  if (!operation) throw new Error(`${name} is not in the document.`)
  return { name, route, place, operation, described: describedRoute(name).described }
})
const operations = served.map(({ operation }) => operation)
const jsonOf = (body: Content | undefined) => body?.content?.['application/json']

test('the document is valid OpenAPI', async () => {
  const { valid, errors } = await new Validator().validate(structuredClone(document))
  expect(errors).toBeUndefined()
  expect(valid).toBe(true)
})

test('every route that the server mounts is in the document, and nothing else', () => {
  const described = Object.entries(document.paths).flatMap(([path, verbs]) =>
    Object.keys(verbs)
      .filter(verb => verb !== 'servers')
      .map(verb => `${verb.toUpperCase()} ${path}`),
  )
  expect(served.length).toBeGreaterThan(150)
  expect(described.sort()).toEqual(
    [...new Set(served.map(({ route, place }) => `${route.verb} ${place}`))].sort(),
  )
  const names = TAGS.flatMap(({ routes }) => Object.keys(routes))
  expect(names.sort()).toEqual(served.map(({ name }) => name).sort())
})

test('operation ids are unique, and paths name their parameters', () => {
  expect(new Set(operations.map(({ operationId }) => operationId)).size).toBe(new Set(operations).size)
  for (const { place, operation } of served) {
    const named = operation.parameters?.filter(it => it.in === 'path').map(({ name }) => name) ?? []
    expect([place, named]).toEqual([place, [...place.matchAll(/\{(\w+)\}/g)].map(([, name]) => name)])
  }
})

test.each(Object.entries(document.components.schemas))('the component %s has properties', (_, schema) => {
  expect(Object.keys(schema.properties ?? {}).length).toBeGreaterThan(0)
})

test.each(served)('$name has a description, examples that fit its schemas, and error responses', it => {
  const { summary, description, requestBody, responses } = it.operation
  expect(summary).toMatch(/^[A-Z].*[^.]$/)
  expect(description).toMatch(/^[A-Z][\s\S]*\.$/)
  const asked = jsonOf(requestBody)
  const schema = bodyOf(it.route)
  if (schema) expect(safeParse(schema, asked?.example)).toMatchObject({ success: true })
  const answered = jsonOf(responses['200'])
  if (it.described.answer)
    expect(safeParse(it.described.answer, answered?.example)).toMatchObject({ success: true })
  const { 200: success, ...errors } = responses
  expect(success).toBeDefined()
  expect(Object.keys(errors).length).toBeGreaterThan(0)
  const known = Object.values(STATUS_BY_CODE).map(String)
  for (const [status, response] of Object.entries(errors)) {
    expect(known).toContain(status)
    expect(jsonOf(response)?.schema).toEqual({ $ref: '#/components/schemas/Error' })
    expect(Object.keys(jsonOf(response)?.examples ?? {}).length).toBeGreaterThan(0)
  }
})

test('an operation names its credentials and the statuses of its refusals', () => {
  const redeem = document.paths['/api/v1/sessions/login_code']?.post
  expect(redeem?.security).toEqual([{ appSecret: [] }])
  expect(Object.keys(redeem?.responses ?? {})).toEqual(['200', '400', '401', '422', '429', '500', '503'])
  const sign = document.paths['/api/v1/wallets/{wallet_id}/rpc']?.post
  // The device of a user, or the app's backend.
  expect(sign?.security).toEqual([{ appId: [], accessToken: [], deviceProof: [] }, { appSecret: [] }])
  const required = new Map(sign?.parameters?.map(({ name, required = false }) => [name, required]))
  expect(required.get('vitrine-authorization-signature')).toBe(true)
  expect(required.get('vitrine-mfa-token')).toBe(false)
  const schemes = Object.keys(document.components.securitySchemes)
  for (const name of operations.flatMap(({ security }) => security.flatMap(it => Object.keys(it))))
    expect(schemes).toContain(name)
})

test('a body has the fields that the server asks for', () => {
  const { schema } = jsonOf(document.paths['/api/v1/passwordless/init']?.post?.requestBody) ?? {}
  expect(schema).toMatchObject({
    type: 'object',
    required: ['email'],
    properties: { purpose: {}, token: {} },
  })
})

test('searches are parameters of the query', () => {
  const { parameters = [] } = document.paths['/api/v1/users']?.get ?? {}
  const names = ['cursor', 'limit', 'email', 'email_prefix', 'phone', 'address', 'subject', 'type']
  expect(parameters.map(({ name }) => name)).toEqual(expect.arrayContaining(names))
})
