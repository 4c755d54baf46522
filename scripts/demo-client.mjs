import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { runFile } from './child-process.mjs'

/**
 * Makes the demo shop's app known at the demo provider of this run, by the command that an operator uses.
 * @param {string} issuer
 * @param {string} secret
 * @param {{env: NodeJS.ProcessEnv, masterKeys: import('./child-process.mjs').GivenKeys}} server
 */
export async function setDemoClient(issuer, secret, { env, masterKeys }) {
  const folder = await mkdtemp(join(tmpdir(), 'vitrine-demo-'))
  const file = join(folder, 'client.json')
  const client = { client_id: 'vitrine-demo', client_secret: secret, issuer }
  try {
    await writeFile(file, JSON.stringify(client), { mode: 0o600 })
    const args = ['oauth', 'set', 'app_demo', '--provider', 'custom:demo', '--file', file]
    const code = await runFile('dist/server/cli.mjs', args, { env, masterKeys, quiet: true })
    if (code !== 0) console.log('The demo provider could not be set up: its row in the login will not work.')
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
