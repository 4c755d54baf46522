import type { ReactNode } from 'react'
import styles from './marks.module.css'

export interface PictureProps {
  /** Side, CSS px. */
  readonly size: number
  /** Side of the square that is drawn on, in the drawing's own units. */
  readonly side: number
  /** Colour of the ground. */
  readonly ground: string
  /** What stands on the ground. */
  readonly children: ReactNode
}

/** A drawing of ours on a ground. What it stands for is written beside it, so a screen reader passes it over. */
export const Picture = ({ size, side, ground, children }: PictureProps) => (
  <svg
    aria-hidden="true"
    className={styles.mark}
    focusable="false"
    height={size}
    viewBox={`0 0 ${side} ${side}`}
    width={size}
  >
    <rect fill={ground} height={side} width={side} />
    {children}
  </svg>
)
