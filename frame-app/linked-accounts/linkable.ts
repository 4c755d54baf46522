import type { User } from '@vitrine/shared/api/client-user.ts'
import type { AppConfig } from '@vitrine/shared/config/app-config.ts'
import type { LoginMethod } from '@vitrine/shared/login/registry.ts'
import { methodsOf, serverNames } from '../config/login-names.ts'

export type LinkedAccount = User['linkedAccounts'][number]
export type AccountType = LinkedAccount['type']

/** Methods whose account a person has once at most, with its type: another one is an update. */
const ONE_OF: Partial<Record<LoginMethod, AccountType>> = { email: 'email', sms: 'phone' }

/** What begins a session and cannot be added to one. */
const LOGIN_ONLY: ReadonlySet<string> = new Set(['guest', 'custom-jwt'])

export const isLinkable = (method: LoginMethod): boolean => !LOGIN_ONLY.has(method)

/** The account that stands in the way of linking this method. */
export function accountInTheWay(user: User, method: LoginMethod): LinkedAccount | undefined {
  const type = ONE_OF[method]
  return user.linkedAccounts.find(account => account.type === type)
}

/** What the app's server enables: the page's choice of methods is for logging in. */
export const enabledMethods = (app: AppConfig): readonly LoginMethod[] => serverNames(app).flatMap(methodsOf)

/** The method that changes an account's address or number; a passkey is not changed but added and removed. */
export function updateMethod({ type }: LinkedAccount): LoginMethod | undefined {
  if (type === 'email') return 'email'
  return type === 'phone' ? 'sms' : undefined
}
