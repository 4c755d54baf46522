import { VitrineError } from '@vitrine/shared/errors/vitrine-error.ts'
import { type ReactNode, useMemo } from 'react'
import { KernelContext, type Operations, useKernel } from '../ui/kernel-context.ts'
import type { ScreenRequest } from './registry.ts'

/** What a card of a page's request does with keys. `mfa` is another one. */
const ENDING = [
  'openHere',
  'recoveryOf',
  'recover',
  'setRecovery',
  'exportKey',
  'beginImport',
  'importKey',
] as const satisfies readonly (keyof Operations)[]

/**
 * Where the page asks its person for a second factor itself (`mfa.noPromptOnMfaRequired`), what is refused for want of one ends the
 * request with that refusal: the page has its answer, asks, and calls again. The card would else stand there with a refusal that
 * nothing in it can mend.
 */
export function EndedByMfa({ request, children }: { request: ScreenRequest; children: ReactNode }) {
  const kernel = useKernel()
  const { screens } = kernel
  const value = useMemo(
    () => ({ ...kernel, operations: ending(kernel.operations, error => screens.fail(request, error)) }),
    [kernel, screens, request],
  )
  return <KernelContext value={value}>{children}</KernelContext>
}

function ending(operations: Operations, end: (error: VitrineError) => void): Operations {
  const watched = <T,>(work: Promise<T>): Promise<T> =>
    work.catch(error => {
      if (error instanceof VitrineError && isMfaRefusal(error)) end(error)
      throw error
    })
  const guarded = ENDING.map(name => {
    const perform = operations[name] as (...given: unknown[]) => Promise<unknown>
    return [name, async (...given: unknown[]) => watched(perform(...given))] as const
  })
  return {
    ...operations,
    ...Object.fromEntries(guarded),
    // By which a card asks for what is none of these: to unlink a passkey that is a factor.
    async mfa() {
      const mfa = await operations.mfa()
      return { ...mfa, run: (work, options) => watched(mfa.run(work, options)) }
    },
  }
}

/** Neither reaches a card where the frame asks: there the person proves one, sets one up, or leaves. */
const isMfaRefusal = ({ code }: VitrineError) =>
  code === 'missing_or_invalid_mfa' || code === 'missing_mfa_enrollment'
