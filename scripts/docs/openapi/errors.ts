import { type ErrorCode, STATUS_BY_CODE } from '@vitrine/shared/errors/codes.ts'
import type { ZodOpenApiExampleObject, ZodOpenApiResponseObject } from 'zod-openapi'
import type { Route } from '../../../auth-server/http/route.ts'
import { MEANINGS } from '../errors/meanings.ts'
import { error } from './components.ts'
import type { Described } from './described.ts'

/** The codes that the guards of a route refuse with, in the order in which the server checks them. */
export function guardCodes(route: Route, query?: unknown): ErrorCode[] {
  const { guards, path, backend } = route
  // An operator calls from the console’s origin, which the server checks too.
  const isOurs = guards.origin !== 'any' && (guards.origin !== 'none' || guards.operator !== undefined)
  const isNamedByPath = guards.app === 'path' || guards.app === 'operator' || path.includes('/:')
  const isSigned = guards.body !== undefined && 'read' in guards.body && guards.body.signature !== undefined
  return [
    ...when(isOurs, 'missing_origin', 'invalid_origin'),
    ...when(guards.limit !== 'none' || guards.userLimit !== undefined, 'too_many_requests'),
    ...when(guards.app === 'header', 'missing_or_invalid_privy_app_id'),
    ...when(
      guards.app === 'secret' || guards.app === 'operator' || guards.session !== undefined,
      'missing_or_invalid_token',
    ),
    ...when(isNamedByPath, 'not_found'),
    ...when(guards.operator !== undefined, 'policy_violation'),
    ...when(guards.method !== undefined, 'disallowed_login_method'),
    ...when(guards.body !== undefined || query !== undefined, 'invalid_data'),
    ...when(isSigned, 'expired_or_invalid_authorization'),
    ...when(guards.proof !== undefined, 'use_dpop_nonce'),
    ...when(guards.captcha !== undefined, 'invalid_captcha'),
    ...when(guards.terms !== undefined || guards.unheld !== undefined, 'policy_violation'),
    ...when(guards.stepUp !== undefined || guards.operator?.confirm !== undefined, 'step_up_required'),
    ...(backend ? guardCodes(backend) : []),
    'internal_error',
    'service_unavailable',
  ]
}

const when = (is: boolean, ...codes: ErrorCode[]): ErrorCode[] => (is ? codes : [])

/** An example for each code, which the document has once. */
const EXAMPLES = new Map(
  Object.entries(MEANINGS).map(([code, [happened]]): [string, ZodOpenApiExampleObject] => [
    code,
    { id: code, summary: happened, value: { error: happened, code } },
  ]),
)

/** The error responses of a route by status. All have one schema. */
export function errorResponses(
  route: Route,
  { codes = [], query }: Described,
): Record<string, ZodOpenApiResponseObject> {
  const all = [...new Set([...guardCodes(route, query), ...codes])]
  return Object.fromEntries(
    [...byStatus(all)].map(([status, of]) => [
      status,
      {
        description: of.map(code => `\`${code}\``).join(', '),
        content: {
          'application/json': {
            schema: error,
            examples: Object.fromEntries(of.map(code => [code, EXAMPLES.get(code) ?? {}])),
          },
        },
      },
    ]),
  )
}

/** Codes by the status that the server sends them with. */
function byStatus(codes: readonly ErrorCode[]): Map<number, ErrorCode[]> {
  const found = new Map<number, ErrorCode[]>()
  for (const code of codes) {
    const status = STATUS_BY_CODE[code]
    if (status !== null) found.set(status, [...(found.get(status) ?? []), code])
  }
  return new Map([...found].sort(([a], [b]) => a - b))
}
