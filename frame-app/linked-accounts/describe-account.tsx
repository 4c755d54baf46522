import type { ReactNode } from 'react'
import { PasskeyIcon } from '../login/passkey/icon.tsx'
import { PersonIcon, WalletIcon } from '../requests/account/icons.tsx'
import { MailIcon, PhoneIcon } from '../ui/icons.tsx'
import { say } from '../words/say.ts'
import type { LinkedAccount } from './linkable.ts'

export interface AccountDescription {
  /** What a person knows it by. */
  readonly name: string
  readonly icon: ReactNode
}

export function describeAccount(account: LinkedAccount): AccountDescription {
  switch (account.type) {
    case 'email':
      return { name: account.address, icon: <MailIcon /> }
    case 'phone':
      return { name: account.number, icon: <PhoneIcon /> }
    case 'passkey':
      return { name: account.authenticatorName ?? say('account.passkey'), icon: <PasskeyIcon /> }
    case 'custom_auth':
      return { name: say('account.siteAccount'), icon: <PersonIcon /> }
    case 'wallet':
      return { name: account.address, icon: <WalletIcon /> }
  }
}
