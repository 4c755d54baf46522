export const PINNED_FILES = {
  greeting: { file: 'vitrine-greeting-abcd1234.js', integrity: 'sha384-greeting' },
  later: { file: 'vitrine-later-abcd1234.js', integrity: 'sha384-later' },
}
