import type { CountryCode } from 'libphonenumber-js/min'

/** The country's flag, as the two regional indicators that make one (Unicode Technical Standard #51). */
export const flagOf = (code: CountryCode): string =>
  String.fromCodePoint(...[...code].map(letter => 0x1f1e6 - 65 + letter.charCodeAt(0)))

/** Fonts of flags alone: a font of text would draw letters or boxes. */
export const FLAG_FONT = '"Apple Color Emoji", "Segoe UI Emoji", "Noto Color Emoji", sans-serif'

/** Whether the system draws flags: one is then as wide as one letter of it. Windows has none, and draws the two letters. */
export function drawsFlags(document: Document): boolean {
  const probe = document.createElement('span')
  probe.style.font = `16px ${FLAG_FONT}`
  probe.style.position = 'absolute'
  document.body.append(probe)
  const widthOf = (text: string) => {
    probe.textContent = text
    return probe.getBoundingClientRect().width
  }
  const flag = flagOf('NO')
  const isDrawn = widthOf(flag) < 1.5 * widthOf([...flag][0] ?? '')
  probe.remove()
  return isDrawn
}
