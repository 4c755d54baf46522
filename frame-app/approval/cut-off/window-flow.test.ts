import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { view } from '../testing/view.ts'
import type { RequestState } from '../view/request-state.ts'
import { SILENCE_MS } from '../view/window-messages.ts'
import { newFlowSecret, open, seal } from './seal.ts'
import { holdTimersBack, pass, until } from './testing/time.ts'
import { followFlow, type WindowFlow } from './window-flow.ts'

const KEY = 'k'
const LOOK = { language: 'en', colorScheme: 'light' }
const secret = newFlowSecret()
const events = { onReview: vi.fn(), onNews: vi.fn(), onSilence: vi.fn() }
const answers = vi.fn()
const calls: { path: string; keepalive: boolean | undefined }[] = []
/** The flow as the server has it. */
let server = { isClaimed: false, answer: '', isTaken: false, outcome: null as string | null }
/** The fate of a call: served, lost before the server has it, or its reply lost. */
let network: (path: string) => 'served' | 'lost' | 'reply lost' = () => 'served'
let isGone = false
let flow: WindowFlow | undefined

const seen = (status: RequestState['status']) => ({
  event: 'state',
  state: { status, transactions: [] },
})
const countOf = (path: string) => calls.filter(call => call.path === path).length

async function serve(path: string, body: { answer?: string }) {
  if (isGone) return new Response(null, { status: 404 })
  switch (path) {
    case 'claim': {
      if (server.isClaimed) return new Response(null, { status: 404 })
      server.isClaimed = true
      const text = JSON.stringify({ ...LOOK, key: KEY, view })
      return Response.json({ offer: await seal(secret, { kind: 'offer' }, text) })
    }
    case 'answer':
      if (server.answer) return new Response(null, { status: 404 })
      server.answer = body.answer ?? ''
      answers(await open(secret, { kind: 'answer', review: KEY }, server.answer))
      return Response.json({ success: true })
    default:
      return Response.json({
        is_claimed: server.isClaimed,
        is_answered: server.answer !== '',
        is_taken: server.isTaken,
        outcome: server.outcome,
      })
  }
}

/** The frame stores what became of the request. */
async function tell(status: RequestState['status']) {
  const text = JSON.stringify({ ...LOOK, news: seen(status) })
  server.outcome = await seal(secret, { kind: 'outcome' }, text)
}

async function begin() {
  flow = followFlow('app_cut_off', secret, events)
  await until(() => expect(events.onReview).toHaveBeenCalled())
  return flow
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
  vi.stubGlobal('fetch', async (url: string, { body, keepalive }: { body: string; keepalive?: boolean }) => {
    const path = url.split('/').at(-1) ?? ''
    calls.push({ path, keepalive })
    const fate = network(path)
    const response = fate === 'lost' ? null : await serve(path, JSON.parse(body))
    if (response === null || fate === 'reply lost') throw new TypeError('Failed to fetch')
    return response
  })
  server = { isClaimed: false, answer: '', isTaken: false, outcome: null }
  network = () => 'served'
  isGone = false
  calls.length = 0
})

afterEach(() => {
  flow?.stop()
  vi.unstubAllGlobals()
  vi.useRealTimers()
  vi.clearAllMocks()
})

it('shows the review that the frame has sealed, and then what the frame says', async () => {
  await begin()
  expect(events.onReview).toHaveBeenCalledExactlyOnceWith(LOOK, { key: KEY, view })
  await tell('rejected')
  await until(() => expect(events.onNews).toHaveBeenCalledExactlyOnceWith(LOOK, seen('rejected')))
  expect(events.onSilence).not.toHaveBeenCalled()
})

it('sends an answer so that it arrives when the window is closed', async () => {
  const { answer } = await begin()
  answer(KEY, 'approved')
  await until(() => expect(answers).toHaveBeenCalledExactlyOnceWith('approved'))
  expect(calls.find(({ path }) => path === 'answer')).toEqual({ path: 'answer', keepalive: true })
  server.isTaken = true
  await until(() => expect(events.onNews).toHaveBeenCalledExactlyOnceWith(null, seen('answered')))
})

it('asks what became of an answer whose reply was lost, and does not send it twice', async () => {
  network = path => (path === 'answer' ? 'reply lost' : 'served')
  const { answer } = await begin()
  answer(KEY, 'approved')
  await until(() => expect(answers).toHaveBeenCalledOnce())
  await pass(5_000)
  expect(countOf('answer')).toBe(1)
  expect(events.onSilence).not.toHaveBeenCalled()
  await tell('sent')
  await until(() => expect(events.onNews).toHaveBeenCalledExactlyOnceWith(LOOK, seen('sent')))
})

it('sends an answer again that never arrived, with a pause between', async () => {
  network = path => (path === 'answer' && countOf('answer') < 4 ? 'lost' : 'served')
  const { answer } = await begin()
  answer(KEY, 'rejected')
  await until(() => expect(countOf('answer')).toBe(1))
  expect(answers).not.toHaveBeenCalled()
  await until(() => expect(answers).toHaveBeenCalledExactlyOnceWith('rejected'))
  expect(countOf('answer')).toBe(4)
})

it('asks once more after a minute in the background, before it says that it does not know', async () => {
  const { answer } = await begin()
  holdTimersBack()
  answer(KEY, 'approved')
  await until(() => expect(answers).toHaveBeenCalled())
  await pass(30_000)
  server.isTaken = true
  await until(() => expect(events.onNews).toHaveBeenCalledExactlyOnceWith(null, seen('answered')))
  expect(events.onSilence).not.toHaveBeenCalled()
})

it('takes a review that comes while it is in the background', async () => {
  holdTimersBack()
  network = () => 'lost'
  flow = followFlow('app_cut_off', secret, events)
  await pass(SILENCE_MS + 1_000)
  network = () => 'served'
  await until(() => expect(events.onReview).toHaveBeenCalled())
})

it('does not press on a server that refuses an answer', async () => {
  const { answer } = await begin()
  network = path => (path === 'answer' ? 'lost' : 'served')
  answer(KEY, 'approved')
  await until(() => expect(countOf('answer')).toBe(1))
  const before = performance.now()
  await pass(10_000)
  expect(countOf('answer')).toBeLessThanOrEqual(1 + (performance.now() - before) / 700)
  expect(events.onNews).not.toHaveBeenCalled()
})

it('says neither that something was signed nor that nothing was while nobody can be asked', async () => {
  const { answer, checkAgain } = await begin()
  network = () => 'lost'
  answer(KEY, 'approved')
  await pass(SILENCE_MS - 3_000)
  expect(events.onSilence).not.toHaveBeenCalled()
  await pass(6_000)
  expect(events.onSilence).toHaveBeenCalledOnce()
  expect(events.onNews).not.toHaveBeenCalled()
  // The network is back, and the user asks once more.
  network = () => 'served'
  checkAgain()
  await until(() => expect(answers).toHaveBeenCalledExactlyOnceWith('approved'))
  await tell('signed')
  await until(() => expect(events.onNews).toHaveBeenCalledExactlyOnceWith(LOOK, seen('signed')))
})

it('keeps the first answer, whatever is pressed after it', async () => {
  const { answer } = await begin()
  answer(KEY, 'rejected')
  answer(KEY, 'approved')
  await until(() => expect(answers).toHaveBeenCalled())
  await pass(3_000)
  expect(answers).toHaveBeenCalledExactlyOnceWith('rejected')
})

it('says that nothing was signed where the flow ended without an answer, and that it does not know after one', async () => {
  await begin()
  isGone = true
  await until(() => expect(events.onNews).toHaveBeenCalledExactlyOnceWith(null, seen('expired')))
  expect(events.onSilence).not.toHaveBeenCalled()

  vi.clearAllMocks()
  isGone = false
  server = { isClaimed: false, answer: '', isTaken: false, outcome: null }
  const { answer } = await begin()
  answer(KEY, 'approved')
  await until(() => expect(answers).toHaveBeenCalledOnce())
  isGone = true
  await until(() => expect(events.onSilence).toHaveBeenCalledOnce())
  expect(events.onNews).not.toHaveBeenCalled()
})

it('has no live review when it is loaded again', async () => {
  server.isClaimed = true
  flow = followFlow('app_cut_off', secret, events)
  await until(() => expect(events.onNews).toHaveBeenCalledExactlyOnceWith(null, { event: 'unneeded' }))
  expect(events.onReview).not.toHaveBeenCalled()
})
