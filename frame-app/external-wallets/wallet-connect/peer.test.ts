import { describe, expect, it } from 'vitest'
import { readPeer } from './peer.ts'

const PIXEL = 'data:image/png;base64,iVBORw0KGgo='

describe('the name of a phone’s wallet', () => {
  it.each([
    ['Rainbow', 'Rainbow'],
    ['  Rainbow ', 'Rainbow'],
    ['Rain\u202Ebow\u2066\u200B', 'Rainbow'],
    ['Rain\nbow\u0000\u2028', 'Rainbow'],
    ['🌈'.repeat(80), '🌈'.repeat(64)],
    ['\u200B\u202E', 'WalletConnect'],
    [['Rainbow'], 'WalletConnect'],
    [undefined, 'WalletConnect'],
  ])('%j is shown as %j', (name, shown) => {
    expect(readPeer({ name }).meta).toEqual({ name: shown, id: shown, icon: null })
  })
})

describe('its icon', () => {
  it('is drawn from its own bytes', () => {
    expect(readPeer({ name: 'A', icons: [PIXEL] }).meta.icon).toBe(PIXEL)
  })

  it.each<[unknown]>([
    ['https://wallet.example/icon.png'],
    ['data:text/html,<script>'],
    ['javascript:alert(1)'],
    [`data:image/png;base64,${'A'.repeat(70_000)}`],
    [{}],
  ])('is left out where it is %j', icon => {
    expect(readPeer({ name: 'A', icons: [icon] }).meta.icon).toBeNull()
  })
})

describe('the link that opens its app', () => {
  it.each([
    [{ universal: 'https://rnbwapp.com/' }, 'https://rnbwapp.com/'],
    [{ native: 'rainbow://' }, 'rainbow://'],
    [{ native: 'rainbow://', universal: 'https://rnbwapp.com/wc' }, 'https://rnbwapp.com/wc'],
    [{ native: 'rainbow://', universal: 'http://rnbwapp.com/' }, 'rainbow://'],
  ])('%j is %s', (redirect, link) => {
    expect(readPeer({ name: 'A', redirect }).openApp).toBe(link)
  })

  it.each<[unknown]>([
    ['javascript://%0aalert(1)'],
    ['javascript:alert(1)'],
    ['  JavaScript:alert(1)'],
    ['java\tscript:alert(1)'],
    ['data:text/html,<script>'],
    ['blob:https://wallet.example/1'],
    ['file:///etc/passwd'],
    ['intent://scan/#Intent;scheme=zxing;end'],
    ['http://rnbwapp.com/'],
    ['https://user:secret@rnbwapp.com/'],
    ['rainbow:'],
    ['/relative'],
    [`rainbow://${'a'.repeat(2_000)}`],
    [{}],
    [null],
  ])('%j is none', native => {
    expect(readPeer({ name: 'A', redirect: { native, universal: native } }).openApp).toBeNull()
  })

  it.each([[undefined], [null], ['text'], [{ redirect: null }]])('is none of %j', metadata => {
    expect(readPeer(metadata).openApp).toBeNull()
  })
})
