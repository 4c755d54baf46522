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

/** Stands among them where they are attributes of the script tag: others than ours put attributes there, too. */
export const TAG = 'tag'
