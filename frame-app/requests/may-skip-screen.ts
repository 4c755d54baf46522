import type { AppConfig } from '@vitrine/shared/config/app-config.ts'

/**
 * Whether a request is performed without a screen (host interface, "Methods"; contract §4.3 `showWalletUIs`). The operator
 * decides, in the server's config, whether a site may ask for that; else every request has its screen.
 *
 * @param app the server's config, which the page cannot write
 * @param configured `showWalletUIs` of the effective config
 * @param asked `uiOptions.showWalletUIs` of this call
 */
export function maySkipScreen(
  app: Pick<AppConfig, 'enforce_wallet_uis'>,
  configured: boolean,
  asked: boolean | undefined,
): boolean {
  // A page that runs someone else's script can ask for anything: this line is what keeps the person in between.
  if (app.enforce_wallet_uis) return false
  return !(asked ?? configured)
}
