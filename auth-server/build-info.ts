/** Written in by `scripts/setup/build-server.mjs`: the same sources and commit make the same file. */
declare const VITRINE_BUILD: BuildInfo | undefined

/** What was built. */
export interface BuildInfo {
  /** Of `package.json`. */
  readonly version: string
  /** Of git, 40 hex digits; absent where the build did not know it, or its sources were not those of a commit. */
  readonly commit?: string
  /** The number of the newest migration that it brings. */
  readonly migrations: number
}

/** A test runs the sources as they are. */
export const BUILD: BuildInfo =
  typeof VITRINE_BUILD === 'undefined' ? { version: 'unbuilt', migrations: 0 } : VITRINE_BUILD
