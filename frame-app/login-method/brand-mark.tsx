import type { ReactNode } from 'react'

/**
 * A company's mark in its own colours, on a 24-unit grid: for what people know by it. Its name stands beside it. A provider has
 * its mark in its own file.
 */
export const BrandMark = ({ children }: { children: ReactNode }) => (
  <svg
    aria-hidden="true"
    focusable="false"
    height="1.25em"
    style={{ flex: 'none' }}
    viewBox="0 0 24 24"
    width="1.25em"
  >
    {children}
  </svg>
)
