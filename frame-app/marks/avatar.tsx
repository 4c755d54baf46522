import { fingerprint } from './fingerprint.ts'
import { Picture } from './picture.tsx'

export interface AvatarProps {
  /** Whole: each character counts. Ethereum's in any case is the same picture. */
  readonly address: string
  /** Side, CSS px. */
  readonly size: number
}

/**
 * A picture of an address, drawn from it alone: the same on every device, without asking anybody. The address stands beside
 * it in words, so it is decoration for a screen reader. It helps to notice a change; it proves nothing.
 */
export function Avatar({ address, size }: AvatarProps) {
  const bytes = fingerprint(address)
  const hue = Math.round(((bytes[0] ?? 0) * 360) / 256)
  const turn = 90 + Math.round(((bytes[1] ?? 0) * 180) / 256)
  const ground = `hsl(${hue} 62% 52%)`
  const shades = [
    `hsl(${(hue + turn) % 360} 70% 64%)`,
    `hsl(${(hue + 40) % 360} 75% 76%)`,
    `hsl(${hue} 60% 32%)`,
  ]
  return (
    <Picture ground={ground} side={40} size={size}>
      {shades.map((shade, index) => (
        <Shape bytes={bytes.subarray(2 + index * 4, 6 + index * 4)} key={shade} shade={shade} />
      ))}
    </Picture>
  )
}

/** Disc, half disc, ring and bar. */
const FORMS = [
  { d: 'M-14 0a14 14 0 1 0 28 0 14 14 0 1 0-28 0z' },
  { d: 'M-18 0a18 18 0 0 0 36 0z' },
  { d: 'M-14 0a14 14 0 1 0 28 0 14 14 0 1 0-28 0zM-8 0a8 8 0 1 0 16 0 8 8 0 1 0-16 0z' },
  { d: 'M-60-5H60V5H-60z' },
] as const

/** A disc, a half disc, a ring or a bar, somewhere on the ground. */
function Shape({ bytes, shade }: { bytes: Uint8Array; shade: string }) {
  const [kind = 0, x = 0, y = 0, angle = 0] = bytes
  const place = `translate(${6 + (x * 28) / 255} ${6 + (y * 28) / 255}) rotate(${(angle * 360) / 256})`
  const form = FORMS[kind % FORMS.length] ?? FORMS[0]
  return <path d={form.d} fill={shade} fillRule="evenodd" transform={`${place} scale(${0.8 + kind / 640})`} />
}
