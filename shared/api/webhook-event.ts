import type { EventType } from './activity.ts'

/** What a site's backend can be told of. What a person signs, and where they log out, is their own affair. */
export const WEBHOOK_TYPES = [
  'user.created',
  'user.authenticated',
  'user.linked_account',
  'user.unlinked_account',
  'user.updated_account',
  'user.transferred_account',
  'user.merged',
  'user.wallet_created',
  'user.mfa_enrolled',
  'user.mfa_removed',
  'user.mfa_reset_started',
  'user.mfa_reset_stopped',
  'user.mfa_reset_completed',
  'user.deleted',
  'wallet.recovery_key_requested',
  'wallet.imported',
  'wallet.exported',
  'wallet.delegated',
  'wallet.delegation_used',
  'wallet.delegation_revoked',
  'transaction.broadcasted',
  'transaction.confirmed',
  'transaction.execution_reverted',
  'transaction.still_pending',
] as const satisfies readonly EventType[]
export type WebhookType = (typeof WEBHOOK_TYPES)[number]

export const isWebhookType = (name: string): name is WebhookType => WEBHOOK_TYPES.some(type => type === name)
