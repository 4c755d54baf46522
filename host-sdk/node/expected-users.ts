import type { ExpectedAnswer, ExpectedLogin, ExpectUserRequest } from '@vitrine/shared/api/import-users.ts'
import type { CustomMetadata } from '@vitrine/shared/api/users.ts'
import type { ApiClient } from './api-client.ts'
import type { CallOptions } from './server-options.ts'

/**
 * A login that is theirs: `{type, subject}`, or the account as a user has it: an email's `address`, a phone's `phoneNumber`, a wallet's
 * `address` and `chainType`, the `customUserId` of your own login.
 */
export type ExpectedAccount = Readonly<Record<string, unknown>> & { readonly type: string }

export interface ExpectedUserOptions extends CallOptions {
  readonly linkedAccounts: readonly ExpectedAccount[]
  readonly customMetadata?: CustomMetadata | undefined
  /** Made at once, with keys at the server; they are the person's from their first login on. */
  readonly wallets?: readonly { readonly chainType: 'ethereum' | 'solana' }[] | undefined
  /** When they agreed to the terms at your site. */
  readonly acceptedTermsAt?: Date | undefined
}

/** Somebody who has not logged in yet. */
export interface ExpectedUser {
  readonly status: 'expected'
  readonly userId: null
  /** This call made it. */
  readonly isNew: boolean
  readonly id: string
  readonly linkedAccounts: readonly ExpectedLogin[]
  readonly customMetadata: CustomMetadata
  readonly acceptedTermsAt: Date | null
  readonly wallets: readonly { readonly chainType: 'ethereum' | 'solana'; readonly address: string }[]
  readonly createdAt: Date
}

/** One of the logins has a user already: nothing was made or changed. */
export interface ExistingUser {
  readonly status: 'exists'
  readonly userId: string
}

/**
 * Names somebody before their first login (docs/moving-users.md). The same logins again are the same person, with the same wallets, so a
 * call that got no answer may be sent again.
 * @throws VitrineError `resource_conflict` where one of the logins is expected as another user's, `not_supported` for wallets of an app
 *   whose keys are on devices
 */
export async function expectUser(
  api: ApiClient,
  { linkedAccounts, customMetadata, wallets, acceptedTermsAt, ...options }: ExpectedUserOptions,
): Promise<ExpectedUser | ExistingUser> {
  const body = {
    linked_accounts: linkedAccounts.map(account => ({ ...account })),
    ...(customMetadata && { custom_metadata: customMetadata }),
    ...(wallets && { wallets: wallets.map(({ chainType }) => ({ chain_type: chainType })) }),
    ...(acceptedTermsAt && { accepted_terms_at: Math.floor(acceptedTermsAt.getTime() / 1000) }),
  } satisfies ExpectUserRequest
  const answer = await api<ExpectedAnswer>({ method: 'POST', path: '/users', body }, options)
  if (answer.status === 'exists') return { status: 'exists', userId: answer.user_id }
  const { accepted_terms_at: accepted } = answer
  return {
    status: 'expected',
    userId: null,
    isNew: answer.is_new,
    id: answer.id,
    linkedAccounts: answer.linked_accounts,
    customMetadata: answer.custom_metadata,
    acceptedTermsAt: accepted === null ? null : new Date(accepted * 1000),
    wallets: answer.wallets.map(({ chain_type, address }) => ({ chainType: chain_type, address })),
    createdAt: new Date(answer.created_at * 1000),
  }
}
