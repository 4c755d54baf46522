export const PINNED_FILES = {
  greeting: { file: 'vitrine-greeting-abcd1234.js', integrity: 'sha384-greeting' },
  solana: { file: 'vitrine-solana-abcd1234.js', integrity: 'sha384-solana' },
}
