import type { methodsResponse } from '@vitrine/shared/api/mfa.ts'
import type { output } from 'zod/v4/core'
import { redactSubject } from '../audit/redact.ts'
import type { Context } from '../context.ts'
import type { ActiveSession } from '../http/session.ts'
import { readFactors } from './claim/store-factors.ts'

/** The user's second factors as their own screen shows them; several passkeys are one. */
export async function listMethods(
  ctx: Context,
  { userId }: ActiveSession,
): Promise<output<typeof methodsResponse>> {
  const factors = await readFactors(ctx.db, userId)
  const list = factors?.list ?? []
  const shown = list.filter(({ type }, index) => list.findIndex(each => each.type === type) === index)
  return {
    methods: shown.map(factor => ({
      type: factor.type,
      verified_at: Math.floor(factor.verifiedAt / 1000),
      name: 'address' in factor ? redactSubject(factor.address) : null,
      ...(factor.type === 'passkey' && {
        credential_ids: list.flatMap(each => (each.type === 'passkey' ? [each.id] : [])),
      }),
    })),
    recovery_codes_left: factors?.recoveryCodes.length ?? 0,
  }
}
