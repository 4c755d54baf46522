import type { Page } from '@playwright/test'
import { median } from './statistics.ts'

const WARM_UP = 100
const ROUNDS = 5

/**
 * Mean ms of a call when it is awaited again and again in the page, for several calls that take turns: what disturbs
 * the machine disturbs all of them. Of `ROUNDS` means the median.
 * @param page where the calls run
 * @param calls text of one async call each
 * @param times how often each is called in a round
 */
export async function meanDurations<const Name extends string>(
  page: Page,
  calls: Readonly<Record<Name, string>>,
  times: number,
): Promise<Record<Name, number>> {
  const names = Object.keys(calls) as Name[]
  const means: { name: Name; ms: number }[] = []
  const run = async (name: Name, count: number) =>
    (await page.evaluate(`(async () => {
      const start = performance.now()
      for (let i = 0; i < ${count}; i++) await ${calls[name]}
      return (performance.now() - start) / ${count}
    })()`)) as number
  for (const name of names) await run(name, WARM_UP)
  for (let round = 0; round < ROUNDS; round++)
    for (const name of names) means.push({ name, ms: await run(name, times) })
  return Object.fromEntries(
    names.map(name => [name, median(means.filter(it => it.name === name).map(it => it.ms))]),
  ) as Record<Name, number>
}
