interface ImportMetaEnv {
  /** The wallet origin, e.g. `https://wallet.example`. */
  readonly VITE_VITRINE_ORIGIN: string
  /** What `app create` printed. */
  readonly VITE_VITRINE_APP_ID: string
}
