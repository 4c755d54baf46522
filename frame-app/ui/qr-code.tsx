import encode from 'qr'
import styles from './qr-code.module.css'

/** Modules of quiet around the code, which scanners need (ISO/IEC 18004). */
const QUIET = 4
/** From so many modules a side, quiet included, a code is drawn larger: a camera has to tell them apart. */
const DENSE = 55

/** A text as a QR code, drawn here: what is scanned is the text and nothing else. */
export function QrCode({ text, label }: { readonly text: string; readonly label: string }) {
  const rows = encode(text, 'raw', { ecc: 'medium', border: QUIET })
  const side = rows.length
  const path = rows.flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : ''))).join('')
  return (
    <svg
      aria-label={label}
      className={side < DENSE ? styles.tile : `${styles.tile} ${styles.dense}`}
      role="img"
      shapeRendering="crispEdges"
      viewBox={`0 0 ${side} ${side}`}
    >
      <path d={path} fill="#17171c" />
    </svg>
  )
}
