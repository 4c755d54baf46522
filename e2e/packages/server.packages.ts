import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from '@playwright/test'
import { runFile } from '../../scripts/child-process.mjs'
import { SERVER_TARBALL } from '../../scripts/examples/packed.mjs'
import { freePort } from '../fixtures/free-port.ts'
import { root, startProgram } from '../fixtures/server-process.ts'
import { runToEnd } from './run-to-end.ts'

test('npx vitrine runs a server and registers a site, from the packed tarball', async () => {
  test.setTimeout(300_000)
  expect(await runFile('scripts/packages/pack-server.ts', [])).toBe(0)
  const cwd = await mkdtemp(join(tmpdir(), 'vitrine-npx-'))
  const port = await freePort()
  const origin = `http://localhost:${port}`
  const env = { VITRINE_DEV: '1', VITRINE_PORT: String(port) }
  const npx = (...words: string[]) => runToEnd({ command: 'npx', args: ['vitrine', ...words], cwd, env })
  try {
    await runToEnd({
      command: 'npm',
      args: ['install', root + SERVER_TARBALL, '--prefer-offline'],
      cwd,
      env: {},
    })
    const { version } = JSON.parse(await readFile(`${root}package.json`, 'utf8'))
    expect((await npx('--version')).trim()).toBe(version)
    await expect(npx('app', 'crate')).rejects.toThrow('npx vitrine app create --name')

    const server = await startProgram({
      command: 'npx',
      args: ['vitrine', 'serve'],
      ...{ cwd, env, probe: `${origin}/health` },
    })
    try {
      const printed = await npx('app', 'create', '--name', 'Shop', '--origin', 'http://localhost:3000')
      const [, script = '', id = ''] = /<script src="([^"]+)" data-app-id="([^"]+)"/.exec(printed) ?? []
      expect(script).toBe(`${origin}/vitrine.js`)
      expect((await fetch(script)).headers.get('content-type')).toContain('javascript')
      const document = await fetch(
        `${origin}/apps/${id}/frame?origin=${encodeURIComponent('http://localhost:3000')}`,
      )
      expect(document.status).toBe(200)
    } finally {
      await server.stop()
    }
    // The server ends with npx, and does not stay behind.
    await expect
      .poll(() =>
        fetch(`${origin}/health`).then(
          () => 'up',
          () => 'down',
        ),
      )
      .toBe('down')
  } finally {
    await rm(cwd, { recursive: true, force: true })
  }
})
