export const PINNED_WALLETS = ['vitrine-wallets-abcd1234.js', 'sha384-wallets']
