import { expect, test, vi } from 'vitest'
import type { RunningProcess } from './processes/start-process.ts'
import { keepRunning } from './supervise.ts'

function pending<T>() {
  let resolve: (value: T) => void = () => {}
  const promise = new Promise<T>(done => {
    resolve = done
  })
  return { promise, resolve }
}

/** A process that runs until it is stopped, or ends by itself. */
function runningProcess() {
  const { promise: exited, resolve: end } = pending<number | null>()
  const stop = vi.fn(async () => end(0))
  return { exited, stop, end } satisfies RunningProcess & { end: unknown }
}

test('what ends by itself is started again, until it is stopped', async () => {
  const [first, second] = [runningProcess(), runningProcess()]
  const start = vi.fn<() => Promise<RunningProcess>>().mockResolvedValueOnce(first).mockResolvedValue(second)
  const kept = await keepRunning('mailer', start)
  first.end(null)
  await vi.waitFor(() => expect(start).toHaveBeenCalledTimes(2))
  await kept.stop()
  expect(second.stop).toHaveBeenCalled()
  expect(start).toHaveBeenCalledTimes(2)
})

test('a stop that comes while it is started again ends what was started', async () => {
  const [first, second] = [runningProcess(), runningProcess()]
  const { promise: isUp, resolve: comeUp } = pending<RunningProcess>()
  const start = vi.fn<() => Promise<RunningProcess>>().mockResolvedValueOnce(first).mockReturnValue(isUp)
  const kept = await keepRunning('mailer', start)
  first.end(null)
  await vi.waitFor(() => expect(start).toHaveBeenCalledTimes(2))
  const stopped = kept.stop()
  comeUp(second)
  await stopped
  expect(second.stop).toHaveBeenCalled()
})
