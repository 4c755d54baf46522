import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { TYPEFACE_PATH } from '../html/style.ts'

/** What `frame/files.ts` serves of `dist/host`. */
export const HOST_FILE = /^vitrine(?:\.m?js|-(?:greeting|later|wallets)-[\w-]+\.js)$/

/**
 * The files of a build that the wallet origin serves: each path, and where below `dist` its bytes lie.
 * @param distDir as `npm run build` left it
 * @param typeface of the frame's build, below its folder (`frame/manifest.ts`)
 */
export async function servedFiles(
  distDir: string,
  typeface: string | null,
): Promise<ReadonlyMap<string, string>> {
  const inside = async (folder: string) => {
    const entries = await readdir(join(distDir, folder), { recursive: true, withFileTypes: true })
    return entries
      .filter(entry => entry.isFile())
      .map(entry => join(entry.parentPath, entry.name).slice(join(distDir, folder).length + 1))
  }
  const [assets, host] = await Promise.all([inside('frame/assets'), inside('host')])
  const files = [
    ...assets.map(name => [`/assets/${name}`, `frame/assets/${name}`]),
    ...host.filter(name => HOST_FILE.test(name)).map(name => [`/${name}`, `host/${name}`]),
    ...['', '.sha256'].map(end => [`/recovery.html${end}`, `recovery/vitrine-recovery.html${end}`]),
    ['/captcha/widget.js', 'server/captcha/widget.js'],
    ['/licenses.txt', 'frame/licenses.txt'],
    ['/favicon.ico', 'server/favicon.ico'],
    ...(typeface ? [[TYPEFACE_PATH, `frame/${typeface}`]] : []),
  ] as [string, string][]
  return new Map(files.sort(([one], [other]) => (one < other ? -1 : 1)))
}
