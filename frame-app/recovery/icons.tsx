import type { UserOwnedRecovery } from '@vitrine/shared/wallet/recovery-rules.ts'
import type { ComponentType } from 'react'
import { BrandMark } from '../login-method/brand-mark.tsx'
import { Icon } from '../ui/icons.tsx'

const Passcode = () => (
  <Icon size={20}>
    <rect height="8" rx="2.5" width="15" x="2.5" y="6" />
    <path d="M6.25 10h.01M10 10h.01M13.75 10h.01" />
  </Icon>
)

/** The mark as its company draws it: its colours, and nothing beside it. */
const Drive = () => (
  <BrandMark>
    <path d="M8.2 2.500h7.600L24 16.700h-7.600z" fill="#fbbc05" />
    <path d="M8.200 2.500 0 16.700l3.800 6.600L12 9.100z" fill="#34a853" />
    <path d="M7.600 16.700H24l-3.800 6.600H3.800z" fill="#4285f4" />
  </BrandMark>
)

const ICloud = () => (
  <BrandMark>
    <path
      d="M18.600 19.500H6a4.600 4.600 0 0 1-.9-9.100 3.700 3.700 0 0 1 4.700-3.600 6 6 0 0 1 11.100 3.700 4.600 4.600 0 0 1-2.300 9z"
      fill="#3693f3"
    />
  </BrandMark>
)

const Passkey = () => (
  <Icon size={20}>
    <circle cx="7" cy="7" r="3.250" />
    <path d="M1.750 16.500c.4-3 2.400-4.750 5.250-4.750 1 0 1.900.2 2.650.6" />
    <path d="M14.500 11.500v5.500m0-2.250h2M14.500 11.500a2.250 2.250 0 1 0 0-4.500 2.250 2.250 0 0 0 0 4.500z" />
  </Icon>
)

const Site = () => (
  <Icon size={20}>
    <path d="M3 8.250 4.500 3.500h11L17 8.250M4 9.500v7h12v-7M3 8.250a2.330 2.330 0 0 0 4.660 0 2.330 2.330 0 0 0 4.670 0 2.330 2.330 0 0 0 4.670 0" />
  </Icon>
)

export const RECOVERY_ICONS: Readonly<Record<UserOwnedRecovery, ComponentType>> = {
  'user-passcode': Passcode,
  'google-drive': Drive,
  icloud: ICloud,
  passkey: Passkey,
  'recovery-encryption-key': Site,
}
