import type { ReactNode } from 'react'

/** Line icons, drawn on a 20-unit grid in the text's colour. Names for them stand on the controls that hold them. */
export function Icon({ size, children }: { size: number; children: ReactNode }) {
  return (
    <svg
      aria-hidden="true"
      fill="none"
      focusable="false"
      height={size}
      stroke="currentColor"
      strokeLinecap="round"
      strokeLinejoin="round"
      strokeWidth="1.6"
      style={{ flex: 'none' }}
      viewBox="0 0 20 20"
      width={size}
    >
      {children}
    </svg>
  )
}

export const BackIcon = () => (
  <Icon size={18}>
    <path d="M11.5 5 6.5 10l5 5" />
  </Icon>
)

export const CloseIcon = () => (
  <Icon size={18}>
    <path d="m5.75 5.75 8.5 8.5m0-8.5-8.5 8.5" />
  </Icon>
)

export const LockIcon = ({ size = 14 }: { size?: number }) => (
  <Icon size={size}>
    <rect height="8" rx="2" width="11" x="4.5" y="8.75" />
    <path d="M7 8.75V6.5a3 3 0 0 1 6 0v2.25" />
  </Icon>
)

export const MailIcon = () => (
  <Icon size={20}>
    <rect height="12" rx="2.5" width="15" x="2.5" y="4" />
    <path d="m3.5 6 5.3 4.1a2 2 0 0 0 2.4 0L16.5 6" />
  </Icon>
)

export const AlertIcon = () => (
  <Icon size={16}>
    <circle cx="10" cy="10" r="7.5" />
    <path d="M10 6.25v4.500m0 2.900v.01" />
  </Icon>
)
