import type { Import, Module } from './module.ts'

/** Which rooms a room may import from, besides itself. `shared` knows nobody; the three parties never know each other. */
const ALLOWED: Readonly<Record<string, readonly string[]>> = {
  shared: [],
  'host-sdk': ['shared'],
  'frame-app': ['shared'],
  'recovery-page': ['shared'],
  // The preview is drawn by the frame's own screens; `layers.ts` says which of its folders.
  'console-app': ['shared', 'frame-app'],
  'auth-server': ['shared'],
  examples: ['shared', 'host-sdk'],
  // What starts the servers takes the master key out of the environment as the server does, and finds the demo's chain.
  // The guides' snippets are compiled against the package.
  scripts: ['auth-server', 'shared', 'host-sdk'],
  e2e: ['shared', 'scripts', 'frame-app', 'auth-server'],
  bench: ['shared', 'scripts', 'e2e', 'frame-app', 'auth-server'],
}

/** The values that a host page may load: no schema, hence no schema library. */
const HOST_VALUES =
  /^shared\/(bridge\/(browsers|give-ports|host|host-key|policies|protocol|relay-limits)\.ts$|parse-url\.ts$|chains\/base58\.ts$|errors\/)/
/** The packages that a host page may load. */
const HOST_PACKAGES = ['penpal', 'mipd', '@wallet-standard/app', 'idb-keyval']
/** What an entry of the package loads besides, where a site asks for that entry; `node` is for no page, with what it loads. */
const ENTRY_PACKAGES: Readonly<Record<string, RegExp>> = {
  'host-sdk/react/': /^react(\/jsx-runtime)?$/,
  'host-sdk/wagmi/': /^viem(\/|$)/,
  'host-sdk/node/': /^(jose$|node:|shared\/nearest-name\.ts$)/,
  'shared/nearest-name.ts': /^fastest-levenshtein$/,
}
/** Written by our own build: names and hashes of the files that scripts load; their sources are checked like all. */
const HOST_FILES = ['virtual:pinned-files', 'virtual:pinned-wallets', 'shared/package.json']

/** What leaves the repository. */
const PRODUCT = ['shared', 'host-sdk', 'frame-app', 'recovery-page', 'console-app', 'auth-server']
/** Libraries by which tests use the product as dapps do: a product that also built with them would only agree with itself. */
const TEST_CLIENTS = /^@solana\/web3\.js(\/|$)/

const isOfEntry = (path: string, target: string) =>
  Object.entries(ENTRY_PACKAGES).some(([entry, packages]) => path.startsWith(entry) && packages.test(target))

const room = (path: string) => path.split('/')[0] ?? ''
const isTest = (path: string) => /\.test\.tsx?$|\/testing\//.test(path)
/** Tests of the server drive it by the library that backends have: the two are one contract. */
const isDriven = (path: string, target: string) =>
  room(path) === 'auth-server' && isTest(path) && target === 'host-sdk/node'
const isOurs = ({ target }: Import) => room(target) in ALLOWED

/** Imports go one way (docs/architecture.md, "Rooms"). */
export function forbiddenEdges(modules: readonly Module[]): string[] {
  return modules.flatMap(({ path, imports }) => {
    const from = room(path)
    return imports
      .filter(isOurs)
      .filter(
        ({ target }) =>
          room(target) !== from &&
          !isDriven(path, target) &&
          !(ALLOWED[from] ?? Object.keys(ALLOWED)).includes(room(target)),
      )
      .map(({ target }) => `${path}: ${from} may not import ${target}`)
  })
}

/** Tests compare the product with libraries that the product itself does not load, not even for a type. */
export const testClients = (modules: readonly Module[]): string[] =>
  modules
    .filter(({ path }) => PRODUCT.includes(room(path)) && !isTest(path))
    .flatMap(({ path, imports }) =>
      imports
        .filter(({ target }) => TEST_CLIENTS.test(target))
        .map(({ target }) => `${path}: ${target} is a client of tests; build with @solana/kit`),
    )

/** One login method never imports another; what two share moves down. */
export function crossLoginEdges(modules: readonly Module[]): string[] {
  const method = (path: string) => /(?:^|\/)login\/([a-z0-9-]+)\//.exec(path)?.[1]
  return modules.flatMap(({ path, imports }) => {
    const own = method(path)
    return imports
      .filter(({ target }) => own && method(target) && method(target) !== own)
      .map(({ target }) => `${path}: one login method imports another, ${target}`)
  })
}

/** Follows value imports from the host SDK into `shared`: what is reached is what a host page loads. */
export function hostValues(modules: readonly Module[]): string[] {
  const byPath = new Map(modules.map(module => [module.path, module]))
  const seen = new Set<string>()
  const violations: string[] = []
  const visit = (module: Module) => {
    if (seen.has(module.path)) return
    seen.add(module.path)
    for (const { target, isType } of module.imports) {
      if (isType) continue
      const next = byPath.get(target)
      const allowed = next
        ? room(target) === 'host-sdk' || HOST_VALUES.test(target) || isOfEntry(module.path, target)
        : [...HOST_PACKAGES, ...HOST_FILES].includes(target) || isOfEntry(module.path, target)
      if (!allowed) violations.push(`${module.path}: a host page would load ${target}; use \`import type\``)
      else if (next) visit(next)
    }
  }
  for (const module of modules) if (room(module.path) === 'host-sdk' && !isTest(module.path)) visit(module)
  return violations
}

/** Modules that load each other in a circle: which one runs first is then an accident. */
export function cycles(modules: readonly Module[]): string[] {
  const byPath = new Map(modules.map(module => [module.path, module]))
  const done = new Set<string>()
  const found: string[] = []
  const visit = (module: Module, trail: readonly string[]) => {
    const start = trail.indexOf(module.path)
    if (start >= 0) {
      found.push(`cycle: ${[...trail.slice(start), module.path].join(' → ')}`)
      return
    }
    if (done.has(module.path)) return
    for (const { target, isType, isDynamic } of module.imports) {
      const next = isType || isDynamic ? undefined : byPath.get(target)
      if (next) visit(next, [...trail, module.path])
    }
    done.add(module.path)
  }
  for (const module of modules) visit(module, [])
  return found
}
