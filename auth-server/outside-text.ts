/**
 * Control characters would end a line or a C string, and Postgres refuses NUL. Bidirectional controls turn the text around them
 * (UAX #9).
 */
const CONTROL = /[\p{Cc}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]+/gu
/** Half of a surrogate pair is no character: UTF-8 cannot carry it, `encodeURIComponent` throws and Postgres refuses it. */
const LONE_SURROGATE = /\p{Cs}/gu

const graphemes = new Intl.Segmenter('und')

/**
 * Makes text that a provider or a user chose fit to be stored, sent and shown. All such text goes through here.
 * @param value of any type
 * @param limit in UTF-16 code units; longer text is cut before the character that crosses it
 * @returns `undefined` for anything but text, and for text that has nothing to show
 */
export function outsideText(value: unknown, limit = 512): string | undefined {
  if (typeof value !== 'string') return undefined
  const plain = cut(value.replace(LONE_SURROGATE, '\ufffd').replace(CONTROL, ' ').trim(), limit).trim()
  return plain === '' ? undefined : plain
}

/** Cuts between two characters as people see them (UAX #29): no emoji, flag or accent is cut in half. */
function cut(text: string, limit: number): string {
  if (text.length <= limit) return text
  const whole = text.slice(0, graphemes.segment(text.slice(0, 2 * limit)).containing(limit)?.index ?? 0)
  // One character can have more marks than the limit: it is cut between two of them.
  return whole === '' ? text.slice(0, limit).replace(LONE_SURROGATE, '') : whole
}

/** Reads the address of a picture, which a page of the wallet's shows. Half of an address leads elsewhere, so none is cut. */
export function outsidePicture(value: unknown): string | undefined {
  if (typeof value !== 'string' || !URL.canParse(value.trim())) return undefined
  const { protocol, href } = new URL(value.trim())
  return protocol === 'https:' && href.length <= 2048 ? href : undefined
}
