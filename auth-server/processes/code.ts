import { readFileSync } from 'node:fs'

/** Where `npm run build` puts it: beside the program that is built, or for one that runs from its sources in `dist`. */
const FOLDER = new URL(
  import.meta.url.endsWith('.mjs') ? './processes/' : '../../dist/server/processes/',
  import.meta.url,
)

export type CompiledProcess = 'signer' | 'mailer' | 'api' | 'frame'

/**
 * The code of a process and its libraries as one ES module. Such a process needs no loader: it opens no other file of the code,
 * and can go on as a user who reads none. Read once by who starts it again: a process that crashed starts as the code that it was.
 * @throws Error when the server was not built
 */
export function readProcessCode(name: CompiledProcess): Uint8Array {
  const file = new URL(`${name}.mjs`, FOLDER)
  try {
    return readFileSync(file)
  } catch (cause) {
    throw new Error('The server is not built. Run `npm run build`, then start it again.', { cause })
  }
}
