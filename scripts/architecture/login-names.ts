import { parseSync } from 'vite'
import type { Module } from './module.ts'

/** A source file as the rule reads it. */
export interface Source {
  readonly path: string
  readonly text: string
}

/** Which lines of the product's own registries name every method: `satisfies Record<LoginMethod, …>`. */
const REGISTRIES = [
  'shared/login/registry.ts',
  'frame-app/login/registry.ts',
  // The methods of that one whose code comes with the landing.
  'frame-app/login/landing-registry.ts',
  'frame-app/login/greetings.ts',
  'frame-app/login/site-followers.ts',
  'auth-server/login/registry.ts',
  'auth-server/login/contradictions.ts',
  'auth-server/login/issuers.ts',
]

const RECOVERY = 'what opens the wallets on a new device (contract §3)'

/** Words that are also a method's name and mean another thing. A file that no longer has its words fails the rule too. */
export const OTHER_MEANINGS: Readonly<
  Record<string, { readonly words: readonly string[]; readonly why: string }>
> = {
  'shared/mfa/methods.ts': { words: ['email', 'sms', 'passkey'], why: 'second factors (contract §2.7)' },
  'auth-server/signer/mfa-operations.ts': { words: ['email', 'sms', 'passkey'], why: 'second factors' },
  'auth-server/signer/mfa-shapes.ts': { words: ['email', 'sms', 'passkey'], why: 'second factors' },
  'shared/api/user.ts': { words: ['passkey'], why: RECOVERY },
  'shared/config/app-config.ts': { words: ['passkey'], why: RECOVERY },
  'shared/wallet/embedded.ts': { words: ['passkey'], why: RECOVERY },
  'frame-app/wallet/recovery-secret.ts': { words: ['passkey'], why: RECOVERY },
  'auth-server/embedded-wallets/recovery-columns.ts': { words: ['passkey'], why: RECOVERY },
  'auth-server/embedded-wallets/release.ts': { words: ['passkey'], why: RECOVERY },
  'frame-app/vault/set/device-record.ts': { words: ['passkey'], why: RECOVERY },
  'frame-app/vault/set/device-set.ts': { words: ['passkey'], why: RECOVERY },
  'frame-app/vault/set/given-secret.ts': { words: ['passkey'], why: RECOVERY },
  'auth-server/database/schema.ts': { words: ['email'], why: 'a column of the test accounts' },
  'auth-server/messages/login-code-text.ts': {
    words: ['sms'],
    why: 'how a gateway sends a message, beside WhatsApp',
  },
  'auth-server/mailer/process/inbox.ts': {
    words: ['email', 'sms'],
    why: 'how a message of the development inbox travelled',
  },
  'auth-server/mailer/process/send.ts': {
    words: ['email', 'sms'],
    why: 'how a message of the development inbox travelled',
  },
  'auth-server/oauth-providers/provider.ts': {
    words: ['email'],
    why: 'a scope of OpenID Connect (Core §5.4)',
  },
  'auth-server/messages/account-notice-text.ts': { words: ['sms'], why: 'how a gateway sends a message' },
  'auth-server/messages/deletion-message.ts': { words: ['sms'], why: 'how a gateway sends a message' },
  'auth-server/messages/message.ts': {
    words: ['sms'],
    why: 'how a gateway sends a message, beside WhatsApp',
  },
  'auth-server/mailer/operations.ts': {
    words: ['sms'],
    why: 'the same, at the process that asks the gateway',
  },
  'host-sdk/later.ts': {
    words: ['custom-jwt'],
    why: 'the public method of that name is short for it (contract §12.1)',
  },
  'host-sdk/leave-page.ts': {
    words: ['telegram'],
    why: 'whose launch data a page hands to its frame: no registry is a page’s to load',
  },
  'host-sdk/instance.ts': {
    words: ['email', 'phone'],
    why: 'argument of `update`, written out for who reads the API',
  },
}

const ROOMS = /^(shared|frame-app|auth-server|host-sdk)\//
/** Tests show a method at work; words are a table by screen. */
const EXEMPT = /\.test\.tsx?$|\/testing\/|^(frame-app|auth-server)\/words\//

/** Second factors have methods of the same names (contract §2.7), of the same parts: a mailbox, a number, a passkey. */
const SECOND_FACTORS = /^(shared\/api\/mfa\.ts$|auth-server\/(signer\/)?mfa\/|frame-app\/mfa(-enrollment)?\/)/

/** A method's folder, that of its providers, or a file that is called by its name. */
const isOwn = (path: string, method: string) =>
  path.includes(`/login/${method}/`) ||
  path.includes(`/${method}-providers/`) ||
  new RegExp(`/${method}([-.][^/]*)?$`).test(path)

/**
 * Where a login method, or the type of an account that only it proves, is named outside its own files and the registries:
 * as a string, quoted within one (SQL), or by an import of its folder or files.
 * @param accounts types of accounts by method
 */
export function strayMethodNames(
  sources: readonly Source[],
  modules: readonly Pick<Module, 'path' | 'imports'>[],
  accounts: Readonly<Record<string, readonly string[]>>,
): string[] {
  const imports = new Map(modules.map(module => [module.path, module.imports]))
  const checked = sources.filter(
    ({ path }) =>
      ROOMS.test(path) && !EXEMPT.test(path) && !SECOND_FACTORS.test(path) && !REGISTRIES.includes(path),
  )
  return checked.flatMap(({ path, text }) => {
    const strings = stringsIn(path, text)
    const allowed = OTHER_MEANINGS[path]?.words ?? []
    const named = Object.entries(accounts)
      .filter(([method]) => !isOwn(path, method))
      .flatMap(([method, types]) => [method, ...types])
      .filter(word => strings.some(string => string === word || string.includes(`'${word}'`)))
    const imported = Object.keys(accounts).filter(
      method =>
        !isOwn(path, method) &&
        imports
          .get(path)
          ?.some(({ target }) => new RegExp(`(^|/)login/${method}(/|-api\\.ts$|\\.tsx?$)`).test(target)),
    )
    return [
      ...[...new Set(named)].filter(word => !allowed.includes(word)).map(word => `${path}: names "${word}"`),
      ...allowed
        .filter(word => !named.includes(word))
        .map(word => `${path}: no longer has the word "${word}"`),
      ...imported.map(method => `${path}: imports the files of "${method}"`),
    ]
  })
}

/** The texts of a file's string literals and templates, in code, types and JSX. */
function stringsIn(path: string, text: string): string[] {
  const found: string[] = []
  const visit = (node: unknown): void => {
    if (Array.isArray(node)) for (const each of node) visit(each)
    if (Array.isArray(node) || typeof node !== 'object' || node === null) return
    if (
      'type' in node &&
      /^(Import|Export(All|Named))Declaration$/.test(String(node.type)) &&
      'source' in node
    ) {
      // What is imported is read from `imports`.
      if ('declaration' in node) visit(node.declaration)
      return
    }
    if ('type' in node && node.type === 'Literal' && 'value' in node && typeof node.value === 'string')
      found.push(node.value)
    if ('type' in node && node.type === 'TemplateElement' && 'value' in node) {
      const { value } = node
      if (typeof value === 'object' && value !== null && 'raw' in value) found.push(String(value.raw))
    }
    for (const child of Object.values(node)) visit(child)
  }
  visit(parseSync(path, text).program)
  return found
}
