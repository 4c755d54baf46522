import type { VitrineOptions } from './options.ts'
import type { VitrineConfig } from './vitrine-config.ts'

/**
 * The options that a script tag's attributes name: `data-app-id`, `data-locale`, `data-theme`, `data-accent-color`,
 * `data-signer`, `data-build`, `data-login-methods` (separated by commas), `data-eip6963="off"`, `data-wallet-standard="off"`. An attribute wins over `base`.
 */
export function scriptOptions(
  { appId = '', auto, walletOrigin, theme, accentColor, loginMethods, ...others }: DOMStringMap,
  base?: VitrineConfig,
): Omit<VitrineOptions, 'walletOrigin'> {
  return {
    // With those that are none: the frame says which was meant.
    ...others,
    appId,
    eip6963: others.eip6963 !== 'off',
    walletStandard: others.walletStandard !== 'off',
    config: {
      ...base,
      appearance: { ...base?.appearance, ...(theme && { theme }), ...(accentColor && { accentColor }) },
      ...(loginMethods && { loginMethods: loginMethods.split(',').map(it => it.trim()) }),
      // Checked in the frame like all that a page gives.
    } as VitrineConfig,
    // As `instance-options.ts` says.
    tag: true,
  } as Omit<VitrineOptions, 'walletOrigin'>
}
