import type { Plugin } from 'vite'

/** A part that is never called; where a new release does call it, it fails and goes no other way. */
const absent = (name: string) => `() => { throw new Error('Left out of this build: ${name}') }`

/**
 * What WalletConnect's packages bring along and the frame's client does not use, by package: in place of each, what of it is named.
 * A name that a new release takes besides does not build.
 */
export const REPLACED: Readonly<Record<string, string>> = {
  // The frame gives a store of its own. This one reads `localStorage` while it is loaded, which throws where storage is blocked.
  '@walletconnect/keyvaluestorage':
    'export default class { constructor() { throw new Error("No store was given") } }',
  // The frame gives a logger that is silent. This one is pino, with a download of all that was logged.
  '@walletconnect/logger': `
    export const generateChildLogger = logger => logger.child({})
    export const getLoggerContext = () => ''
    export const getDefaultLoggerOptions = options => options
    export const generatePlatformLogger = ({ loggerOverride }) => ({ logger: loggerOverride, chunkLoggerController: null })`,
  // Its search for large numbers takes a time that grows with the square of a run of digits: a phone's answer, or a relay's, of
  // some ten thousand zeros stops the frame. The same in one pass, and without changing the texts that are in it.
  '@walletconnect/safe-json': String.raw`
    const token = /"(?:[^"\\]|\\[\s\S])*"?|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g
    const isLarge = text => /^\d{16,}$/.test(text) && !Number.isSafeInteger(Number(text))
    const large = (_, value) =>
      typeof value === 'string' && value.endsWith('n') && /^\d+n$/.test(value) ? BigInt(value.slice(0, -1)) : value
    export const safeJsonParse = value => {
      if (typeof value !== 'string') throw new Error('Not a text')
      try {
        return JSON.parse(value.replace(token, text => (isLarge(text) ? '"' + text + 'n"' : text)), large)
      } catch {
        return value
      }
    }
    export const safeJsonStringify = value =>
      typeof value === 'string'
        ? value
        : JSON.stringify(value, (_, it) => (typeof it === 'bigint' ? it + 'n' : it)) || ''`,
  // Hashes of transactions of Polkadot and Algorand, which wallets tell the relay.
  blakejs: `export const blake2b = ${absent('blakejs')}`,
  '@msgpack/msgpack': `export const encode = ${absent('msgpack')}; export const decode = encode`,
  // Signatures of a login that WalletConnect itself asks for; ours is checked by the server.
  ox: `export const Secp256k1 = { recoverAddress: ${absent('ox')} }; export const Signature = { fromHex: Secp256k1.recoverAddress }`,
}

const PACKAGES = /\/node_modules\/@walletconnect\/[\w-]+\//
const PREFIX = '\0trimmed:'

export const walletConnectTrimmed: Plugin = {
  name: 'wallet-connect-trimmed',
  enforce: 'pre',
  resolveId: (source, importer) =>
    importer && PACKAGES.test(importer) && Object.hasOwn(REPLACED, source) ? `${PREFIX}${source}` : null,
  load: id => (id.startsWith(PREFIX) ? (REPLACED[id.slice(PREFIX.length)] ?? null) : null),
}
