import { useState } from 'react'
import styles from './tile.module.css'

export interface TileProps {
  /** `null`, or an image that does not load: the initial stands in. */
  readonly image: string | null
  readonly name: string
  readonly size: 'tiny' | 'small' | 'large'
}

/** An app's or a site's picture. Its name stands in words beside it, so it is decoration for a screen reader. */
export function Tile({ image, name, size }: TileProps) {
  const [broken, setBroken] = useState<string | null>(null)
  const className = `${styles.tile} ${styles[size]}`
  if (image !== null && image !== broken)
    return <img alt="" className={className} onError={() => setBroken(image)} src={image} />
  return (
    <span aria-hidden="true" className={`${className} ${styles.initial}`}>
      {[...name.trim()][0]?.toLocaleUpperCase()}
    </span>
  )
}
