import type { Explanation } from '../explain/explanation.ts'

/** An explanation with the sentences of its dangers alone, for tests of what is told. */
export const withDangerTexts = (
  explanation: Explanation,
): Omit<Explanation, 'dangers'> & { readonly dangers: string[] } => ({
  ...explanation,
  dangers: explanation.dangers.map(({ text }) => text),
})
