// @vitest-environment jsdom
import { clientError, VitrineError } from '@vitrine/shared/errors/vitrine-error.ts'
import { afterEach, expect, it } from 'vitest'
import { bringLaterWords, speak } from '../words/language.ts'
import { codeFailure } from './code-failure.ts'

const wrong = (data: object) =>
  new VitrineError({
    type: 'api_error',
    status: 422,
    code: 'invalid_credentials',
    message: 'In the words of the server.',
    data: data as { triesLeft: number },
  })
const say = async (language: string) => {
  await bringLaterWords()
  await speak({ tags: [language], overrides: {} }, document.documentElement)
}
afterEach(() => say('en'))

it.each([
  ['en', ['1 try left', '2 tries left', '4 tries left']],
  ['es', ['queda 1 intento', 'quedan 2 intentos', 'quedan 4 intentos']],
  ['ja', ['あと 1 回', 'あと 2 回', 'あと 4 回']],
  ['ar', ['محاولة واحدة', 'محاولتان', '4 محاولات']],
])('%s: a wrong code tells how many tries are left', async (language, sentences) => {
  await say(language)
  for (const [index, left] of [1, 2, 4].entries())
    expect(codeFailure(wrong({ triesLeft: left })).message).toContain(sentences[index])
})

it('says that a newer code was sent, where there was one', () => {
  expect(codeFailure(wrong({ triesLeft: 4 }), false).message).toBe(
    'That code isn’t right. 4 tries left. A newer code was sent: use the one in the newest message.',
  )
})

it('keeps to the refusal itself where no number comes with it', () => {
  expect(codeFailure(wrong({ triesLeft: 'many' })).message).toBe('In the words of the server.')
  const other = clientError('too_many_requests', 'Wait.', {})
  expect(codeFailure(other)).toEqual({ code: 'too_many_requests', message: 'Wait.' })
})
