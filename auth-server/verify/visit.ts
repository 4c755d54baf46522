import { type AskedAs, BROWSERS, type Browser, headersOf } from './browsers.ts'
import { type Answer, download, Unexamined } from './download.ts'

/** Of one answer. */
const ANSWER_LIMIT_MS = 30_000
/** Of all of them: a server that lets each byte wait does not keep us for a day. */
const VISIT_LIMIT_MS = 600_000
/** After so many answers that did not come, the rest is not asked for. */
const FAILURES_LIMIT = 10
const AT_ONCE = 8

/** What was found: a path, what is wrong there, and the browsers that get it so. */
export interface Finding {
  readonly path: string
  readonly what: string
  readonly browsers: readonly Browser[]
}

/** What one visit of a server has seen. */
export interface Visit {
  /** As each browser asks, one after the other in `as`. @returns what is wrong with the answer, in words; `null`: nothing */
  examine(
    path: string,
    as: AskedAs,
    limitBytes: number,
    judge: (answer: Answer, browser: Browser) => string | null,
  ): void
  /** Once, as one browser. @throws Unexamined */
  ask(path: string, as: AskedAs, limitBytes: number): Promise<Answer>
  /** Of what was examined so far, in order of paths. */
  end(): Promise<{ readonly differences: readonly Finding[]; readonly unexamined: readonly Finding[] }>
}

/**
 * Begins a visit: what is asked for comes eight at a time.
 * @param origin the wallet origin
 * @param site the page that embeds the wallet, as the browser says; `null`: no page
 */
export function beginVisit(origin: string, site: string | null): Visit {
  const deadline = AbortSignal.timeout(VISIT_LIMIT_MS)
  const found = { differences: new Findings(), unexamined: new Findings() }
  const waiting: (() => Promise<void>)[] = []
  let failures = 0
  const get = async (path: string, as: AskedAs, limitBytes: number, browser: Browser) => {
    const answer = await download(
      new URL(path, origin),
      headersOf(browser, as, site),
      limitBytes,
      AbortSignal.any([deadline, AbortSignal.timeout(ANSWER_LIMIT_MS)]),
    )
    if (answer.status < 500 && answer.status !== 429) return answer
    throw new Unexamined(`the server answers ${answer.status}`)
  }
  return {
    ask: (path, as, limitBytes) => get(path, as, limitBytes, 'Chromium'),
    examine(path, as, limitBytes, judge) {
      for (const browser of Object.keys(BROWSERS) as Browser[])
        waiting.push(async () => {
          if (failures >= FAILURES_LIMIT)
            return found.unexamined.add(
              path,
              'it was not asked for: too much before it did not come',
              browser,
            )
          try {
            const what = judge(await get(path, as, limitBytes, browser), browser)
            if (what !== null) found.differences.add(path, what, browser)
          } catch (error) {
            if (!(error instanceof Unexamined)) throw error
            failures++
            found.unexamined.add(path, error.message, browser)
          }
        })
    },
    async end() {
      const work = async () => {
        for (let next = waiting.shift(); next; next = waiting.shift()) await next()
      }
      await Promise.all(Array.from({ length: AT_ONCE }, work))
      return { differences: found.differences.all(), unexamined: found.unexamined.all() }
    },
  }
}

class Findings {
  readonly #browsers = new Map<string, Finding & { readonly browsers: Browser[] }>()

  add(path: string, what: string, browser: Browser): void {
    const key = `${path}\n${what}`
    const known = this.#browsers.get(key)
    if (known) known.browsers.push(browser)
    else this.#browsers.set(key, { path, what, browsers: [browser] })
  }

  all(): readonly Finding[] {
    return [...this.#browsers.values()].sort((one, other) => (one.path < other.path ? -1 : 1))
  }
}
