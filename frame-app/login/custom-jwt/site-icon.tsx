import { useKernel } from '../../ui/kernel-context.ts'
import { Tile, type TileProps } from '../../ui/tile.tsx'
import { useStore } from '../../ui/use-flow.ts'

/** The site's own picture, for the account that it keeps itself. */
export function SiteIcon({ size }: Pick<TileProps, 'size'>) {
  const { app, appearance } = useKernel()
  const { logo } = useStore(appearance)
  return <Tile image={app.icon_url ?? logo} name={app.name} size={size} />
}
