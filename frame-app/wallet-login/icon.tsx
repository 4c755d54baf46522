import { Icon } from '../ui/icons.tsx'

export const WalletIcon = () => (
  <Icon size={20}>
    <path d="M15 6.5V5a1.5 1.5 0 0 0-1.9-1.45L4.6 5.9A2.2 2.2 0 0 0 3 8v6.5A2.5 2.5 0 0 0 5.5 17h9a2.5 2.5 0 0 0 2.5-2.500V9a2.5 2.5 0 0 0-2.5-2.500z" />
    <path d="M13.25 11.750h.01" strokeWidth="2.2" />
  </Icon>
)
