import type { IncomingMessage } from 'node:http'
import { text } from 'node:stream/consumers'
import { type CloudAnswer, type Interference, startCloudServer } from '../../wallet/testing/cloud-server.ts'

/** A company on loopback, and what a test does to its API. */
export interface Vendor extends Interference {
  /** For `VITRINE_<COMPANY>_URL`. */
  readonly url: string
  /** The next call of the API gets this in the place of an answer. */
  answerNext(answer: CloudAnswer): void
  stop(): Promise<void>
}

/** What a person does on a company's page. */
export const PERSON_DOES = ['complete', 'wait', 'fail', 'cancel'] as const
export type PersonDoes = (typeof PERSON_DOES)[number]

const LABELS: Readonly<Record<PersonDoes, string>> = {
  complete: 'Complete',
  wait: 'Pay later',
  fail: 'Fail',
  cancel: 'Cancel',
}

/** @param isApi which paths tests interfere with: those that servers call */
export async function startVendor(
  answer: (request: IncomingMessage, url: URL) => Promise<CloudAnswer>,
  isApi: (url: URL) => boolean,
): Promise<Vendor> {
  const prepared: CloudAnswer[] = []
  const server = await startCloudServer(
    async (request, url) => (isApi(url) && prepared.shift()) || answer(request, url),
    isApi,
    () => ({ status: 500, body: { message: 'Internal error' } }),
  )
  return {
    url: server.origin,
    failNext: server.failNext,
    holdNext: server.holdNext,
    answerNext: answer => void prepared.push(answer),
    stop: () => server.stop(),
  }
}

/** The page that a window is at: what is bought, and a button for each thing that a person can do. It posts to its own address. */
export function purchasePage(title: string, facts: Readonly<Record<string, string | null>>): CloudAnswer {
  const rows = Object.entries(facts).map(
    ([name, value]) => `<dt>${escaped(name)}<dd>${escaped(value ?? '–')}`,
  )
  const buttons = PERSON_DOES.map(does => `<button name="does" value="${does}">${LABELS[does]}</button>`)
  return {
    status: 200,
    body: `<!doctype html><html lang="en"><title>${escaped(title)}</title><h1>${escaped(title)}</h1><dl>${rows.join('')}</dl><form method="post">${buttons.join(' ')}</form>`,
    // As such pages have it: who opened them is cut off, and no page frames them.
    headers: { 'cross-origin-opener-policy': 'same-origin', 'x-frame-options': 'DENY' },
  }
}

/** What the pressed button of a `purchasePage` says. */
export async function readPress(request: IncomingMessage): Promise<PersonDoes> {
  const pressed = new URLSearchParams(await text(request)).get('does')
  return PERSON_DOES.find(does => does === pressed) ?? 'cancel'
}

/** Leads the person back, with what the company says in the address: nobody has to believe it. */
export function leadBack(redirectUrl: string, said: Readonly<Record<string, string>>): CloudAnswer {
  const back = new URL(redirectUrl)
  for (const [name, value] of Object.entries(said)) back.searchParams.set(name, value)
  return { status: 303, headers: { location: back.href } }
}

const escaped = (text: string) => text.replace(/[&<>"]/g, it => `&#${it.charCodeAt(0)};`)
