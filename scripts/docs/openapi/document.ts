import * as headers from '@vitrine/shared/api/headers.ts'
import * as z from 'zod'
import type { $ZodType } from 'zod/v4/core'
import {
  type CreateDocumentOptions,
  createDocument,
  type ZodOpenApiOperationObject,
  type ZodOpenApiPathsObject,
} from 'zod-openapi'
import type { Route } from '../../../auth-server/http/route.ts'
import { ACCOUNT_ROUTES } from './account-routes.ts'
import { BACKEND_ROUTES, HEALTH_ROUTES } from './backend-routes.ts'
import './components.ts'
import { CONSOLE_ROUTES } from './console-routes.ts'
import type { Described, DescribedRoutes } from './described.ts'
import { errorResponses } from './errors.ts'
import { addExamples } from './examples.ts'
import { LOGIN_ROUTES } from './login-routes.ts'
import { type ServedRoute, servedRoutes } from './routes.ts'
import type { Values } from './values.ts'
import { WALLET_ROUTES } from './wallet-routes.ts'

/** The parts of the document, by the caller that they are for. */
export const TAGS = [
  {
    name: 'Backend',
    description: 'Calls of a site’s backend with its app secret, and public reads.',
    routes: BACKEND_ROUTES,
  },
  {
    name: 'Login',
    description: 'Calls of the frame that log a user in or link a login.',
    routes: LOGIN_ROUTES,
  },
  {
    name: 'Account',
    description: 'Calls of the frame for sessions, second factors (MFA) and account data.',
    routes: ACCOUNT_ROUTES,
  },
  {
    name: 'Wallets',
    description: 'Calls of the frame for wallets, recovery and funding.',
    routes: WALLET_ROUTES,
  },
  {
    name: 'Console',
    description: 'Calls of the operator’s console. They answer on the console’s origin only.',
    routes: CONSOLE_ROUTES,
  },
  { name: 'Health', description: 'Probes for a load balancer or a monitor.', routes: HEALTH_ROUTES },
] as const satisfies readonly { name: string; description: string; routes: DescribedRoutes }[]

/** @throws Error for a route without a description */
export function describedRoute(name: string): { readonly tag: string; readonly described: Described } {
  for (const { name: tag, routes } of TAGS) {
    const described = (routes as DescribedRoutes)[name]
    if (described) return { tag, described }
  }
  throw new Error(`${name} has no description. Add it to a table of scripts/docs/openapi.`)
}

const SECURITY_SCHEMES = {
  appSecret: {
    type: 'http',
    scheme: 'basic',
    description:
      'The app id as user name and the app secret as password (RFC 7617). For a site’s backend only.',
  },
  appId: {
    type: 'apiKey',
    in: 'header',
    name: headers.APP_ID_HEADER,
    description: 'The id of the app that the frame was loaded for.',
  },
  accessToken: {
    type: 'http',
    scheme: 'bearer',
    bearerFormat: 'JWT',
    description:
      'The access token of a session. It is bound to the device key (RFC 9449), and the frame gives it to no page.',
  },
  deviceProof: {
    type: 'apiKey',
    in: 'header',
    name: headers.DPOP_HEADER,
    description:
      'Proof of possession of the device key, one for each call (RFC 9449). It has the nonce of the last `DPoP-Nonce` response header. With an access token it has that token’s hash in `ath`.',
  },
  operatorSession: {
    type: 'apiKey',
    in: 'cookie',
    name: '__Host-vitrine-console',
    description: 'The session of an operator. It is valid on the console’s origin only.',
  },
} as const

const CONSOLE_SERVER = {
  url: 'https://console.example',
  description: 'The console’s origin (`VITRINE_CONSOLE_ORIGIN`)',
}

/** A document as zod-openapi makes it. */
export type OpenApiDocument = ReturnType<typeof createDocument>

const OPTIONS: CreateDocumentOptions = {
  override({ zodSchema: { _zod }, jsonSchema, io }) {
    // A later release may add members to a response, so a client must not refuse them. `z.strictObject` has a catchall.
    if (io === 'output' && _zod.def.type === 'object' && !('catchall' in _zod.def && _zod.def.catchall))
      delete jsonSchema.additionalProperties
  },
}

/** The HTTP API as an OpenAPI 3.1 document, from the routes that the server mounts and their zod schemas. */
export function openApi(version: string): OpenApiDocument {
  const paths: ZodOpenApiPathsObject = {}
  const values = new Map<string, Values>()
  for (const served of servedRoutes()) {
    const path = served.path.replaceAll(/:(\w+)/g, '{$1}')
    const verb = served.route.verb.toLowerCase() as 'get'
    values.set(operationId(served.name), describedRoute(served.name).described.values ?? {})
    // If two routes match one call, the first one answers (`routesOf`).
    paths[path] = {
      ...(served.route.guards.origin === 'console' && { servers: [CONSOLE_SERVER] }),
      [verb]: operationOf(served),
      ...paths[path],
    }
  }
  const document = createDocument(
    {
      openapi: '3.1.1',
      info: {
        title: 'Vitrine',
        version,
        summary: 'Login and wallet layer for web sites',
        description:
          'The HTTP API of a wallet origin. A site’s backend uses the operations of the part “Backend”. The frame and the console use all others. Those need a browser `Origin` of the server, so a site’s page cannot call them.',
        license: { name: 'MIT', identifier: 'MIT' },
      },
      servers: [{ url: 'https://wallet.example', description: 'The wallet origin' }],
      tags: TAGS.map(({ name, description }) => ({ name, description })),
      paths,
      components: { securitySchemes: SECURITY_SCHEMES },
    },
    OPTIONS,
  )
  addExamples(document, id => values.get(id) ?? {})
  return document
}

function operationOf({ name, path, route }: ServedRoute): ZodOpenApiOperationObject {
  const { tag, described } = describedRoute(name)
  const { summary, description, query, answer } = described
  const body = bodyOf(route)
  const names = [...path.matchAll(/:(\w+)/g)].map(([, it = '']) => it)
  const header = z.object(headersOf(route, described))
  return {
    operationId: operationId(name),
    tags: [tag],
    summary,
    description,
    security: securityOf(route),
    requestParams: {
      ...(names.length > 0 && { path: z.object(Object.fromEntries(names.map(it => [it, z.string()]))) }),
      ...(query && { query }),
      ...(Object.keys(header.shape).length > 0 && { header }),
    },
    ...(body && { requestBody: { required: true, content: { 'application/json': { schema: body } } } }),
    responses: {
      200: {
        description: 'Success',
        ...(answer && { content: { 'application/json': { schema: answer } } }),
      },
      ...errorResponses(route, described),
    },
  }
}

const operationId = (name: string) => name.replaceAll(/[^\w]+/g, '_').toLowerCase()

export const bodyOf = ({ guards: { body } }: Route): $ZodType | undefined =>
  body && 'read' in body ? body.schema : body

/** Headers besides those of the security schemes. */
function headersOf({ guards: { body, operator } }: Route, described: Described): Record<string, z.ZodType> {
  const signature = body && 'read' in body ? body.signature : undefined
  const signed = signature && {
    [headers.AUTHORIZATION_SIGNATURE_HEADER]:
      'Signature of the device key, or of the backend’s key, over the request (RFC 8785).',
    [headers.IDEMPOTENCY_KEY_HEADER]: '16 to 128 printable characters. It is part of the signed payload.',
    [headers.REQUEST_EXPIRY_HEADER]:
      'Unix milliseconds after which the server refuses the request. It is part of the signed payload.',
  }
  const optional = {
    ...described.headers,
    ...(operator?.confirm && {
      'vitrine-confirmation':
        'The `confirmation` of `POST /console/confirm`. An operator sends it, a backend does not.',
    }),
  }
  return Object.fromEntries([
    ...Object.entries(signed ?? {}).map(([name, description]) => {
      const value = z.string().meta({ description })
      return [name, signature === 'always' ? value : value.optional()]
    }),
    ...Object.entries(optional).map(([name, description]) => [
      name,
      z.string().meta({ description }).optional(),
    ]),
  ])
}

type Security = Record<string, string[]>

/** The combinations of credentials that a route accepts. */
function securityOf(route: Route): Security[] {
  const { guards, backend } = route
  const is = (scheme: keyof typeof SECURITY_SCHEMES, isAsked: boolean): Security =>
    isAsked ? { [scheme]: [] } : {}
  const session = guards.session !== undefined
  if (guards.origin === 'console')
    return session || guards.app === 'operator' ? [{ operatorSession: [] }] : []
  const withoutSession = {
    ...is('appSecret', guards.app === 'secret'),
    ...is('appId', guards.app === 'header'),
    ...is('deviceProof', guards.proof !== undefined),
  }
  return [
    // A function says that the body decides whether a session is needed.
    ...(session && typeof guards.session !== 'function' ? [] : [withoutSession]),
    ...(session ? [{ ...withoutSession, accessToken: [] }] : []),
    ...(guards.operator ? [{ operatorSession: [], appId: [] }] : []),
    ...(backend ? securityOf(backend) : []),
  ]
}
