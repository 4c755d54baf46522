import { FLOW_LIFETIME_MS } from '@vitrine/shared/api/approval-flow.ts'
import { clientError, VitrineError } from '@vitrine/shared/errors/vitrine-error.ts'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { view } from '../testing/view.ts'
import { type CutOffFlow, prepareFlow } from './frame-flow.ts'
import { fromFragment, open, seal } from './seal.ts'
import { holdTimersBack, pass, until } from './testing/time.ts'

const LOOK = { language: 'en', colorScheme: 'dark' }
const review = { key: 'k', view }
const onClaimed = vi.fn()
/** The server's answer to each kind of call. */
const server = { offer: vi.fn(), status: vi.fn(), close: vi.fn() }
let flow: CutOffFlow

const secretOf = ({ fragment }: CutOffFlow) => {
  const secret = fromFragment(fragment)
  if (!secret) throw new Error('The fragment has no secret')
  return secret
}
const away = () => clientError('service_unavailable', 'The wallet server cannot be reached.')
const gone = () =>
  new VitrineError({ type: 'api_error', code: 'not_found', status: 404, message: 'This approval is over.' })

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
  vi.resetAllMocks()
  server.status.mockReturnValue({ is_claimed: false, answer: null })
  flow = prepareFlow({ document: new EventTarget() } as unknown as Window, {
    postAuthorized: async (path, body) => server[path.split('/').at(-1) as keyof typeof server](body),
  })
})

afterEach(() => {
  flow.end()
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

/** @returns what came of the offer, once something has */
function offer() {
  const settled = vi.fn()
  void flow.offer(LOOK, review, onClaimed).then(settled)
  return settled
}
const claim = async () => {
  server.status.mockReturnValue({ is_claimed: true, answer: null })
  await until(() => expect(onClaimed).toHaveBeenCalledOnce())
}
const answerTo = async (key: string, verdict: string) => {
  const answer = await seal(secretOf(flow), { kind: 'answer', review: key }, verdict)
  server.status.mockReturnValue({ is_claimed: true, answer })
}

it('has the answer of the window to the review that it offered', async () => {
  const settled = offer()
  await until(() => expect(server.status).toHaveBeenCalled())
  expect(onClaimed).not.toHaveBeenCalled()
  await claim()
  await answerTo('k', 'approved')
  await until(() => expect(settled).toHaveBeenCalledExactlyOnceWith('approved'))
  expect(onClaimed).toHaveBeenCalledOnce()
})

it('takes no answer to another review', async () => {
  const settled = offer()
  await claim()
  await answerTo('another', 'approved')
  await until(() => expect(settled).toHaveBeenCalledExactlyOnceWith(null))
})

it('waits for a server that restarts while the window has the review', async () => {
  const settled = offer()
  await claim()
  server.status.mockImplementation(() => {
    throw away()
  })
  await pass(60_000)
  expect(settled).not.toHaveBeenCalled()
  await answerTo('k', 'approved')
  await until(() => expect(settled).toHaveBeenCalledExactlyOnceWith('approved'))
})

it('finds its window and the answer after a minute in the background', async () => {
  holdTimersBack()
  const settled = offer()
  await claim()
  await answerTo('k', 'approved')
  await until(() => expect(settled).toHaveBeenCalledExactlyOnceWith('approved'))
})

it('has no answer where the server has ended it, no window takes it, or the server stays away for good', async () => {
  const untaken = offer()
  await pass(14_000)
  expect(untaken).not.toHaveBeenCalled()
  await until(() => expect(untaken).toHaveBeenCalledExactlyOnceWith(null))

  const ended = offer()
  await claim()
  server.status.mockRejectedValue(gone())
  await until(() => expect(ended).toHaveBeenCalledExactlyOnceWith(null))

  onClaimed.mockClear()
  const lost = offer()
  await claim()
  server.status.mockRejectedValue(away())
  await pass(FLOW_LIFETIME_MS - 10_000)
  expect(lost).not.toHaveBeenCalled()
  await until(() => expect(lost).toHaveBeenCalledExactlyOnceWith(null))
})

it('asks for no answer that the user no longer waits for', async () => {
  const settled = offer()
  await until(() => expect(server.status).toHaveBeenCalled())
  flow.end()
  await until(() => expect(settled).toHaveBeenCalledExactlyOnceWith(null))
  const asked = server.status.mock.calls.length
  await pass(5_000)
  expect(server.status).toHaveBeenCalledTimes(asked)
})

it('tells the window how the request ended, one state after another, though one was lost', async () => {
  const status = (name: string) => ({ event: 'state', state: { status: name, transactions: [] } }) as never
  server.close.mockImplementationOnce(() => {
    throw away()
  })
  flow.tell(LOOK, status('signing'))
  flow.tell(LOOK, status('sent'))
  await until(() => expect(server.close).toHaveBeenCalledTimes(2))
  const told = server.close.mock.calls.map(([{ outcome }]) =>
    open(secretOf(flow), { kind: 'outcome' }, outcome),
  )
  expect((await Promise.all(told)).map(text => JSON.parse(text).news.state.status)).toEqual([
    'signing',
    'sent',
  ])
})
