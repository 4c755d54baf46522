import { describe, expect, test } from 'vitest'
import { describeError, placesOf, scrub } from './scrub.ts'

describe('what is told of an error', () => {
  test.each([
    ['a refused recipient', '550 5.1.1 <ann@mail.example>: Recipient address rejected', 'ann'],
    ['a number', 'The number +1 (555) 010-0199 is not reachable', '010'],
    ['a node’s key', 'connect to https://rpc.example/v2/s3cret failed', 's3cret'],
    ['a password in an address', 'cannot reach smtps://user:s3cret@mail.example:465', 's3cret'],
    ['a query', 'got 404 of https://api.example?key=s3cret', 's3cret'],
    ['a token', 'bad token eyJhbGciOiJIUzI1NiJ9.eyJzdWIi.s3cret', 's3cret'],
    ['a key', `no wallet 0x${'ab'.repeat(32)}`, 'abab'],
    ['a secret', `key ${'s3cret-'.repeat(7)} is unknown`, 's3cret'],
  ])('leaves %s out', (_, message, secret) => {
    expect(describeError(new Error(message))).not.toContain(secret)
  })

  test.each(['a', 'a.', '+1', '+1(', 'a@', 'a://', '0x', 'eyJ-', ':', 'é'])(
    'takes linear time for a text of %j',
    piece => {
      const text = piece.repeat(Math.ceil((512 * 1024) / piece.length))
      // The processor's time: other programs take none of it.
      const before = process.cpuUsage()
      scrub(text)
      expect(process.cpuUsage(before).user).toBeLessThan(400_000)
    },
  )

  test.each([
    'connect ECONNREFUSED 127.0.0.1:5432',
    'duplicate key value violates unique constraint "accounts_user_id_type_subject_index"',
    'The signer is not running or stopped before it answered (ENOENT).',
    'cannot reach <address>: ENOTFOUND https://rpc.example',
  ])('keeps what happened: %s', message => {
    expect(scrub(message)).toBe(message)
  })

  test('is no message that quotes what was given', () => {
    const parsing = (() => {
      try {
        return JSON.parse('s3cret')
      } catch (error) {
        return error
      }
    })()
    expect(describeError(parsing)).toBe('SyntaxError: a text that cannot be read')
    const reading = Object.assign(new Error('invalid input syntax for type uuid: "s3cret"'), {
      code: '22P02',
    })
    expect(describeError(reading)).toBe('Error [22P02]: a value that the database cannot take')
    const query = new Error('Failed query: select 1\nparams: s3cret', { cause: new Error('gone\ns3cret') })
    expect(describeError(query)).toBe('Error: query failed <- Error: gone')
    expect(describeError('s3cret')).toBe('unknown error')
  })

  test('is where it was thrown, without its message', () => {
    const places = placesOf(new Error('s3cret\n    over two lines'))
    expect(places[0]).toContain('scrub.test.ts')
    expect(places.join('\n')).not.toContain('s3cret')
  })
})
