import { execFile } from 'node:child_process'
import { cp, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { ensurePacked, TARBALL } from '../../examples/packed.mjs'
import { root } from '../../root.mjs'

const start = promisify(execFile)

/** What a site has beside the package, in our versions; npm would take long to bring them once more. */
const BESIDE = [
  ...['react', '@types/react', 'csstype', '@types/node', 'undici-types'],
  ...['viem', '@wagmi/core', 'wagmi-core-2'],
]

/** The packed package in a folder of its own, where nothing of this repository is found. */
export interface InstalledPackage {
  readonly folder: string
  readonly tarball: string
  /** Runs a program there with this very Node. @returns what it printed. @throws Error with that when it fails */
  run(...args: string[]): Promise<string>
  remove(): Promise<void>
}

/** Installs the tarball as a site does, without a network: `jose` is its only dependency. */
export async function installPackage(): Promise<InstalledPackage> {
  await ensurePacked()
  const folder = await mkdtemp(join(tmpdir(), 'vitrine-package-'))
  await writeFile(
    join(folder, 'package.json'),
    JSON.stringify({
      name: 'consumer',
      private: true,
      type: 'module',
      dependencies: { '@vitrine/host-sdk': `file:${root}${TARBALL}`, jose: `file:${root}node_modules/jose` },
    }),
  )
  await start('npm', ['install', '--offline', '--ignore-scripts', '--no-audit', '--no-fund'], { cwd: folder })
  for (const name of BESIDE) {
    const link = join(folder, 'node_modules', name)
    await mkdir(dirname(link), { recursive: true })
    await symlink(`${root}node_modules/${name}`, link)
  }
  await cp(`${root}host-sdk/testing/consumer`, folder, { recursive: true })
  return {
    folder,
    tarball: root + TARBALL,
    async run(...args) {
      try {
        const { stdout } = await start(process.execPath, args, { cwd: folder })
        return stdout
      } catch (error) {
        const { stdout, stderr } = error as { stdout?: string; stderr?: string }
        throw new Error(`${args.join(' ')}:\n${stdout}${stderr}`)
      }
    },
    remove: () => rm(folder, { recursive: true }),
  }
}
