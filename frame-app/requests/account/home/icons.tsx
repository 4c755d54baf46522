import type { Activity } from '../../../portfolio/ports.ts'
import { Icon } from '../../../ui/icons.tsx'

export const SendIcon = () => (
  <Icon size={18}>
    <path d="M10 16V4.5M5 9l5-5 5 5" />
  </Icon>
)

export const ReceiveIcon = () => (
  <Icon size={18}>
    <path d="M10 4v11.5M5 11l5 5 5-5" />
  </Icon>
)

export const AddIcon = () => (
  <Icon size={18}>
    <path d="M10 4.5v11M4.5 10h11" />
  </Icon>
)

const OtherIcon = () => (
  <Icon size={18}>
    <path d="M4 7h11.5M12.5 4l3 3-3 3M16 13H4.5M7.5 10l-3 3 3 3" />
  </Icon>
)

const WAYS = { out: SendIcon, in: ReceiveIcon, other: OtherIcon }

export function WayIcon({ way }: Pick<Activity, 'way'>) {
  const Drawn = WAYS[way]
  return <Drawn />
}

export const ExplorerIcon = () => (
  <Icon size={16}>
    <path d="M8.5 4.5H5.250a1.5 1.5 0 0 0-1.5 1.5v8.75a1.5 1.5 0 0 0 1.5 1.5H14a1.5 1.5 0 0 0 1.5-1.5V11.5M11.5 3.75h4.75V8.5M16 4l-7 7" />
  </Icon>
)
