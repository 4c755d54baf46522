import { Hono } from 'hono'
import { expect, it } from 'vitest'
import * as z from 'zod/mini'
import { readBody } from './body.ts'
import { errorResponse } from './error-response.ts'

const schema = z.record(z.string(), z.string())
const server = new Hono().post('/', async c => c.json(await readBody(c, schema)))
server.onError((error, c) => errorResponse(error, c))

const send = async (body: string) => (await server.request('/', { method: 'POST', body })).json()

it.each([
  ['a value', '{"a":"\\ud83d"}'],
  ['a value, in capitals', '{"a":"x\\uDE00y"}'],
  ['a key', '{"\\ud83d":"a"}'],
  ['a value behind a backslash', '{"a":"\\\\\\ud83d"}'],
])('refuses one half of a character in %s', async (_, body) => {
  expect(await send(body)).toEqual({
    code: 'invalid_data',
    error: 'The request body has one half of a UTF-16 pair. Send whole characters.',
  })
})

it.each([
  ['a whole character in two escapes', '{"a":"\\ud83d\\ude00"}', { a: '\u{1f600}' }],
  ['the letters of an escape', '{"a":"\\\\ud83d"}', { a: '\\ud83d' }],
  ['another escape', '{"a":"\\u00e9"}', { a: 'é' }],
])('accepts %s', async (_, body, value) => {
  expect(await send(body)).toEqual(value)
})
