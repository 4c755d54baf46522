import { STATUS_BY_CODE } from '@vitrine/shared/errors/codes.ts'
import { expect, test } from 'vitest'
import { openApi, strayDescriptions } from './document.ts'
import { servedRoutes } from './routes.ts'
import type { JsonSchema } from './schemas.ts'

const document = openApi('1.2.3')
const operations = Object.entries(document.paths).flatMap(([path, verbs]) =>
  Object.entries(verbs).map(([verb, it]) => ({ path, verb, it })),
)

/** Every object of a document. */
function* objectsOf(value: unknown): Generator<JsonSchema> {
  if (typeof value !== 'object' || value === null) return
  if (!Array.isArray(value)) yield value as JsonSchema
  for (const member of Object.values(value)) yield* objectsOf(member)
}

const at = (pointer: string) =>
  pointer
    .replace('#/', '')
    .split('/')
    .reduce<unknown>((rest, key) => (rest as JsonSchema | undefined)?.[key], document)

test('every route that the server mounts is in the document, and nothing else', () => {
  const described = operations.map(({ path, verb }) => `${verb.toUpperCase()} ${path}`)
  const served = servedRoutes().map(
    ({ path, route }) => `${route.verb} ${path.replaceAll(/:(\w+)/g, '{$1}')}`,
  )
  expect(served.length).toBeGreaterThan(150)
  expect(described.sort()).toEqual([...new Set(served)].sort())
  expect(strayDescriptions()).toEqual([])
})

test('names of operations are their own, and paths name their parameters', () => {
  const ids = operations.map(({ it }) => it.operationId)
  expect(new Set(ids).size).toBe(ids.length)
  for (const { path, it } of operations) {
    const named = it.parameters.filter(({ in: where }) => where === 'path').map(({ name }) => name)
    expect([path, named]).toEqual([path, [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name)])
  }
})

test('references lead somewhere, and schemas have the types of JSON Schema', () => {
  const types = ['string', 'number', 'integer', 'boolean', 'object', 'array', 'null']
  let references = 0
  for (const { $ref, type } of objectsOf(document.paths)) {
    if (typeof $ref === 'string') {
      references++
      expect([$ref, typeof at($ref)]).toEqual([$ref, 'object'])
    }
    if (typeof type === 'string') expect(types).toContain(type)
  }
  for (const { $ref } of objectsOf(document.components))
    if ($ref) expect(typeof at(String($ref))).toBe('object')
  expect(references).toBeGreaterThan(100)
})

test('each call says what it asks for and how it is refused', () => {
  const redeem = document.paths['/api/v1/sessions/login_code']?.post
  expect(redeem?.security).toEqual([{ appSecret: [] }])
  expect(Object.keys(redeem?.responses ?? {})).toEqual(['200', '400', '401', '429', '500', '503'])
  const sign = document.paths['/api/v1/wallets/{wallet_id}/rpc']?.post
  // A person's device, or the app's backend.
  expect(sign?.security).toEqual([{ appId: [], session: [], deviceProof: [] }, { appSecret: [] }])
  expect(
    sign?.parameters.filter(({ in: where }) => where === 'header').map(({ required }) => required),
  ).toEqual([true, true, true])
  const schemes = Object.keys(document.components.securitySchemes as object)
  for (const name of operations.flatMap(({ it }) => it.security.flatMap(each => Object.keys(each))))
    expect(schemes).toContain(name)
  const known = Object.values(STATUS_BY_CODE).map(String)
  for (const { it } of operations)
    for (const status of Object.keys(it.responses)) expect(['200', ...known]).toContain(status)
})

test('a body has the fields that the server asks for', () => {
  const body = document.paths['/api/v1/passwordless/init']?.post?.requestBody?.content as JsonSchema
  const { schema } = body['application/json'] as { schema: JsonSchema }
  expect(schema).toMatchObject({
    type: 'object',
    required: ['email'],
    properties: { purpose: {}, token: {} },
  })
})

test('searches are parameters of the query', () => {
  const { parameters = [] } = document.paths['/api/v1/users']?.get ?? {}
  expect(parameters.map(({ name }) => name)).toEqual(
    expect.arrayContaining([
      'cursor',
      'limit',
      'email',
      'email_prefix',
      'phone',
      'address',
      'subject',
      'type',
    ]),
  )
})
