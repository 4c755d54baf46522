interface ImportMetaEnv {
  /** From the dashboard. */
  readonly VITE_PRIVY_APP_ID: string
}
