import { describe, expect, it } from 'vitest'
import { readMessage, toHex } from './message-content.ts'

describe('message content', () => {
  it('reads text as its UTF-8 bytes', () => {
    expect(readMessage('é', 'utf-8')).toEqual({
      bytes: new Uint8Array([0xc3, 0xa9]),
      text: 'é',
      isData: false,
    })
  })

  it('reads data as text when somebody wrote it as such', () => {
    const content = readMessage('0x48690a', 'hex')
    expect(content.text).toBe('Hi\n')
    expect(toHex(content.bytes)).toBe('0x48690a')
  })

  it.each([
    ['bytes that are not UTF-8', '0xff00'],
    ['bytes that are UTF-8 by chance', '0x0001'],
  ])('reads %s as data only', (_name, hex) => {
    expect(readMessage(hex, 'hex').text).toBeNull()
  })

  it('keeps a byte order mark, which is signed too', () => {
    expect(readMessage('0xefbbbf41', 'hex').text).toBe('\ufeffA')
  })

  it('takes an empty message', () => {
    expect(readMessage('0x', 'hex')).toEqual({ bytes: new Uint8Array(), text: '', isData: true })
  })
})
