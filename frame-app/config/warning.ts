/** The rules that can speak up. Each has its own test, by this name. */
export type ConfigRule =
  | 'option-valid'
  | 'option-known'
  | 'option-built'
  | 'captcha-of-server'
  | 'project-of-server'
  | 'method-enabled'
  | 'method-once'
  | 'one-list-of-methods'
  | 'primary-limit'
  | 'message-limit'
  | 'theme-readable'
  | 'wallet-uis-enforced'
  | 'rpc-allowed'
  | 'redirect-origin'

/** Something a site's developer should mend; the login works without it. */
export interface ConfigWarning {
  readonly rule: ConfigRule
  readonly message: string
  /** The keys that lead to an option that there is not; see `explain-unknown.ts`. */
  readonly unknown?: readonly string[]
}

/** A value after a rule, with what the rule had to say. */
export interface Ruled<T> {
  readonly value: T
  readonly warnings: readonly ConfigWarning[]
}

/** The options contradict each other or leave nothing to log in with: there is no config to go on with. */
export class ConfigError extends Error {}
