import { wayOfAccount } from '@vitrine/shared/account/login-facts.ts'
import type { ReactNode } from 'react'
import { LOGIN_VIEWS } from '../login/registry.ts'
import type { LoginMethodView } from '../login-method/login-method.ts'
import { WalletIcon } from '../wallet-login/icon.tsx'
import { PersonIcon } from './icons.tsx'
import { isEmbedded, type LinkedAccount, subjectOf } from './linkable.ts'

export interface AccountDescription {
  /** What a person knows it by. */
  readonly name: string
  readonly icon: ReactNode
}

export function describeAccount(account: LinkedAccount): AccountDescription {
  if (isEmbedded(account)) return { name: subjectOf(account).sent as string, icon: <WalletIcon /> }
  const { way, view } = viewOf(account)
  return {
    name: view.accountName?.(account) ?? subjectOf(account).value,
    icon: (way && view.accountIcon?.(way)) ?? <PersonIcon />,
  }
}

/** What has a person give it a name of their own; `undefined`: it has one that is its own. */
export const renameOf = (account: LinkedAccount): LoginMethodView['loadRename'] =>
  isEmbedded(account) ? undefined : viewOf(account).view.loadRename

function viewOf(account: LinkedAccount) {
  const way = wayOfAccount(account)
  const view: Partial<LoginMethodView> = way ? LOGIN_VIEWS[way.method] : {}
  return { way, view }
}
