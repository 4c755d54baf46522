import { Icon } from '../ui/icons.tsx'

export const PlusIcon = () => (
  <Icon size={20}>
    <path d="M10 4.5v11M4.5 10h11" />
  </Icon>
)

export const PencilIcon = () => (
  <Icon size={18}>
    <path d="m12.5 4.25 3.25 3.25L7 16.25l-3.75.5.5-3.75z" />
  </Icon>
)

export const TrashIcon = () => (
  <Icon size={18}>
    <path d="M3.75 5.5h12.5M8 5.25V3.5h4v1.75M5.25 5.5l.75 11h8l.75-11" />
  </Icon>
)

export const PersonIcon = () => (
  <Icon size={20}>
    <circle cx="10" cy="6.5" r="3.25" />
    <path d="M3.75 17a6.25 6.25 0 0 1 12.5 0" />
  </Icon>
)
