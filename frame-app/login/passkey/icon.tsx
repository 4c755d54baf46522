import { Icon } from '../../ui/icons.tsx'

/** A person and a key. */
export const PasskeyIcon = () => (
  <Icon size={20}>
    <circle cx="8" cy="6.25" r="3" />
    <path d="M2.75 16.500c0-2.900 2.300-5 5.250-5 .9 0 1.750.2 2.500.55" />
    <circle cx="14.500" cy="11.250" r="2.250" />
    <path d="M14.500 13.500v4.250m0-1.750h1.750" />
  </Icon>
)
