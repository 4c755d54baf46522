import { FLOW_LIFETIME_MS } from '@vitrine/shared/api/approval-flow.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { call, callAs, type LoggedIn, logIn } from '../testing/client.ts'
import { startTestServer, type TestServer } from '../testing/server.ts'

const BASE = '/api/v1/approval_flows'
const OFFER = 'b'.repeat(80)
const ANSWER = 'c'.repeat(80)
const OUTCOME = 'd'.repeat(80)

let server: TestServer
let ada: LoggedIn
beforeAll(async () => {
  server = await startTestServer()
  ada = await logIn(server, 'ada@mail.example')
})
afterAll(() => server.stop())

let flows = 0
const newId = () => `flow${++flows}`.padEnd(22, 'x')
const init = (flow_id: string, who = ada, offer = OFFER) =>
  callAs(server, who, `${BASE}/offer`, { body: { flow_id, offer } })
const claim = (flow_id: string, headers = {}) => call(server, `${BASE}/claim`, { body: { flow_id }, headers })
const answer = (flow_id: string, sealed = ANSWER) =>
  call(server, `${BASE}/answer`, { body: { flow_id, answer: sealed } })
const status = (flow_id: string, who = ada) => callAs(server, who, `${BASE}/status`, { body: { flow_id } })
const close = (flow_id: string, who = ada, outcome = OUTCOME) =>
  callAs(server, who, `${BASE}/close`, { body: { flow_id, outcome } })
const outcome = (flow_id: string) => call(server, `${BASE}/outcome`, { body: { flow_id } })
const over = { status: 404, body: { code: 'not_found' } }

describe('an approval by the server', () => {
  test('goes to the window and back, and is gone then', async () => {
    const id = newId()
    expect(await init(id)).toMatchObject({ status: 200 })
    expect(await status(id)).toMatchObject({ body: { is_claimed: false, answer: null } })
    expect(await claim(id)).toMatchObject({ status: 200, body: { offer: OFFER } })
    expect(await status(id)).toMatchObject({ body: { is_claimed: true, answer: null } })
    expect(await answer(id)).toMatchObject({ status: 200 })
    expect(await status(id)).toMatchObject({ body: { is_claimed: true, answer: ANSWER } })
    expect(await status(id)).toMatchObject(over)
  })

  test('is claimed once, also by ten windows at once', async () => {
    const id = newId()
    await init(id)
    const claims = await Promise.all(Array.from({ length: 10 }, () => claim(id)))
    expect(claims.filter(it => it.status === 200)).toHaveLength(1)
  })

  test('is answered once, and not before it was claimed', async () => {
    const id = newId()
    await init(id)
    expect(await answer(id)).toMatchObject(over)
    await claim(id)
    const answers = await Promise.all(Array.from({ length: 5 }, () => answer(id)))
    expect(answers.filter(it => it.status === 200)).toHaveLength(1)
  })

  test('tells the window whether the frame has the answer, and how the request ended', async () => {
    const id = newId()
    await init(id)
    const state = async () => (await outcome(id)).body
    expect(await state()).toEqual({ is_claimed: false, is_answered: false, is_taken: false, outcome: null })
    await claim(id)
    await answer(id)
    expect(await state()).toEqual({ is_claimed: true, is_answered: true, is_taken: false, outcome: null })
    const taken = await Promise.all(Array.from({ length: 5 }, () => status(id)))
    expect(taken.filter(it => it.status === 200)).toHaveLength(1)
    expect(await state()).toMatchObject({ is_taken: true, outcome: null })
    expect(await close(id)).toMatchObject({ status: 200 })
    expect(await state()).toMatchObject({ is_taken: true, outcome: OUTCOME })
    expect(await answer(id)).toMatchObject(over)
  })

  test('can be neither claimed nor answered after the frame closed it', async () => {
    const [shown, unread] = [newId(), newId()]
    await init(shown)
    await claim(shown)
    await init(unread)
    for (const id of [shown, unread]) await close(id)
    expect(await answer(shown)).toMatchObject(over)
    expect(await claim(unread)).toMatchObject(over)
    expect(await status(shown)).toMatchObject(over)
    expect((await outcome(unread)).body).toMatchObject({ is_claimed: false, outcome: OUTCOME })
  })

  test('is closed before it is offered, by its own user alone', async () => {
    const id = newId()
    expect(await close(id)).toMatchObject({ status: 200 })
    expect(await init(id)).toMatchObject({ status: 409 })
    expect(await claim(id)).toMatchObject(over)
    const eve = await logIn(server, 'eve2@mail.example')
    expect(await close(id, eve, 'e'.repeat(80))).toMatchObject(over)
    expect((await outcome(id)).body).toMatchObject({ outcome: OUTCOME })
    expect(
      await call(server, `${BASE}/close`, { body: { flow_id: newId(), outcome: OUTCOME } }),
    ).toMatchObject({
      status: 401,
    })
  })

  test('is nobody else’s, and no other app’s', async () => {
    const id = newId()
    await init(id)
    const eve = await logIn(server, 'eve@mail.example')
    expect(await status(id, eve)).toMatchObject(over)
    const other = await server.registerApp({})
    expect(await claim(id, { 'vitrine-app-id': other.id })).toMatchObject(over)
    expect(await init(id, eve)).toMatchObject({ status: 409 })
  })

  test('ends after five minutes', async () => {
    const id = newId()
    await init(id)
    server.clock.now += FLOW_LIFETIME_MS + 1
    expect(await claim(id)).toMatchObject(over)
    server.clock.now -= FLOW_LIFETIME_MS + 1
  })

  test('begins with a session, a sealed offer that is not too long, and an id that nobody guesses', async () => {
    expect(await call(server, `${BASE}/offer`, { body: { flow_id: newId(), offer: OFFER } })).toMatchObject({
      status: 401,
    })
    expect(await init('short')).toMatchObject({ status: 400 })
    expect(await init(newId(), ada, 'b'.repeat(700 * 1024))).toMatchObject({ status: 400 })
  })
})
