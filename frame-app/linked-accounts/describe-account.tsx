import { wayOfAccount } from '@vitrine/shared/account/login-facts.ts'
import type { ReactNode } from 'react'
import { LOGIN_VIEWS } from '../login/registry.ts'
import type { LoginMethodView } from '../login-method/login-method.ts'
import { WalletIcon } from '../wallet-login/icon.tsx'
import { PersonIcon } from './icons.tsx'
import { type LinkedAccount, subjectOf } from './linkable.ts'

export interface AccountDescription {
  /** What a person knows it by. */
  readonly name: string
  readonly icon: ReactNode
}

export function describeAccount(account: LinkedAccount): AccountDescription {
  if (account.type === 'wallet') return { name: account.address, icon: <WalletIcon /> }
  const way = wayOfAccount(account)
  const view: Partial<LoginMethodView> = way ? LOGIN_VIEWS[way.method] : {}
  return {
    name: view.accountName?.(account) ?? subjectOf(account).value,
    icon: (way && view.accountIcon?.(way)) ?? <PersonIcon />,
  }
}
