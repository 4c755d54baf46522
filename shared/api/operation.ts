import * as z from 'zod/mini'

/**
 * What operators and backends do, as the audit has it (`auth-server/audit/record-operation.ts`). What happens to a user by their own
 * doing is in `activity.ts`. A name once used keeps its meaning.
 */
export const OPERATION_TYPES = [
  'app.created',
  'app.edited',
  'app.secret_rotated',
  'app.deleted',
  'app.sealed',
  'user.imported',
  'wallets.imported',
  'user.searched',
  'user.viewed',
  'user.exported',
  'user.metadata_edited',
  'user.sessions_revoked',
  'user.wallet_pregenerated',
  'user.expected_deleted',
  'entry_rule.added',
  'entry_rule.removed',
  'test_account.added',
  'test_account.removed',
  'secret.set',
  'secret.removed',
  'oauth_client.set',
  'oauth_client.removed',
  'webhook.added',
  'webhook.removed',
  'webhook.replayed',
  'job.retried',
  'authorization_key.added',
  'authorization_key.removed',
  'policy.added',
  'policy.replaced',
  'policy.removed',
  'keys.made',
  'keys.rotated',
  'keys.leak_handled',
  'recovery_key.set',
  'signer_key.set',
  'account.restored',
  'database.restored',
  'backup.taken',
  'backup.restored',
  'operator.added',
  'operator.edited',
  'operator.removed',
  'operator.authenticated',
  'operator.logged_out',
] as const
export type OperationType = (typeof OPERATION_TYPES)[number]

/** Who did it. `command`: somebody with a shell on the server. `backend`: whoever has the app secret. `operator`: in the console. */
export type Actor = 'command' | 'backend' | `operator:${string}`

/** An operation says this besides its type: names of what was changed, and no secret or address of a person. */
export const operationData = z.object({
  /** Keys of the config or of the metadata that changed. */
  fields: z.optional(z.array(z.string())),
  /** The values before and after, for fields that name an address, let somebody in or protect users; `null` where there was none. */
  changes: z.optional(z.array(z.object({ field: z.string(), before: z.unknown(), after: z.unknown() }))),
  /** What was searched by: `email`, `phone`, `address`, `subject`. */
  searched_by: z.optional(z.string()),
  count: z.optional(z.number()),
  /** Of the wallets that were named. */
  addresses: z.optional(z.array(z.string())),
  /** Id of the webhook, message, key, policy, rule or operator. */
  target: z.optional(z.string()),
  /** As the operator named it. */
  name: z.optional(z.string()),
})
export type OperationData = z.infer<typeof operationData>
