import { randomBytes } from 'node:crypto'
import { distance } from 'fastest-levenshtein'

/** The examples that `npm run example -- <name>` starts, and the folder of each, which has a `dev` script. */
export const EXAMPLES = {
  next: 'examples/next',
  'vite-wagmi': 'examples/vite-wagmi',
  sveltekit: 'examples/sveltekit',
  'express-backend': 'examples/express-backend',
  'moved-from-privy': 'examples/moved-from-privy/after',
  shop: 'examples/shop',
}
/** @typedef {keyof typeof EXAMPLES} Example */

const NAMES = /** @type {Example[]} */ (Object.keys(EXAMPLES))

/** @param {string} name @returns {name is Example} */
const isExample = name => Object.hasOwn(EXAMPLES, name)

/**
 * Which example is meant.
 * @param {string | undefined} name
 * @returns {Example}
 * @throws Error with the names that there are, and which was probably meant
 */
export function findExample(name) {
  if (name !== undefined && isExample(name)) return name
  const list = `The examples are ${NAMES.join(', ')}.`
  if (!name) throw new Error(`Name an example, e.g. \`npm run example -- next\`. ${list}`)
  const meant = nearest(name)
  throw new Error(`There is no example "${name}".${meant && ` Did you mean "${meant}"?`} ${list}`)
}

/** The name that was probably meant: one that has what was written, or most of its letters. @param {string} written */
function nearest(written) {
  const [best = ''] = NAMES.toSorted((a, b) => distance(written, a) - distance(written, b))
  const isNear = distance(written, best) <= Math.ceil(best.length / 3)
  return NAMES.find(name => name.includes(written)) ?? (isNear ? best : '')
}

/**
 * What an example is told of the wallet. Frameworks give a page the variables that have their prefix, so those have the origin
 * and the app's id alone: the secret is for the example's own server.
 * @param {{port: number, walletOrigin: string, appId: string, appSecret: string}} place
 * @returns {Record<string, string>}
 */
export function exampleEnvironment({ port, walletOrigin, appId, appSecret }) {
  const open = { VITRINE_ORIGIN: walletOrigin, VITRINE_APP_ID: appId }
  const prefixed = ['NEXT_PUBLIC_', 'VITE_', 'PUBLIC_'].flatMap(prefix =>
    Object.entries(open).map(([name, value]) => [prefix + name, value]),
  )
  return {
    PORT: String(port),
    ...open,
    ...Object.fromEntries(prefixed),
    VITRINE_APP_SECRET: appSecret,
    SITE_ORIGIN: `http://127.0.0.1:${port}`,
    COOKIE_SECRET: randomBytes(32).toString('base64url'),
    // Next asks its maker for nothing.
    NEXT_TELEMETRY_DISABLED: '1',
  }
}
