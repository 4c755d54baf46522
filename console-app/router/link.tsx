import { useStore } from '@vitrine/frame-app/ui/use-flow.ts'
import { type ComponentProps, createContext, type MouseEvent, useContext } from 'react'
import { hrefOf, type Route } from './route.ts'
import type { Router } from './router.ts'

export const RouterContext = createContext<Router | null>(null)

export function useRouter(): Router {
  const router = useContext(RouterContext)
  if (router === null) throw new TypeError('A screen stands outside of <RouterContext>')
  return router
}

export const useRoute = (): Route => useStore(useRouter().route)

interface LinkProps extends Omit<ComponentProps<'a'>, 'href'> {
  readonly to: Route
}

/** A real link, so that it opens in another tab too; a plain press stays in this page. */
export function Link({ to, onClick, ...rest }: LinkProps) {
  const router = useRouter()
  const follow = (event: MouseEvent<HTMLAnchorElement>) => {
    onClick?.(event)
    const isPlain = event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey
    if (!isPlain || event.defaultPrevented) return
    event.preventDefault()
    router.go(to)
  }
  return <a {...rest} href={hrefOf(to)} onClick={follow} />
}
