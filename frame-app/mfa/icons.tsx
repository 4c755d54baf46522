import type { ComponentType } from 'react'
import { Icon, MailIcon } from '../ui/icons.tsx'
import { PhoneIcon } from '../ui/icons-later.tsx'
import type { Way } from './ways.ts'

const App = () => (
  <Icon size={20}>
    <circle cx="10" cy="10" r="7.25" />
    <path d="M10 5.750V10l2.750 2" />
  </Icon>
)

const Passkey = () => (
  <Icon size={20}>
    <circle cx="7" cy="7" r="3.25" />
    <path d="M1.75 16.500c.4-3 2.400-4.750 5.250-4.750 1 0 1.900.2 2.650.6" />
    <path d="M14.500 11.500v5.500m0-2.250h2M14.500 11.500a2.250 2.250 0 1 0 0-4.500 2.250 2.250 0 0 0 0 4.500z" />
  </Icon>
)

const Recovery = () => (
  <Icon size={20}>
    <rect height="14" rx="2.5" width="12" x="4" y="3" />
    <path d="M7 7.500h2m2 0h2M7 10.500h2m2 0h2M7 13.500h2" />
  </Icon>
)

export const MFA_ICONS: Readonly<Record<Way, ComponentType>> = {
  totp: App,
  sms: PhoneIcon,
  email: MailIcon,
  passkey: Passkey,
  recovery_code: Recovery,
}
