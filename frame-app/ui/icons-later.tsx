/** Icons of screens after the landing, which waits for none of them. */
import { Icon } from './icons.tsx'

export const PhoneIcon = () => (
  <Icon size={20}>
    <rect height="16" rx="2.5" width="10" x="5" y="2" />
    <path d="M9 15.25h2" />
  </Icon>
)

export const ChevronIcon = () => (
  <Icon size={16}>
    <path d="m5.5 8 4.5 4.5L14.5 8" />
  </Icon>
)

export const CopyIcon = () => (
  <Icon size={16}>
    <rect height="9.5" rx="2" width="9.5" x="7.25" y="7.25" />
    <path d="M12.75 4.750a2 2 0 0 0-1.5-1.500h-6a2 2 0 0 0-2 2v6a2 2 0 0 0 1.5 1.5" />
  </Icon>
)

export const CheckIcon = () => (
  <Icon size={16}>
    <path d="m4 10.5 4 4 8-9" />
  </Icon>
)
