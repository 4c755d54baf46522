/** A text without a character at its end, however often that stands there. In linear time, which `/x+$/` is not. */
export function trimEnd(text: string, character: string): string {
  let end = text.length
  while (end > 0 && text[end - 1] === character) end--
  return text.slice(0, end)
}
