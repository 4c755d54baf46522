import { readdirSync, readFileSync } from 'node:fs'
import { gzipSync } from 'node:zlib'

/**
 * Budgets of gzipped bytes (level 9): what a person waits for. They notice a library that slips in. They were raised once,
 * from within a few bytes of what the build had: a correction of ten bytes must not bend the code that it belongs to.
 */
export const BUDGETS = {
  /** `vitrine.js`, on every page of a site that embeds us. */
  host: 6_000,
  /** All script in the page by `ready`: that, and what it loads while the frame loads. */
  ready: 9_000,
  /** The deferred part of the page's script: Solana's wallet, the approval window, `fetch`, diagnoses. */
  later: 11 * 1024,
  /** What asks the wallets in the page, once the frame wants to know of them. */
  wallets: 6 * 1024,
  /** What the frame runs before the first login. */
  kernel: 32_000,
  /** All that stands behind a login screen one can type into: kernel, screens, styles. */
  login: 118_000,
  /** The account, over what somebody who is logged in has by then: login screens, and approvals, which come ahead. */
  home: 40_000,
  /** WalletConnect's client, unmodified, over what a list of wallets has loaded. It loads when a user picks a phone's wallet. */
  walletConnect: 130_000,
  /** The operator's console with all its screens, without the passkey library; the preview of the dialog is apart. */
  console: 128_000,
} as const
export type Budget = keyof typeof BUDGETS

interface Chunk {
  readonly file: string
  readonly name?: string
  readonly imports?: readonly string[]
  readonly dynamicImports?: readonly string[]
  readonly css?: readonly string[]
}
type Manifest = Readonly<Record<string, Chunk>>

const dist = new URL('../../dist/', import.meta.url)
const gzipped = (path: string) => gzipSync(readFileSync(new URL(path, dist)), { level: 9 }).length

/**
 * The files that loading these entries loads: each with its static imports and its styles. An entry is a module or, where
 * several are loaded together, the name of their chunk.
 */
export function filesOf(manifest: Manifest, entries: readonly string[]): Set<string> {
  const files = new Set<string>()
  const seen = new Set<string>()
  const visit = (key: string) => {
    if (seen.has(key)) return
    seen.add(key)
    const chunk = manifest[key]
    if (!chunk) throw new Error(`The build's manifest has no ${key}`)
    files.add(chunk.file)
    for (const style of chunk.css ?? []) files.add(style)
    chunk.imports?.forEach(visit)
  }
  for (const entry of entries) {
    const named = Object.keys(manifest).find(key => manifest[key]?.name === entry)
    visit(manifest[entry] ? entry : (named ?? entry))
  }
  return files
}

/** A file that `vitrine.js` or one of its parts loads later, by its name in `dist/host`. */
export function hostPart(part: 'greeting' | 'later' | 'wallets'): string {
  const found = readdirSync(new URL('host/', dist)).filter(name => name.startsWith(`vitrine-${part}-`))
  if (!found[0] || found[1]) throw new Error(`dist/host has ${found.length} files vitrine-${part}-…`)
  return found[0]
}

const readManifest = (name = 'manifest', bundle: 'frame' | 'console' = 'frame') =>
  JSON.parse(readFileSync(new URL(`${bundle}/.vite/${name}.json`, dist), 'utf8')) as Manifest

export const KERNEL = ['kernel/main.ts']
/** All that a login screen one can type into needs. */
export const LOGIN = [...KERNEL, 'screens']

/** What is brought ahead for who is logged in. */
const AHEAD = [...LOGIN, 'requests/session-request.tsx', 'approvals']

/** Gzipped bytes of the build in `dist`. */
export function measureSizes(): Record<Budget, number> {
  const manifest = readManifest()
  const total = (entries: readonly string[], over: readonly string[] = []) => {
    const there = filesOf(manifest, over)
    const files = [...filesOf(manifest, entries)].filter(file => !there.has(file))
    return files.reduce((sum, file) => sum + gzipped(`frame/${file}`), 0)
  }
  const host = gzipped('host/vitrine.js')
  return {
    host,
    ready: host + gzipped(`host/${hostPart('greeting')}`),
    later: gzipped(`host/${hostPart('later')}`),
    wallets: gzipped(`host/${hostPart('wallets')}`),
    kernel: total(KERNEL),
    login: total(LOGIN),
    home: total(['account'], AHEAD),
    walletConnect: total(
      ['external-wallets/wallet-connect/wallet-connect.ts'],
      [...LOGIN, 'kernel/wallet-apps.ts', 'wallet-login/card.tsx'],
    ),
    console: [...filesOf(readManifest('console', 'console'), ['console'])].reduce(
      (sum, file) => sum + gzipped(`console/${file}`),
      0,
    ),
  }
}

/** What an entry loads when it is needed: modules, and the names of chunks of several. */
export const laterOf = (entry: string): string[] => {
  const manifest = readManifest()
  const files = filesOf(manifest, [entry])
  const later = Object.values(manifest).flatMap(it => (files.has(it.file) ? (it.dynamicImports ?? []) : []))
  return [...new Set(later)].map(key => (key.startsWith('_') ? manifest[key]?.name : key) ?? key)
}

/** The code of the build in `dist` that loading these entries loads. @param bundle windows have their own */
export const codeOf = (entries: readonly string[], bundle?: 'login-windows'): string =>
  [...filesOf(readManifest(bundle), entries)]
    .map(file => readFileSync(new URL(`frame/${file}`, dist), 'utf8'))
    .join('\n')
