import { wireAccounts } from '@vitrine/shared/account/schemas.ts'
import { authenticatedUser, errorResponse } from '@vitrine/shared/api/session.ts'
import { embeddedWalletAccount, externalWalletAccount, wireUser } from '@vitrine/shared/api/user.ts'
import { auditEvent, managedUser } from '@vitrine/shared/api/users.ts'
import { appConfig } from '@vitrine/shared/config/app-config.ts'
import { embeddedSet } from '@vitrine/shared/wallet/embedded.ts'
import { walletResource } from '@vitrine/shared/wallet/wallet-resource.ts'
import * as z from 'zod/mini'
import type { $ZodLiteral, $ZodType } from 'zod/v4/core'

/** The body of each status from 400 on. `data` has the facts that a code carries (`shared/errors/data.ts`). */
export const error = z.extend(errorResponse, { data: z.optional(z.record(z.string(), z.unknown())) })

/** Schemas that the document has once, by name. All others are written where they are used. */
const NAMED: Readonly<Record<string, $ZodType>> = {
  User: wireUser,
  EmbeddedWalletAccount: embeddedWalletAccount,
  ExternalWalletAccount: externalWalletAccount,
  ...Object.fromEntries(wireAccounts.map(it => [`${accountName(it.shape.type)}Account`, it])),
  AuthenticatedUser: authenticatedUser,
  ManagedUser: managedUser,
  AuditEvent: auditEvent,
  AppConfig: appConfig,
  Wallet: walletResource,
  EmbeddedSet: embeddedSet,
  Error: error,
}

/** `google_oauth` as `GoogleOauth`. The type of an account at a provider of the app's own has no fixed value. */
function accountName(type: $ZodType): string {
  const { def } = type._zod
  if (def.type !== 'literal') return 'CustomProvider'
  const [name] = (def as $ZodLiteral['_zod']['def']).values
  return String(name).replaceAll(/(?:^|_)(\w)/g, (_, letter: string) => letter.toUpperCase())
}

// The generator reads names from zod's registry. A schema in `components` would be written as a request and as a response.
for (const [id, schema] of Object.entries(NAMED)) z.globalRegistry.add(schema, { id })
