/**
 * The SPDX licences that a shipped package may have, each with the reason. A package under any other licence fails the build
 * and `scripts/notices/shipped.test.ts`. Add a licence only when its terms let a self-hoster run, change and sell the product.
 * @type {Readonly<Record<string, string>>}
 */
export const ALLOWED_LICENCES = {
  MIT: 'Permissive. It asks for its text and the copyright line, which the notices contain.',
  'MIT-0': 'MIT without the duty to name the authors.',
  ISC: 'Permissive, with the terms of MIT in fewer words.',
  '0BSD': 'Permissive. It asks for nothing.',
  'BSD-3-Clause':
    'Permissive. It asks for its text, and forbids the use of the authors’ names as an endorsement.',
  'Apache-2.0':
    'Permissive, with a patent grant. It asks for its text and for NOTICE files, which the notices contain.',
  'BlueOak-1.0.0': 'Permissive, with a patent grant. It asks for its text or a link to it.',
  'OFL-1.1': 'For fonts. It allows bundling with software, and forbids selling the font alone.',
  PostgreSQL: 'Permissive, with the terms of MIT. Postgres has it.',
  OpenSSL:
    'Permissive. It asks for an acknowledgement, which the notices contain. OpenSSL 1.1 of the embedded Postgres has it.',
  ICU: 'Permissive, with the terms of MIT. The Unicode library of the embedded Postgres has it.',
  Zlib: 'Permissive. It asks that changed versions are marked as such.',
}
