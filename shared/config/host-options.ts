import * as z from 'zod/mini'

/**
 * What a site gives `createVitrine({config})` (contract §4.3), as far as the product acts on it. Strict: an option that
 * does not exist is reported as a `configWarning`, see `bridge/methods.ts` `hello`.
 */
export const hostOptions = z.object({
  appearance: z.optional(
    z.object({
      theme: z.optional(z.string().check(z.regex(/^(light|dark|#[0-9a-fA-F]{6})$/))),
      accentColor: z.optional(z.string().check(z.regex(/^#[0-9a-fA-F]{6}$/))),
      logo: z.optional(z.string().check(z.maxLength(2048), z.regex(/^https?:\/\//))),
      landingHeader: z.optional(z.string().check(z.maxLength(120))),
      loginMessage: z.optional(z.string()),
    }),
  ),
  loginMethods: z.optional(z.array(z.string()).check(z.minLength(1))),
  legal: z.optional(
    z.object({
      termsAndConditionsUrl: z.optional(z.nullable(z.string().check(z.regex(/^https?:\/\//)))),
      privacyPolicyUrl: z.optional(z.nullable(z.string().check(z.regex(/^https?:\/\//)))),
    }),
  ),
  embeddedWallets: z.optional(
    z.object({
      ethereum: z.optional(
        z.object({ createOnLogin: z.optional(z.enum(['users-without-wallets', 'all-users', 'off'])) }),
      ),
    }),
  ),
})
export type HostOptions = z.infer<typeof hostOptions>
