import { nameOf } from './login-names.ts'
import { type AskedMethods, type LoginOrder, orderOf } from './login-order.ts'
import type { ConfigWarning, Ruled } from './warning.ts'

const shown = (name: string) => `"${name.slice(0, 40)}"`

/**
 * Host ∩ server (contract §4.2: the server stays the authority). A name that falls out is a warning.
 * @param enabled names that the server turns on, in the landing's default order
 */
export function mergeLoginMethods(enabled: readonly string[], asked: AskedMethods): Ruled<LoginOrder> {
  const warnings: ConfigWarning[] = []
  if (asked.loginMethods && asked.loginMethodsAndOrder)
    warnings.push({
      rule: 'one-list-of-methods',
      message: 'config.loginMethods: loginMethodsAndOrder is set too and wins. Set only one of the two.',
    })
  const order = orderOf(enabled, asked)
  warnings.push(...order.warnings)

  const isOffered = (option: string, at: string): boolean => {
    if (enabled.includes(nameOf(option))) return true
    warnings.push({
      rule: 'method-enabled',
      message: `${at}: ${shown(option)} is not enabled for this app.`,
    })
    return false
  }
  const { primary, overflow } = order.value
  return {
    value: {
      primary: primary.filter(name => isOffered(name, order.at)),
      overflow: overflow.filter(name => isOffered(name, order.at)),
    },
    warnings,
  }
}
