import { type ErrorCode, STATUS_BY_CODE } from '@vitrine/shared/errors/codes.ts'
import type { Route } from '../../../auth-server/http/route.ts'

/** The codes that a route's guards refuse by, in the order in which they are asked. */
export function refusalsOf({ guards, path }: Route): ErrorCode[] {
  const isOurs = guards.origin === 'own' || guards.origin === 'own-read' || guards.origin === 'console'
  const isOfPath = guards.app === 'path' || guards.app === 'operator' || path.includes('/:')
  return [
    ...when(isOurs, 'missing_origin', 'invalid_origin'),
    ...when(guards.limit !== 'none' || guards.userLimit !== undefined, 'too_many_requests'),
    ...when(guards.app === 'header', 'missing_or_invalid_privy_app_id'),
    ...when(guards.app === 'secret' || guards.session !== undefined, 'missing_or_invalid_token'),
    ...when(isOfPath, 'not_found'),
    ...when(guards.method !== undefined, 'disallowed_login_method'),
    ...when(guards.body !== undefined, 'invalid_data'),
    ...when(guards.proof !== undefined, 'use_dpop_nonce'),
    ...when(guards.captcha !== undefined, 'invalid_captcha'),
    ...when(guards.terms !== undefined || guards.unheld !== undefined, 'policy_violation'),
    ...when(guards.stepUp !== undefined, 'step_up_required'),
    'internal_error',
    'service_unavailable',
  ]
}

const when = (is: boolean, ...codes: ErrorCode[]): ErrorCode[] => (is ? codes : [])

/** Codes by the status that they are answered with. */
export function byStatus(codes: readonly ErrorCode[]): Map<number, ErrorCode[]> {
  const found = new Map<number, ErrorCode[]>()
  for (const code of codes) {
    const status = STATUS_BY_CODE[code]
    if (status !== null) found.set(status, [...(found.get(status) ?? []), code])
  }
  return new Map([...found].sort(([a], [b]) => a - b))
}
