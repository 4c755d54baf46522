interface ImportMetaEnv {
  /** What `app create` printed. */
  readonly VITE_VITRINE_APP_ID: string
  /** Where the wallet is served, e.g. `https://wallet.example`. */
  readonly VITE_VITRINE_ORIGIN: string
}
