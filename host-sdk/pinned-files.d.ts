/** Written by the build, once it has built them: names and hashes of the files that the first script loads. */
declare module 'virtual:pinned-files' {
  export const PINNED_FILES: Readonly<
    Record<'greeting' | 'later', readonly [file: string, integrity: string]>
  >
}

/** Likewise, of the file that the third script loads. */
declare module 'virtual:pinned-wallets' {
  export const PINNED_WALLETS: readonly [file: string, integrity: string]
}
