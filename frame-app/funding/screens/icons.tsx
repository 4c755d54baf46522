import type { FundingMethod } from '@vitrine/shared/funding/options.ts'
import type { ComponentType } from 'react'
import { Icon } from '../../ui/icons.tsx'
import { PhoneIcon } from '../../ui/icons-later.tsx'

const CardIcon = () => (
  <Icon size={20}>
    <rect height="11" rx="2" width="15" x="2.5" y="4.5" />
    <path d="M2.5 8.5h15M5.5 12.25h3" />
  </Icon>
)

const ExchangeIcon = () => (
  <Icon size={20}>
    <path d="M3.500 7.500h12l-3-3M16.500 12.500h-12l3 3" />
  </Icon>
)

const WalletIcon = () => (
  <Icon size={20}>
    <path d="M4.500 5.500h10a2 2 0 0 1 2 2v6a2 2 0 0 1-2 2h-9a2 2 0 0 1-2-2v-7a1 1 0 0 1 1-1zM13 10.500h3.500" />
  </Icon>
)

const CodeIcon = () => (
  <Icon size={20}>
    <path d="M3.500 3.500h5v5h-5zM11.500 3.500h5v5h-5zM3.500 11.500h5v5h-5zM11.500 11.500h2v2h-2zM14.500 14.500h2v2h-2z" />
  </Icon>
)

/** A picture of each way; its name stands beside it. */
export const METHOD_ICONS: Readonly<Record<FundingMethod, ComponentType>> = {
  card: CardIcon,
  'payment-request': PhoneIcon,
  exchange: ExchangeIcon,
  wallets: WalletIcon,
  manual: CodeIcon,
}
