import type { LoginMethod } from '@vitrine/shared/login/registry.ts'
import type { LinkCardProps, LoginMethodView } from '../login/login-method.ts'
import { LOGIN_VIEWS } from '../login/registry.ts'
import { LazyScreen } from '../ui/lazy-screen.tsx'

/** The method's own card for linking, whose code comes when it is used. */
export function LinkCard({ method, ...props }: LinkCardProps & { readonly method: LoginMethod }) {
  const { link }: LoginMethodView = LOGIN_VIEWS[method]
  if (!link) return null
  return <LazyScreen load={link.load} onClose={props.onClose} props={props} title={link.label()} />
}
