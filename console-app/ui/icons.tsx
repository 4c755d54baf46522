import type { ReactNode } from 'react'

/** Drawn on a square of 16, in the colour of the text. */
const Icon = ({ children }: { children: ReactNode }) => (
  <svg
    aria-hidden="true"
    fill="none"
    height="16"
    stroke="currentColor"
    strokeLinecap="round"
    strokeLinejoin="round"
    strokeWidth="1.5"
    viewBox="0 0 16 16"
    width="16"
  >
    {children}
  </svg>
)

export const AppsIcon = () => (
  <Icon>
    <path d="M2.5 2.5h4v4h-4zM9.5 2.5h4v4h-4zM2.5 9.500h4v4h-4zM9.500 9.500h4v4h-4z" />
  </Icon>
)
export const ConfigIcon = () => (
  <Icon>
    <path d="M2 4.500h6M12 4.500h2M2 11.500h2M8 11.500h6" />
    <circle cx="10" cy="4.500" r="2" />
    <circle cx="6" cy="11.500" r="2" />
  </Icon>
)
export const UsersIcon = () => (
  <Icon>
    <circle cx="6" cy="5.500" r="2.500" />
    <path d="M1.500 13.500a4.500 4.500 0 0 1 9 0M10.500 3.200a2.500 2.500 0 0 1 0 4.600M12 9.800a4.500 4.500 0 0 1 2.500 3.700" />
  </Icon>
)
export const AuditIcon = () => (
  <Icon>
    <path d="M5.500 4h8M5.500 8h8M5.500 12h8M2.500 4h.01M2.500 8h.01M2.500 12h.01" />
  </Icon>
)
export const WebhooksIcon = () => (
  <Icon>
    <path d="M2.500 8h9M8.500 4.500 12 8l-3.500 3.500M14 3v10" />
  </Icon>
)
export const HealthIcon = () => (
  <Icon>
    <path d="M1.500 8.500h3l2-5 3 9 2-4h3" />
  </Icon>
)
export const SearchIcon = () => (
  <Icon>
    <circle cx="7" cy="7" r="4.500" />
    <path d="m10.500 10.500 3 3" />
  </Icon>
)
export const CopyIcon = () => (
  <Icon>
    <rect height="8" rx="1.500" width="8" x="5.500" y="5.500" />
    <path d="M3 10.500a.5.5 0 0 1-.5-.5V3.500a1 1 0 0 1 1-1H10a.5.5 0 0 1 .5.5" />
  </Icon>
)
export const CheckIcon = () => (
  <Icon>
    <path d="m3 8.500 3.500 3.500L13 4.500" />
  </Icon>
)
export const MenuIcon = () => (
  <Icon>
    <path d="M2 4h12M2 8h12M2 12h12" />
  </Icon>
)
export const KeyIcon = () => (
  <Icon>
    <circle cx="5" cy="11" r="3" />
    <path d="m7.200 8.800 6-6M10.500 5.500l2 2" />
  </Icon>
)
/** Vitrine's own: a pane of glass with a light in it. */
export const BrandIcon = () => (
  <Icon>
    <rect height="12" rx="3.500" width="12" x="2" y="2" />
    <path d="m5 9.500 4.500-4.500M8.500 11 11 8.500" />
  </Icon>
)
