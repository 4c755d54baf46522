import * as headers from '@vitrine/shared/api/headers.ts'
import type { $ZodType } from 'zod/v4/core'
import type { Route } from '../../../auth-server/http/route.ts'
import { ACCOUNT_ROUTES } from './account-routes.ts'
import { BACKEND_ROUTES } from './backend-routes.ts'
import { CONSOLE_ROUTES } from './console-routes.ts'
import type { Described, DescribedRoutes } from './described.ts'
import { byStatus, refusalsOf } from './errors.ts'
import { LOGIN_ROUTES } from './login-routes.ts'
import { type ServedRoute, servedRoutes } from './routes.ts'
import { type JsonSchema, jsonSchemaOf, namedSchemas } from './schemas.ts'
import { WALLET_ROUTES } from './wallet-routes.ts'

/** For whom the calls are: the parts of the document, in its order. */
export const TAGS = [
  {
    name: 'backend',
    description: 'For a site’s backend, by the app secret, and what anybody may read.',
    routes: BACKEND_ROUTES,
  },
  { name: 'login', description: 'Logging in, for the frame.', routes: LOGIN_ROUTES },
  {
    name: 'account',
    description: 'Sessions, second factors and the person’s own data, for the frame.',
    routes: ACCOUNT_ROUTES,
  },
  { name: 'wallets', description: 'Wallets, recovery and funding, for the frame.', routes: WALLET_ROUTES },
  { name: 'console', description: 'For the operator’s console, on its own origin.', routes: CONSOLE_ROUTES },
  {
    name: 'health',
    description: 'For what watches the server.',
    routes: {
      'GET /health': { summary: 'Whether a login could work now: 200 or 503', answer: null },
      'GET /health/ready': { summary: 'The same', answer: null },
    },
  },
] as const satisfies readonly { name: string; description: string; routes: DescribedRoutes }[]

/** What is said of a route, and where. @throws Error for a route that nobody described */
function find(name: string): { readonly tag: string; readonly described: Described } {
  for (const { name: tag, routes } of TAGS) {
    const described = (routes as DescribedRoutes)[name]
    if (described) return { tag, described }
  }
  throw new Error(`${name} is not described: add it to a table of scripts/docs/openapi.`)
}

/** Descriptions of what no route is: they are of an earlier release. */
export function strayDescriptions(): string[] {
  const served = new Set(servedRoutes().map(({ name }) => name))
  return TAGS.flatMap(({ routes }) => Object.keys(routes)).filter(name => !served.has(name))
}

export interface Operation {
  readonly operationId: string
  readonly tags: readonly [string]
  readonly summary: string
  readonly parameters: readonly JsonSchema[]
  readonly requestBody?: JsonSchema
  readonly responses: Readonly<Record<string, JsonSchema>>
  readonly security: readonly Readonly<Record<string, readonly never[]>>[]
}

export interface OpenApi {
  readonly openapi: '3.1.1'
  readonly info: JsonSchema
  readonly servers: readonly JsonSchema[]
  readonly tags: readonly JsonSchema[]
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
  readonly components: JsonSchema
}

/** The HTTP API as an OpenAPI 3.1 document, of the routes that the server mounts and the schemas that they ask for. */
export function openApi(version: string): OpenApi {
  const paths: Record<string, Record<string, Operation>> = {}
  for (const served of servedRoutes()) {
    const path = served.path.replaceAll(/:(\w+)/g, '{$1}')
    paths[path] ??= {}
    // Of two routes for one call the first answers: see `routesOf`.
    paths[path][served.route.verb.toLowerCase()] ??= operationOf(served)
  }
  return {
    openapi: '3.1.1',
    info: {
      title: 'Vitrine',
      version,
      description:
        'The API of a wallet origin. A site’s backend calls the first part. The rest is what the frame and the console call: it is told so that it can be read, and a page can call none of it.',
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: 'https://wallet.example', description: 'The wallet origin' }],
    tags: TAGS.map(({ name, description }) => ({ name, description })),
    paths,
    components: { schemas: namedSchemas(), securitySchemes: SECURITY },
  }
}

const SECURITY = {
  appSecret: { type: 'http', scheme: 'basic', description: 'App id and app secret (RFC 7617).' },
  session: { type: 'http', scheme: 'bearer', description: 'The access token, which never leaves the frame.' },
  deviceProof: {
    type: 'apiKey',
    in: 'header',
    name: headers.DPOP_HEADER,
    description: 'Proof of possession of the device key, once for each call (RFC 9449).',
  },
  appId: {
    type: 'apiKey',
    in: 'header',
    name: headers.APP_ID_HEADER,
    description: 'The app that the call is of.',
  },
  console: {
    type: 'apiKey',
    in: 'cookie',
    name: '__Host-vitrine-console',
    description: 'An operator’s session.',
  },
}

function operationOf({ name, path, route }: ServedRoute): Operation {
  const { tag, described } = find(name)
  const { backend } = route
  const body = bodyOf(route)
  const isSigned = signatureOf(route)
  return {
    operationId: name.replaceAll(/[^\w]+/g, '_').toLowerCase(),
    tags: [tag],
    summary: described.summary,
    parameters: [
      ...[...path.matchAll(/:(\w+)/g)].map(([, it]) => parameter('path', it ?? '', true, { type: 'string' })),
      ...(described.query ? queryOf(described.query) : []),
      ...(isSigned ? signedHeaders(isSigned === 'always') : []),
    ],
    ...(body && {
      requestBody: { required: true, content: { 'application/json': { schema: jsonSchemaOf(body) } } },
    }),
    responses: responsesOf(route, described),
    security: [securityOf(route), ...(backend ? [securityOf(backend)] : [])],
  }
}

const bodyOf = ({ guards: { body } }: Route): $ZodType | undefined =>
  body && 'read' in body ? body.schema : body

const signatureOf = ({ guards: { body } }: Route) => (body && 'read' in body ? body.signature : undefined)

const parameter = (
  where: string,
  name: string,
  required: boolean,
  schema: unknown,
  description?: string,
) => ({
  name,
  in: where,
  required,
  schema,
  ...(description && { description }),
})

function queryOf(schema: $ZodType): JsonSchema[] {
  const { properties = {}, required = [] } = jsonSchemaOf(schema)
  return Object.entries(properties as JsonSchema).map(([name, member]) =>
    parameter('query', name, (required as string[]).includes(name), member),
  )
}

const signedHeaders = (required: boolean) => [
  parameter(
    'header',
    headers.AUTHORIZATION_SIGNATURE_HEADER,
    required,
    { type: 'string' },
    'By the device, or the backend’s key, over the request (RFC 8785).',
  ),
  parameter('header', headers.IDEMPOTENCY_KEY_HEADER, required, {
    type: 'string',
    minLength: 16,
    maxLength: 128,
  }),
  parameter(
    'header',
    headers.REQUEST_EXPIRY_HEADER,
    required,
    { type: 'string', pattern: '^\\d{13}$' },
    'Unix milliseconds.',
  ),
]

function responsesOf(route: Route, { answer }: Described): Record<string, JsonSchema> {
  const schema = answer ? jsonSchemaOf(answer) : {}
  const refused = [...byStatus(refusalsOf(route))].map(
    ([status, codes]) =>
      [
        String(status),
        {
          description: codes.map(code => `\`${code}\``).join(', '),
          content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
        },
      ] as const,
  )
  return {
    200: { description: 'Done.', content: { 'application/json': { schema } } },
    ...Object.fromEntries(refused),
  }
}

function securityOf({ guards }: Route): Record<string, readonly never[]> {
  const asks = {
    appSecret: guards.app === 'secret',
    appId: guards.app === 'header',
    session: guards.session !== undefined && guards.origin !== 'console',
    deviceProof: guards.proof !== undefined,
    console: guards.app === 'operator' || (guards.origin === 'console' && guards.session !== undefined),
  }
  return Object.fromEntries(Object.entries(asks).flatMap(([name, is]) => (is ? [[name, []] as const] : [])))
}
