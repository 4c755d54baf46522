import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { HostPage } from './fixtures/host-page.ts'
import { expect, test } from './fixtures/test.ts'

const OTHER = `sha256-${'A'.repeat(43)}=`
const buildOf = async () => {
  const manifest: { readonly build: string } = JSON.parse(await readFile('dist/build-manifest.json', 'utf8'))
  return manifest.build
}

test('a page that pins the build logs in; one that pins another is told which is served', async ({
  context,
  stack,
  address,
}) => {
  const build = await buildOf()
  const host = await HostPage.open(context, stack, { tag: `data-build="${OTHER} ${build}"` })
  await host.ready()
  expect(await host.logIn(address)).toMatchObject({ isNewUser: true })

  const other = await HostPage.open(context, stack, { tag: `data-build="${OTHER}"` })
  const refused = await other.evaluate('await loaded; await vitrine.ready')
  expect(refused).toMatchObject({
    ok: false,
    error: { code: 'configuration_error', message: expect.stringContaining(`the build ${build}`) },
  })
  expect(refused).toMatchObject({ error: { message: expect.stringContaining(`the build ${OTHER}`) } })
  expect(await other.call('login')).toMatchObject({ ok: false })
})

test('the wallet origin’s page says its version and build, and `vitrine verify` finds them to be the release', async ({
  page,
  stack,
}) => {
  const build = await buildOf()
  await page.goto(`http://localhost:${stack.wallet.port}/`)
  await expect(page.getByRole('heading', { name: /^Vitrine \d/ })).toBeVisible()
  await expect(page.getByText(build)).toBeVisible()

  const args = ['verify', `http://localhost:${stack.wallet.port}`, '--app', stack.app.id, '--json']
  // From any machine: without a database, and without anything that the server's environment says.
  const ended = await new Promise<{ code: number; stdout: string; stderr: string }>(resolve =>
    execFile(process.execPath, ['dist/server/cli.mjs', ...args], { env: {} }, (error, stdout, stderr) =>
      resolve({ code: Number(error?.code ?? 0), stdout, stderr }),
    ),
  )
  expect(ended.stderr).toBe('')
  expect(JSON.parse(ended.stdout)).toMatchObject({ build, said: build, differences: [], unexamined: [] })
  expect(ended.code).toBe(0)
})
