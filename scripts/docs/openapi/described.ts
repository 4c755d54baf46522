import type { $ZodType } from 'zod/v4/core'

/** What the code of a route does not say of it: its words, what it answers, and what it reads of the address's query. */
export interface Described {
  readonly summary: string
  /** `null`: it is no JSON of ours, and `summary` says what it is. */
  readonly answer: $ZodType | null
  readonly query?: $ZodType
}

/** Routes by verb and path below `/api/v1`, e.g. `POST /sessions`. */
export type DescribedRoutes = Readonly<Record<string, Described>>

export const described = (summary: string, answer: $ZodType | null, query?: $ZodType): Described => ({
  summary,
  answer,
  ...(query && { query }),
})
