import type { ConfigWarning, Ruled } from './warning.ts'

/** Advised number of primary methods (specification §9); also where a landing without an order of its own folds. */
export const PRIMARY_LIMIT = 4

/** What stands on the landing, by name, in order. */
export interface LoginOrder {
  readonly primary: readonly string[]
  /** Behind "More options". */
  readonly overflow: readonly string[]
}

export interface AskedMethods {
  readonly loginMethods?: readonly string[] | undefined
  readonly loginMethodsAndOrder?:
    | { readonly primary: readonly string[]; readonly overflow?: readonly string[] | undefined }
    | undefined
}

export interface AskedOrder extends Ruled<LoginOrder> {
  /** Where the names stand, for warnings about them. */
  readonly at: string
}

/** The order that the site asks for, each method once; else every method, the first four in sight. */
export function orderOf(enabled: readonly string[], asked: AskedMethods): AskedOrder {
  const order = asked.loginMethodsAndOrder
  if (!order) return unordered(enabled, asked.loginMethods)
  const at = 'config.loginMethodsAndOrder'
  const warnings: ConfigWarning[] = []
  const primary = [...new Set(order.primary)]
  const overflow = [...new Set(order.overflow)].filter(name => !primary.includes(name))
  if (primary.length + overflow.length < order.primary.length + (order.overflow?.length ?? 0))
    warnings.push({ rule: 'method-once', message: `${at}: a method stands there twice.` })
  if (primary.length > PRIMARY_LIMIT)
    warnings.push({
      rule: 'primary-limit',
      message: `${at}.primary: more than ${PRIMARY_LIMIT} methods make the choice harder. Move some to overflow.`,
    })
  return { value: { primary, overflow }, warnings, at }
}

function unordered(enabled: readonly string[], listed: readonly string[] | undefined): AskedOrder {
  const at = listed ? 'config.loginMethods' : 'The app’s config'
  const asked = listed ? [...new Set(listed)] : enabled
  // The list says which, not in which order: that is the landing's own. What the server has off stays to be named.
  const inOrder = [
    ...enabled.filter(name => asked.includes(name)),
    ...asked.filter(it => !enabled.includes(it)),
  ]
  return {
    at,
    value: { primary: inOrder, overflow: [] },
    warnings:
      listed && asked.length < listed.length
        ? [{ rule: 'method-once', message: `${at}: a method stands there twice.` }]
        : [],
  }
}
