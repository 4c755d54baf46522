/** What `createVitrine` takes: the frame is told which of them a page gave, and warns of others. */
export const INSTANCE_OPTIONS = [
  'appId',
  'walletOrigin',
  'config',
  'locale',
  'signer',
  'build',
  'eip6963',
  'walletStandard',
] as const
