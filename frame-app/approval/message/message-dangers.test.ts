import { describe, expect, it } from 'vitest'
import { wallet } from '../../ui/testing/fake-kernel.ts'
import { say } from '../../words/say.ts'
import { readMessage } from './message-content.ts'
import { messageDangers } from './message-dangers.ts'

const { address } = wallet
const host = 'shop.example'
const dangersOf = (
  message: string,
  encoding: 'utf-8' | 'hex' = 'utf-8',
  hostOrigin = 'https://shop.example',
) => messageDangers(readMessage(message, encoding), { hostOrigin, address }).map(({ text }) => text)

interface LoginParts {
  readonly domain?: string
  readonly uri?: string
  readonly account?: string
}

function login({ domain = host, uri = 'https://shop.example', account = address }: LoginParts = {}): string {
  return [
    `${domain} wants you to sign in with your Ethereum account:`,
    account,
    '',
    'Hello.',
    '',
    `URI: ${uri}`,
    'Version: 1',
    'Chain ID: 1',
    'Nonce: 32891756',
    'Issued At: 2026-01-01T00:00:00.000Z',
  ].join('\n')
}

describe('dangers of a message', () => {
  it.each([
    ['plain text', 'Order 1042'],
    ['a login at the site that asks', login()],
    ['such a login with a scheme', login({ domain: `https://${host}` })],
    ['such a login in other letter case', login({ account: address.toLowerCase() })],
    ['a login that points to a page of the site', login({ uri: `https://${host}/login?next=1` })],
  ])('finds none in %s', (_name, message) => {
    expect(dangersOf(message)).toEqual([])
  })

  it('warns of a login at another site', () => {
    expect(dangersOf(login({ domain: 'bank.example', uri: 'https://bank.example' }))).toEqual([
      say('danger.otherDomain', { domain: 'bank.example', host }),
    ])
  })

  it('quotes a name without hidden characters, and no longer than a sentence bears', () => {
    const [danger = ''] = dangersOf(login({ domain: `bank\u202e.example.${'a'.repeat(5_000)}.evil.example` }))
    expect(danger).not.toContain('\u202e')
    expect(danger.length).toBeLessThan(400)
    expect(danger).toContain('evil.example')
  })

  it('takes a login that is laid out differently for one', () => {
    const message = login({ domain: 'bank.example' }).replace('sign in', 'sign  in')
    expect(dangersOf(message)).toContain(say('danger.malformedLogin'))
  })

  it('warns of a login that names no account', () => {
    expect(dangersOf(login({ account: '' }))).toEqual([say('danger.malformedLogin')])
  })

  it.each([
    'shop.example.evil.example',
    'evil-shop.example',
    'sub.shop.example',
    'shop.example:8443',
    'shop.example@evil.example',
  ])('takes %s for another site', domain => {
    expect(dangersOf(login({ domain }))).toEqual([say('danger.otherDomain', { domain, host })])
  })

  it('takes another port for another site', () => {
    expect(
      dangersOf(
        login({ domain: '127.0.0.1:4400', uri: 'http://127.0.0.1:4400' }),
        'utf-8',
        'http://127.0.0.1:4400',
      ),
    ).toEqual([])
    expect(dangersOf(login({ domain: '127.0.0.1' }), 'utf-8', 'http://127.0.0.1:4400')).toHaveLength(1)
  })

  it.each(['https://bank.example/login', 'http://shop.example:8080', 'not a URI'])(
    'warns of a login that points to %s',
    uri => {
      expect(dangersOf(login({ uri }))).toEqual([say('danger.otherUri', { uri, host })])
    },
  )

  it.each([
    ['https://localhost:3000', 'http://localhost:3000', 'localhost:3000'],
    ['http://shop.example/login', 'https://shop.example', 'shop.example'],
  ])('says in plain words that %s and %s are two sites', (uri, origin, domain) => {
    const told = dangersOf(login({ uri, domain }), 'utf-8', origin)
    expect(told).toEqual([say('danger.otherScheme', { uri, origin })])
    expect(told[0]).toContain('These are two different sites.')
  })

  it('warns of a login with another wallet', () => {
    const account = '0xAb5801a7D398351b8bE11C439e05C5B3259aeC9B'
    expect(dangersOf(login({ account }))).toEqual([say('danger.otherAddress', { address: account })])
  })

  it.each([
    ['a sentence before it', `Hello!\n${login({ domain: 'bank.example' })}`],
    ['no URI', login().replace(/URI: .*\n/, '')],
    ['a space in its domain', login({ domain: 'bank.example shop.example' })],
  ])('warns of a login with %s, which cannot be checked', (_name, message) => {
    expect(dangersOf(message)).toEqual([say('danger.malformedLogin')])
  })

  it('lets a Solana login leave its URI out, and no other', () => {
    const solana = '9B5XszUGdMaxCZ7uSQhPzdks5ZQSmWxrmzCSvtJ6Ns6g'
    const message = (uri: string) =>
      `${host} wants you to sign in with your Solana account:\n${solana}\n\nHello.${uri}`
    const dangers = (uri: string) =>
      messageDangers(readMessage(message(uri), 'utf-8'), { hostOrigin: `https://${host}`, address: solana })
    expect(dangers('')).toEqual([])
    expect(dangers('\n\nURI: https://bank.example')).toHaveLength(1)
    expect(dangersOf(login().replace(/URI: .*\n/, ''))).toHaveLength(1)
  })

  it('finds a login inside of hexadecimal data', () => {
    const hex = `0x${Buffer.from(login({ domain: 'bank.example', uri: 'https://bank.example' })).toString('hex')}`
    expect(dangersOf(hex, 'hex')).toEqual([say('danger.otherDomain', { domain: 'bank.example', host })])
  })

  it('warns of data that nobody can read, and of a hash in particular', () => {
    expect(dangersOf('0xff00ff', 'hex')).toEqual([say('danger.unreadable')])
    const hash = readMessage(`0x${'f5'.repeat(32)}`, 'hex')
    const solana = '9B5XszUGdMaxCZ7uSQhPzdks5ZQSmWxrmzCSvtJ6Ns6g'
    const told = messageDangers(hash, { hostOrigin: 'https://shop.example', address: solana })
    expect(told.map(({ text }) => text)).toEqual([say('danger.hash')])
  })

  it('warns in red of a hash that may be an operation of the signer’s account', () => {
    const hash = readMessage(`0x${'f5'.repeat(32)}`, 'hex')
    const [danger] = messageDangers(hash, { hostOrigin: 'https://shop.example', address })
    expect(danger).toMatchObject({ level: 'red', text: say('danger.operationHash') })
    expect(danger?.headline).toBe(say('danger.head.unread'))
  })

  it.each([
    ['text', 'a!Q#9z$R%8y^S&7x*T(6w)U_5v+V=4u~', 'utf-8'],
    ['data', `0x${Buffer.from('a!Q#9z$R%8y^S&7x*T(6w)U_5v+V=4u~').toString('hex')}`, 'hex'],
  ] as const)(
    'warns of a hash that was searched for until it is printable, as %s',
    (_name, message, encoding) => {
      expect(dangersOf(message, encoding)).toEqual([say('danger.operationHash')])
    },
  )

  it.each([
    'd41d8cd98f00b204e9800998ecf8427e',
    'Welcome back. Sign to continue. ',
    'Grüße aus Köln an alle da, ja',
  ])('reads 32 bytes of words or of a nonce as a text: %s', text => {
    expect(new TextEncoder().encode(text)).toHaveLength(32)
    expect(dangersOf(text)).toEqual([])
  })

  it('warns of hidden characters', () => {
    expect(dangersOf('Pay 10\u202e00')).toEqual([say('danger.hidden')])
  })
})
