import styles from './avatar.module.css'

export interface AvatarProps {
  /** Of any chain family. */
  readonly address: string
  /** Width and height, in px at the usual size of text. */
  readonly size: number
}

const CELLS = 5
const HALF = Math.ceil(CELLS / 2)

/**
 * A picture that follows from an address alone: the same for the same address everywhere, another for one that only looks
 * alike where addresses are shortened. It says nothing that the address beside it does not, so it has no name.
 */
export function Avatar({ address, size }: AvatarProps) {
  const { hue, cells } = patternOf(address)
  return (
    <svg
      aria-hidden="true"
      className={styles.avatar}
      height={`${size / 16}em`}
      viewBox={`-1 -1 ${CELLS + 2} ${CELLS + 2}`}
      width={`${size / 16}em`}
    >
      <rect fill={`hsl(${hue} 62% 88%)`} height={CELLS + 2} width={CELLS + 2} x="-1" y="-1" />
      {cells.map(([x, y]) => (
        <rect
          fill={`hsl(${(hue + 24) % 360} 58% 42%)`}
          height="1.02"
          key={`${x}/${y}`}
          width="1.02"
          x={x}
          y={y}
        />
      ))}
    </svg>
  )
}

/** Cells of a square whose halves mirror each other, and a colour from 0 to 359. */
export function patternOf(address: string) {
  // Addresses of Ethereum are the same in either case; those of Solana are not.
  const random = seeded(address.startsWith('0x') ? address.toLowerCase() : address)
  const hue = random() % 360
  const cells: (readonly [x: number, y: number])[] = []
  for (let y = 0; y < CELLS; y++)
    for (let x = 0; x < HALF; x++) {
      if (random() % 2 === 0) continue
      cells.push([x, y])
      if (x !== CELLS - 1 - x) cells.push([CELLS - 1 - x, y])
    }
  return { hue, cells }
}

/** Numbers of 31 bits that follow from a text: FNV-1a, then xorshift. No secret hangs on them. */
function seeded(text: string): () => number {
  let state = 0x811c9dc5
  for (const byte of new TextEncoder().encode(text)) state = Math.imul(state ^ byte, 0x01000193)
  state = state || 1
  return () => {
    state ^= state << 13
    state ^= state >>> 17
    state ^= state << 5
    return state >>> 1
  }
}
