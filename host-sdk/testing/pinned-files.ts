export const PINNED_FILES = {
  greeting: ['vitrine-greeting-abcd1234.js', 'sha384-greeting'],
  later: ['vitrine-later-abcd1234.js', 'sha384-later'],
}
