// In a process of its own: a connection is kept up for as long as the process is there, and what connects is counted.
import { expect, it, onTestFinished, vi } from 'vitest'
import { openLine } from './line.ts'
import { createMemoryStore } from './testing/memory-store.ts'
import { SITE } from './testing/two-devices.ts'

async function opened() {
  const line = await openLine({
    ...{ appId: 'app', projectId: 'project', relayUrl: 'ws://127.0.0.1:9', metadata: SITE },
    storage: createMemoryStore(),
  })
  onTestFinished(() => line.close())
  return line
}

it('posts nothing of how it is used', async () => {
  const asked = vi.spyOn(globalThis, 'fetch').mockRejectedValue(new Error('offline'))
  onTestFinished(() => asked.mockRestore())
  const { client } = await opened()
  expect(client.core.eventClient.telemetryEnabled).toBe(false)
  const event = client.core.eventClient.createEvent({ properties: { topic: 'a', trace: [] } })
  expect(client.core.eventClient.getEvent({ eventId: event.eventId })).toBeUndefined()
  expect(asked).not.toHaveBeenCalled()
})

/** Where a browser's window is, the library puts an iframe of its server into it, and waits. */
it('has no frame of a server vouch for the site', async () => {
  const { client } = await opened()
  expect(await client.core.verify.register({ id: 'a', decryptedId: 'b' })).toBe('')
  expect(await client.core.verify.resolve({ id: 'a', hash: 'b' } as never)).toEqual({ origin: '' })
})

it('is in the name of the site, whatever document it runs in', async () => {
  const warned = vi.spyOn(console, 'warn')
  onTestFinished(() => warned.mockRestore())
  const { client } = await opened()
  expect(client.metadata).toMatchObject({ name: SITE.name, url: SITE.url })
  expect(warned).not.toHaveBeenCalled()
})

it('is found by nobody else in the document', async () => {
  vi.stubEnv('DISABLE_GLOBAL_CORE', 'false')
  onTestFinished(() => void vi.unstubAllEnvs())
  const [first, second] = [await opened(), await opened()]
  expect(Object.keys(globalThis).filter(name => /walletconnect/i.test(name))).toEqual([])
  expect(second.client.core).not.toBe(first.client.core)
})
