import type { EventType } from '@vitrine/shared/api/activity.ts'
import { Icon } from '../../../ui/icons.tsx'

export const DeviceIcon = () => (
  <Icon size={20}>
    <rect height="9" rx="1.5" width="13" x="3.5" y="4" />
    <path d="M2 16h16" />
  </Icon>
)

const PATHS = {
  user: 'M8 4.5H5.500a1.500 1.500 0 0 0-1.500 1.500v8a1.500 1.500 0 0 0 1.500 1.500H8M9 10h7.500M13.500 7l3 3-3 3',
  wallet: 'm12.500 4.250 3.250 3.250L7 16.250l-3.750.500.500-3.750z',
  transaction: 'M5.500 14.500l9-9M8 5.500h6.500V12',
} as const

/** By what an event is of: the account, a key, or a chain. The sentence beside it says which. */
export const EventIcon = ({ type }: { type: EventType }) => (
  <Icon size={20}>
    <path d={PATHS[type.split('.')[0] as keyof typeof PATHS]} />
  </Icon>
)
