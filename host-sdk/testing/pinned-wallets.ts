export const PINNED_WALLETS = { file: 'vitrine-wallets-abcd1234.js', integrity: 'sha384-wallets' }
