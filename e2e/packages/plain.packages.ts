import { build } from 'esbuild'
import { HostServer } from '../fixtures/host-server.ts'
import { expect, test } from './test.ts'

test('a plain bundler makes one script of the package, which logs in and knows the person after a reload', async ({
  page,
  install,
  wallet,
  enterCode,
  address,
}) => {
  test.setTimeout(120_000)
  const { folder } = await install('e2e/packages/plain')
  const { outputFiles } = await build({
    absWorkingDir: folder,
    entryPoints: ['main.ts'],
    bundle: true,
    minify: true,
    write: false,
    format: 'esm',
    logLevel: 'silent',
  })
  const site = await HostServer.start()
  const { id } = await wallet.register(site.crossSite)
  const place = JSON.stringify({ appId: id, walletOrigin: wallet.origin })
  const script = outputFiles[0]?.text.replaceAll('</script', '<\\/script') ?? ''
  const body = `<script>window.place = ${place}</script><script type="module">${script}</script>`
  await page.goto(site.crossSite + site.publish({ head: '<link rel="icon" href="data:,">', body }))

  await page.getByRole('button', { name: 'Log in' }).click()
  await enterCode(page)
  await expect(page.getByRole('status')).toHaveText(address)
  await page.reload()
  await expect(page.getByRole('status')).toHaveText(address)
  await site.stop()
})
