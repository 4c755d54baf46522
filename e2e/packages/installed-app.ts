import { cp, mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { exampleEnvironment } from '../../scripts/examples/catalog.mjs'
import { TARBALL } from '../../scripts/examples/packed.mjs'
import { freePort } from '../fixtures/free-port.ts'
import { root, type ServerProcess, startProgram } from '../fixtures/server-process.ts'
import { runToEnd } from './run-to-end.ts'
import type { WalletServer } from './test.ts'

/** What an example's folder may hold that is not in the repository. */
const MADE = ['node_modules', '.next', '.svelte-kit', 'build', 'dist', 'next-env.d.ts']

/** An app outside of the repository, whose packages npm has installed: from its registry, and ours from the tarball. */
export interface InstalledApp {
  readonly folder: string
  /** Its id at the wallet. */
  readonly appId: string
  /** Runs one of its scripts to its end. @throws Error with what it wrote when it fails */
  run(script: string): Promise<void>
  /** Starts its server by one of its scripts, in the place of the one before, and waits until it answers. */
  serve(script: string): Promise<void>
  readonly origin: string
  /** Ends its server, and takes the copy away. */
  remove(): Promise<void>
}

/**
 * Copies an app to where no workspace's packages are found, registers it at the wallet, and installs it by `npm ci`.
 * @param source its folder, two below the root as its lockfile has the tarball
 */
export async function installApp(source: string, wallet: WalletServer): Promise<InstalledApp> {
  const home = await mkdtemp(join(tmpdir(), 'vitrine-installed-'))
  const folder = join(home, source)
  await mkdir(dirname(join(home, TARBALL)), { recursive: true })
  await cp(root + TARBALL, join(home, TARBALL))
  await cp(root + source, folder, { recursive: true, filter: path => !MADE.includes(basename(path)) })
  const port = await freePort()
  const app = await wallet.register(`http://127.0.0.1:${port}`)
  const env = {
    ...exampleEnvironment({ port, walletOrigin: wallet.origin, appId: app.id, appSecret: app.secret }),
    CI: '1',
  }
  const npm = (args: readonly string[], env: Readonly<Record<string, string>>) =>
    runToEnd({ command: 'npm', args, cwd: folder, env })
  await npm(['ci', '--no-audit', '--no-fund', '--prefer-offline'], {})
  const origin = `http://127.0.0.1:${port}`
  let server: ServerProcess | null = null
  return {
    folder,
    appId: app.id,
    origin,
    run: async script => void (await npm(['run', script], env)),
    async serve(script) {
      await server?.kill()
      server = null
      const args = ['run', script]
      server = await startProgram({ command: 'npm', args, cwd: folder, env, probe: `${origin}/` })
    },
    async remove() {
      await server?.kill()
      await rm(home, { recursive: true, force: true })
    },
  }
}
