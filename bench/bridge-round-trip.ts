import { HostPage } from '../e2e/fixtures/host-page.ts'
import type { Lab } from './lab.ts'
import { meanDurations } from './mean-duration.ts'
import { ms, type Row } from './row.ts'
import { settled } from './wallet-frame.ts'

const CALLS = 2000

const ECHO = `<script>addEventListener('message', ({ ports: [port] }) => {
  port.onmessage = ({ data }) => port.postMessage(data)
  port.postMessage('open')
})</script>`

const OPEN_ECHO = `new Promise(resolve => {
  const { port1, port2 } = new MessageChannel()
  window.echo = data => new Promise(done => {
    port1.onmessage = ({ data }) => done(data)
    port1.postMessage(data)
  })
  port1.onmessage = () => resolve()
  document.getElementById('echo').contentWindow.postMessage(null, '*', [port2])
})`

/**
 * A call that the frame answers at once (`eth_chainId`), through the SDK, penpal, the guard and both schemas. Bare: the
 * same request echoed over a raw MessageChannel by an iframe of the wallet's site in the same page.
 */
export async function benchBridge(lab: Lab): Promise<Row[]> {
  const stack = await lab.stack()
  const context = await (await lab.browser()).newContext()
  const echo = stack.site.sameSite + stack.site.publish({ body: ECHO })
  const host = await HostPage.open(context, stack, { body: `<iframe id="echo" src="${echo}"></iframe>` })
  await host.ready()
  await settled(host)
  await host.page.evaluate(OPEN_ECHO)
  const took = await meanDurations(
    host.page,
    {
      bare: `echo({ method: 'eth_chainId' })`,
      ours: `vitrine.ethereum.request({ method: 'eth_chainId' })`,
    },
    CALLS,
  )
  await context.close()
  return [
    {
      what: `bridge round trip, mean of ${CALLS.toLocaleString('en')}`,
      ours: ms(took.ours),
      bare: { ...ms(took.bare), name: 'raw MessageChannel' },
      budget: { ratio: { atMost: 1.5 } },
    },
  ]
}
