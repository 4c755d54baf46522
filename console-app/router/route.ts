/** The console's screens and their addresses. What a person is searched by is in none of them: addresses are kept and logged. */

export const APP_SECTIONS = ['config', 'users', 'audit', 'webhooks'] as const
export type AppSection = (typeof APP_SECTIONS)[number]

export type Route =
  | { readonly at: 'apps' }
  | { readonly at: 'status' }
  | { readonly at: 'audit' }
  | { readonly at: 'enrol' }
  | { readonly at: 'section'; readonly appId: string; readonly section: AppSection }
  | { readonly at: 'user'; readonly appId: string; readonly userId: string }
  | { readonly at: 'unknown' }

/** @param pathname as `location.pathname` has it */
export function readRoute(pathname: string): Route {
  const parts = pathname.split('/').filter(Boolean).map(decoded)
  if (parts.includes(null)) return { at: 'unknown' }
  const [first, appId, section, userId, ...more] = parts as string[]
  if (more.length > 0) return { at: 'unknown' }
  if (first === undefined || (first === 'apps' && appId === undefined)) return { at: 'apps' }
  if (appId === undefined)
    return first === 'status' || first === 'audit' || first === 'enrol' ? { at: first } : { at: 'unknown' }
  if (first !== 'apps') return { at: 'unknown' }
  if (section === undefined) return { at: 'section', appId, section: 'config' }
  if (userId !== undefined) return section === 'users' ? { at: 'user', appId, userId } : { at: 'unknown' }
  const known = APP_SECTIONS.find(it => it === section)
  return known ? { at: 'section', appId, section: known } : { at: 'unknown' }
}

/** The address of a screen. */
export function hrefOf(route: Route): string {
  switch (route.at) {
    case 'apps':
    case 'unknown':
      return '/'
    case 'section':
      return `/apps/${encodeURIComponent(route.appId)}/${route.section}`
    case 'user':
      return `/apps/${encodeURIComponent(route.appId)}/users/${encodeURIComponent(route.userId)}`
    default:
      return `/${route.at}`
  }
}

/** `null`: not a text that an address can hold. */
function decoded(part: string): string | null {
  try {
    return decodeURIComponent(part)
  } catch {
    return null
  }
}
