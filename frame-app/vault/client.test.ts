import { expose } from 'comlink'
import { afterEach, expect, test, vi } from 'vitest'
import { createVaultClient } from './client.ts'
import { createMemoryKeyStore } from './testing/in-process-vault.ts'
import { createVault } from './vault.ts'

/** These tests have no on-device wallet. */
const noSets = () => Promise.reject(new TypeError('No sets'))

const ports: MessagePort[] = []
afterEach(() => {
  vi.useRealTimers()
  for (const port of ports.splice(0)) port.close()
})

/** A worker's two faces, its messages and its events, over a real channel; `answers: false` is one that hangs. */
function fakeWorker(answers: boolean) {
  const { port1, port2 } = new MessageChannel()
  ports.push(port1, port2)
  if (answers) expose(createVault(createMemoryKeyStore(), noSets), port2)
  port1.start()
  return Object.assign(port1, { terminate: vi.fn() }) as unknown as Worker & { terminate: () => void }
}

test('starts the worker at first use, and one only', async () => {
  const spawn = vi.fn(() => fakeWorker(true))
  const vault = createVaultClient(spawn)
  expect(spawn).not.toHaveBeenCalled()
  const first = await vault.use(it => it.publicKey())
  expect(await vault.use(it => it.publicKey())).toBe(first)
  expect(spawn).toHaveBeenCalledOnce()
})

test('a worker that hangs is given up with the message of the specification, and the next use starts another', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const hanging = fakeWorker(false)
  const spawn = vi.fn<() => Worker>().mockReturnValueOnce(hanging).mockReturnValue(fakeWorker(true))
  const vault = createVaultClient(spawn)
  const refusal = expect(vault.use(it => it.publicKey())).rejects.toMatchObject({
    code: 'unknown_embedded_wallet_error',
    message: 'Failed to connect to wallet proxy',
  })
  await vi.advanceTimersByTimeAsync(15_000)
  await refusal
  expect(hanging.terminate).toHaveBeenCalled()
  expect(await vault.use(it => it.publicKey())).toEqual(expect.any(String))
})

test('creation waits longer', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const vault = createVaultClient(() => fakeWorker(false))
  const settled = vi.fn()
  void vault.use(it => it.publicKey(), 30_000).then(settled, settled)
  await vi.advanceTimersByTimeAsync(29_999)
  expect(settled).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(1)
  expect(settled).toHaveBeenCalledOnce()
})

test('a worker that was given up fails all who wait for it at once', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const vault = createVaultClient(() => fakeWorker(false))
  const settled = vi.fn()
  const calls = [15_000, 30_000].map(limit => vault.use(it => it.publicKey(), limit).then(settled, settled))
  await vi.advanceTimersByTimeAsync(15_000)
  await Promise.all(calls)
  expect(settled).toHaveBeenCalledTimes(2)
})

test('a worker that cannot be loaded fails at once', async () => {
  const worker = fakeWorker(false)
  const vault = createVaultClient(() => worker)
  const call = vault.use(it => it.publicKey())
  worker.dispatchEvent(new Event('error'))
  await expect(call).rejects.toMatchObject({ message: 'Failed to connect to wallet proxy' })
})

test('a browser without workers gets the same message', async () => {
  const vault = createVaultClient(() => {
    throw new TypeError('blocked')
  })
  await expect(vault.use(it => it.publicKey())).rejects.toMatchObject({
    message: 'Failed to connect to wallet proxy',
  })
})
