import type { HandlerContext } from '../context.ts'
import type { Asked } from '../kind.ts'
import type { Kind, RequestOf, ScreenResult } from '../registry.ts'

export type AskContext = Pick<HandlerContext, 'decide' | 'screens'>

/**
 * Has a request of the page done as `decide` says: shows its screen and waits for the person, or performs it at once.
 * @throws VitrineError `user_rejected` (4001), and what the work throws
 */
export async function ask<K extends Kind>(
  context: AskContext,
  request: Asked<RequestOf<K>> & { readonly kind: K },
): Promise<ScreenResult<K>> {
  const decision = await context.decide<K>(request)
  switch (decision.type) {
    case 'refused':
      throw decision.error
    case 'shown':
      return context.screens.show<K>(request)
    case 'silent':
      return decision.perform()
  }
}
