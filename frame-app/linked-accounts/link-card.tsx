import { LOGIN_VIEWS } from '../login/registry.ts'
import type { LinkCardProps, LoginMethodView } from '../login-method/login-method.ts'
import { LazyScreen } from '../ui/lazy-screen.tsx'

/** The method's own card for linking, whose code comes when it is used. */
export function LinkCard(props: LinkCardProps) {
  const { way, kernel } = props.context
  const { link }: LoginMethodView = LOGIN_VIEWS[way.method]
  if (!link) return null
  return (
    <LazyScreen load={link.load} onClose={props.onClose} props={props} title={link.label(way, kernel.app)} />
  )
}
