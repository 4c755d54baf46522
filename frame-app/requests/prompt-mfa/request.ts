import type { RequestKind } from '../kind.ts'

/**
 * A place for the question after a second factor where no screen is on show. The question itself lies over whatever is
 * (`requests/app.tsx`).
 */
export interface PromptMfaRequest {
  readonly id: string
  readonly kind: 'prompt-mfa'
}

export const promptMfa: RequestKind<PromptMfaRequest, undefined, 'promptMfa'> = {
  dismissal: { type: 'result', result: undefined },
  custody: null,
  silent: null,
  screen: async () => (await import('./screen.tsx')).PromptMfaScreen,
  page: { method: 'promptMfa', handler: async () => (await import('./handler.ts')).promptMfa },
}
