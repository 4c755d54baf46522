import encode from 'qr'
import styles from './qr-code.module.css'

/** Modules of quiet around the code, which scanners need (ISO/IEC 18004). */
const QUIET = 4

/** A text as a QR code, drawn here: what is scanned is the text and nothing else. */
export function QrCode({ text, label }: { readonly text: string; readonly label: string }) {
  const rows = encode(text, 'raw', { ecc: 'medium', border: QUIET })
  const side = rows.length
  const path = rows.flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : ''))).join('')
  return (
    <svg
      aria-label={label}
      className={styles.tile}
      role="img"
      shapeRendering="crispEdges"
      viewBox={`0 0 ${side} ${side}`}
    >
      <path d={path} fill="#17171c" />
    </svg>
  )
}
