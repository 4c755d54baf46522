import type { EventType } from '@vitrine/shared/api/activity.ts'
import { Icon } from '../../../ui/icons.tsx'

export const DeviceIcon = () => (
  <Icon size={20}>
    <rect height="9" rx="1.5" width="13" x="3.5" y="4" />
    <path d="M2 16h16" />
  </Icon>
)

const PATHS = {
  account: 'M10 4.500v11M4.500 10h11',
  login:
    'M8 4.5H5.500a1.500 1.500 0 0 0-1.500 1.500v8a1.500 1.500 0 0 0 1.500 1.500H8M9 10h7.500M13.500 7l3 3-3 3',
  key: 'm12.500 4.250 3.250 3.250L7 16.250l-3.750.500.500-3.750z',
  transaction: 'M5.500 14.500l9-9M8 5.500h6.500V12',
  safety: 'M10 3l5.500 2v4.500c0 3.500-2.300 6-5.500 7.500-3.200-1.500-5.500-4-5.500-7.500V5z',
} as const

/** By what an event is of: who comes and goes, what the account has, a key, or a chain. The sentence beside it says which. */
export const EventIcon = ({ type }: { type: EventType }) => (
  <Icon size={20}>
    <path d={PATHS[kindOf(type)]} />
  </Icon>
)

function kindOf(type: EventType): keyof typeof PATHS {
  if (type.startsWith('transaction.')) return 'transaction'
  if (type.startsWith('wallet.')) return 'key'
  if (type === 'user.authenticated') return 'login'
  return type === 'user.session_ended' ? 'safety' : 'account'
}
