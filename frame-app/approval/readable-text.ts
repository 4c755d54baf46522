/** A stretch of plain text, or one character that would not be seen or would change how others are. */
export type TextPart =
  | { readonly kind: 'text'; readonly text: string; readonly at: number }
  | { readonly kind: 'hidden'; readonly codePoint: string; readonly at: number }

/**
 * Characters that a reader does not see: controls, format characters (bidi overrides and isolates, zero-width ones, tags),
 * lone surrogates, private and unassigned code points, line and paragraph separators, and letters that draw nothing.
 * With them a text can be made to read otherwise than it is ("Trojan Source", CVE-2021-42574).
 */
const HIDDEN =
  /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Cn}\p{Zl}\p{Zp}]|[\u115f\u1160\u2800\u3164\uffa0]|\u034f|\u17b4|\u17b5/u
/** Joins the parts of an emoji such as a family: there it is seen. */
const EMOJI_JOINER =
  /(?<=\p{Extended_Pictographic}|\p{Emoji_Modifier}|\ufe0f)\u200d(?=\p{Extended_Pictographic})/gu

/** Cuts a text so that hidden characters can be drawn as marks. Line feeds and tabs stay text. */
export function readableParts(text: string): TextPart[] {
  const joiners = new Set(Array.from(text.matchAll(EMOJI_JOINER), match => match.index))
  const parts: TextPart[] = []
  let start = 0
  let at = 0
  for (const character of text) {
    if (isHidden(character) && !joiners.has(at)) {
      if (at > start) parts.push({ kind: 'text', text: text.slice(start, at), at: start })
      parts.push({ kind: 'hidden', codePoint: codePointName(character), at })
      start = at + character.length
    }
    at += character.length
  }
  if (at > start) parts.push({ kind: 'text', text: text.slice(start), at: start })
  return parts
}

/** A site's words for a place of one line: hidden characters and line ends become spaces. */
export function singleLine(text: string): string {
  return [...text]
    .map(character => (/\s/.test(character) || isHidden(character) ? ' ' : character))
    .join('')
    .replace(/ +/g, ' ')
    .trim()
}

/** Longest stretch of a stranger's words inside a sentence of ours. */
const MAX_QUOTED = 120

/** A stranger's words inside a sentence: one line, its start and end; what is in between would push the sentence away. */
export function quoted(text: string, limit = MAX_QUOTED): string {
  const characters = [...singleLine(text)]
  if (characters.length <= limit) return characters.join('')
  const half = limit / 2
  return `${characters.slice(0, half).join('')}…${characters.slice(-half).join('')}`
}

function isHidden(character: string): boolean {
  return character !== '\n' && character !== '\t' && HIDDEN.test(character)
}

function codePointName(character: string): string {
  return `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`
}
