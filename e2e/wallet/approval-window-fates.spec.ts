import type { Page } from '@playwright/test'
import { verifyMessage } from 'viem'
import { approveIn, nextWindow, withoutClick, withWindows } from '../fixtures/approval-window.ts'
import type { HostPageOptions } from '../fixtures/host-page.ts'
import { test as base, expect, type Person } from '../fixtures/test.ts'

interface Fixtures {
  /** A page of an app whose approvals are in windows, of somebody who is `signedIn`. */
  open(options?: HostPageOptions): Promise<Person>
}

const test = base.extend<Fixtures>({
  open: async ({ signedIn, stack, keep }, use) => {
    const app = await keep('an app with windows', async () => ({
      ...(await withWindows(stack)),
      stop: async () => {},
    }))
    await use(options => signedIn(app, { initScript: withoutClick, ...options }))
  },
})

/** Asks for a signature, and opens its window. */
async function ask({ host }: Person, message: string) {
  const signing = host.call<{ signature: `0x${string}` }>('signMessage', { message })
  // A page that is left never answers.
  signing.catch(() => {})
  const [popup] = await Promise.all([nextWindow(host.page.context()), host.button('Open wallet').click()])
  await expect(popup.getByText(message, { exact: true })).toBeVisible()
  return { signing, popup }
}

const isSigned = async (
  { account }: Person,
  message: string,
  { signing }: Awaited<ReturnType<typeof ask>>,
) => {
  const outcome = await signing
  if (!outcome.ok) throw new Error(outcome.error.message)
  expect(await verifyMessage({ address: account, message, ...outcome.value })).toBe(true)
}

/** It has said what became of its request, and has closed itself. */
const isGone = (popup: Page) => expect.poll(() => popup.isClosed()).toBe(true)

const CUT_OFF = { headers: { 'cross-origin-opener-policy': 'same-origin' } }

test('a window closes when its page is left, and a page that comes back has its next request approved', async ({
  open,
}) => {
  const person = await open()
  const { page } = person.host
  const { popup } = await ask(person, 'first')
  await page.goto('about:blank')
  await isGone(popup)
  await page.goBack()
  await page.evaluate('vitrine.ready.then()')
  const next = await ask(person, 'second')
  await approveIn(next.popup)
  await isSigned(person, 'second', next)
  await isGone(next.popup)
})

test('a window that is cut off waits for a server that restarts', async ({ open, stack }) => {
  const person = await open(CUT_OFF)
  const asked = await ask(person, 'restarted')
  await stack.restart('kill')
  await approveIn(asked.popup)
  await isSigned(person, 'restarted', asked)
  await isGone(asked.popup)
})

test('a window that is cut off does not send an answer twice whose reply was lost', async ({ open }) => {
  const person = await open(CUT_OFF)
  const asked = await ask(person, 'lost')
  let answers = 0
  await asked.popup.route('**/approval_flows/answer', async route => {
    answers++
    await route.fetch()
    await route.abort()
  })
  await approveIn(asked.popup)
  await isSigned(person, 'lost', asked)
  await isGone(asked.popup)
  expect(answers).toBe(1)
})

test('a window that is cut off closes when it is loaded again, and another one approves', async ({
  open,
}) => {
  const person = await open(CUT_OFF)
  const { signing, popup } = await ask(person, 'again')
  await popup.reload()
  await isGone(popup)
  const [other] = await Promise.all([
    nextWindow(person.host.page.context()),
    person.host.button('Open wallet').click(),
  ])
  await approveIn(other)
  await isSigned(person, 'again', { signing, popup: other })
})
